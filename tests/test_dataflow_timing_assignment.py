"""Dealing operations: cycles, units and the places of operands change, and nothing else."""

import dataclasses
from collections import Counter, defaultdict

import pytest

import dataflow.timing.assignment as assignment
from dataflow.build import build_array, build_ring, state_of
from dataflow.computations.derivatives import INVERSE_DERIVATIVES
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.lowering.request import Request
from dataflow.lowering.steps import SCHEDULED, dealt
from dataflow.operators import Operator, UnitKind
from dataflow.timing.arm_counts import counted
from dataflow.timing.assignment import Dealing, with_fewest_arms
from dataflow.timing.sources import source_of
from dataflow.topologies import RING
from golden.load import load_robot

SWAPPING = (Operator.ADD, Operator.MULTIPLY, Operator.ANGLE_SUM)


def ring(name, interval):
    return build_ring(load_robot(name), initiation_interval=interval)


def retimed(name, interval):
    """What is dealt: operations, results, what is shared, and how many units there are."""
    state = state_of(Request(load_robot(name), NEWTON_EULER, RING, 18, interval), SCHEDULED)
    units = state.operations.units
    outputs = tuple(state.outputs.values())
    return state.operations.operations, outputs, units.sharing, units.limits


def tables(operations, interval):
    """Look-up tables of arms, counted afresh from what each operand reads in which cycle.

    Values that wait for an operand in one cycle of the interval have a register each, which counts
    for five eighths of an arm, and one that waits for longer than an interval has its own for
    each reading.
    """
    waiting, direct = defaultdict(Counter), set()
    until = {}
    for o in operations:
        if o.unit is None or o.operator is Operator.COSINE:
            continue  # a cosine's angle is its sine's
        for position, operand in enumerate(o.operands):
            source = source_of(operations, o, position, interval)
            place = 1 if o.operator is Operator.NEGATE else position
            reader = o.operator.unit, o.unit, place
            if source[0] == "late":
                key = reader, source, operand
                until[key] = max(until.get(key, 0), o.start)
            elif source[0] == "output":
                direct.add((reader, source))
            elif source[0] == "value":
                own = o.index if operations[operand].unit is not None else None
                direct.add((reader, ("value", operand, source[-1], own)))
        if o.operator is Operator.SCALE:
            direct.add(((o.operator.unit, o.unit, 1), "constants"))
    for (reader, source, operand), last in until.items():
        for cycle in range(operations[operand].ready, last):
            waiting[reader, source][cycle % interval] += 1

    def weight(reader, source):
        if source == "constants":
            return 18
        return 10 if reader[0] is UnitKind.ADDER else 9

    arms = sum(weight(*arm) for arm in direct) + sum(
        0.625 * weight(*arm) * max(cycles.values()) for arm, cycles in waiting.items()
    )
    return arms + 8 * spans(operations)


def spans(operations):
    """Bits of all adders: the most that a sum of each drops, and the most that one keeps."""
    below, kept = defaultdict(int), defaultdict(int)
    for o in operations:
        if o.unit is not None and o.operator.unit is UnitKind.ADDER:
            aligned = o.operator is not Operator.ANGLE_SUM
            dropped = o.sum_fraction - o.format.fraction if aligned else 0
            below[o.unit] = max(below[o.unit], dropped)
            kept[o.unit] = max(kept[o.unit], o.format.width)
    return sum(below.values()) + sum(kept.values())


@pytest.mark.parametrize(("name", "interval"), [("machado_2r", 4), ("stanford", 12)])
def test_only_cycles_units_and_places_change(name, interval):
    given, outputs, sharing, limits = retimed(name, interval)
    found = with_fewest_arms(given, outputs, sharing, limits, 20)
    moved = 0
    for before, after in zip(given, found, strict=True):
        moved += after.start != before.start
        alike = dataclasses.replace(
            after,
            unit=before.unit,
            operands=before.operands,
            start=before.start,
            ready=before.ready,
        )
        assert alike == before
        assert after.ready - after.start == before.ready - before.start
        same = after.operands == before.operands
        assert same or (before.operator in SWAPPING and after.operands == before.operands[::-1])
    assert moved > 3


@pytest.mark.parametrize(("name", "interval"), [("machado_2r", 4), ("stanford", 12)])
def test_data_come_first_no_result_comes_later_and_no_unit_is_taken_twice(name, interval):
    given, outputs, sharing, limits = retimed(name, interval)
    found = with_fewest_arms(given, outputs, sharing, limits, 20)
    for o in found:
        assert all(
            found[i].ready <= o.start or found[i].operator is Operator.CONSTANT for i in o.operands
        )
    assert max(found[i].ready for i in outputs) <= max(given[i].ready for i in outputs)
    slots = Counter(
        (o.operator.unit, o.unit, o.start % interval) for o in found if o.unit is not None
    )
    for (kind, unit, _), users in slots.items():
        assert users == 1 or (kind is UnitKind.TRIGONOMETRY and users == 2)
        assert unit < limits["ring", kind]


@pytest.mark.parametrize(("name", "interval"), [("machado_2r", 8), ("stanford", 8)])
def test_tables_are_counted_as_they_change(name, interval):
    dealing = Dealing(*retimed(name, interval))
    assert dealing.cost == tables(dealing.operations(), interval)
    dealing.anneal(20)
    hand = dealing.hand
    afresh = dealing.uncounted()._replace(
        start=hand.start, unit=hand.unit, turned=hand.turned, slot=hand.slot
    )
    cost = sum(counted(dealing.table, afresh, job, 1) for job in range(len(hand.start)))
    assert cost == tables(dealing.operations(), interval)
    assert others(hand.counts) == others(afresh.counts)


def others(counts):
    """Numbers other than 0 by their places."""
    pairs = counts.items() if isinstance(counts, dict) else enumerate(counts.tolist())
    return sorted((place, number) for place, number in pairs if number)


def test_machine_code_deals_alike(monkeypatch):
    given = retimed("machado_2r", 4)
    interpreted = with_fewest_arms(*given, 50)
    monkeypatch.setattr(assignment, "_MANY", 1)
    assert with_fewest_arms(*given, 50) == interpreted


def test_fewer_tables_are_chosen_among():
    """A fifth less at least than in the cycles and the order in which operations came."""
    request = Request(load_robot("stanford"), NEWTON_EULER, RING)
    given = state_of(request, SCHEDULED)
    before, after = (state.operations.operations for state in (given, dealt(given)))
    assert tables(after, 12) < 0.8 * tables(before, 12)


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
