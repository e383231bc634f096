"""Every option that writes a file, of every command: one writer, one behaviour."""

import functools
import json
import os
import re
import stat
import threading
from importlib import resources
from pathlib import Path

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
from tests.writing_commands import COMMANDS, EVERY, STATUS, contents, refused
from torqueflow.cli import main as cli


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


def beside(folder):
    """What `occam build` writes beside its network, and a simulation beside its view."""
    return {folder / "plain.btl", folder / "waves.fst"}


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
