"""The five parallel versions of the report as programs for the emulated machine.

Version 4's dynamic type is nowhere described; it is taken as version 3's, with a time of its own
for a statement. Static types take over how a run of the same version's dynamic type divided the
tasks, as the authors did with write statements. Version 5 has the printed queues for three and four
processes; for two, where nothing is printed, CP/MISF.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from dataflow.tasks.graph import Task, TaskGraph
from dataflow.tasks.newton_euler_tasks import newton_euler_graph
from dataflow.tasks.policies import cp_misf
from dataflow.tasks.queues import Queues
from emulator.multiprocessor.local_queues import VERSION_5
from emulator.multiprocessor.machine import Contention, Machine, StatementSeconds
from emulator.multiprocessor.simulate import (
    LocalProgram,
    Outcome,
    Program,
    SharedProgram,
    simulate,
)
from golden.load import load_robot
from golden.robot import Robot
from papers.zeng_egan.printed import (
    loops,
    number,
    printed_queues,
    printed_time,
    printed_times,
)

GRAPH_OF = {"1": "per-link", "2": "95", "3": "52", "4": "52", "5": "52"}
"""The graph of each version; version 5's four processes have `55`."""

PROCESSES = (1, 2, 3, 4)

SEEDS = (0, 1, 2)
"""A time is the mean over these: who gets a lock is chance."""


@dataclass(frozen=True)
class Variant:
    """A version and the type of its schedule."""

    version: str
    type: str


VARIANTS = tuple(
    dict.fromkeys(
        Variant(time.version, time.type) for time in printed_times() if time.version != "sequential"
    )
)
"""Nine, in the order of the print."""


def paper_robot() -> Robot:
    """Return a five-joint arm for the unnamed one of the report: the PUMA 560 without its hand.

    All joints turn, which is all that the number of operations depends on.
    """
    whole = load_robot("puma560")
    return dataclasses.replace(
        whole,
        name="PUMA 560, links 1 to 5",
        description="stands for the unnamed five-joint arm of Zeng and Egan 1991",
        links=whole.links[: round(number("links"))],
    )


@cache
def paper_graph(kind: str) -> TaskGraph:
    """Return a task graph of that arm; only its operations and arcs matter here."""
    robot = paper_robot()
    still = np.zeros(robot.n)
    return newton_euler_graph(robot, kind, still, still, still)


@cache
def operation_seconds() -> float:
    """Return the time of an operation: the sequential program's, shared among all of them."""
    sequential = printed_time("sequential", "sequential", 1)
    assert sequential is not None
    return sequential.seconds / loops() / paper_graph("52").operations


def multimax(statement_seconds: float, contention: Contention) -> Machine:
    """Return the machine as one version sees it."""
    same = StatementSeconds(statement_seconds, statement_seconds, statement_seconds)
    return Machine("Encore Multimax", operation_seconds(), same, contention=contention)


def graph_kind(version: str, processes: int) -> str:
    """Return the name of a version's graph."""
    if version == "5" and (queues := printed_queues(processes)) is not None:
        return queues.graph
    return GRAPH_OF[version]


def run_variant(
    variant: Variant, processes: int, contention: Contention, seed: int, skips_own: bool = False
) -> Outcome:
    """Run a pass of one of the nine programs."""
    graph = paper_graph(graph_kind(variant.version, processes))
    machine = multimax(statement_seconds(variant), contention)
    program = _program(variant, processes, contention, seed, skips_own)
    return simulate(graph, machine, program, processes, seed)


def pass_seconds(variant: Variant, processes: int, contention: Contention) -> float:
    """Return the time of all passes of the print, the mean over `SEEDS`."""
    seeds = SEEDS if processes > 1 else SEEDS[:1]
    return loops() * float(
        np.mean([run_variant(variant, processes, contention, seed).seconds for seed in seeds])
    )


@cache
def statement_seconds(variant: Variant) -> float:
    """Return the time of a statement of a version's scheduler that its one process took.

    One process alone is slowed by nobody, so its time is a straight line over that of a statement.
    """
    graph, program = paper_graph(GRAPH_OF[variant.version]), _program_of_one(variant)
    flat, steep = (
        simulate(graph, multimax(seconds, Contention()), program, 1).seconds
        for seconds in (0.0, 1e-6)
    )
    alone = printed_time(variant.version, variant.type, 1)
    assert alone is not None
    return (alone.seconds / loops() - flat) / (steep - flat) * 1e-6


def _program_of_one(variant: Variant) -> Program:
    """Return the program of one process: it needs no trace, as it does all tasks."""
    graph = paper_graph(GRAPH_OF[variant.version])
    if variant.version == "5":
        return LocalProgram((graph.in_order,), VERSION_5)
    if variant == Variant("4", "static"):
        return LocalProgram((graph.in_order,))
    everything = None if variant.type == "dynamic" else dict.fromkeys(graph.by_number, 0)
    return SharedProgram(everything, variant.version == "1")


def _program(
    variant: Variant, processes: int, contention: Contention, seed: int, skips_own: bool
) -> Program:
    if processes == 1:
        return _program_of_one(variant)
    if variant.version == "5":
        return LocalProgram(version_5_queues(processes), VERSION_5, skips_own)
    if variant.type == "dynamic":
        return SharedProgram(counts_tasks=variant.version == "1")
    traced = _traced(variant.version, processes, contention, seed)
    if variant.version == "4":
        return LocalProgram(traced.queues)
    if variant.version == "1":
        return SharedProgram(_for_all_links(traced), counts_tasks=True)
    return SharedProgram(traced.assignment)


def _for_all_links(traced: Outcome) -> dict[int, int]:
    """Return version 1's processes: the record of a subtask names one, which serves all links.

    It is the process that did the subtask for the first link of the trace.
    """
    graph = paper_graph(GRAPH_OF["1"])
    first: dict[str, int] = {}
    for task in graph.tasks:
        first.setdefault(_subtask(task), traced.assignment[task.number])
    return {task.number: first[_subtask(task)] for task in graph.tasks}


def _subtask(task: Task) -> str:
    """Return k of a task (k/i)."""
    return task.name.split("/")[0]


@lru_cache(maxsize=64)
def _traced(version: str, processes: int, contention: Contention, seed: int) -> Outcome:
    """Run the dynamic type of a version, of which the static one is a trace."""
    return run_variant(Variant(version, "dynamic"), processes, contention, seed)


def version_5_queues(processes: int) -> Queues:
    """Return version 5's queues: as printed, or by CP/MISF where nothing is printed."""
    found = printed_queues(processes)
    if found is not None:
        return found.queues
    graph = paper_graph("52")
    return cp_misf(graph, graph.durations(1.0), processes).queues
