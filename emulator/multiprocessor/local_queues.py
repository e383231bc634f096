"""Zeng and Egan's versions 4 and 5: each process has its list of tasks and watches their counts.

The lists lie in local memory and need no lock; the counts lie in shared memory and are looked at
without one. Comments name the statements of sections 5.4 and 5.5 that are paid for.
"""

from __future__ import annotations

from dataclasses import dataclass

from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.memory import Memory
from dataflow.tasks.queues import Queues
from emulator.multiprocessor.engine import Activity, Engine, Fruitless, Process, Spend
from emulator.multiprocessor.machine import Machine
from emulator.multiprocessor.one_pass import OnePass, Steps


@dataclass(frozen=True)
class LocalProcedures:
    """How many statements the parts of a process's loop have.

    Attributes
    ----------
    look
        At the count of the next task of the list.
    fruitless
        After a look in vain.
    begin
        From a count that is zero to the task's arithmetic.
    after
        From there to the first successor.
    successor
        For each successor, beside its lock.
    """

    look: int
    fruitless: int
    begin: int
    after: int
    successor: int


VERSION_4 = LocalProcedures(
    look=5,  # until; the call of Next; task := t[point]; if SemaphoreCount <> 0; link := sl[point]
    fruitless=2,  # task := max_task; if task <> max_task
    begin=2,  # if task <> max_task; case task of
    after=4,  # the call of SchedSuccessors; if; point; SemaphoreCount := NoOfPred
    successor=2,  # for; SemaphoreCount := pred(SemaphoreCount)
)

VERSION_5 = LocalProcedures(
    look=3,  # until; task := t[point]; if Threshold_Count[task] <> 0
    fruitless=2,  # task := max_task; if task <> max_task
    begin=2,  # if task <> max_task; case task of
    after=2,  # point := succ(point); Threshold_Count[task] := its predecessors
    successor=2,  # the call of TaskThreshold; Threshold_Count := pred(Threshold_Count)
)


class LocalQueues(OnePass):
    """Processes that do the tasks of their lists in order.

    Parameters
    ----------
    queues
        Each process's tasks in order.
    procedures
        `VERSION_4` or `VERSION_5`.
    skips_own
        Whether a task does not count down a successor in its own list: the rule that section 5.5
        states (and that the branches printed there do not follow).
    """

    def __init__(
        self,
        graph: TaskGraph,
        machine: Machine,
        engine: Engine,
        statement_seconds: float,
        memory: Memory | None,
        queues: Queues,
        procedures: LocalProcedures,
        skips_own: bool = False,
    ) -> None:
        super().__init__(graph, machine, engine, statement_seconds, memory)
        self._queues = queues
        self._procedures = procedures
        self._skips_own = skips_own
        self._owner = {task: process for process, queue in enumerate(queues) for task in queue}

    def process(self, number: int) -> Process:
        """Procedure Dynamic_control."""
        for task in self._queues[number]:
            yield from self._wait_for(task)
            yield from self.compute(number, task)
            yield from self._release_successors(number, task)
        while True:  # the list is back at its first task, whose count is no longer zero
            yield self._looks(in_vain=True)
            yield Fruitless()

    def _wait_for(self, task: int) -> Steps:
        yield self._looks()
        while self.counts[task]:
            yield Fruitless()
            yield self._looks(in_vain=True)
        yield self.statements(self._procedures.begin)

    def _looks(self, in_vain: bool = False) -> Spend:
        """Return the time of a look, after one in vain or not."""
        before = self._procedures.fruitless if in_vain else 0
        return self.statements(before + self._procedures.look, Activity.WATCHING)

    def _release_successors(self, process: int, task: int) -> Steps:
        yield self.statements(self._procedures.after)
        for successor in self.graph.successors[task]:
            if self._skips_own and self._owner[successor] == process:
                self.counts[successor] -= 1
                continue
            yield self.statements(self._procedures.successor - 1)
            yield from self.spinlock(("count", successor))
            yield self.statements(1)
            self.counts[successor] -= 1
            yield from self.spinunlock(("count", successor))
