"""The cost table comes from the declarations, the parameters reach the simulation."""

import itertools
import re

import numpy as np
import pytest

from common.errors import InputError
from emulator.transputer.isa.instruction_set import INSTRUCTIONS, Kind, by_mnemonic
from emulator.transputer.isa.timing import SOURCES, LinkDelays, Timing, cost_table, row
from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.processor import compiled, state


@pytest.mark.parametrize("part", ["T414", "T800"])
def test_the_cost_table_holds_the_parts_instructions_and_nothing_else(part):
    table = cost_table(part)
    own = {row(i.kind, i.code) for i in INSTRUCTIONS if part in i.variants}
    assert {
        int(n) for n in np.flatnonzero((table >= 0).any(axis=1) | (table < -1).any(axis=1))
    } == own
    add = table[row(Kind.OPERATION, by_mnemonic("add").code)]
    assert list(add) == [1, 1, 1, 1]


def test_memory_operands_are_split_between_cpu_and_fpu():
    table = cost_table("T800")
    for both, alone in (("fpldnladdsn", "fpadd"), ("fpldnlmuldb", "fpmul")):
        double = 2 * both.endswith("db")
        split = table[row(Kind.OPERATION, by_mnemonic(both).code)]
        whole = table[row(Kind.OPERATION, by_mnemonic(alone).code)]
        assert list(split[double : double + 2]) == list(whole[double : double + 2])


def test_every_source_is_explained():
    named = {key for i in INSTRUCTIONS for key in re.findall(r"\b[A-Z]\d?\b", i.source)}
    assert named - {"A"} <= set(SOURCES)
    for key in re.findall(r"\((?:[A-Z]\d?, )*[A-Z]\d?\)", Timing.__doc__ + LinkDelays.__doc__):
        assert set(re.findall(r"[A-Z]\d?", key)) <= set(SOURCES)


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


def test_link_delays_shorter_than_a_cycle_are_refused():
    delays = {20: LinkDelays(0.1, 0.1, True)}
    with pytest.raises(InputError, match="shorter than a processor cycle"):
        Network(
            [NodeConfig("a"), NodeConfig("b")],
            [(("a", 0), ("b", 0))],
            timing=Timing(links_t800=delays),
        )


def test_machine_code_of_other_sources_is_removed(tmp_path):
    source = tmp_path / "code.py"
    source.write_text("# uses processor.compiled\n")
    cache = tmp_path / "__pycache__"
    compiled.discard_stale(tmp_path)
    (cache / "code.f-1.nbi").write_bytes(b"old")
    compiled.discard_stale(tmp_path)
    assert (cache / "code.f-1.nbi").exists()
    source.write_text("# uses processor.compiled, changed\n")
    compiled.discard_stale(tmp_path)
    assert not (cache / "code.f-1.nbi").exists()
