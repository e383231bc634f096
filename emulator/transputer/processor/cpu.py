"""The interpreter's loop: fetch, prefixes, the direct functions and the frequent operations.

The state array is read into local variables, so that the compiler keeps them in registers, and
written back when an operation of another file, an event or the end calls for it.
"""

from __future__ import annotations

from emulator.transputer.processor import state as at
from emulator.transputer.processor.compiled import compiled
from emulator.transputer.processor.memory import Bytes, State, Words, stall
from emulator.transputer.processor.operations import GROUP_OF, operate
from emulator.transputer.processor.scheduler import timeslice
from emulator.transputer.processor.words import MASK, address, offset, wide, word

_PFIX, _NFIX, _OPR = 2, 6, 15


@compiled
def execute(s: State, m: Words, b: Bytes, limit: int) -> None:
    """Execute the current process until the clock has reached `limit` or an event is due.

    Returns too when no process is left to run, the node has stopped, or an instruction has ended
    that may be interrupted part way. Prefix bytes and their instruction are one step, as no
    interrupt comes between them.
    """
    areg, breg, creg = s[at.AREG], s[at.BREG], s[at.CREG]
    iptr, wptr, clock = s[at.IPTR], s[at.WPTR], s[at.CLOCK]
    on_chip, size = s[at.ON_CHIP], s[at.SIZE]
    s[at.INSTRUCTION_START] = -1
    stop = min(limit, s[at.NEXT_EVENT])
    while clock < stop:
        oreg = 0
        function = _PFIX
        while function == _PFIX or function == _NFIX:  # noqa: SIM109 - compiles to less
            if iptr >= on_chip:
                if iptr >= size:
                    stall(s, iptr)
                    break
                if iptr >> 2 != s[at.FETCHED_WORD]:
                    s[at.FETCHED_WORD] = iptr >> 2
                    if s[at.EXTERNAL_FETCH] == 1:
                        clock += stall(s, iptr)
            byte = wide(b[iptr])
            iptr += 1
            function = byte >> 4
            oreg |= byte & 15
            s[at.COUNTS + function] += 1
            clock += s[at.COSTS + 4 * function]
            if function == _PFIX:
                oreg = word(oreg << 4)
            elif function == _NFIX:
                oreg = word(~oreg << 4)
        if iptr >= size and s[at.STOPPED] != at.RUNS:
            break

        if function == 0x7:  # ldl
            place = (wptr + 4 * oreg) & MASK
            if place >= on_chip:
                clock += stall(s, place)
                if place >= size:
                    break
            creg, breg, areg = breg, areg, wide(m[place >> 2])
        elif function == 0x4:  # ldc
            creg, breg, areg = breg, areg, oreg
        elif function == 0xD:  # stl
            place = (wptr + 4 * oreg) & MASK
            if place >= on_chip:
                clock += stall(s, place)
                if place >= size:
                    break
            m[place >> 2] = areg
            areg, breg = breg, creg
        elif function == 0x3:  # ldnl
            place = (offset(areg) + 4 * oreg) & MASK
            if place >= on_chip:
                clock += stall(s, place)
                if place >= size:
                    break
            areg = wide(m[place >> 2])
        elif function == 0xE:  # stnl
            place = (offset(areg) + 4 * oreg) & MASK
            if place >= on_chip:
                clock += stall(s, place)
                if place >= size:
                    break
            m[place >> 2] = breg
            areg = creg
        elif function == 0x1:  # ldlp
            creg, breg, areg = breg, areg, address(wptr + 4 * oreg)
        elif function == 0x5:  # ldnlp
            areg = word(areg + 4 * oreg)
        elif function == 0x8:  # adc
            exact = areg + oreg
            areg = word(exact)
            if exact != areg:
                s[at.ERROR_FLAG] = 1
                if s[at.HALT_ON_ERROR] == 1:
                    s[at.STOPPED] = at.HALTED
                    break
        elif function == 0xC:  # eqc
            areg = 1 if areg == oreg else 0
        elif function == 0xA:  # cj
            if areg == 0:
                iptr = (iptr + oreg) & MASK
                clock += s[at.COSTS + 4 * 0xA + 1] - s[at.COSTS + 4 * 0xA]
            else:
                areg, breg = breg, creg
        elif function == 0x0:  # j
            iptr = (iptr + oreg) & MASK
            if s[at.SLICES] >= s[at.SLICE_TICKS]:
                s[at.CLOCK], s[at.IPTR], s[at.WPTR] = clock, iptr, wptr
                timeslice(s, m)
                clock, iptr, wptr = s[at.CLOCK], s[at.IPTR], s[at.WPTR]
                stop = min(limit, s[at.NEXT_EVENT])
        elif function == 0x9:  # call
            wptr = (wptr - 16) & MASK
            if wptr + 12 >= on_chip:
                clock += stall(s, wptr) + stall(s, wptr + 4) + stall(s, wptr + 8)
                clock += stall(s, wptr + 12)
                if wptr + 12 >= size:
                    break
            m[wptr >> 2] = address(iptr)
            m[(wptr >> 2) + 1] = areg
            m[(wptr >> 2) + 2] = breg
            m[(wptr >> 2) + 3] = creg
            areg = address(iptr)
            iptr = (iptr + oreg) & MASK
        elif function == 0xB:  # ajw
            wptr = (wptr + 4 * oreg) & MASK
        elif function == _OPR:
            if oreg < 0 or oreg > 0xFF or s[at.COSTS + 4 * (at.OPERATIONS + oreg)] < 0:
                s[at.STOPPED] = at.UNKNOWN
                s[at.FAULT_CODE] = oreg
                break
            s[at.COUNTS + at.OPERATIONS + oreg] += 1
            if GROUP_OF[oreg] != 0:
                s[at.AREG], s[at.BREG], s[at.CREG] = areg, breg, creg
                s[at.IPTR], s[at.WPTR], s[at.CLOCK] = iptr, wptr, clock
                operate(s, m, b, oreg)
                areg, breg, creg = s[at.AREG], s[at.BREG], s[at.CREG]
                iptr, wptr, clock = s[at.IPTR], s[at.WPTR], s[at.CLOCK]
                stop = min(limit, s[at.NEXT_EVENT])
                if s[at.STOPPED] != at.RUNS or s[at.RUNNING] == 0:
                    break
                if s[at.INSTRUCTION_START] >= 0:
                    break
                continue
            clock += s[at.COSTS + 4 * (at.OPERATIONS + oreg)]
            if oreg == 0x00:  # rev
                areg, breg = breg, areg
            elif oreg == 0x02 or oreg == 0x52:  # bsub, sum
                areg, breg = word(areg + breg), creg
            elif oreg == 0x05 or oreg == 0x0C:  # add, sub
                exact = breg + areg if oreg == 0x05 else breg - areg
                areg, breg = word(exact), creg
                if exact != areg:
                    s[at.ERROR_FLAG] = 1
                    if s[at.HALT_ON_ERROR] == 1:
                        s[at.STOPPED] = at.HALTED
                        break
            elif oreg == 0x04:  # diff
                areg, breg = word(breg - areg), creg
            elif oreg == 0x0A:  # wsub
                areg, breg = word(areg + 4 * breg), creg
            elif oreg == 0x81:  # wsubdb
                areg, breg = word(areg + 8 * breg), creg
            elif oreg == 0x34:  # bcnt
                areg = word(4 * areg)
            elif oreg == 0x09:  # gt
                areg, breg = (1 if breg > areg else 0), creg
            elif oreg == 0x46:  # and
                areg, breg = areg & breg, creg
            elif oreg == 0x4B:  # or
                areg, breg = areg | breg, creg
            elif oreg == 0x33:  # xor
                areg, breg = areg ^ breg, creg
            elif oreg == 0x32:  # not
                areg = ~areg
            elif oreg == 0x42:  # mint
                creg, breg, areg = breg, areg, at.NOT_PROCESS
            elif oreg == 0x5A:  # dup
                creg, breg = breg, areg
            elif oreg == 0x01:  # lb
                place = offset(areg)
                if place >= on_chip:
                    clock += stall(s, place)
                    if place >= size:
                        break
                areg = wide(b[place])
            elif oreg == 0x3B:  # sb
                place = offset(areg)
                if place >= on_chip:
                    clock += stall(s, place)
                    if place >= size:
                        break
                b[place] = breg & 0xFF
                areg = creg
            elif oreg == 0x20:  # ret
                if wptr >= on_chip:
                    clock += stall(s, wptr)
                    if wptr >= size:
                        break
                iptr = offset(wide(m[wptr >> 2]))
                wptr = (wptr + 16) & MASK
            elif oreg == 0x21:  # lend
                place = offset(breg) & ~3
                if place + 4 >= on_chip:
                    clock += stall(s, place) + stall(s, place + 4)
                    if place + 4 >= size:
                        break
                count = word(wide(m[(place >> 2) + 1]) - 1)
                m[(place >> 2) + 1] = count
                if count > 0:
                    m[place >> 2] = word(wide(m[place >> 2]) + 1)
                    iptr = (iptr - areg) & MASK
                else:
                    row = at.COSTS + 4 * (at.OPERATIONS + 0x21)
                    clock += s[row + 1] - s[row]
                if s[at.SLICES] >= s[at.SLICE_TICKS]:
                    s[at.CLOCK], s[at.IPTR], s[at.WPTR] = clock, iptr, wptr
                    timeslice(s, m)
                    clock, iptr, wptr = s[at.CLOCK], s[at.IPTR], s[at.WPTR]
                    stop = min(limit, s[at.NEXT_EVENT])
    s[at.AREG], s[at.BREG], s[at.CREG] = areg, breg, creg
    s[at.IPTR], s[at.WPTR], s[at.CLOCK] = iptr, wptr, clock
    s[at.FAULT_IPTR] = iptr
