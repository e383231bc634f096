"""Zeng and Egan's versions 1 to 3: one ready queue for all processes, or one for each.

The queues, the counts of what a task still waits for and their locks lie in shared memory. The
procedures are those of section 5.1; comments name the statements that are paid for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.memory import Memory
from emulator.multiprocessor.engine import Activity, Engine, Fruitless, Process
from emulator.multiprocessor.machine import Machine
from emulator.multiprocessor.one_pass import OnePass, Steps

_POLLING = Activity.POLLING


class SharedQueues(OnePass):
    """Processes that take ready tasks from queues in shared memory.

    Parameters
    ----------
    assignment
        The process of each task, into whose queue it is put; None for one queue that all share.
    counts_tasks
        Version 1: each task ends by counting down those that remain, under a lock, and queues
        hold the link beside the task. In later versions the exit task alone ends the pass.
    """

    def __init__(
        self,
        graph: TaskGraph,
        machine: Machine,
        engine: Engine,
        statement_seconds: float,
        memory: Memory | None,
        assignment: Mapping[int, int] | None,
        counts_tasks: bool = False,
    ) -> None:
        super().__init__(graph, machine, engine, statement_seconds, memory)
        self._assignment = assignment
        self._counts_tasks = counts_tasks
        self._links = 1 if counts_tasks else 0
        owners = {0} if assignment is None else set(assignment.values())
        self._queues: dict[int, deque[int]] = {owner: deque() for owner in owners}
        self._queues[self._owner(graph.entry)].append(graph.entry)
        self._found: dict[int, int | None] = {}

    def process(self, number: int) -> Process:
        """Procedure Dynamic_control."""
        queue = 0 if self._assignment is None else number
        self._queues.setdefault(queue, deque())
        while not self.finished:
            yield from self._next(number, queue)
            yield self.statements(1, _POLLING)  # if task <> max_task
            task = self._found[number]
            if task is None:
                yield Fruitless()
                continue
            yield self.statements(1)  # case task of
            yield from self.compute(number, task)
            yield from self._sched_successors(task)
            if self._counts_tasks:
                yield from self.spinlock("task_lock")
                yield self.statements(1)  # remaining_tasks := pred(remaining_tasks)
                yield from self.spinunlock("task_lock")

    def _next(self, process: int, queue: int) -> Steps:
        """Procedure Next: the oldest task of a queue, or none."""
        yield self.statements(2, _POLLING)  # until remaining_tasks <= 0; the call of Next
        yield from self.spinlock(("q_lock", queue), _POLLING)
        ready = self._queues[queue]
        self._found[process] = ready.popleft() if ready else None
        if self._found[process] is None:
            yield self.statements(2, _POLLING)  # if entries <= 0; task := max_task
        else:
            # if; entries, head, task and, in version 1, link
            yield self.statements(4 + self._links, _POLLING)
        yield from self.spinunlock(("q_lock", queue), _POLLING)

    def _sched_successors(self, task: int) -> Steps:
        """Procedure SchedSuccessors."""
        yield self.statements(1)  # the call
        for successor in self.graph.successors[task]:
            yield from self._threshold(successor)

    def _threshold(self, task: int) -> Steps:
        """Procedure Threshold: a task whose last predecessor is done goes into its queue."""
        yield self.statements(2)  # for; the call
        yield from self.spinlock(("SemaphoreLock", task))
        yield self.statements(2)  # SemaphoreCount := pred(SemaphoreCount); if
        self.counts[task] -= 1
        if self.counts[task] == 0:
            yield from self._sched(task)
            yield self.statements(1)  # SemaphoreCount := NoOfPred
        yield from self.spinunlock(("SemaphoreLock", task))

    def _sched(self, task: int) -> Steps:
        """Procedure Sched: put a ready task at the end of its queue."""
        queue = self._owner(task)
        yield self.statements(1)  # the call
        yield from self.spinlock(("q_lock", queue))
        yield self.statements(3 + self._links)  # entries, tail, t[tail] and, in version 1, sl[tail]
        self._queues[queue].append(task)
        yield from self.spinunlock(("q_lock", queue))

    def _owner(self, task: int) -> int:
        return 0 if self._assignment is None else self._assignment[task]
