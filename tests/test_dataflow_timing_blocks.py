import dataclasses
import functools

import pytest

from dataflow.build import build_array, build_ring
from dataflow.design import Design, divided_into_stages
from dataflow.numbers.formats import Format, Rounding, TrigonometricFormat, signed_digits
from dataflow.operation import Operation
from dataflow.operators import SHORTEST, Operator
from dataflow.timing.blocks import with_spare_blocks
from dataflow.timing.cost import cost
from golden.load import load_robot


@functools.cache
def made(**options):
    return build_array(load_robot("puma560"), **options)


@pytest.mark.parametrize("spare", [-3, 0, 1, 10, 1000])
def test_spare_blocks_are_taken_for_as_long_as_each_saves_adders(spare):
    design = made()
    moved = with_spare_blocks(design, spare, 64)
    before, after = cost(design), cost(moved)
    deep = [
        o.index
        for o in design.operations
        if o.operator is Operator.SCALE and len(signed_digits(o.constant)) >= 5
    ]
    assert len(moved.in_blocks) == min(max(0, spare), len(deep))
    assert moved.in_blocks <= set(deep)
    assert after.multipliers == before.multipliers + len(moved.in_blocks)
    assert before.adders - after.adders >= 2 * len(moved.in_blocks)
    for old, new in zip(design.operations, moved.operations, strict=True):
        block = old.index in moved.in_blocks
        assert new == dataclasses.replace(old, start=old.ready - 3 if block else old.start)
    listed = [o for stage in moved.stages for o in stage.operations]
    assert all(o is moved.operations[o.index] for o in listed)


def test_the_first_block_goes_where_most_adders_go():
    design = made()
    assert any(len(each.operations) > 1 for each in design.multiples)

    def left(index):
        return cost(dataclasses.replace(design, in_blocks=frozenset({index}))).adders

    scales = [o for o in design.operations if o.operator is Operator.SCALE and o.unit is None]
    fewest = min(left(o.index) for o in scales if len(signed_digits(o.constant)) >= 5)
    (chosen,) = with_spare_blocks(design, 1, 64).in_blocks
    assert left(chosen) == fewest


def test_a_product_whose_adders_another_needs_keeps_them():
    """Equal constants of one operand: without one of them no adder is gone."""
    form = Format(16, 8)
    port = Operation(0, "x", "", Operator.PORT, (), form, Rounding.EXACT)
    equal = [
        Operation(
            k, f"s{k}", "s", Operator.SCALE, (0,), form, Rounding.TRUNCATE,
            constant=0b10101010101, ready=3,
        )
        for k in (1, 2)
    ]  # fmt: skip
    other = dataclasses.replace(equal[0], index=3, name="s3", constant=0b10001001001001)
    for products, moved in ((equal, 0), ([*equal, other], 1)):
        operations = (port, *products)
        stages = divided_into_stages(operations, tuple(o.index for o in products))
        trigonometry = TrigonometricFormat.for_width(16)
        design = Design("r", "a", 1, trigonometry, operations, (), stages, (), ())
        assert len(with_spare_blocks(design, 9, 18).in_blocks) == moved


def test_a_constant_wider_than_a_block_keeps_its_adders():
    design = made()
    moved = with_spare_blocks(design, 1000, 12)
    for index in moved.in_blocks:
        operation = design.operations[index]
        assert operation.constant < 1 << 11
        assert design.operations[operation.operands[0]].format.width <= 12


def test_what_shares_units_or_has_a_block_stays():
    for design in (build_ring(load_robot("stanford")), made(target=SHORTEST)):
        moved = with_spare_blocks(design, 1000, 18)
        users = [design.operations[i] for i in moved.in_blocks]
        assert all(o.unit is None and o.ready - o.start >= 2 for o in users)
        assert cost(moved).multipliers == cost(design).multipliers + len(users)
