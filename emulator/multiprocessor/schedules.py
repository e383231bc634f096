"""Schedules by name: which program runs, with whose queues, on the emulated machine."""

from __future__ import annotations

from dataclasses import dataclass

from common.errors import InputError
from dataflow.tasks.depth_first import df_ihs
from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.optimum import optimum
from dataflow.tasks.policies import cp_misf, largest_first
from dataflow.tasks.schedule import Schedule
from emulator.multiprocessor.local_queues import VERSION_5
from emulator.multiprocessor.machine import Machine
from emulator.multiprocessor.simulate import LocalProgram, Program, SharedProgram, simulate

SCHEDULES = {
    "dynamic": "one queue of ready tasks for all processes",
    "static": "a queue of ready tasks for each, filled as a dynamic run divided them",
    "local": "a list for each, in the order of a dynamic run",
    "cp-misf": "a list for each, critical path and most immediate successors first",
    "largest-first": "a list for each, largest time first",
    "df-ihs": "a list for each, by Kasahara and Narita's depth first search",
    "optimum": "a list for each, the shortest that OR-tools' CP-SAT finds",
}
"""What there is, and what it means."""


@dataclass(frozen=True)
class Planned:
    """A program and what is known of its schedule without overhead.

    Attributes
    ----------
    program
        What to simulate.
    optimal
        Whether its lists are proved to be the shortest, overhead apart; None where nobody asked.
    bound
        No lists are shorter than this, in operations; None likewise.
    """

    program: Program
    optimal: bool | None = None
    bound: float | None = None


def plan(
    graph: TaskGraph,
    machine: Machine,
    schedule: str,
    processes: int,
    seed: int = 0,
    counts_tasks: bool = False,
) -> Planned:
    """Return the program for a schedule by name.

    Parameters
    ----------
    seed, counts_tasks
        Of the dynamic run, as in `simulate` and `SharedProgram`.

    Raises
    ------
    InputError
        There is no such schedule, or it needs what is not installed.
    """
    if schedule not in SCHEDULES:
        raise InputError("--schedule", f"{schedule!r} is unknown", ", ".join(SCHEDULES))
    dynamic = SharedProgram(counts_tasks=counts_tasks)
    if schedule == "dynamic":
        return Planned(dynamic)
    if schedule in ("static", "local"):
        traced = simulate(graph, machine, dynamic, processes, seed)
        if schedule == "local":
            return Planned(LocalProgram(traced.queues))
        return Planned(SharedProgram(traced.assignment, counts_tasks))
    durations = graph.durations(1.0)
    if schedule == "df-ihs":
        search = df_ihs(graph, durations, processes)
        return Planned(_listed(search.schedule), search.optimal)
    if schedule == "optimum":
        best = optimum(graph, processes)
        return Planned(_listed(best.schedule), best.optimal, best.bound)
    policy = cp_misf if schedule == "cp-misf" else largest_first
    return Planned(_listed(policy(graph, durations, processes)))


def _listed(schedule: Schedule) -> LocalProgram:
    return LocalProgram(schedule.queues, VERSION_5)
