"""What a process does in the sequential program, in version 4 and in version 3, as machine code."""

from __future__ import annotations

from typing import NamedTuple

from common.arrays import Integers, Reals
from papers.zeng_egan.today.arithmetic import Arm, do_task
from papers.zeng_egan.today.atomics import add, compiled, exchange, load, store
from papers.zeng_egan.today.clock import stamp

LINE = 8
"""Integers in a line of the cache: each count and lock has one of its own."""

TAIL = LINE
_HEAD, _LOCK = 0, 2 * LINE
"""Where a queue's numbers stand."""


class Graph(NamedTuple):
    """How many each task waits for; its successors, from `first[t]` to `first[t + 1]` of `next`."""

    predecessors: Integers
    first: Integers
    next: Integers


class Shared(NamedTuple):
    """What the processes share.

    `counts` and `locks`: of task t at t `LINE`. `ready`: a ring of tasks, with `queue` for its
    head, tail and lock. `passes`: how many are done, at 0. `stamps`: when each of them ended.
    `done`: how many tasks of each pass each process did, (passes, processes `LINE`).
    """

    counts: Integers
    locks: Integers
    ready: Integers
    queue: Integers
    passes: Integers
    stamps: Integers
    done: Integers


@compiled
def sequential(arm: Arm, values: Reals, stamps: Integers, tasks: Integers, passes: int) -> None:
    """Carry out all tasks in order, again and again."""
    for number in range(passes):
        for task in tasks:
            do_task(arm, values, task)
        stamp(stamps, number)


@compiled
def local_process(
    arm: Arm, values: Reals, graph: Graph, shared: Shared, tasks: Integers, passes: int
) -> None:
    """Carry out the tasks of a list, each as soon as its count is zero: version 4.

    A task sets its own count back before it counts down its successors', so that the next pass can
    follow; the entry waits for the exit of the pass before.
    """
    last = graph.predecessors.shape[0] - 1
    for number in range(passes):
        for task in tasks:
            while load(shared.counts, task * LINE) != 0:
                pass
            store(shared.counts, task * LINE, graph.predecessors[task])
            do_task(arm, values, task)
            if task == last:
                stamp(shared.stamps, number)
            for at in range(graph.first[task], graph.first[task + 1]):
                add(shared.counts, graph.next[at] * LINE, -1)


@compiled
def _spinlock(words: Integers, at: int) -> None:
    while exchange(words, at, 1) != 0:
        while load(words, at) != 0:
            pass


@compiled
def _next_ready(shared: Shared) -> int:
    """Procedure Next: the oldest ready task, or -1."""
    task = -1
    _spinlock(shared.queue, _LOCK)
    head = shared.queue[_HEAD]
    if head != shared.queue[TAIL]:
        task = shared.ready[head % shared.ready.shape[0]]
        shared.queue[_HEAD] = head + 1
    store(shared.queue, _LOCK, 0)
    return task


@compiled
def _put_ready(shared: Shared, task: int) -> None:
    """Procedure Sched."""
    _spinlock(shared.queue, _LOCK)
    tail = shared.queue[TAIL]
    shared.ready[tail % shared.ready.shape[0]] = task
    shared.queue[TAIL] = tail + 1
    store(shared.queue, _LOCK, 0)


@compiled
def dynamic_process(
    arm: Arm, values: Reals, graph: Graph, shared: Shared, process: int, passes: int
) -> None:
    """Take ready tasks from the queue that all share: version 3."""
    last = graph.predecessors.shape[0] - 1
    while load(shared.passes, 0) < passes:
        task = _next_ready(shared)
        if task < 0:
            continue
        do_task(arm, values, task)
        shared.done[load(shared.passes, 0), process * LINE] += 1
        if task == last:  # before the entry is ready again, as another process may take it
            stamp(shared.stamps, add(shared.passes, 0, 1))
        for at in range(graph.first[task], graph.first[task + 1]):
            successor = graph.next[at]
            _spinlock(shared.locks, successor * LINE)
            count = shared.counts[successor * LINE] - 1
            if count == 0:
                count = graph.predecessors[successor]
                if successor != 0 or load(shared.passes, 0) < passes:
                    _put_ready(shared, successor)
            shared.counts[successor * LINE] = count
            store(shared.locks, successor * LINE, 0)
