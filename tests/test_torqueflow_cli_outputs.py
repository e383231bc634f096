"""Every option that writes a file, of every command: one writer, one behaviour."""

import functools
import json
import os
import re
import shlex
import stat
import subprocess
import sys
import threading
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import pytest
import typer

from emulator.systolic import SystolicArray
from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.assembly.bootfile import bootable
from golden.load import load_robot
from golden.trajectory import random_trajectory
from golden.trajectory_file import write_trajectory
from hdl.simulate.simulator import Simulation
from occam.module import build_module
from occam.objects import as_object
from occam.program import Checks
from papers import grid
from papers.programs import find
from tests.processes import PATIENCE
from torqueflow.cli import main as cli


class Command(NamedTuple):
    """A command with the options that name a file it writes, and the ending each must have."""

    arguments: str
    options: dict[str, str]
    reads: str
    """A file that it reads."""
    work: str
    """What is not called before every destination is known to be good."""


COMMANDS = {
    "robots": Command(
        "robots arm.toml",
        {"--json": "", "--picture": ".svg"},
        "arm.toml",
        "torqueflow.cli.robots.load_robot",
    ),
    "dynamics": Command(
        "dynamics machado_2r --trajectory t.csv",
        {"--json": "", "--output": ".csv", "--picture": ".svg"},
        "t.csv",
        "torqueflow.cli.dynamics.read_motion",
    ),
    "dynamics with derivatives": Command(
        "dynamics machado_2r --trajectory t.csv --derivatives",
        {"--output": ".npz"},
        "t.csv",
        "torqueflow.cli.dynamics_derivatives.read_motion",
    ),
    "simulate": Command(
        "simulate machado_2r --trajectory t.csv --simulator icarus --width 12",
        {"--json": "", "--waves": ".fst", "--picture": ".svg"},
        "t.csv",
        "torqueflow.cli.simulate_run.Simulation",
    ),
    "simulate with waves": Command(
        "simulate machado_2r --trajectory t.csv --simulator icarus --width 12 --waves waves.fst",
        {"--view": ".gtkw"},
        "t.csv",
        "torqueflow.cli.simulate_run.Simulation",
    ),
    "host": Command(
        "host machado_2r --trajectory t.csv --port any --width 12",
        {"--json": "", "--output": ".csv"},
        "t.csv",
        "torqueflow.cli.host_run.SerialCore",
    ),
    "explore": Command(
        "explore arm.toml --ii 4 --topology ring --width 12",
        {"--json": "", "--picture": ".svg"},
        "arm.toml",
        "torqueflow.exploring.task.explored",
    ),
    "trajectory": Command(
        "trajectory arm.toml --points 5",
        {"--output": ".csv"},
        "arm.toml",
        "torqueflow.cli.trajectory.random_trajectory",
    ),
    "loop": Command(
        "loop arm.toml --core emulator --seconds 0.02",
        {"--json": "", "--picture": ".svg"},
        "arm.toml",
        "torqueflow.cli.loop_run.Laboratory",
    ),
    "boolean": Command(
        "boolean arm.toml --precision 4",
        {"--json": ""},
        "arm.toml",
        "torqueflow.cli.boolean_run.find_logic",
    ),
    "tasks": Command(
        "tasks arm.toml --graph per-link",
        {"--json": "", "--picture": ".svg", "--trace": ""},
        "arm.toml",
        "torqueflow.report.tasks_experiment.run_experiment",
    ),
    "tasks with messages": Command(
        "tasks arm.toml --messages --processors 1",
        {"--json": "", "--occam": ""},
        "arm.toml",
        "torqueflow.report.tasks_messages.run_messages",
    ),
    "transputer run": Command(
        "transputer run stop.btl",
        {"--json": "", "--trace": ""},
        "stop.btl",
        "torqueflow.cli.transputer_run.Network",
    ),
    "transputer asm": Command(
        "transputer asm stop.s",
        {"--output": ""},
        "stop.s",
        "emulator.transputer.assembly.assembler.assemble",
    ),
    "transputer disasm": Command(
        "transputer disasm stop.btl",
        {"--output": ""},
        "stop.btl",
        "emulator.transputer.assembly.disassembler.disassemble_file",
    ),
    "transputer demo": Command(
        "transputer demo scsnea --points 1",
        {"--json": "", "--picture": ".svg", "--html": ".html"},
        str(find("scsnea", 1).path),
        "papers.run.compile_for",
    ),
    "transputer compare": Command(
        "transputer compare", {"--json": ""}, "nothing", "papers.grid.explore"
    ),
    "occam build": Command(
        "occam build plain.occ",
        {"--output": "", "--write-network": ""},
        "plain.occ",
        "occam.build.build",
    ),
    "occam compile": Command(
        "occam compile unit.occ", {"--output": ".tqo"}, "unit.occ", "occam.module.build_module"
    ),
    "occam library": Command(
        "occam library unit.tqo", {"--output": ".lib"}, "unit.tqo", "occam.objects.joined"
    ),
    "occam generate": Command(
        "occam generate arm.toml --output /dev/null",
        {"--json": ""},
        "arm.toml",
        "papers.generated.program.Program.text",
    ),
    "papers": Command(
        "papers machado",
        {"--json": "", "--html": ".html"},
        "nothing",
        "torqueflow.cli.verdicts.find_out",
    ),
    "occam run": Command(
        "occam run plain.occ", {"--json": "", "--trace": ""}, "plain.occ", "occam.build.build"
    ),
}
EVERY = [(name, option) for name, command in COMMANDS.items() for option in command.options]
STATUS = {"transputer run": 1}
"""Of a run that went well: the program of `transputer run` here stops without a word."""


