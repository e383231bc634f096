"""From the options of `torqueflow tasks` to a pass on the emulated machine, torques checked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.link_state import viscous_damping
from dataflow.tasks.memory import Memory
from dataflow.tasks.newton_euler_tasks import newton_euler_graph, torques
from dataflow.tasks.queue_file import read_queues
from emulator.multiprocessor.machine import PROCESSORS_MAXIMUM, Machine
from emulator.multiprocessor.schedules import SCHEDULES, Planned, plan
from emulator.multiprocessor.simulate import LocalProgram, Outcome, simulate
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.robot import Robot
from golden.trajectory import random_states
from papers.zeng_egan.machines import load_machine
from papers.zeng_egan.printed import loops as printed_loops
from papers.zeng_egan.printed import number, printed_time
from papers.zeng_egan.versions import paper_robot

PAPER = "zeng"
"""Stands for the arm of Zeng and Egan instead of a robot's name."""

TORQUE_TOLERANCE = 1e-9
"""By how much a torque may differ from golden, N m or N, or as a share of it if it is above 1."""

_LOOPS_MAXIMUM = 1_000_000_000

_PRINTED_AS = {
    ("per-link", "dynamic"): ("1", "dynamic"),
    ("per-link", "static"): ("1", "static"),
    ("95", "dynamic"): ("2", "dynamic"),
    ("95", "static"): ("2", "static"),
    ("52", "dynamic"): ("3", "dynamic"),
    ("52", "static"): ("3", "static"),
    ("52", "local"): ("4", "static"),
    ("52", "cp-misf"): ("5", "static"),
    ("55", "cp-misf"): ("5", "static"),
}
"""Version and type of the paper by graph and schedule."""


@dataclass(frozen=True)
class TaskChoice:
    """What to run, as asked for on the command line; None where nothing was said.

    ``arm`` is the robot if it was read, a part of it perhaps; else the name or file is read.
    """

    robot: str
    graph: str | None = None
    schedule: str | None = None
    processors: int | None = None
    machine: str | None = None
    queues: str | None = None
    loops: int | None = None
    seed: int = 1
    arm: Robot | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing but the robot was asked for."""
        return self == TaskChoice(self.robot, seed=self.seed)

    def load(self) -> Robot:
        """Return the robot; raises `InputError`."""
        if self.arm is not None:
            return self.arm
        return paper_robot() if self.robot == PAPER else load_robot(self.robot)


@dataclass(frozen=True)
class Experiment:
    """What ran, and what came out.

    Attributes
    ----------
    robot, kind, schedule
        The arm's name, the kind of its graph and the name of the schedule.
    explained
        What the schedule is, in words.
    graph, machine, outcome
        The graph, the machine and the pass.
    loops
        How many passes the reported seconds are for.
    torque_error
        The largest distance of a torque from golden, on the scale of `TORQUE_TOLERANCE`.
    optimal
        Whether the schedule is proved to be the shortest, overhead apart; None where unknown.
    proved_bound
        What a solver proved no schedule to be shorter than, in operations; 0 if nothing.
    printed_seconds
        Of the paper's same program on the same machine, if there is one.
    """

    robot: str
    kind: str
    schedule: str
    explained: str
    graph: TaskGraph
    machine: Machine
    outcome: Outcome
    loops: int
    torque_error: float
    optimal: bool | None
    proved_bound: float
    printed_seconds: float | None


def run_experiment(choice: TaskChoice) -> Experiment:
    """Run a pass with a random state of the arm.

    Raises
    ------
    InputError
        An option has no such value, or a file is wrong.
    """
    arm = choice.load()
    kind = "52" if choice.graph is None else choice.graph
    passes = printed_loops() if choice.loops is None else choice.loops
    if not 1 <= passes <= _LOOPS_MAXIMUM:
        raise InputError("--loops", f"{passes}", f"1 to {_LOOPS_MAXIMUM}")
    processors = 4 if choice.processors is None else choice.processors
    if not 1 <= processors <= PROCESSORS_MAXIMUM:
        raise InputError("--processors", f"{processors}", f"1 to {PROCESSORS_MAXIMUM}")
    if choice.seed < 0:
        raise InputError("--seed", f"{choice.seed}", "0 or more")
    machine = load_machine("ideal" if choice.machine is None else choice.machine)
    states = random_states(arm, 1, choice.seed)
    q, qd, qdd = states.q[0], states.qd[0], states.qdd[0]
    graph = newton_euler_graph(arm, kind, q, qd, qdd)
    schedule, planned = _planned(choice, graph, machine, kind, processors)
    if isinstance(planned.program, LocalProgram):
        processors = len(planned.program.queues)
    memory = Memory()
    outcome = simulate(graph, machine, planned.program, processors, choice.seed, memory)
    expected = inverse_dynamics(arm, q, qd, qdd) + viscous_damping(arm) * qd
    known = choice.machine == "multimax" and passes == printed_loops()
    return Experiment(
        robot=arm.name,
        kind=kind,
        schedule=schedule,
        explained=SCHEDULES.get(schedule, f"the lists of {choice.queues}"),
        graph=graph,
        machine=machine,
        outcome=outcome,
        loops=passes,
        torque_error=_error(torques(memory.values, arm.n), expected),
        optimal=planned.optimal,
        proved_bound=planned.bound or 0.0,
        printed_seconds=_printed(arm, kind, schedule, processors) if known else None,
    )


def _planned(
    choice: TaskChoice, graph: TaskGraph, machine: Machine, kind: str, processors: int
) -> tuple[str, Planned]:
    """Return the schedule's name and program."""
    if choice.queues is None:
        schedule = "dynamic" if choice.schedule is None else choice.schedule
        per_link = kind == "per-link"
        return schedule, plan(graph, machine, schedule, processors, choice.seed, per_link)
    if choice.schedule is not None:
        problem = f"{choice.schedule!r} beside --queues, which say what is done when"
        raise InputError("--schedule", problem, "one of them")
    queues = read_queues(choice.queues, graph)
    if choice.processors not in (None, len(queues)):
        raise InputError("--processors", f"{choice.processors}", f"{len(queues)}, as in --queues")
    return "queues", Planned(LocalProgram(queues))


def _error(found: Reals, expected: Reals) -> float:
    return float(np.max(np.abs(found - expected) / np.maximum(1.0, np.abs(expected))))


def _printed(arm: Robot, kind: str, schedule: str, processors: int) -> float | None:
    """Return the paper's time of the same, which it has for five joints only."""
    if arm.n != round(number("links")) or (kind, schedule) not in _PRINTED_AS:
        return None
    version, type_ = _PRINTED_AS[kind, schedule]
    if version == "5" and (kind == "55") != (processors == 4):
        return None
    time = printed_time(version, type_, processors)
    return None if time is None else time.seconds
