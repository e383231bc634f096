import dataclasses

import pytest

from dataflow.cells.cells import Cells, memory
from dataflow.cells.delays import Delays, read_widths
from dataflow.design import Port, Stage
from dataflow.numbers.formats import Format, Rounding
from dataflow.operation import Operation
from dataflow.operators import SINGLE, Operator
from tests.designs import made

WIDE = Format(10, 6)


def operation(index, operator, operands=(), start=0, stage="s", **more):
    return Operation(
        index, f"n{index}", stage, operator, operands, more.pop("format", WIDE), Rounding.TRUNCATE,
        start=start, ready=start + (1 if operands else 0), **more,
    )  # fmt: skip


def design_of(*operations, interval=1):
    """Return a design of Machado's arm with these operations in place of its own."""
    design = made("machado_2r", "newton-euler", 1)
    return dataclasses.replace(
        design, operations=operations, outputs=(), initiation_interval=interval
    )


def cells_of(design, *stages):
    delays = Delays(design, read_widths(design))
    for name in stages:
        own = tuple(o for o in design.operations if o.stage == name and o.operands)
        delays.add_stage(Stage(name, own, (), ()), ())
    return delays.cells


def test_a_sum_reads_the_bits_above_its_own_fraction():
    port, total = operation(0, Operator.PORT), operation(
        1, Operator.ADD, (0, 0), sum_fraction=2, format=Format(6, 2)
    )  # fmt: skip
    assert read_widths(design_of(port, total)) == [6, 6]
    product = operation(2, Operator.MULTIPLY, (0, 0))
    assert read_widths(design_of(port, total, product))[0] == 10


@pytest.mark.parametrize("start", [0, 1, 3])
def test_a_short_wait_is_a_register_a_step(start):
    design = design_of(operation(0, Operator.PORT), operation(1, Operator.MULTIPLY, (0, 0), start))
    assert cells_of(design, "s") == Cells(0, 10 * start)


def test_a_long_wait_is_a_memory_with_an_address():
    design = design_of(operation(0, Operator.PORT), operation(1, Operator.MULTIPLY, (0, 0), 9))
    assert cells_of(design, "s") == memory(10, 8) + Cells(3, 3)


def test_a_step_takes_an_interval():
    design = design_of(
        operation(0, Operator.PORT), operation(1, Operator.MULTIPLY, (0, 0), 9), interval=4
    )
    assert cells_of(design, "s") == Cells(0, 10 * 3)


def test_what_waits_in_two_stages_waits_once():
    port = operation(0, Operator.PORT)
    readers = [
        operation(k, Operator.MULTIPLY, (0, 0), start, stage)
        for k, start, stage in ((1, 2, "s"), (2, 3, "t"))
    ]
    assert cells_of(design_of(port, *readers), "s", "t") == Cells(0, 10 * 3)


def test_what_adders_register_is_what_waits_anyway():
    port, first, later = (
        operation(0, Operator.PORT),
        operation(1, Operator.SCALE, (0,), 1, constant=5),
        operation(2, Operator.MULTIPLY, (0, 0), 3),
    )
    design = design_of(port, first, later)
    delays = Delays(design, read_widths(design))
    delays.add_stage(Stage("s", (first, later), (), ()), ())
    delays.add_behind(first, 0, {1: 10, 2: 4, 3: 7})
    assert delays.cells == Cells(0, 10 * 3 + 7)


def test_a_multiplier_of_one_cycle_has_the_last_step_at_its_operands():
    product = operation(1, Operator.MULTIPLY, (0, 0), 3)
    design = dataclasses.replace(design_of(operation(0, Operator.PORT), product), target=SINGLE)
    assert cells_of(design, "s") == Cells(0, 10 * 2)


def test_results_wait_for_the_last():
    port = operation(0, Operator.PORT)
    early, late = (operation(k, Operator.MULTIPLY, (0, 0), k) for k in (1, 3))
    between = operation(2, Operator.MULTIPLY, (0, 0), 2)
    design = design_of(port, early, between, late)
    outputs = tuple(Port(o.name, 1, o.index, WIDE, "N m") for o in (early, late))
    design = dataclasses.replace(design, outputs=outputs)
    assert design.depth == 4
    delays = Delays(design, read_widths(design))
    delays.add_outputs()
    assert delays.cells == Cells(0, 10 * 2)
