"""One hardware operation: what it computes exactly, how it is rounded, when it is done.

This is the contract between the emulator, which interprets it, and the hardware, which is built
from it. What each operator computes, `dataflow.operators` says. That the rounded result fits into
``format``'s width is proved for every input when the operation is made.
"""

from __future__ import annotations

from dataclasses import dataclass

from dataflow.numbers.formats import Format, Rounding
from dataflow.operators import Operator


@dataclass(frozen=True)
class Operation:
    """One operation of a stage.

    Attributes
    ----------
    index
        Its place among all operations of the design; operands have smaller ones.
    name, stage
        What the result is called, and the step that computes it.
    sum_fraction
        Fraction bits at which sums, differences and NEGATE work.
    constant, constant_fraction
        The factor of SCALE, or the integer of CONSTANT.
    start
        The clock cycle, counted from the one in which the inputs enter, in which the operands are
        read.
    ready
        The cycle from which on the result is there: ``start`` plus the latency.
    unit
        Which multiplier (MULTIPLY, SCALE), adder (sums) or sine and cosine unit of
        its stage it shares with others; None where it has hardware of its own.
    """

    index: int
    name: str
    stage: str
    operator: Operator
    operands: tuple[int, ...]
    format: Format
    rounding: Rounding
    sum_fraction: int = 0
    constant: int = 0
    constant_fraction: int = 0
    start: int = 0
    ready: int = 0
    unit: int | None = None
