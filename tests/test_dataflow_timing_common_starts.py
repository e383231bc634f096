"""Products with constants brought together: only where bits are saved, and never late."""

import dataclasses

import pytest

from dataflow.build import design_of, state_of
from dataflow.computations.catalogue import computation_named
from dataflow.lowering.request import Request
from dataflow.multiples.adder_graph import odd
from dataflow.numbers.formats import Format, Rounding
from dataflow.operation import Operation
from dataflow.operators import SHORTEST, Operator, Target
from dataflow.timing.common_starts import with_common_starts
from golden.load import load_robot

DEAR, OTHER = 0b10101010101, 0b1010101011
"""Constants of five adders each, and as many digits, that have sums in common."""


def stage(*products, late=20):
    """Products of one port, as (constant, start), and a sum of all in cycle ``late``."""
    form, wide = Format(16, 8), Format(24, 8)
    made = [Operation(0, "x", "", Operator.PORT, (), form, Rounding.EXACT)]
    for constant, start in products:
        made.append(
            Operation(
                len(made), f"s{len(made)}", "s", Operator.SCALE, (0,), wide, Rounding.EXACT,
                constant=constant, start=start,
                ready=start + Operator.SCALE.latency(Target(), constant),
            )
        )  # fmt: skip
    left = 1
    for right in range(2, len(products) + 1):
        start = late + right - 2
        made.append(
            Operation(
                len(made), f"t{right}", "s", Operator.ADD, (left, right), wide, Rounding.EXACT,
                start=start, ready=start + 1,
            )
        )  # fmt: skip
        left = len(made) - 1
    return tuple(made), (left,)


def starts(products, apart=(), **options):
    operations, outputs = stage(*products, **options)
    moved = with_common_starts(operations, outputs, 1, apart, Target())
    for before, after in zip(operations, moved, strict=True):
        assert after.ready - after.start == before.ready - before.start
        assert before.operator is Operator.SCALE or before == after
        assert all(moved[o].ready <= after.start for o in after.operands)
    return [o.start for o in moved if o.operator is Operator.SCALE]


def test_what_shares_sums_starts_together():
    first, second = starts([(DEAR, 16), (OTHER, 14)])
    assert first == second


def test_equal_constants_have_their_adders_once():
    first, second = starts([(DEAR, 16), (DEAR, 15)])
    assert first == second


def test_what_shares_nothing_stays():
    assert starts([(3, 16), (2**11 + 1, 12)]) == [16, 12]


def test_what_has_no_time_left_stays():
    operations, outputs = stage((DEAR, 17), (OTHER, 0))
    early = dataclasses.replace(
        operations[-1], index=4, name="early", operands=(2, 2), start=3, ready=4
    )
    both = (*operations, early)
    assert with_common_starts(both, (*outputs, 4), 1, (), Target())[2].start == 0


def test_what_would_wait_in_more_bits_than_it_saves_stays():
    """The operand is there in cycle 0 alone, and the second product is read 40 cycles on."""
    near = starts([(DEAR, 57), (OTHER, 57)], late=60)
    assert near == [57, 57]
    operations, outputs = stage((DEAR, 40), (OTHER, 57), late=60)
    soon = dataclasses.replace(
        operations[-1], index=4, name="soon", operands=(1, 1), start=43, ready=44
    )
    both = (*operations, soon)
    moved = with_common_starts(both, (*outputs, 4), 1, (), Target())
    assert [moved[1].start, moved[2].start] == [40, 57]


def test_what_has_no_adders_of_its_own_stays():
    products = [(DEAR, 16), (OTHER, 14)]
    assert starts(products, apart={1}) == [16, 14]
    blocks = dataclasses.replace(SHORTEST, multiply=1)
    operations, outputs = stage(*products)
    assert with_common_starts(operations, outputs, 1, (), blocks) == operations


@pytest.mark.parametrize("interval", [1, 3])
def test_a_design_keeps_its_latency_and_its_order(interval):
    robot = load_robot("puma560")
    arm = dataclasses.replace(robot, links=robot.links[:2])
    request = Request(arm, computation_named("newton-euler"), initiation_interval=interval)
    design = design_of(state_of(request, "retimed"))
    shared = design_of(state_of(request, "shared"))
    assert design.latency == shared.latency
    for operation in design.operations:
        for operand in operation.operands:
            assert design.operations[operand].ready <= operation.start
    several = [
        {odd(design.operations[i].constant) for i in each.operations} for each in design.multiples
    ]
    assert max(map(len, several)) > 1
