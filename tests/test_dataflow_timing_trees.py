"""Products with one constant that share a tree: when it is worth it, and in cycles of their own."""

import dataclasses

import pytest

from dataflow.build import build_array, build_ring
from dataflow.numbers.formats import Format, Rounding
from dataflow.operation import Operation
from dataflow.operators import SHORTEST, Operator, Target
from dataflow.timing.blocks import with_spare_blocks
from dataflow.timing.cost import cost
from dataflow.timing.trees import with_shared_trees
from golden.load import load_robot

DEAR, CHEAP = 0b10101010101, 0b101
"""Constants of five adders and of one."""


def stage(constant, *starts, late=20):
    """Products of a port each, and a sum of all in cycle ``late``."""
    form, count = Format(16, 8), len(starts)
    ports = [
        Operation(i, f"p{i}", "", Operator.PORT, (), form, Rounding.EXACT) for i in range(count)
    ]
    taken = Operator.SCALE.latency(Target(), constant)
    products = [
        Operation(
            count + i, f"s{i}", "s", Operator.SCALE, (i,), form, Rounding.EXACT,
            constant=constant, start=start, ready=start + taken,
        )
        for i, start in enumerate(starts)
    ]  # fmt: skip
    total = [2 * count]
    results = []
    for i in range(1, count):  # a chain of sums, all in the last cycles
        left = count if i == 1 else total[-1] - 1
        results.append(
            Operation(
                total[-1], f"t{i}", "s", Operator.ADD, (left, count + i), form, Rounding.EXACT,
                start=late + i, ready=late + i + 1,
            )
        )  # fmt: skip
        total.append(total[-1] + 1)
    return (*ports, *products, *results), (2 * count + count - 2,)


def test_products_move_apart_and_share():
    operations, outputs = stage(DEAR, 3, 3, 3, 3)
    moved, trees = with_shared_trees(operations, outputs, 4, Target())
    assert trees == ((4, 5, 6, 7),)
    assert sorted(moved[i].start % 4 for i in trees[0]) == [0, 1, 2, 3]
    for before, after in zip(operations, moved, strict=True):
        assert after.ready - after.start == before.ready - before.start
        assert before.operator is Operator.SCALE or before == after
        assert after.operator is not Operator.SCALE or 0 <= after.start <= 21 - 3


def test_no_more_share_than_there_are_cycles():
    operations, outputs = stage(DEAR, 3, 3, 3, 3, 3)
    _, trees = with_shared_trees(operations, outputs, 2, Target())
    assert [len(tree) for tree in trees] == [2, 2]
    assert with_shared_trees(operations, outputs, 1, Target()) == (operations, ())


def test_what_costs_less_than_the_choice_stays_alone():
    assert with_shared_trees(*stage(CHEAP, 0, 1, 2, 3), 4, Target())[1] == ()
    operations, outputs = stage(0b100101, 0, 1)  # two adders: two operands to choose between
    assert with_shared_trees(operations, outputs, 2, Target())[1] == ()
    assert with_shared_trees(*stage(0b100101, 0, 1, 2, 3), 4, Target())[1] == ((4, 5, 6, 7),)


def test_what_has_no_time_left_does_not_move():
    operations, outputs = stage(DEAR, 0, 0, late=2)
    assert with_shared_trees(operations, outputs, 4, Target()) == (operations, ())


def test_the_first_reader_is_in_time():
    operations, outputs = stage(DEAR, 0, 0)
    early = dataclasses.replace(operations[-1], index=5, name="early", start=3, ready=4)
    both = (*operations, early)
    assert with_shared_trees(both, (*outputs, 5), 4, Target()) == (both, ())
    assert with_shared_trees(operations, outputs, 4, Target())[1] == ((2, 3),)


def test_a_product_in_a_block_has_no_tree():
    operations, outputs = stage(0b1010101010101, 3, 3, 3, 3)
    blocks = dataclasses.replace(SHORTEST, multiply=2)
    assert with_shared_trees(operations, outputs, 4, Target())[1]
    assert with_shared_trees(operations, outputs, 4, blocks)[1] == ()


@pytest.mark.parametrize("interval", [2, 5])
def test_a_design_that_shares_keeps_its_time_and_its_order(interval):
    design = build_array(load_robot("stanford"), initiation_interval=interval)
    alone = dataclasses.replace(design, trees=())
    assert design.trees
    assert cost(design).adders < cost(alone).adders
    for tree in design.trees:
        shared = [design.operations[i] for i in tree]
        assert len({(o.stage, o.constant) for o in shared}) == 1
        assert len({o.start % interval for o in shared}) == len(shared)
    for operation in design.operations:
        for operand in operation.operands:
            assert design.operations[operand].ready <= operation.start
    spared = with_spare_blocks(design, 1000, 60)
    assert not spared.in_blocks & {i for tree in design.trees for i in tree}


def test_only_arrays_above_an_interval_of_1_share_trees():
    robot = load_robot("machado_2r")
    assert build_array(robot).trees == build_ring(robot).trees == ()
