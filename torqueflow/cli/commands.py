"""Which commands there are: what each does in a line, and where its function is.

Nothing but this file is read to list the commands; a command's module is imported when it is asked
for. The line here is the first paragraph of the function's docstring (a test holds them alike).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A command.

    Attributes
    ----------
    function
        The function that is the command, as ``module:name``.
    summary
        What it does, a sentence.
    """

    function: str
    summary: str


@dataclass(frozen=True)
class Group:
    """Commands under a word of their own."""

    summary: str
    commands: dict[str, Command]


_TRANSPUTER = Group(
    "Run, assemble and disassemble programs of T414 and T800 transputers.",
    {
        "run": Command(
            "torqueflow.cli.transputer:run",
            "Boot FILE.btl on emulated transputers, serve it, and exit with its status.",
        ),
        "asm": Command("torqueflow.cli.transputer:asm", "Assemble FILE.s into a bootable file."),
        "disasm": Command(
            "torqueflow.cli.transputer:disasm",
            "Print source that `asm` turns back into exactly FILE.btl.",
        ),
        "demo": Command(
            "torqueflow.cli.papers:demo",
            "Run a paper's program on emulated transputers along a motion of the PUMA 560.",
        ),
        "compare": Command(
            "torqueflow.cli.papers:compare",
            "Run the papers' programs in every plausible setting, and say which fits best.",
        ),
    },
)

_OCCAM = Group(
    "Compile occam 2 for networks of T414 and T800 transputers, and run it.",
    {
        "build": Command(
            "torqueflow.cli.occam:build",
            "Compile FILE.occ into a bootable file that loads every transputer of its network.",
        ),
        "compile": Command(
            "torqueflow.cli.occam:compile_",
            'Compile the procedures and functions of FILE.occ by themselves, for #USE "FILE.tqo".',
        ),
        "library": Command(
            "torqueflow.cli.occam:library",
            'Put object files, as for several parts and checks, into one for #USE "NAME.lib".',
        ),
        "generate": Command(
            "torqueflow.cli.occam_generate:generate",
            "Write a robot's forward dynamics as a whole occam program: root, workers, placement.",
        ),
        "run": Command(
            "torqueflow.cli.occam:run",
            "Compile FILE.occ, boot it on emulated transputers, and exit with its status.",
        ),
    },
)

COMMANDS: dict[str, Command | Group] = {
    "robots": Command(
        "torqueflow.cli.robots:robots",
        "List the robots, or show one with its limits and sources.",
    ),
    "dynamics": Command(
        "torqueflow.cli.dynamics:dynamics",
        "Compute the joint torques along a trajectory in float64, or accelerations, masses, poses.",
    ),
    "simulate": Command(
        "torqueflow.cli.simulate:simulate",
        "Simulate a machine's RTL and compare it with emulator, golden torques and the papers.",
    ),
    "verilog": Command(
        "torqueflow.cli.verilog:verilog",
        "Write a machine as SystemVerilog, and its ports, formats and latency as JSON.",
    ),
    "synth": Command(
        "torqueflow.cli.synth:synth",
        "Put a machine on an FPGA by open tools: its clock, resources and slowest paths.",
    ),
    "host": Command(
        "torqueflow.cli.host:host",
        "Send a motion to a core on a serial line, and hold what comes back against the emulator.",
    ),
    "explore": Command(
        "torqueflow.cli.explore:explore",
        "Compare designs over intervals, widths, topologies and algorithms, without simulating "
        "them.",
    ),
    "report": Command(
        "torqueflow.cli.report:report",
        "Simulate a design and write one page about it: what it does, costs and proves, in "
        "pictures.",
    ),
    "trajectory": Command(
        "torqueflow.cli.trajectory:trajectory",
        "Write a motion within the limits: time, q, qd and qdd.",
    ),
    "loop": Command(
        "torqueflow.cli.loop:loop",
        "Close the loop: MuJoCo's robot, a computed-torque controller, and the core's torques.",
    ),
    "boolean": Command(
        "torqueflow.cli.boolean:boolean",
        "Compute an arm's torques by logic and sums alone, as Machado and others did in 1988.",
    ),
    "tasks": Command(
        "torqueflow.cli.tasks:tasks",
        "Cut an arm's Newton-Euler equations into tasks and run them on several processors.",
    ),
    "papers": Command(
        "torqueflow.cli.verdicts:papers",
        "Print how many of the papers' numbers are reproduced; of one paper, every number.",
    ),
    "transputer": _TRANSPUTER,
    "occam": _OCCAM,
}
"""Every command and group, in the order in which they are listed."""
