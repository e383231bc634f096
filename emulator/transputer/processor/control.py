"""Processes, queue registers, error flags, clocks, and the rarer control operations."""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.arithmetic import charge, pop_to, push, set_error
from emulator.transputer.processor.compiled import compiled
from emulator.transputer.processor.memory import State, Words, read, write
from emulator.transputer.processor.scheduler import (
    PROCESS_START,
    PROCESS_STOP,
    descriptor,
    enqueue,
    leave,
    log,
    schedule,
    stop_current,
)
from emulator.transputer.processor.timers import clock, timer_input, update_due
from emulator.transputer.processor.words import address, offset, word


@compiled
def _start_process(s: State, m: Words) -> None:
    """`startp`: a process of the current priority, workspace Areg, code Breg bytes from here."""
    charge(s, 0x0D, 0)
    workspace = s[at.AREG] & ~3
    write(s, m, offset(workspace) - 4, address(s[at.IPTR] + s[at.BREG]))
    s[at.AREG] = s[at.CREG]
    enqueue(s, m, workspace | s[at.PRIORITY])


@compiled
def _end_process(s: State, m: Words) -> None:
    """`endp`: count down the word Areg+1; go on at Areg's Iptr once all have come, or stop."""
    charge(s, 0x03, 0)
    place = offset(s[at.AREG])
    count = word(read(s, m, place + 4) - 1)
    write(s, m, place + 4, count)
    if count != 0:
        leave(s, m)
        return
    ticks = s[at.CLOCK] * s[at.TICKS_PER_CYCLE]
    log(s, ticks, PROCESS_STOP, descriptor(s), 0)
    s[at.WPTR] = place
    s[at.IPTR] = offset(read(s, m, place))
    log(s, ticks, PROCESS_START, descriptor(s), 0)


@compiled
def _processes(s: State, m: Words, operation: int) -> None:
    """Execute `startp`, `endp`, `stopp`, `runp`, `stoperr`."""
    if operation == 0x0D:
        _start_process(s, m)
    elif operation == 0x03:
        _end_process(s, m)
    elif operation == 0x39:
        charge(s, operation, 0)
        process = s[at.AREG]
        pop_to(s, s[at.BREG])
        schedule(s, m, process, s[at.CLOCK])
    else:
        charge(s, operation, 0)
        if operation == 0x15 or s[at.ERROR_FLAG] == 1:
            stop_current(s, m)


@compiled
def _queues(s: State, m: Words, operation: int) -> None:
    """Execute `sthf`, `sthb`, `stlf`, `stlb`, `saveh`, `savel`."""
    charge(s, operation, 0)
    value = s[at.AREG]
    pop_to(s, s[at.BREG])
    if operation == 0x18:
        s[at.FRONT] = value
    elif operation == 0x50:
        s[at.BACK] = value
    elif operation == 0x1C:
        s[at.FRONT_LOW] = value
    elif operation == 0x17:
        s[at.BACK_LOW] = value
    else:
        low = 1 if operation == 0x3D else 0
        write(s, m, offset(value), s[at.FRONT + low])
        write(s, m, offset(value) + 4, s[at.BACK + low])


@compiled
def _errors(s: State, operation: int) -> None:
    """Execute `seterr`, `testerr`, `testpranal`, `clrhalterr`, `sethalterr`, `testhalterr`."""
    if operation == 0x29:
        charge(s, operation, s[at.ERROR_FLAG])
        push(s, 1 - s[at.ERROR_FLAG])
        s[at.ERROR_FLAG] = 0
        return
    charge(s, operation, 0)
    if operation == 0x10:
        set_error(s)
    elif operation == 0x2A:
        push(s, s[at.ANALYSE])
    elif operation == 0x57:
        s[at.HALT_ON_ERROR] = 0
    elif operation == 0x58:
        s[at.HALT_ON_ERROR] = 1
    else:
        push(s, s[at.HALT_ON_ERROR])


@compiled
def _clocks(s: State, m: Words, operation: int) -> None:
    """Execute `ldtimer`, `sttimer`, `tin`."""
    if operation == 0x2B:
        timer_input(s, m)
        return
    charge(s, operation, 0)
    if operation == 0x22:
        push(s, clock(s, s[at.PRIORITY], s[at.CLOCK]))
        return
    s[at.CLOCK_BASE] = s[at.AREG]
    s[at.CLOCK_START] = s[at.CLOCK]
    s[at.CLOCKS_RUN] = 1
    pop_to(s, s[at.BREG])
    update_due(s, m, 0)
    update_due(s, m, 1)


@compiled
def control(s: State, m: Words, operation: int) -> None:
    """Execute one of the operations of this file."""
    if operation in (0x0D, 0x03, 0x39, 0x15, 0x55):
        _processes(s, m, operation)
    elif operation in (0x18, 0x50, 0x1C, 0x17, 0x3D, 0x3E):
        _queues(s, m, operation)
    elif operation in (0x22, 0x54, 0x2B):
        _clocks(s, m, operation)
    elif operation == 0x1E:
        charge(s, operation, 0)
        push(s, s[at.PRIORITY])
    elif operation == 0x3C:
        charge(s, operation, 0)
        s[at.WPTR], s[at.AREG] = offset(s[at.AREG]) & ~3, address(s[at.WPTR])
    elif operation == 0x06:
        charge(s, operation, 0)
        s[at.IPTR], s[at.AREG] = offset(s[at.AREG]), address(s[at.IPTR])
    elif operation == 0x1B:
        charge(s, operation, 0)
        s[at.AREG] = address(s[at.IPTR] + s[at.AREG])
    else:
        _errors(s, operation)