class RightCore:
    """A core on a serial line that answers at once."""

    asked_again = 0

    def __init__(self, design, port, **options):
        self.outputs = lambda integers, more: SystolicArray(design).outputs(integers)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch, playback, comparison, unit):
    """A folder with what the commands read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back
    monkeypatch.setattr("torqueflow.cli.simulate_run.Simulation", playback)
    monkeypatch.setattr("torqueflow.cli.host_run.SerialCore", RightCore)
    monkeypatch.setattr(grid, "explore", comparison)
    text = (resources.files("golden.robots") / "machado_2r.toml").read_text("utf-8")
    Path("arm.toml").write_text(text)
    write_trajectory("t.csv", random_trajectory(load_robot("machado_2r"), 2, 1))
    Path("stop.s").write_text("stopp\nstopp\n")
    Path("stop.btl").write_bytes(bootable(assemble("stopp\nstopp").code))
    Path("plain.occ").write_text("PROC main ()\n  SKIP\n:\n")
    Path("unit.occ").write_text("PROC unit ()\n  SKIP\n:\n")
    Path("unit.tqo").write_bytes(unit)
    return tmp_path


@pytest.fixture(scope="module")
def unit(tmp_path_factory):
    """An object file of one routine."""
    source = tmp_path_factory.mktemp("unit") / "unit.occ"
    source.write_text("PROC unit ()\n  SKIP\n:\n")
    return as_object([build_module(source, "T800", Checks.HALT)[0]])


@pytest.fixture(scope="module")
def playback(tmp_path_factory):
    """The simulation, compiled once for all tests."""
    built = []

    def simulation(design, simulator, _, **options):
        if not built:
            place = tmp_path_factory.mktemp("rtl")
            built.append(Simulation(design, simulator, place, waves=True))
        return built[0]

    return simulation


@pytest.fixture(scope="module")
def comparison():
    """The comparison with the papers in one combination of settings, made once for all tests."""
    explore = functools.cache(grid.explore)
    chosen = (next(iter(grid.combinations())),)
    return lambda *_: explore(chosen)


@pytest.fixture
def run(capfd):
    """Run a command with destinations: (exit status, standard output, standard error)."""

    def run(name, *destinations):
        with pytest.raises(SystemExit) as caught:
            cli.main([*COMMANDS[name].arguments.split(), *map(str, destinations)])
        out, err = capfd.readouterr()
        return caught.value.code, out, err

    return run


@pytest.fixture
def idle(monkeypatch):
    """Let a command do no work."""

    def idle(name):
        def work(*arguments, **options):
            raise AssertionError(f"{name} is at work")

        monkeypatch.setattr(COMMANDS[name].work, work)

    return idle


@pytest.fixture
def device(tmp_path_factory):
    """A device by its name; root, who could replace the machine's own, has it in a folder."""

    def device(name, minor):
        original = Path("/dev") / name
        if not original.is_char_device():
            pytest.skip(f"needs {original}")
        if os.geteuid():
            return original
        own = tmp_path_factory.mktemp("dev") / name
        try:
            os.mknod(own, stat.S_IFCHR | 0o666, os.makedev(1, minor))
            own.write_bytes(b"")
        except OSError:
            pytest.skip("needs devices of its own where root runs it")
        return own

    return device


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def beside(folder):
    """What `occam build` writes beside its network, and a simulation beside its view."""
    return {folder / "plain.btl", folder / "waves.fst"}


