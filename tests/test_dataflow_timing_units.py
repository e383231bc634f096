import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataflow.operators import Operator, UnitKind
from dataflow.timing.units import ARRAY_SHARES, RING_SHARES, Sharing, Units
from tests.designs import made

MULTIPLIER, ADDER = UnitKind.MULTIPLIER, UnitKind.ADDER


def units_for(counts, interval):
    """The fewest units for so many products in each stage."""
    free = Units(Sharing(interval, ARRAY_SHARES))
    for stage, count in counts.items():
        for _ in range(count):
            free.reserve(stage, MULTIPLIER, 0)
    return free.fewest()


@pytest.mark.parametrize(
    ("interval", "units"),
    [(2, {"s": 4, "t": 1}), (3, {"s": 3, "t": 1}), (7, {"s": 1, "t": 1})],
)
def test_units_are_products_over_the_interval(interval, units):
    limits = units_for({"s": 7, "t": 1}, interval).limits
    assert limits == {(stage, MULTIPLIER): count for stage, count in units.items()}


def test_without_limits_everything_starts_at_once():
    free = Units(Sharing(4, RING_SHARES))
    assert [free.reserve("s", ADDER, 5) for _ in range(3)] == [(5, 0), (5, 1), (5, 2)]


def test_a_busy_cycle_moves_a_product_on():
    units = units_for({"s": 5}, 3)  # two multipliers
    got = [units.reserve("s", MULTIPLIER, cycle) for cycle in (4, 4, 4, 7, 4)]
    assert got == [(4, 0), (4, 1), (5, 0), (8, 1), (6, 0)]


def test_stages_and_kinds_share_nothing():
    free = Units(Sharing(2, RING_SHARES))
    for key in (("s", MULTIPLIER), ("t", MULTIPLIER), ("s", ADDER)):
        free.reserve(*key, 0)
        free.reserve(*key, 0)
    units = free.fewest()
    keys = [("s", MULTIPLIER), ("t", MULTIPLIER), ("s", ADDER)] * 2
    assert [units.reserve(*key, 0) for key in keys] == [(0, 0)] * 3 + [(1, 0)] * 3


def test_what_is_given_back_can_be_had_again():
    units = units_for({"s": 4}, 2)
    first = [units.reserve("s", MULTIPLIER, 3) for _ in range(4)]
    for cycle, _ in reversed(first):
        units.release("s", MULTIPLIER, cycle)
    assert [units.reserve("s", MULTIPLIER, 3) for _ in range(4)] == first


def test_what_was_given_back_is_not_counted():
    free = Units(Sharing(2, ARRAY_SHARES))
    for _ in range(5):
        free.reserve("s", MULTIPLIER, 3)
    for _ in range(3):
        free.release("s", MULTIPLIER, 3)
    assert free.fewest().limits == {("s", MULTIPLIER): 1}


@given(st.integers(2, 6), st.lists(st.integers(0, 30), min_size=1, max_size=20))
def test_no_unit_is_used_twice_in_an_interval_and_none_is_idle(interval, wanted):
    units = units_for({"s": len(wanted)}, interval)
    got = [units.reserve("s", MULTIPLIER, cycle) for cycle in wanted]
    slots = [(cycle % interval, unit) for cycle, unit in got]
    assert len(set(slots)) == len(wanted)
    assert max(unit for _, unit in got) < -(-len(wanted) // interval)
    for (cycle, _), asked in zip(got, wanted, strict=True):
        assert asked <= cycle < asked + interval


def test_what_can_be_shared():
    array, ring = Sharing(3, ARRAY_SHARES), Sharing(3, RING_SHARES)
    assert array.unit_of(Operator.MULTIPLY, 0) is MULTIPLIER
    assert array.unit_of(Operator.SCALE, 5) is array.unit_of(Operator.ADD, 0) is None
    assert ring.unit_of(Operator.SCALE, 5) is MULTIPLIER
    assert ring.unit_of(Operator.SCALE, 8) is None  # a power of two is wiring
    assert ring.unit_of(Operator.NEGATE, 0) is ADDER
    assert ring.unit_of(Operator.COSINE, 0) is UnitKind.TRIGONOMETRY
    assert ring.unit_of(Operator.PORT, 0) is ring.unit_of(Operator.CONSTANT, 0) is None
    assert Sharing(1, RING_SHARES).unit_of(Operator.MULTIPLY, 0) is None


@pytest.mark.parametrize(
    ("name", "algorithm", "interval", "topology"),
    [
        ("puma560", "newton-euler", 3, "array"),
        ("puma560", "lagrangian", 5, "array"),
        ("puma560", "newton-euler", 12, "ring"),
        ("stanford", "newton-euler", 3, "ring"),
        ("machado_2r", "lagrangian", 2, "ring"),
    ],
)
def test_a_design_uses_each_unit_once_an_interval(name, algorithm, interval, topology):
    design = made(name, algorithm, interval, topology)
    users = {}
    for o in design.operations:
        if o.unit is not None:
            # The sine and the cosine of an angle are one use.
            use = o.operands if o.operator in (Operator.SINE, Operator.COSINE) else o.index
            slot = (o.stage, o.operator.unit, o.unit, o.start % interval)
            users.setdefault(slot, set()).add(use)
    assert users
    assert all(len(uses) == 1 for uses in users.values())
    counts, units = {}, {}
    for (stage, kind, unit, _), uses in users.items():
        counts[stage, kind] = counts.get((stage, kind), 0) + len(uses)
        units.setdefault((stage, kind), set()).add(unit)
    assert {key: len(found) for key, found in units.items()} == {
        key: -(-count // interval) for key, count in counts.items()
    }


def test_a_ring_shares_all_that_it_can():
    design = made("puma560", "newton-euler", 12, "ring")
    assert [stage.name for stage in design.stages] == ["ring"]
    sharing = Sharing(12, RING_SHARES)
    for o in design.operations:
        assert (o.unit is None) == (sharing.unit_of(o.operator, o.constant) is None)
