"""One pass through a task graph: what its processes share, whatever their procedures are."""

from __future__ import annotations

from collections.abc import Generator, Hashable
from dataclasses import dataclass

from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.memory import Memory
from emulator.multiprocessor.engine import (
    Acquire,
    Activity,
    Engine,
    Process,
    Release,
    Spend,
    Step,
)
from emulator.multiprocessor.machine import Machine

Steps = Generator[Step, None, None]


@dataclass(frozen=True)
class Run:
    """A task's arithmetic: where and when, in seconds."""

    task: int
    process: int
    start: float
    end: float


class OnePass:
    """The state of a pass; subclasses add the procedures of a version as `process`.

    Parameters
    ----------
    graph, machine, engine
        What runs on what.
    statement_seconds
        Of the version's procedures.
    memory
        Where tasks compute; None to count time only.
    """

    def __init__(
        self,
        graph: TaskGraph,
        machine: Machine,
        engine: Engine,
        statement_seconds: float,
        memory: Memory | None,
    ) -> None:
        self.graph = graph
        self.machine = machine
        self.engine = engine
        self.memory = memory
        self.runs: list[Run] = []
        self.counts = {task: len(before) for task, before in graph.predecessors.items()}
        self.finished = False
        self._statement_seconds = statement_seconds

    def process(self, number: int) -> Process:
        """Return the steps of a process, numbered from 0."""
        raise NotImplementedError

    def statements(self, count: float, activity: Activity = Activity.SCHEDULING) -> Spend:
        """Return the time of some statements of the scheduler."""
        return Spend(activity, count * self._statement_seconds)

    def spinlock(self, lock: Hashable, activity: Activity = Activity.SCHEDULING) -> Steps:
        """Take a lock."""
        yield self.statements(self.machine.lock_statements / 2, activity)
        yield Acquire(lock)

    def spinunlock(self, lock: Hashable, activity: Activity = Activity.SCHEDULING) -> Steps:
        """Give a lock back."""
        yield Release(lock)
        yield self.statements(self.machine.lock_statements / 2, activity)

    def compute(self, process: int, number: int) -> Steps:
        """Do a task's arithmetic; the exit task ends the pass."""
        task = self.graph.by_number[number]
        start = self.engine.now
        if self.memory is not None:
            self.memory.begin(task)
        yield Spend(Activity.ARITHMETIC, task.operations * self.machine.operation_seconds)
        if self.memory is not None:
            self.memory.end(task)
        self.runs.append(Run(number, process, start, self.engine.now))
        if number == self.graph.exit:
            self.finished = True
            self.engine.stop()