def refused(ended, *problems):
    status, out, err = ended
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    for problem in problems:
        assert problem in err


@pytest.mark.parametrize("name", COMMANDS)
def test_the_null_device_takes_everything(run, device, folder, name):
    null = device("null", 3)
    before = contents(folder)
    status, _, err = run(
        name, *(word for option in COMMANDS[name].options for word in (option, null))
    )
    assert status == STATUS.get(name, 0), err
    assert null.is_char_device()
    made = contents(folder).keys() - before.keys()
    assert made <= beside(folder)


@pytest.mark.parametrize(("name", "option"), EVERY)
def test_a_full_device_is_told_by_its_path(run, device, folder, name, option):
    full = device("full", 7)
    before = contents(folder)
    status, _, err = run(name, option, full)
    told = [line for line in err.splitlines() if str(full) in line]
    assert told == [
        f"error: {full}: cannot be written: No space left on device; allowed: a file in a writable"
        " folder, a pipe, or a device with room"
    ]
    assert status == 2
    assert full.is_char_device()
    assert contents(folder).keys() - before.keys() <= beside(folder)


@pytest.mark.parametrize(("name", "option"), EVERY)
def test_a_folder_is_refused_before_any_work(run, idle, folder, name, option):
    idle(name)
    place = "folder" + COMMANDS[name].options[option]
    Path(place).mkdir()
    before = contents(folder)
    refused(run(name, option, place), f"error: {place}: is a directory; allowed: ")
    assert contents(folder) == before


@pytest.mark.parametrize(("name", "option"), EVERY)
def test_a_missing_folder_is_refused_before_any_work(run, idle, folder, name, option):
    idle(name)
    place = "missing/file" + COMMANDS[name].options[option]
    before = contents(folder)
    refused(run(name, option, place), f"error: {place}: its folder does not exist; allowed: ")
    assert contents(folder) == before
    assert not Path("missing").exists()


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder nobody may write")
@pytest.mark.parametrize(("name", "option"), EVERY)
def test_an_unwritable_folder_is_refused_before_any_work(run, idle, folder, name, option):
    idle(name)
    place = "/proc/file" + COMMANDS[name].options[option]
    refused(run(name, option, place), f"error: {place}: cannot be written: ")


@pytest.mark.parametrize(
    ("name", "option"), [each for each in EVERY if COMMANDS[each[0]].reads != "nothing"]
)
def test_what_a_command_reads_it_does_not_write(run, idle, folder, name, option):
    idle(name)
    command = COMMANDS[name]
    place = command.reads
    before = Path(place).read_bytes()
    ended = run(name, option, place)
    refused(ended, place)
    if place.endswith(command.options[option]):
        refused(ended, " is ", "; allowed: another file")
    assert Path(place).read_bytes() == before


@pytest.mark.parametrize("name", COMMANDS)
def test_ordinary_files_are_replaced(run, folder, name):
    options = COMMANDS[name].options
    places = {option: folder / f"{option.strip('-')}{ending}" for option, ending in options.items()}
    for place in places.values():
        place.write_text("before")
    given = [word for option, place in places.items() for word in (option, place)]
    assert run(name, *given)[0] == STATUS.get(name, 0)
    for place in places.values():
        assert place.read_bytes() != b"before"
    assert not list(folder.glob(".*"))


