"""What the parts of one operation take, fitted where Yosys makes much of them (measured alone)."""

from __future__ import annotations

from dataflow.cells.cells import Cells, carry_chain
from dataflow.design import Design
from dataflow.numbers.formats import Rounding, TrigonometricFormat
from dataflow.numbers.reciprocal import ReciprocalFormat
from dataflow.operation import Operation
from dataflow.operators import Operator

BLOCK_BITS = 18
"""Of an operand of a multiplier block."""


def sum_cells(design: Design, operation: Operation, width: int) -> Cells:
    """Return what an adder of its own takes, whose result has so many bits that are read.

    A half that rounds goes into the chain of carries; of three operands two tables a bit make two.
    """
    if operation.operator in (Operator.POSITIVE, Operator.NEGATIVE):
        compared = design.operations[operation.operands[0]].format.width
        return Cells(carry_chain(compared) / 2, 1)
    places = operation.sum_fraction - operation.format.fraction
    rounded = operation.rounding is Rounding.HALF_UP and places > 0
    length = operation.format.width + max(0, places) if rounded or places > 0 else width
    joined = 2 * length if len(operation.operands) > 2 else 0
    return Cells(carry_chain(length) + joined, width)


def multiplier_cells(a: int, b: int, kept: int, latency: int) -> Cells:
    """Return what a multiplier takes beside its blocks, which hold the registers of one block.

    A wider product is one of several blocks, whose results are added, with registers of its own;
    those of its operands are not counted here.
    """
    wide = (a > BLOCK_BITS) + (b > BLOCK_BITS)
    if not wide:
        return Cells()
    luts = 1.5 * (a + b) if wide == 2 else float(min(a, b))
    return Cells(luts, (2 if latency > 2 else 1) * kept)


def sine_cosine_cells(form: TrigonometricFormat, multiply: int) -> Cells:
    """Return what a unit of sine and cosine takes beside two multipliers and its table.

    Half of it, for one of the two: the address, the residual and the value, each as it is or
    turned; the half that rounds added to the value; both added.
    """
    products = max(2, multiply)
    value, residual = form.table_fraction + 1, form.residual_bits
    luts = form.table_bits + value + residual + 3
    luts += carry_chain(residual) + carry_chain(value - 2) + carry_chain(form.slope_fraction + 2)
    registers = residual + 2 + value + 1 + (products - 1) * (value + 2) + form.fraction + 2
    return Cells(2 * luts, 2 * registers) + _small_table(form)


def _small_table(form: TrigonometricFormat) -> Cells:
    """Return what a table of sines takes that is too small for a block memory: read twice."""
    width = 2 * form.table_fraction - form.table_bits
    bits = width << form.table_bits
    return Cells(0.19 * bits, 2 * width) if bits < 1 << 12 else Cells()


def reciprocal_cells(form: ReciprocalFormat) -> Cells:
    """Return what a reciprocal takes beside its multiplier blocks.

    Its shift to the left is a choice by place; that back to the right one of rounded sums, for each
    place from which bits are dropped. From the second step on products take several blocks.
    """
    shifts = (form.shift(place) for place in range(form.normal + 1))
    rounded = sum(
        max(0, min(form.result.width, form.fraction + 2 - shift)) for shift in shifts if shift > 0
    )
    luts = 2.23 * rounded + 7 * (form.normal + 1) + 60 + 300 * (form.steps - 1)
    return Cells(luts, 16.0 * form.fraction * form.steps)
