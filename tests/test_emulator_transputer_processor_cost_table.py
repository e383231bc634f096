"""The cost table comes from the declarations, and has room in the state."""

import itertools

import numpy as np
import pytest

from emulator.transputer.isa.instruction import Encoding
from emulator.transputer.isa.instruction_set import INSTRUCTIONS, by_mnemonic
from emulator.transputer.processor import state
from emulator.transputer.processor.cost_table import cost_table, row


@pytest.mark.parametrize("part", ["T414", "T800"])
def test_the_cost_table_holds_the_parts_instructions_and_nothing_else(part):
    table = cost_table(part)
    own = {row(i.encoding, i.code) for i in INSTRUCTIONS if part in i.variants}
    assert {
        int(n) for n in np.flatnonzero((table >= 0).any(axis=1) | (table < -1).any(axis=1))
    } == own
    add = table[row(Encoding.OPERATION, by_mnemonic("add").code)]
    assert list(add) == [1, 1, 1, 1]


def test_memory_operands_are_split_between_cpu_and_fpu():
    table = cost_table("T800")
    for both, alone in (("fpldnladdsn", "fpadd"), ("fpldnlmuldb", "fpmul")):
        double = 2 * both.endswith("db")
        split = table[row(Encoding.OPERATION, by_mnemonic(both).code)]
        whole = table[row(Encoding.OPERATION, by_mnemonic(alone).code)]
        assert list(split[double : double + 2]) == list(whole[double : double + 2])


def test_rows_of_state_do_not_overlap():
    regions = [
        (0, 128),
        (state.LINKS, 4 * state.LINK_FIELDS),
        (state.COUNTS, state.ROWS),
        (state.COSTS, 4 * state.ROWS),
        (state.WAITS, 3 * state.WAIT_ENTRIES),
    ]
    for (start, length), (following, _) in itertools.pairwise(regions):
        assert start + length <= following
    assert state.STATE_SIZE == state.WAITS + 3 * state.WAIT_ENTRIES
