"""Runs a library routine on thousands of operands in one emulated program."""

import numpy as np

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.isa.timing_assumptions import TimingAssumptions
from emulator.transputer.network.network import Network, NodeConfig
from occam.library import routines

BASE = -(2**31)
WORKSPACE = BASE + 0x780
DATA = BASE + 0x10000
SIZE = 1 << 20
RECORD = 11
"""Words of a record: Areg, Breg, Creg before; Areg, Error after; three operands of two words."""
RESULT, LEFT, RIGHT = 5, 7, 9
MARK = 0x5A5A5A5A

LOOP = """
        ldc     0
        stl     4               -- set when all is done
        ldc     SHARED          -- start a process that spoils the registers at each turn
        cj      alone
        ldc     other - alone
        ldlp    0 - AWAY
        startp
alone:  ldc     RECORDS
        stl     2
        ldc     COUNT
        stl     1
        ldc     0
        stl     0
        testerr
next:   ldl     2
        ldnl    2
        ldl     2
        ldnl    1
        ldl     2
        ldnl    0
        call    routine + ENTRY
        ldl     2
        stnl    3
        testerr
        eqc     0
        ldl     2
        stnl    4
        ldl     2
        ldnlp   RECORD
        stl     2
        ldlp    0
        ldc     done - next
        lend
done:   ldc     1
        stl     4
        stopp

other:  ldc     #123
        ldc     #456
        ldl     AWAY + 4
        cj      again
        stopp
again:  j       other

        align
routine:
"""
AWAY = 150
"""Words between the two processes' workspaces."""
LOOKED_AT = 64
"""Words below the loop's Wptr that are looked at for what was written."""


class Runs:
    """Records after a routine ran on each; ``cycles``: of all of them with their loop."""

    def __init__(self, records, cycles, network):
        self.records, self.cycles, self.network = records, cycles, network

    @property
    def areg(self):
        return self.records[:, 3]

    @property
    def error(self):
        return self.records[:, 4].astype(bool)

    @property
    def result(self):
        return np.ascontiguousarray(self.records[:, RESULT : RESULT + 2]).view(np.int64)[:, 0]


def run_code(code, entry, part, records, shared=True):
    """Run a routine on each record; ``shared``: beside a process that takes over at every `j`."""
    equates = {"ENTRY": entry, "RECORD": RECORD, "RECORDS": DATA, "COUNT": len(records)}
    equates |= {"SHARED": int(shared), "AWAY": AWAY}
    prologue = "".join(f"{name} = {value}\n" for name, value in equates.items())
    program = assemble(prologue + LOOP).code + code
    timing = TimingAssumptions(timeslice_microseconds=1, timeslice_ticks=1) if shared else None
    network = Network([NodeConfig("a", part, memory_bytes=SIZE)], timing=timing)
    memory = network._memory(0)
    start, top = (DATA - BASE) // 4, (WORKSPACE - BASE) // 4
    memory[start : start + records.size] = records.ravel()
    memory[top - LOOKED_AT : top] = MARK
    assert len(program) + 4 * AWAY + 0x90 < WORKSPACE - BASE
    network.start("a", program, workspace=WORKSPACE)
    outcome = network.run(max_cycles=10**5 * len(records))
    assert outcome.status.value == "idle", outcome
    assert network.peek("a", WORKSPACE + 16) == 1, "the loop did not come to its end"
    after = memory[start : start + records.size].reshape(records.shape).copy()
    return Runs(after, network.statistics().nodes["a"].cycles, network)


def words(values):
    """Bits of REAL32s, or integers of any range, as signed words."""
    values = np.asarray(values)
    if values.dtype == np.float32:
        return values.view(np.int32)
    return values.astype(np.int64).astype(np.uint64).astype(np.uint32).view(np.int32)


def pairs(values):
    """Bits of REAL64s or INT64s as two words each."""
    return np.ascontiguousarray(np.asarray(values)).view(np.int32).reshape(-1, 2)


def in_registers(name, part, areg, breg=0, creg=0, shared=True):
    """Run a routine that takes words."""
    columns = np.broadcast_arrays(words(areg), words(breg), words(creg))
    records = np.zeros((len(columns[0]), RECORD), np.int32)
    records[:, :3] = np.stack(columns, 1)
    return run(name, part, records, shared)


def run(name, part, records, shared=True):
    """Run a routine on each record."""
    routine = routines.routine(name, part)
    return run_code(routine.code, routine.entry, part, records, shared)


def records_with(count, left=None, right=None):
    """Records with two-word operands, and the addresses of their parts."""
    records = np.zeros((count, RECORD), np.int32)
    if left is not None:
        records[:, LEFT : LEFT + 2] = pairs(left)
    if right is not None:
        records[:, RIGHT : RIGHT + 2] = pairs(right)
    first = DATA + 4 * RECORD * np.arange(count)
    return records, {"result": first + 20, "left": first + 28, "right": first + 36}


def on_pointers(name, part, registers, left=None, right=None, shared=True):
    """Run a routine; ``registers`` are "result", "left", "right" or words, Areg first."""
    records, places = records_with(len(left if left is not None else registers[-1]), left, right)
    for index, register in enumerate(registers):
        value = places[register] if isinstance(register, str) else words(register)
        records[:, index] = value
    return run(name, part, records, shared)


def mean_cycles(runs, part):
    """Cycles of one call: all (not shared) less the same loop around a bare return, and `ret`."""
    bare = run_code(assemble("ret").code, 0, part, runs.records, shared=False)
    return (runs.cycles - bare.cycles) / len(runs.records) + CALL_AND_RETURN


CALL_AND_RETURN = 7 + 6


def words_used(runs):
    """Words below the loop's Wptr that were written."""
    top = (WORKSPACE - BASE) // 4
    below = runs.network._memory(0)[top - LOOKED_AT : top]
    return LOOKED_AT - np.flatnonzero(below != MARK)[0]
