import pytest

from dataflow.cells.cells import Cells
from dataflow.cells.parts import (
    multiplier_cells,
    reciprocal_cells,
    sine_cosine_cells,
    sum_cells,
)
from dataflow.numbers.formats import Format, Rounding, TrigonometricFormat
from dataflow.numbers.reciprocal import ReciprocalFormat
from dataflow.operation import Operation
from dataflow.operators import Operator
from tests.designs import made


def adder(operator, count, sum_fraction, rounding):
    return Operation(
        9, "sum", "s", operator, tuple(range(count)), Format(18, 10), rounding,
        sum_fraction=sum_fraction,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("operation", "cells"),
    [
        (adder(Operator.ADD, 2, 10, Rounding.TRUNCATE), Cells(18, 18)),
        (adder(Operator.ADD, 2, 13, Rounding.HALF_UP), Cells(22, 18)),  # 21 places
        (adder(Operator.SUM_3, 3, 12, Rounding.HALF_UP), Cells(20 + 40, 18)),
    ],
)
def test_an_adder_is_as_long_as_what_it_adds(operation, cells):
    assert sum_cells(made("machado_2r"), operation, 18) == cells


def test_a_product_of_one_block_takes_nothing_else():
    assert multiplier_cells(18, 18, 30, 3) == Cells()
    assert multiplier_cells(19, 18, 30, 3).flip_flops == 60
    assert multiplier_cells(24, 24, 38, 1).flip_flops == 38


@pytest.mark.parametrize(
    ("width", "multiply", "luts", "flip_flops"),
    [
        (18, 3, 183, 182), (18, 1, 183, 138), (15, 3, 153, 156), (16, 3, 166, 164),
        (17, 3, 172, 174), (14, 3, 733, 194),
    ],
)  # fmt: skip
def test_sine_and_cosine_are_what_yosys_counts_of_them_alone(width, multiply, luts, flip_flops):
    """Yosys 0.70, `synth_ecp5 -noabc9 -nowidelut` of `hdl.parts.trig.SineCosine` of ECP5 parts."""
    found = sine_cosine_cells(TrigonometricFormat.for_width(width), multiply)
    assert found.luts == pytest.approx(luts, rel=0.05)
    assert found.flip_flops == pytest.approx(flip_flops, rel=0.05)


@pytest.mark.parametrize(
    ("operand", "result", "luts", "flip_flops"),
    [
        ((18, 12), (18, 15), 585, 346), ((18, 14), (18, 18), 411, 346),
        ((18, 19), (18, 14), 379, 344), ((18, 10), (18, 10), 687, 344),
        ((20, 14), (22, 10), 1151, 871), ((24, 14), (24, 14), 1418, 961),
    ],
)  # fmt: skip
def test_a_reciprocal_is_what_yosys_counts_of_it_alone(operand, result, luts, flip_flops):
    found = reciprocal_cells(ReciprocalFormat(Format(*operand), Format(*result)))
    assert found.luts == pytest.approx(luts, rel=0.07)
    assert found.flip_flops == pytest.approx(flip_flops, rel=0.08)
