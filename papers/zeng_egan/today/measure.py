"""How long a pass takes on this computer, alone and shared by two threads.

A task that took 92 us on the Multimax takes some tens of nanoseconds, and a line of the cache
that goes from one core to another about as long.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from common.arrays import Integers, Reals
from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.link_state import link_states
from dataflow.tasks.newton_euler_tasks import newton_euler_graph
from dataflow.tasks.policies import cp_misf
from golden.robot import Robot
from papers.zeng_egan.today.arithmetic import Arm
from papers.zeng_egan.today.processes import (
    LINE,
    TAIL,
    Graph,
    Shared,
    dynamic_process,
    local_process,
    sequential,
)

_TRIAL_PASSES = 10
_SECONDS = 0.5


@dataclass(frozen=True)
class Measured:
    """A program's time for one pass, in seconds, and the torques that it left, (n,)."""

    program: str
    threads: int
    seconds: float
    torques: Reals


class Today:
    """An arm's 52 tasks (for five links), ready to be run by threads.

    Parameters
    ----------
    robot
        An arm all of whose joints turn.
    q, qd, qdd
        Its state, (n,).
    """

    def __init__(self, robot: Robot, q: Reals, qd: Reals, qdd: Reals) -> None:
        self._graph = newton_euler_graph(robot, "52", q, qd, qdd)
        self._arm = _arm(robot, q, qd, qdd)
        self._start = np.zeros((robot.n + 2, 10, 3))
        self._start[0, 2] = robot.base_rotation.T @ -robot.gravity
        self._tables = _tables(self._graph)

    def run(self, program: str, threads: int, passes: int) -> Measured:
        """Run one of `PROGRAMS`: `sequential` (one thread), `static` or `dynamic`."""
        values = self._start.copy()
        if program == "sequential":
            order = np.array(self._graph.in_order, dtype=np.int64)
            work: list[Callable[[], None]] = [lambda: sequential(self._arm, values, order, passes)]
        else:
            shared = self._shared(ready=program == "dynamic")
            work = [
                self._process(program, values, shared, p, threads, passes) for p in range(threads)
            ]
        seconds = _together(work) / passes
        return Measured(program, threads, seconds, values[1:-1, 9, 0].copy())

    def _process(
        self, program: str, values: Reals, shared: Shared, number: int, threads: int, passes: int
    ) -> Callable[[], None]:
        arm, tables = self._arm, self._tables
        if program == "dynamic":
            last = self._graph.exit
            return lambda: dynamic_process(arm, values, tables, shared, last, passes)
        queues = cp_misf(self._graph, self._graph.durations(1.0), threads).queues
        tasks = np.array(queues[number], dtype=np.int64)
        return lambda: local_process(arm, values, tables, shared, tasks, passes)

    def _shared(self, ready: bool) -> Shared:
        """Return the counts of a pass that begins.

        Version 3 sets a count back when it makes a task ready, as the entry is; version 4 when a
        task begins, so that the entry's is still zero.
        """
        tasks = len(self._graph.tasks)
        counts = np.zeros(tasks * LINE, dtype=np.int64)
        counts[::LINE] = self._tables.predecessors
        if not ready:
            counts[self._graph.entry * LINE] = 0
        queue = np.zeros(3 * LINE, dtype=np.int64)
        queue[TAIL] = 1
        words = (np.zeros(size, dtype=np.int64) for size in (tasks * LINE, tasks, LINE))
        locks, ring, passes = words
        return Shared(counts, locks, ring, queue, passes)


PROGRAMS = (("sequential", 1), ("static", 1), ("static", 2), ("dynamic", 1), ("dynamic", 2))
"""What `measure` runs, and with how many threads."""


def measure(today: Today) -> list[Measured]:
    """Return the shortest time of each program over a few runs of many passes.

    The shortest, because a thread that waits for one that the system has set aside loses far more
    than it computes.
    """
    found = []
    for program, threads in PROGRAMS:
        today.run(program, threads, 1)  # compiles it
        passes, best = _TRIAL_PASSES, today.run(program, threads, _TRIAL_PASSES)
        spent = 0.0
        while spent < _SECONDS:
            if best.seconds * passes * 10 < _SECONDS:
                passes *= 10
            run = today.run(program, threads, passes)
            spent += run.seconds * passes
            best = min(best, run, key=lambda each: each.seconds)
        found.append(best)
    return found


def _together(work: list[Callable[[], None]]) -> float:
    """Return the seconds from when all threads may start to when the last one has ended."""
    gate = threading.Barrier(len(work) + 1)

    def wait_and(process: Callable[[], None]) -> None:
        gate.wait()
        process()

    threads = [threading.Thread(target=wait_and, args=(process,)) for process in work]
    for thread in threads:
        thread.start()
    gate.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


def _arm(robot: Robot, q: Reals, qd: Reals, qdd: Reals) -> Arm:
    links = link_states(robot, q, qd, qdd)
    rows = {name: np.array([getattr(link, name) for link in links]) for name in Arm._fields}
    return Arm(**rows)


def _tables(graph: TaskGraph) -> Graph:
    """Return the graph as arrays, with an arc from the exit to the entry of the next pass."""
    after = [list(graph.successors[task.number]) for task in graph.tasks]
    after[graph.exit].append(graph.entry)
    before = np.zeros(len(after), dtype=np.int64)
    for successor in itertools.chain.from_iterable(after):
        before[successor] += 1
    first = np.concatenate([[0], np.cumsum([len(own) for own in after])])
    following: Integers = np.array(list(itertools.chain.from_iterable(after)), dtype=np.int64)
    return Graph(before, first.astype(np.int64), following)
