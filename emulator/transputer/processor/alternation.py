"""ALT: enabling, waiting and disabling of channel, timer and SKIP guards.

Workspace words while it lasts (N): W+0 the chosen branch, W-3 the state (enabling, waiting,
ready), W-4 whether a time is set, then the link of the timer queue, W-5 the earliest time.
"""

from __future__ import annotations

from emulator.transputer.isa.codes import operations as op
from emulator.transputer.processor import state as at
from emulator.transputer.processor.channels import LINK_WORDS, link_end
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.effects import charge, refuse
from emulator.transputer.processor.memory import read, write
from emulator.transputer.processor.node_arrays import State, WordMemory
from emulator.transputer.processor.scheduler import descriptor, note_wait, stop_current
from emulator.transputer.processor.timers import clock, insert, remove
from emulator.transputer.processor.word_arithmetic import MASK, offset, word


@compiled
def _start_alternative(s: State, m: WordMemory, operation: int) -> None:
    """`alt` and `talt`."""
    charge(s, operation, 0)
    write(s, m, s[at.WPTR] - 12, at.ENABLING)
    if operation == op.TALT:
        write(s, m, s[at.WPTR] - 16, at.TIME_NOT_SET)


@compiled
def _channel_ready(s: State, m: WordMemory, channel: int) -> bool:
    """Return whether someone else waits to output on a channel."""
    if channel >> 2 == at.EVENT_CHANNEL:
        return s[at.EVENT_PENDING] == 1
    if channel < LINK_WORDS:
        return s[link_end(channel) + at.BUFFER_FULL] == 1
    waiting = read(s, m, channel)
    return waiting != at.NOT_PROCESS and waiting != descriptor(s)


@compiled
def _enable_channel(s: State, m: WordMemory) -> None:
    """`enbc`: guard Areg on channel Breg; the guard stays in Areg."""
    channel = offset(s[at.BREG]) & ~3
    s[at.BREG] = s[at.CREG]
    if s[at.AREG] == 0:
        charge(s, op.ENBC, 1)
        return
    if _channel_ready(s, m, channel):
        charge(s, op.ENBC, 0)
        write(s, m, s[at.WPTR] - 12, at.READY)
        return
    charge(s, op.ENBC, 1)
    write(s, m, channel, descriptor(s))
    if channel < LINK_WORDS - 4:
        s[link_end(channel) + at.ALT_PROCESS] = descriptor(s)


@compiled
def _enable_timer(s: State, m: WordMemory) -> None:
    """`enbt`: guard Areg on time Breg; the guard stays in Areg."""
    time = s[at.BREG]
    s[at.BREG] = s[at.CREG]
    charge(s, op.ENBT, 0)
    if s[at.AREG] == 0:
        return
    here = s[at.WPTR]
    if read(s, m, here - 16) == at.TIME_NOT_SET:
        write(s, m, here - 16, at.TIME_SET)
        write(s, m, here - 20, time)
    elif word(read(s, m, here - 20) - time) > 0:
        write(s, m, here - 20, time)


@compiled
def _enable_skip(s: State, m: WordMemory) -> None:
    """`enbs`: guard Areg, which stays."""
    charge(s, op.ENBS, 0)
    if s[at.AREG] != 0:
        write(s, m, s[at.WPTR] - 12, at.READY)


@compiled
def _wait(s: State, m: WordMemory) -> None:
    """Wait until a guard is ready."""
    write(s, m, s[at.WPTR] - 12, at.WAITING)
    note_wait(s, 0, at.WAIT_ALT)
    stop_current(s, m)


@compiled
def _alternative_wait(s: State, m: WordMemory) -> None:
    """`altwt`."""
    write(s, m, s[at.WPTR], at.NONE_SELECTED)
    if read(s, m, s[at.WPTR] - 12) == at.READY:
        charge(s, op.ALTWT, 0)
        return
    charge(s, op.ALTWT, 1)
    _wait(s, m)


