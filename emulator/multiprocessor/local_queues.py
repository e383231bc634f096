"""Zeng and Egan's versions 4 and 5: each process has its list of tasks and waits for their counts.

The lists lie in local memory and need no lock; the counts lie in shared memory and are looked at
without one. Version 4 has the procedures Next and SchedSuccessors of section 5.4; version 5 writes
both out in the branch of each task (section 5.5).
"""

from __future__ import annotations

from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.memory import Memory
from dataflow.tasks.queues import Queues
from emulator.multiprocessor.engine import Activity, Engine, Fruitless, Process
from emulator.multiprocessor.machine import Machine
from emulator.multiprocessor.one_pass import OnePass, Steps

_POLLING = Activity.POLLING


class LocalQueues(OnePass):
    """Processes that do the tasks of their lists in order: version 4.

    Parameters
    ----------
    queues
        Each process's tasks in order.
    skips_own
        Whether a task that follows a predecessor in the same list is not counted down by it:
        version 5's rule.
    """

    def __init__(
        self,
        graph: TaskGraph,
        machine: Machine,
        engine: Engine,
        memory: Memory | None,
        queues: Queues,
        skips_own: bool = False,
    ) -> None:
        super().__init__(graph, machine, engine, memory)
        self._queues = queues
        self._skips_own = skips_own
        self._owner = {task: p for p, queue in enumerate(queues) for task in queue}

    def process(self, number: int) -> Process:
        """Procedure Dynamic_control."""
        for task in self._queues[number]:
            yield from self._wait_for(task)
            yield from self.compute(number, task)
            yield from self._release_successors(number, task)
        while not self.finished:  # point is back at the first task, whose count is not zero
            yield self._look()
            yield Fruitless()

    def _wait_for(self, task: int) -> Steps:
        yield self._look()
        while self.counts[task]:
            yield Fruitless()
            yield self._look()
        yield self.statements(2)  # if task <> max_task; case task of

    def _look(self) -> object:
        # until; the call of Next; task := t[point]; if SemaphoreCount <> 0; link := sl[point]
        return self.statements(5, _POLLING)

    def _release_successors(self, process: int, task: int) -> Steps:
        """Procedure SchedSuccessors."""
        yield self.statements(4)  # the call; if; point; SemaphoreCount := NoOfPred
        for successor in self.graph.successors[task]:
            if self._skips_own and self._owner[successor] == process:
                self.counts[successor] -= 1
                continue
            yield self.statements(1)  # for
            yield from self._count_down(successor)

    def _count_down(self, task: int) -> Steps:
        yield from self.spinlock(("SemaphoreLock", task))
        yield self.statements(1)  # SemaphoreCount := pred(SemaphoreCount)
        self.counts[task] -= 1
        yield from self.spinunlock(("SemaphoreLock", task))
