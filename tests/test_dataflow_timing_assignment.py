"""Dealing operations to units: nothing but units and the places of operands changes."""

import dataclasses
from collections import Counter

import pytest

from dataflow.build import build_array, build_ring, state_of
from dataflow.computations.derivatives import INVERSE_DERIVATIVES
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.lowering.request import Request
from dataflow.lowering.steps import SCHEDULED, dealt
from dataflow.operators import Operator, UnitKind
from dataflow.timing.assignment import Dealing, with_fewest_arms
from dataflow.timing.sources import source_of
from dataflow.topologies import RING
from golden.load import load_robot

SWAPPING = (Operator.ADD, Operator.MULTIPLY, Operator.ANGLE_SUM)


def ring(name, interval):
    return build_ring(load_robot(name), initiation_interval=interval)


def arm_bits(operations, interval):
    """Counted afresh: by unit and operand, the widest value of each source."""
    arms = {}
    for o in operations:
        if o.unit is None or o.operator.unit is UnitKind.TRIGONOMETRY:
            continue
        for position, operand in enumerate(o.operands):
            source = source_of(operations, o, position, interval)
            if source[0] == "constant":
                continue
            place = 1 if o.operator is Operator.NEGATE else position
            width = 20 if source[0] in ("output", "late") else operations[operand].format.width
            arms[o.operator.unit, o.unit, place, source] = width
    return sum(arms.values())


@pytest.mark.parametrize(("name", "interval"), [("machado_2r", 4), ("stanford", 12)])
def test_only_units_and_places_change(name, interval):
    given = ring(name, interval).operations
    dealt = with_fewest_arms(given, interval, 20)
    for before, after in zip(given, dealt, strict=True):
        alike = dataclasses.replace(after, unit=before.unit, operands=before.operands)
        assert alike == before
        same = after.operands == before.operands
        assert same or (before.operator in SWAPPING and after.operands == before.operands[::-1])
    slots = Counter(
        (o.operator.unit, o.unit, o.start % interval) for o in dealt if o.unit is not None
    )
    for (kind, *_), users in slots.items():
        assert users == 1 or (kind is UnitKind.TRIGONOMETRY and users == 2)


@pytest.mark.parametrize("name", ["machado_2r", "stanford"])
def test_bits_are_counted_as_they_change(name):
    dealing = Dealing(ring(name, 8).operations, 8)
    first = dealing.bits
    assert first == arm_bits(dealing.operations(), 8)
    dealing.anneal(4000)
    assert dealing.bits == arm_bits(dealing.operations(), 8)


def test_fewer_bits_are_chosen_among():
    """A tenth less at least than in the order in which operations came."""
    request = Request(load_robot("stanford"), NEWTON_EULER, RING)
    retimed = state_of(request, SCHEDULED)
    before, after = (state.operations.operations for state in (retimed, dealt(retimed)))
    assert arm_bits(after, 12) < 0.9 * arm_bits(before, 12)


def test_equal_operations_are_dealt_alike():
    assert ring("machado_2r", 4).operations == ring("machado_2r", 4).operations


def test_a_value_read_late_is_not_the_units_output():
    design = ring("puma560", 24)
    kinds = set()
    for o in design.operations:
        for position, operand in enumerate(o.operands):
            source = design.operations[operand]
            found = source_of(design.operations, o, position, 24)
            if source.operator is Operator.CONSTANT:
                assert found[0] == "constant"
            elif source.unit is None or o.start > source.ready + 24:
                assert found[:2] == ("value", operand)
            else:
                kind = "late" if o.start > source.ready else "output"
                assert found[:3] == (kind, source.operator.unit, source.unit)
            kinds.add(found[0])
    assert kinds == {"constant", "value", "output", "late"}


def test_units_of_two_stages_are_two_places():
    """One multiplier's number is that of another in each stage; a third reads both as they come."""
    design = build_array(load_robot("puma560"), INVERSE_DERIVATIVES, initiation_interval=12)
    places = {}
    for o in design.operations:
        for position, operand in enumerate(o.operands):
            found = source_of(design.operations, o, position, 12)
            if found[0] == "output":
                places.setdefault(found, set()).add(design.operations[operand].stage)
    assert all(len(stages) == 1 for stages in places.values())
    assert len({place[-1] for place in places}) > 1
