"""One hardware operation: what it computes exactly, how it is rounded, when it is done.

This is the contract between the emulator, which interprets it, and the hardware, which is built
from it. All arithmetic is on the integers of the operands' formats.

=========  ==================================================================================
PORT       the integer on an input
CONSTANT   ``constant``
SINE       see `dataflow.numbers.formats.TrigonometricFormat`; the operand is a binary angle
COSINE     likewise
MULTIPLY   operand 0 times operand 1, with the sum of their fraction bits
SCALE      operand 0 times ``constant``, with the sum of their fraction bits
ADD        operand 0 plus operand 1, both brought to ``sum_fraction`` fraction bits first: by
           zeros on the right, or by dropping low bits (towards minus infinity)
SUBTRACT   operand 0 minus operand 1, likewise
NEGATE     zero minus operand 0, likewise
=========  ==================================================================================

The exact result is then rounded, as ``rounding`` says, to ``format``'s fraction bits. That it fits
into ``format``'s width is proved for every input when the operation is made.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from dataflow.numbers.formats import Format, Rounding, signed_digits


class Operator(enum.Enum):
    """What an operation does with its operands."""

    PORT = "port"
    CONSTANT = "constant"
    SINE = "sine"
    COSINE = "cosine"
    MULTIPLY = "multiply"
    SCALE = "scale"
    ADD = "add"
    SUBTRACT = "subtract"
    NEGATE = "negate"


ADDITIONS = (Operator.ADD, Operator.SUBTRACT, Operator.NEGATE)
"""What an adder does."""

TRIGONOMETRIC = (Operator.SINE, Operator.COSINE)
"""What a sine and cosine unit gives."""


@dataclass(frozen=True)
class Target:
    """Clock cycles from an operation's operands to its result, as registers in between."""

    multiply: int = 3
    add: int = 1
    trigonometry: int = 7


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
        Fraction bits at which ADD, SUBTRACT and NEGATE work.
    constant, constant_fraction
        The factor of SCALE, or the integer of CONSTANT.
    start
        The clock cycle, counted from the one in which the inputs enter, in which the operands are
        read.
    ready
        The cycle from which on the result is there: ``start`` plus the latency.
    unit
        Which multiplier (MULTIPLY, SCALE), adder (ADD, SUBTRACT, NEGATE) or sine and cosine unit of
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


def latency_of(operator: Operator, constant: int, target: Target, *, shared: bool = False) -> int:
    """Cycles that an operation takes.

    SCALE is a tree of adders over the constant's signed digits, a register behind each level: a
    power of two is wiring and takes none. One that shares a unit is a product like any other.
    """
    if operator is Operator.MULTIPLY or (operator is Operator.SCALE and shared):
        return target.multiply
    if operator in TRIGONOMETRIC:
        return target.trigonometry
    if operator is Operator.SCALE:
        return target.add * scale_levels(constant)
    if operator in ADDITIONS:
        return target.add
    return 0


def scale_levels(constant: int) -> int:
    """Levels of adders that a product with a positive constant takes."""
    return (len(signed_digits(constant)) - 1).bit_length()
