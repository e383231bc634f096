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
from papers.zeng_egan.today.clock import new_stamps, quick_pass
from papers.zeng_egan.today.processes import (
    LINE,
    TAIL,
    Graph,
    Shared,
    dynamic_process,
    local_process,
    sequential,
)

_SECONDS, _SECONDS_MAXIMUM = 1.0, 6.0
_PASSES_OF_A_RUN = 20


@dataclass(frozen=True)
class Measured:
    """What a program took and left.

    Attributes
    ----------
    program, threads
        Which one.
    stamps
        When its passes ended, see `clock`.
    tasks
        How many tasks of each pass each thread did, (passes, threads).
    torques
        (n,), N m.
    """

    program: str
    threads: int
    stamps: Integers
    tasks: Integers
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
        values, stamps = self._start.copy(), new_stamps(passes)
        queues = self._queues(threads)
        tasks = np.repeat([[len(queue) for queue in queues]], passes, axis=0)
        if program == "sequential":
            work: list[Callable[[], None]] = [
                lambda: sequential(self._arm, values, stamps, queues[0], passes)
            ]
        else:
            shared = self._shared(stamps, threads, ready=program == "dynamic")
            work = [
                self._process(program, values, shared, number, queues[number])
                for number in range(threads)
            ]
            if program == "dynamic":
                tasks = shared.done[:, ::LINE]
        _together(work)
        return Measured(program, threads, stamps, tasks, values[1:-1, 9, 0].copy())

    def _queues(self, threads: int) -> list[Integers]:
        queues = cp_misf(self._graph, self._graph.durations(1.0), threads).queues
        return [np.array(queue, dtype=np.int64) for queue in queues]

    def _process(
        self, program: str, values: Reals, shared: Shared, number: int, tasks: Integers
    ) -> Callable[[], None]:
        arm, tables, passes = self._arm, self._tables, len(shared.stamps)
        if program == "dynamic":
            return lambda: dynamic_process(arm, values, tables, shared, number, passes)
        return lambda: local_process(arm, values, tables, shared, tasks, passes)

    def _shared(self, stamps: Integers, threads: int, ready: bool) -> Shared:
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
        done = np.zeros((len(stamps), threads * LINE), dtype=np.int64)
        return Shared(counts, locks, ring, queue, passes, stamps, done)


PROGRAMS = (("sequential", 1), ("static", 1), ("static", 2), ("dynamic", 1), ("dynamic", 2))
"""What `measure` runs, and with how many threads."""


def measure(today: Today) -> dict[tuple[str, int], float | None]:
    """Return the seconds of a quick pass by program and number of threads.

    Each program runs for a second, in short runs, and longer if its threads were never at work
    together; None if that does not help.
    """
    found: dict[tuple[str, int], float | None] = {}
    for program, threads in PROGRAMS:
        today.run(program, threads, 2)  # compiles it
        found[program, threads] = _quick(today, program, threads)
    return found


def _quick(today: Today, program: str, threads: int) -> float | None:
    began, runs, seconds = time.perf_counter(), [], None
    while (spent := time.perf_counter() - began) < _SECONDS or (
        seconds is None and spent < _SECONDS_MAXIMUM
    ):
        run = today.run(program, threads, _PASSES_OF_A_RUN)
        runs.append((run.stamps, run.tasks))
        seconds = quick_pass(runs[-1:]) if seconds is None else seconds
    return quick_pass(runs)


def _together(work: list[Callable[[], None]]) -> None:
    """Run processes in threads that start as near to each other as they can."""
    gate = threading.Barrier(len(work))

    def wait_and(process: Callable[[], None]) -> None:
        gate.wait()
        process()

    threads = [threading.Thread(target=wait_and, args=(process,)) for process in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


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
