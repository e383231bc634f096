"""The two clocks (1 us and 64 us a tick) and the queues of processes that wait for them."""

from __future__ import annotations

from emulator.transputer.isa.codes import operations as op
from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled
from emulator.transputer.processor.effects import charge, pop, worked
from emulator.transputer.processor.memory import read, write
from emulator.transputer.processor.node_arrays import State, WordMemory
from emulator.transputer.processor.scheduler import schedule, stop_current
from emulator.transputer.processor.word_arithmetic import address, offset, wide, word

_ENTRIES_MAXIMUM = 1 << 22
"""So many processes at most wait for a clock: a longer queue is taken for one without an end."""


@compiled
def _microseconds(s: State, cycle: int) -> int:
    """Return whole microseconds since the clocks were started."""
    return (cycle - s[at.CLOCK_START]) * 2 // s[at.CYCLES_IN_2US]


@compiled
def clock(s: State, priority: int, cycle: int) -> int:
    """Return the clock of a priority (0: 1 us a tick, 1: 64 us) at a cycle."""
    if s[at.CLOCKS_RUN] == 0:
        return s[at.CLOCK_BASE]
    ticks = _microseconds(s, cycle)
    return word(s[at.CLOCK_BASE] + (ticks // 64 if priority == 1 else ticks))


@compiled
def _due(s: State, priority: int, time: int) -> int:
    """Return the cycle at which a clock will reach `time`, which is not in its past."""
    if s[at.CLOCKS_RUN] == 0:
        return at.NEVER
    ahead = word(time - clock(s, priority, s[at.CLOCK]))
    ticks = _microseconds(s, s[at.CLOCK])
    ticks = (ticks // 64 + ahead) * 64 if priority == 1 else ticks + ahead
    cycle = s[at.CLOCK_START] + (ticks * s[at.CYCLES_IN_2US] + 1) // 2
    return max(cycle, s[at.CLOCK])


@compiled
def update_due(s: State, m: WordMemory, priority: int) -> None:
    """Set when the first process of a timer queue is to be woken."""
    first = wide(m[at.TIMER_QUEUE + priority])
    cycle = at.NEVER
    if first != at.NOT_PROCESS:
        cycle = _due(s, priority, read(s, m, offset(first) - 20))
    s[at.TIMER_DUE + priority] = cycle
    s[at.NEXT_EVENT] = min(s[at.NEXT_EVENT], cycle)


@compiled
def entries_possible(s: State) -> int:
    """Return how many processes a timer queue may hold."""
    return min(s[at.SIZE] >> 2, _ENTRIES_MAXIMUM)


@compiled
def endless(s: State) -> None:
    """Stop the node at a timer queue that a program has bent into a ring."""
    if s[at.STOPPED] == at.RUNS:
        s[at.STOPPED] = at.ENDLESS_QUEUE


@compiled
def _not_endless(s: State, steps: int) -> bool:
    """Return whether a walk along a timer queue may go on."""
    if steps > entries_possible(s):
        endless(s)
    return s[at.STOPPED] == at.RUNS


@compiled
def insert(s: State, m: WordMemory, time: int) -> None:
    """Put the current process into its priority's timer queue, in order of time."""
    priority = s[at.PRIORITY]
    here = s[at.WPTR]
    write(s, m, here - 20, time)
    place = 4 * (at.TIMER_QUEUE + priority)
    following = read(s, m, place)
    steps = 0
    while (
        following != at.NOT_PROCESS
        and _not_endless(s, steps)
        and word(read(s, m, offset(following) - 20) - time) <= 0
    ):
        place = offset(following) - 16
        following = read(s, m, place)
        steps += 1
    worked(s, steps)
    write(s, m, here - 16, following)
    write(s, m, place, address(here))
    update_due(s, m, priority)


@compiled
def remove(s: State, m: WordMemory) -> None:
    """Take the current process out of its priority's timer queue, if it is there."""
    priority = s[at.PRIORITY]
    this = address(s[at.WPTR])
    place = 4 * (at.TIMER_QUEUE + priority)
    following = read(s, m, place)
    steps = 0
    while following != at.NOT_PROCESS and _not_endless(s, steps):
        if following == this:
            write(s, m, place, read(s, m, offset(following) - 16))
            break
        place = offset(following) - 16
        following = read(s, m, place)
        steps += 1
    worked(s, steps)
    update_due(s, m, priority)


@compiled
def expire(s: State, m: WordMemory, priority: int, cycle: int) -> None:
    """Wake the first process of a timer queue, unless a channel has woken it before."""
    process = wide(m[at.TIMER_QUEUE + priority])
    workspace = offset(process)
    m[at.TIMER_QUEUE + priority] = read(s, m, workspace - 16)
    write(s, m, workspace - 16, at.TIME_SET)
    write(s, m, workspace - 20, clock(s, priority, cycle))
    waits = read(s, m, workspace - 12) == at.WAITING
    update_due(s, m, priority)
    if waits:
        write(s, m, workspace - 12, at.READY)
        schedule(s, m, process | priority, cycle)


@compiled
def timer_input(s: State, m: WordMemory) -> None:
    """`tin`: wait until the clock is later than Areg."""
    time = pop(s)
    if word(clock(s, s[at.PRIORITY], s[at.CLOCK]) - time) > 0:
        charge(s, op.TIN, 1)
        return
    charge(s, op.TIN, 0)
    write(s, m, s[at.WPTR] - 12, at.WAITING)
    insert(s, m, word(time + 1))
    stop_current(s, m)
