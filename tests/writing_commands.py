"""Every command that writes files: by which options, and what it reads."""

from typing import NamedTuple

from papers.programs import find


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


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(ended, *problems):
    status, out, err = ended
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    for problem in problems:
        assert problem in err
