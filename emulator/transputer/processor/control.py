"""Processes, queue registers, error flags, clocks, and the rarer control operations."""

from __future__ import annotations

from emulator.transputer.isa.codes import operations as op
from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.effects import charge, pop, push, refuse, set_error
from emulator.transputer.processor.memory import read, write
from emulator.transputer.processor.node_arrays import State, WordMemory
from emulator.transputer.processor.scheduler import (
    descriptor,
    enqueue,
    leave,
    log,
    schedule,
    stop_current,
)
from emulator.transputer.processor.timers import clock, timer_input, update_due
from emulator.transputer.processor.word_arithmetic import address, offset, word


@compiled
def _start_process(s: State, m: WordMemory) -> None:
    """`startp`: a process of the current priority, workspace Areg, code Breg bytes from here."""
    charge(s, op.STARTP, 0)
    workspace = s[at.AREG] & ~3
    write(s, m, offset(workspace) - 4, address(s[at.IPTR] + s[at.BREG]))
    s[at.AREG] = s[at.CREG]
    enqueue(s, m, workspace | s[at.PRIORITY])


@compiled
def _end_process(s: State, m: WordMemory) -> None:
    """`endp`: count down the word Areg+1; go on at Areg's Iptr once all have come, or stop."""
    charge(s, op.ENDP, 0)
    place = offset(s[at.AREG])
    count = word(read(s, m, place + 4) - 1)
    write(s, m, place + 4, count)
    if count != 0:
        leave(s, m)
        return
    ticks = s[at.CLOCK] * s[at.TICKS_PER_CYCLE]
    log(s, ticks, at.PROCESS_STOP, descriptor(s), 0)
    s[at.WPTR] = place
    s[at.IPTR] = offset(read(s, m, place))
    log(s, ticks, at.PROCESS_START, descriptor(s), s[at.IPTR])


@compiled
def _run_process(s: State, m: WordMemory) -> None:
    """`runp`: make the process Areg ready."""
    charge(s, op.RUNP, 0)
    schedule(s, m, pop(s), s[at.CLOCK])


@compiled
def _stop_process(s: State, m: WordMemory, operation: int) -> None:
    """`stopp`; `stoperr`, which stops only if the error flag is set."""
    charge(s, operation, 0)
    if operation == op.STOPP or s[at.ERROR_FLAG] == 1:
        stop_current(s, m)


@compiled
def _start_clocks(s: State, m: WordMemory) -> None:
    """`sttimer`: both clocks begin at Areg."""
    charge(s, op.STTIMER, 0)
    s[at.CLOCK_BASE] = pop(s)
    s[at.CLOCK_START] = s[at.CLOCK]
    s[at.CLOCKS_RUN] = 1
    update_due(s, m, 0)
    update_due(s, m, 1)


@compiled
def _save_queue(s: State, m: WordMemory, operation: int, low: int) -> None:
    """`saveh` (low is 0), `savel` (1): front and back pointers into two words at Areg."""
    charge(s, operation, 0)
    place = offset(pop(s))
    write(s, m, place, s[at.FRONT + low])
    write(s, m, place + 4, s[at.BACK + low])


@compiled
def _set(s: State, operation: int, register: int) -> None:
    """Move Areg into a register of the scheduler."""
    charge(s, operation, 0)
    s[register] = pop(s)


@compiled
def _get(s: State, operation: int, value: int) -> None:
    """Push something that the processor knows."""
    charge(s, operation, 0)
    push(s, value)


@compiled
def _errors(s: State, operation: int) -> None:
    """Execute `seterr`, `testerr`, `clrhalterr`, `sethalterr`."""
    if operation == op.TESTERR:
        charge(s, operation, s[at.ERROR_FLAG])
        push(s, 1 - s[at.ERROR_FLAG])
        s[at.ERROR_FLAG] = 0
        return
    charge(s, operation, 0)
    if operation == op.SETERR:
        set_error(s)
    else:
        s[at.HALT_ON_ERROR] = 1 if operation == op.SETHALTERR else 0


@compiled
def _exchange(s: State, operation: int) -> None:
    """`gcall`, `gajw`: exchange Areg with Iptr or Wptr; `ldpi`: add Iptr to Areg."""
    charge(s, operation, 0)
    if operation == op.GCALL:
        s[at.IPTR], s[at.AREG] = offset(s[at.AREG]), address(s[at.IPTR])
    elif operation == op.GAJW:
        s[at.WPTR], s[at.AREG] = offset(s[at.AREG]) & ~3, address(s[at.WPTR])
    else:  # ldpi
        s[at.AREG] = address(s[at.IPTR] + s[at.AREG])


@inlined
def control(s: State, m: WordMemory, operation: int) -> None:
    """Execute one of the operations of this file."""
    if operation == op.STARTP:
        _start_process(s, m)
    elif operation == op.ENDP:
        _end_process(s, m)
    elif operation == op.RUNP:
        _run_process(s, m)
    elif operation == op.STOPP or operation == op.STOPERR:
        _stop_process(s, m, operation)
    elif operation == op.GCALL or operation == op.GAJW or operation == op.LDPI:
        _exchange(s, operation)
    elif operation == op.LDTIMER:
        charge(s, operation, 0)
        push(s, clock(s, s[at.PRIORITY], s[at.CLOCK]))
    elif operation == op.TIN:
        timer_input(s, m)
    elif operation == op.STTIMER:
        _start_clocks(s, m)
    elif operation == op.LDPRI:
        _get(s, operation, s[at.PRIORITY])
    elif operation == op.TESTPRANAL:
        _get(s, operation, s[at.ANALYSE])
    elif operation == op.TESTHALTERR:
        _get(s, operation, s[at.HALT_ON_ERROR])
    elif operation == op.STHF:
        _set(s, operation, at.FRONT)
    elif operation == op.STHB:
        _set(s, operation, at.BACK)
    elif operation == op.STLF:
        _set(s, operation, at.FRONT_LOW)
    elif operation == op.STLB:
        _set(s, operation, at.BACK_LOW)
    elif operation == op.SAVEH:
        _save_queue(s, m, operation, 0)
    elif operation == op.SAVEL:
        _save_queue(s, m, operation, 1)
    elif operation in (op.SETERR, op.TESTERR, op.CLRHALTERR, op.SETHALTERR):
        _errors(s, operation)
    else:
        refuse(s, operation)