@compiled
def _timer_alternative_wait(s: State, m: WordMemory) -> None:
    """`taltwt`: like `altwt`; the earliest enabled time also ends it."""
    here = s[at.WPTR]
    write(s, m, here, at.NONE_SELECTED)
    now = clock(s, s[at.PRIORITY], s[at.CLOCK])
    time_set = read(s, m, here - 16) == at.TIME_SET
    past = time_set and word(now - read(s, m, here - 20)) > 0
    if past or read(s, m, here - 12) == at.READY:
        charge(s, op.TALTWT, 0)
        write(s, m, here - 12, at.READY)
        write(s, m, here - 20, now)
        return
    charge(s, op.TALTWT, 1)
    if time_set:
        insert(s, m, word(read(s, m, here - 20) + 1))
    _wait(s, m)


@compiled
def _select(s: State, m: WordMemory, branch: int, ready: bool) -> None:
    """Choose a branch if its guard is ready and none was chosen; TRUE in Areg if it was."""
    chosen = ready and read(s, m, s[at.WPTR]) == at.NONE_SELECTED
    if chosen:
        write(s, m, s[at.WPTR], branch)
    s[at.AREG] = 1 if chosen else 0


@compiled
def _disable_channel(s: State, m: WordMemory) -> None:
    """`disc`: branch Areg, guard Breg, channel Creg."""
    charge(s, op.DISC, 0)
    channel = offset(s[at.CREG]) & ~3
    ready = False
    if s[at.BREG] != 0:
        ready = _channel_ready(s, m, channel)
        if channel < LINK_WORDS or not ready:
            if read(s, m, channel) == descriptor(s):
                write(s, m, channel, at.NOT_PROCESS)
            if channel < LINK_WORDS - 4:
                s[link_end(channel) + at.ALT_PROCESS] = at.NOT_PROCESS
    _select(s, m, s[at.AREG], ready)


@compiled
def _disable_timer(s: State, m: WordMemory) -> None:
    """`dist`: branch Areg, guard Breg, time Creg; leaves the timer queue if still in it."""
    charge(s, op.DIST, 0)
    here = s[at.WPTR]
    ready = False
    if s[at.BREG] != 0:
        status = read(s, m, here - 16)
        if status != at.TIME_SET and status != at.TIME_NOT_SET:
            remove(s, m)
            write(s, m, here - 16, at.TIME_SET)
            write(s, m, here - 20, clock(s, s[at.PRIORITY], s[at.CLOCK]))
        ready = word(read(s, m, here - 20) - s[at.CREG]) > 0
    _select(s, m, s[at.AREG], ready)


@compiled
def _disable_skip(s: State, m: WordMemory) -> None:
    """`diss`: branch Areg, guard Breg."""
    charge(s, op.DISS, 0)
    guard = s[at.BREG] != 0
    s[at.BREG] = s[at.CREG]
    _select(s, m, s[at.AREG], guard)


@inlined
def alternation(s: State, m: WordMemory, operation: int) -> None:
    """Execute one of the ALT operations."""
    if operation == op.ALT or operation == op.TALT:
        _start_alternative(s, m, operation)
    elif operation == op.ALTWT:
        _alternative_wait(s, m)
    elif operation == op.TALTWT:
        _timer_alternative_wait(s, m)
    elif operation == op.ALTEND:
        charge(s, op.ALTEND, 0)
        s[at.IPTR] = (s[at.IPTR] + read(s, m, s[at.WPTR])) & MASK
    elif operation == op.ENBT:
        _enable_timer(s, m)
    elif operation == op.ENBC:
        _enable_channel(s, m)
    elif operation == op.ENBS:
        _enable_skip(s, m)
    elif operation == op.DIST:
        _disable_timer(s, m)
    elif operation == op.DISC:
        _disable_channel(s, m)
    elif operation == op.DISS:
        _disable_skip(s, m)
    else:
        refuse(s, operation)
