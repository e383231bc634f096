"""The interpreter's loop: fetch, prefixes, the direct functions and the frequent operations.

The state array is read into local variables, so that the compiler keeps them in registers, and
written back when an operation of another file, an event or the end calls for it. Every byte is read
from memory when it is its turn, so code may change itself; `line` is the word that was looked at
last, so that only the first byte of a word asks where it lies.
"""

from __future__ import annotations

from emulator.transputer.isa.codes import functions
from emulator.transputer.isa.codes import operations as op
from emulator.transputer.isa.instruction import Executor
from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import inlined
from emulator.transputer.processor.effects import refuse
from emulator.transputer.processor.memory import elsewhere, no_memory, write
from emulator.transputer.processor.node_arrays import ByteMemory, State, WordMemory
from emulator.transputer.processor.operations import EXECUTOR_OF, operate
from emulator.transputer.processor.scheduler import timeslice
from emulator.transputer.processor.word_arithmetic import (
    MASK,
    address,
    natural,
    offset,
    wide,
    word,
)

_PREFIX_CYCLES = 1 << 20
"""So far past its limit a run of prefixes may take the clock."""


@inlined
def execute(s: State, m: WordMemory, b: ByteMemory, limit: int) -> None:
    """Execute the current process until the clock has reached `limit` or an event is due.

    Returns too when no process is left to run, the node has stopped, or an instruction has ended
    that may be interrupted part way. Prefix bytes and their instruction are one step, as no
    interrupt comes between them; but a run of prefixes longer than `_PREFIX_CYCLES` is left, and
    gone on with, as is an operation that is done in pieces.
    """
    if s[at.CONTINUED] >= 0:
        operate(s, m, b, s[at.CONTINUED])
        return
    areg, breg, creg = s[at.AREG], s[at.BREG], s[at.CREG]
    iptr, wptr, clock = s[at.IPTR], s[at.WPTR], s[at.CLOCK]
    on_chip, size = s[at.ON_CHIP], s[at.SIZE]
    s[at.INSTRUCTION_START] = -1
    penalty = s[at.EXTERNAL_PENALTY]
    fetch_penalty = penalty if s[at.EXTERNAL_FETCH] == 1 else 0
    fetched = line = s[at.FETCHED_WORD]
    external = 0
    patience = limit + _PREFIX_CYCLES
    oreg = s[at.OREG]
    s[at.OREG] = 0
    stop = min(limit, s[at.NEXT_EVENT])
    while clock < stop:
        fetching = True
        while fetching:
            if iptr >> 2 != line:
                line = iptr >> 2
                if iptr >= size:
                    no_memory(s, iptr)
                    break
                if clock > patience:
                    s[at.OREG] = oreg
                    break
                if iptr >= on_chip and line != fetched:
                    fetched = line
                    clock += fetch_penalty
                    external += fetch_penalty
            byte = wide(b[natural(iptr)])
            iptr += 1
            function = byte >> 4
            oreg |= byte & 15
            s[at.COUNTS + function] += 1
            clock += s[at.COSTS + 4 * function]
            if function == functions.PFIX:
                oreg = word(oreg << 4)
            elif function == functions.NFIX:
                oreg = word(~oreg << 4)
            else:
                fetching = False
        if fetching:
            break
        operand, oreg = oreg, 0

        if function == functions.LDL:
            place = (wptr + 4 * operand) & MASK
            if place >= on_chip:
                if place >= size:
                    place = elsewhere(s, m, place)
                    if s[at.STOPPED] != at.RUNS:
                        break
                clock += penalty
                external += penalty
            creg, breg, areg = breg, areg, wide(m[natural(place >> 2)])
        elif function == functions.LDC:
            creg, breg, areg = breg, areg, operand
        elif function == functions.STL:
            place = (wptr + 4 * operand) & MASK
            if place >= on_chip:
                if place >= size:
                    place = elsewhere(s, m, place)
                    if s[at.STOPPED] != at.RUNS:
                        break
                clock += penalty
                external += penalty
            m[natural(place >> 2)] = areg
            areg, breg = breg, creg
        elif function == functions.LDNL:
            place = (offset(areg) + 4 * operand) & MASK
            if place >= on_chip:
                if place >= size:
                    place = elsewhere(s, m, place)
                    if s[at.STOPPED] != at.RUNS:
                        break
                clock += penalty
                external += penalty
            areg = wide(m[natural(place >> 2)])
        elif function == functions.STNL:
            place = (offset(areg) + 4 * operand) & MASK
            if place >= on_chip:
                if place >= size:
                    place = elsewhere(s, m, place)
                    if s[at.STOPPED] != at.RUNS:
                        break
                clock += penalty
                external += penalty
            m[natural(place >> 2)] = breg
            areg = creg
        elif function == functions.LDLP:
            creg, breg, areg = breg, areg, address(wptr + 4 * operand)
        elif function == functions.LDNLP:
            areg = word(areg + 4 * operand)
        elif function == functions.ADC:
            exact = areg + operand
            areg = word(exact)
            if exact != areg:
                s[at.ERROR_FLAG] = 1
                if s[at.HALT_ON_ERROR] == 1:
                    s[at.STOPPED] = at.HALTED
                    break
        elif function == functions.EQC:
            areg = 1 if areg == operand else 0
        elif function == functions.CJ:
            if areg == 0:
                iptr = (iptr + operand) & MASK
                clock += s[at.COSTS + 4 * functions.CJ + 1] - s[at.COSTS + 4 * functions.CJ]
            else:
                areg, breg = breg, creg
        elif function == functions.J:
            iptr = (iptr + operand) & MASK
            if s[at.SLICES] >= s[at.SLICE_TICKS] and s[at.PRIORITY] == 1:
                s[at.CLOCK], s[at.IPTR], s[at.WPTR] = clock, iptr, wptr
                timeslice(s, m)
                clock, iptr, wptr = s[at.CLOCK], s[at.IPTR], s[at.WPTR]
                stop = min(limit, s[at.NEXT_EVENT])
        elif function == functions.CALL:
            wptr = (wptr - 16) & MASK
            if wptr + 12 < on_chip or (wptr >= on_chip and wptr + 12 < size):
                if wptr >= on_chip:
                    clock += 4 * penalty
                    external += 4 * penalty
                m[natural(wptr >> 2)] = address(iptr)
                m[natural((wptr >> 2) + 1)] = areg
                m[natural((wptr >> 2) + 2)] = breg
                m[natural((wptr >> 2) + 3)] = creg
            else:
                s[at.CLOCK] = clock
                write(s, m, wptr, address(iptr))
                write(s, m, wptr + 4, areg)
                write(s, m, wptr + 8, breg)
                write(s, m, wptr + 12, creg)
                clock = s[at.CLOCK]
                if s[at.STOPPED] != at.RUNS:
                    break
            areg = address(iptr)
            iptr = (iptr + operand) & MASK
        elif function == functions.AJW:
            wptr = (wptr + 4 * operand) & MASK
        elif function == functions.OPR:
            if operand < 0 or operand > 0xFF or s[at.COSTS + 4 * (at.OPERATIONS + operand)] < 0:
                refuse(s, operand)
                break
            s[at.COUNTS + at.OPERATIONS + operand] += 1
            if EXECUTOR_OF[operand] != Executor.LOOP:
                s[at.AREG], s[at.BREG], s[at.CREG] = areg, breg, creg
                s[at.IPTR], s[at.WPTR], s[at.CLOCK] = iptr, wptr, clock
                operate(s, m, b, operand)
                areg, breg, creg = s[at.AREG], s[at.BREG], s[at.CREG]
                iptr, wptr, clock = s[at.IPTR], s[at.WPTR], s[at.CLOCK]
                stop = min(limit, s[at.NEXT_EVENT])
                if s[at.STOPPED] != at.RUNS or s[at.RUNNING] == 0:
                    break
                if s[at.INSTRUCTION_START] >= 0:
                    break
                continue
            clock += s[at.COSTS + 4 * (at.OPERATIONS + operand)]
            if operand == op.REV:
                areg, breg = breg, areg
            elif operand == op.BSUB or operand == op.SUM:
                areg, breg = word(areg + breg), creg
            elif operand == op.ADD or operand == op.SUB:
                exact = breg + areg if operand == op.ADD else breg - areg
                areg, breg = word(exact), creg
                if exact != areg:
                    s[at.ERROR_FLAG] = 1
                    if s[at.HALT_ON_ERROR] == 1:
                        s[at.STOPPED] = at.HALTED
                        break
            elif operand == op.DIFF:
                areg, breg = word(breg - areg), creg
            elif operand == op.WSUB:
                areg, breg = word(areg + 4 * breg), creg
            elif operand == op.WSUBDB:
                areg, breg = word(areg + 8 * breg), creg
            elif operand == op.BCNT:
                areg = word(4 * areg)
            elif operand == op.GT:
                areg, breg = (1 if breg > areg else 0), creg
            elif operand == op.AND:
                areg, breg = areg & breg, creg
            elif operand == op.OR:
                areg, breg = areg | breg, creg
            elif operand == op.XOR:
                areg, breg = areg ^ breg, creg
            elif operand == op.NOT:
                areg = ~areg
            elif operand == op.MINT:
                creg, breg, areg = breg, areg, at.NOT_PROCESS
            elif operand == op.DUP:
                creg, breg = breg, areg
            elif operand == op.LB:
                place = offset(areg)
                if place >= on_chip:
                    if place >= size:
                        place = elsewhere(s, m, place)
                        if s[at.STOPPED] != at.RUNS:
                            break
                    clock += penalty
                    external += penalty
                areg = wide(b[natural(place)])
            elif operand == op.SB:
                place = offset(areg)
                if place >= on_chip:
                    if place >= size:
                        place = elsewhere(s, m, place)
                        if s[at.STOPPED] != at.RUNS:
                            break
                    clock += penalty
                    external += penalty
                b[natural(place)] = breg & 0xFF
                areg = creg
            elif operand == op.RET:
                place = wptr
                if place >= on_chip:
                    if place >= size:
                        place = elsewhere(s, m, place)
                        if s[at.STOPPED] != at.RUNS:
                            break
                    clock += penalty
                    external += penalty
                iptr = offset(wide(m[natural(place >> 2)]))
                wptr = (wptr + 16) & MASK
            elif operand == op.LEND:
                place = offset(breg) & ~3
                after = (place + 4) & MASK
                if after >= on_chip or place >= on_chip:
                    if after >= size or place >= size:
                        place = after = elsewhere(s, m, place if place >= size else after)
                        if s[at.STOPPED] != at.RUNS:
                            break
                    clock += 2 * penalty
                    external += 2 * penalty
                count = word(wide(m[natural(after >> 2)]) - 1)
                m[natural(after >> 2)] = count
                if count > 0:
                    m[natural(place >> 2)] = word(wide(m[natural(place >> 2)]) + 1)
                    iptr = (iptr - areg) & MASK
                else:
                    row = at.COSTS + 4 * (at.OPERATIONS + op.LEND)
                    clock += s[row + 1] - s[row]
                if s[at.SLICES] >= s[at.SLICE_TICKS] and s[at.PRIORITY] == 1:
                    s[at.CLOCK], s[at.IPTR], s[at.WPTR] = clock, iptr, wptr
                    timeslice(s, m)
                    clock, iptr, wptr = s[at.CLOCK], s[at.IPTR], s[at.WPTR]
                    stop = min(limit, s[at.NEXT_EVENT])
            else:
                refuse(s, operand)
                break
        else:
            refuse(s, function)
            break
    s[at.AREG], s[at.BREG], s[at.CREG] = areg, breg, creg
    s[at.IPTR], s[at.WPTR], s[at.CLOCK] = iptr, wptr, clock
    s[at.FETCHED_WORD] = fetched
    s[at.EXTERNAL_CYCLES] += external
    s[at.FAULT_IPTR] = iptr
