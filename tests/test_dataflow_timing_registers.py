"""Values that share a register: each is read before the next one takes its place."""

import functools
from collections import defaultdict

import pytest

from dataflow.build import build_array, build_ring
from dataflow.operators import Operator
from dataflow.timing.registers import quick_registers, registers
from golden.load import load_robot

KINDS = {"ring": (build_ring, 14), "slower ring": (build_ring, 12), "array": (build_array, 3)}


@functools.cache
def design_of(kind):
    """The planar arm's machine of a topology and an interval."""
    build, interval = KINDS[kind]
    return build(load_robot("machado_2r"), initiation_interval=interval)


def bound(design, find=registers):
    """By reading, an operation and which of its operands: the value, and stage and register."""
    interval = design.initiation_interval
    return {
        (reader, position): (design.operations[reader].operands[position], (stage.name, number))
        for stage in design.stages
        for (reader, position), number in find(design.operations, stage.name, interval).items()
    }


def wires(design, value):
    """What shows a value: a unit's output, of which some low bits are left out of products."""
    o = design.operations[value]
    turning = o.operator if o.operator in (Operator.SINE, Operator.COSINE) else None
    dropped = 0
    if o.operator in (Operator.MULTIPLY, Operator.SCALE):
        exact = sum(design.operations[k].format.fraction for k in o.operands)
        dropped = exact + o.constant_fraction - o.format.fraction
    return o.stage, o.operator.unit, o.unit, turning, dropped


@pytest.mark.parametrize("find", [registers, quick_registers])
@pytest.mark.parametrize("kind", KINDS)
def test_a_register_holds_what_is_read_from_it(kind, find):
    """Three sets, one an interval: every write and every read in the order of cycles."""
    design, sets, read = design_of(kind), 3, 0
    interval, found = design.initiation_interval, bound(design, find)
    events = []
    for number in range(sets):
        for (reader, _), (value, register) in found.items():
            at = design.operations[value].ready + number * interval
            # What is written at the end of a cycle can be read in the next one.
            events.append((at + 1, 0, register, (value, number)))
            start = design.operations[reader].start + number * interval
            events.append((start, 1, register, (value, number)))
    held = {}
    for _, reads, register, value in sorted(events):
        if reads:
            assert held[register] == value
            read += 1
        held[register] = value
    assert read > 5


@pytest.mark.parametrize("find", [registers, quick_registers])
@pytest.mark.parametrize("kind", KINDS)
def test_values_of_one_register_come_from_the_same_wires(kind, find):
    design = design_of(kind)
    sources = defaultdict(set)
    for value, register in bound(design, find).values():
        sources[register].add(wires(design, value))
    assert all(len(found) == 1 for found in sources.values())


def test_registers_are_fewer_than_values():
    found = bound(design_of("slower ring")).values()
    assert len({register for _, register in found}) < len({value for value, _ in found})


@pytest.mark.parametrize("kind", KINDS)
def test_the_quick_way_has_about_as_many(kind):
    """No more than a register in eight more or fewer, and one."""
    design = design_of(kind)
    counts = [
        len({register for _, register in bound(design, find).values()})
        for find in (registers, quick_registers)
    ]
    assert abs(counts[0] - counts[1]) <= 1 + counts[0] / 8


def test_every_reading_of_what_waits_within_an_interval_has_a_register():
    design = design_of("slower ring")
    late = {
        (o.index, position)
        for o in design.operations
        for position, operand in enumerate(o.operands)
        for source in [design.operations[operand]]
        if source.unit is not None and source.ready < o.start <= source.ready + 12
    }
    assert late == set(bound(design)) == set(bound(design, quick_registers))


def test_what_waits_longer_than_an_interval_shares_none():
    design = build_ring(load_robot("machado_2r"), initiation_interval=2)
    late = {
        (o.index, position)
        for o in design.operations
        for position, operand in enumerate(o.operands)
        if o.start - design.operations[operand].ready > 2
    }
    assert late
    assert not late & set(bound(design))