def test_a_named_pipe_is_written_to_and_stays(run, folder):
    os.mkfifo("pipe")
    read = []
    reader = threading.Thread(target=lambda: read.append(Path("pipe").read_text()))
    reader.start()
    assert run("robots", "--json", "pipe")[0] == 0
    reader.join()
    assert json.loads(read[0])["name"] == "Machado 2R"
    assert Path("pipe").is_fifo()


# The folder of `verilog`


@pytest.fixture
def verilog(capfd, monkeypatch):
    """Run `verilog` with a folder to write into; it does no work."""

    def work(netlist):
        raise AssertionError("verilog is at work")

    def verilog(place):
        monkeypatch.setattr("hdl.verilog.verilog_of", work)
        with pytest.raises(SystemExit) as caught:
            cli.main(["verilog", "arm.toml", "-o", str(place)])
        return (caught.value.code, *capfd.readouterr())

    return verilog


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("arm.toml", "'arm.toml' is a file"),
        ("/dev/null", "'/dev/null' is a file"),
        ("arm.toml/rtl", "'arm.toml/rtl' cannot be made: Not a directory"),
        ("/proc/rtl", "'/proc/rtl' cannot be made: "),
        ("x" * 300, f"'{'x' * 300}' cannot be made: File name too long"),
    ],
)
def test_a_folder_that_cannot_be_is_refused_before_any_work(verilog, folder, place, problem):
    before = contents(folder)
    refused(verilog(place), f"error: -o: {problem}")
    assert contents(folder) == before


# Standard output as a destination


def torqueflow(arguments, **options):
    command = f"{shlex.quote(sys.executable)} -m torqueflow {arguments}"
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        **options,
    )


@pytest.mark.parametrize(
    ("place", "redirected"),
    [("/dev/stdout", ""), ("/dev/stdout", " > file; cat file"), ("/dev/fd/1", " | cat")],
)
def test_a_report_on_standard_output_stands_before_the_table(folder, place, redirected):
    done = torqueflow(f"robots arm.toml --json {place}{redirected}")
    assert (done.returncode, done.stderr) == (0, "")
    report, table = re.fullmatch(r"(\{\n.*?\n\}\n)(.*)", done.stdout, re.DOTALL).groups()
    assert json.loads(report)["name"] == "Machado 2R"
    assert table.startswith("Machado 2R: ")


def test_a_reader_who_has_seen_enough_of_a_report_is_no_error(folder):
    done = torqueflow("transputer disasm stop.btl -o /dev/stdout | true")
    assert (done.returncode, done.stderr) == (0, "")


def test_standard_output_that_is_closed_is_told(folder):
    done = torqueflow("transputer disasm stop.btl -o /dev/stdout >&-")
    assert done.returncode == 2
    assert done.stderr.startswith("error: /dev/stdout: ")
    assert done.stderr.count("\n") == 1


# Nothing is left out


def options_that_write(group, path=()):
    """Yield the commands' names and the options that, by their help, name what is written."""
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if hasattr(command, "list_commands"):
            yield from options_that_write(command, (*path, name))
            continue
        for option in command.params:
            words = re.findall(r"\w+", (getattr(option, "help", None) or "").lower())
            writes = {"write", "draw"} & set(words) or "-o" in option.opts
            writes = writes and option.metavar != "SETS"  # how many, not where
            if writes and not getattr(option, "is_flag", False):
                yield " ".join((*path, name)), option.opts[-1]


def test_every_option_that_writes_is_tried():
    found = set(options_that_write(typer.main.get_command(cli.application())))
    folders = {(name, "--output") for name in ("verilog", "boolean", "report", "synth")}
    others = {
        ("occam generate", "--output"),  # a file like any other, which the row above has beside it
        ("verilog", "--axi"),  # what is written too, not where
        ("verilog", "--project"),
        ("synth", "--json"),  # needs a synthesiser, which is an extra
    }
    tried = {(name.partition(" with ")[0], option) for name, option in EVERY}
    assert found == {*tried, *folders, *others}
