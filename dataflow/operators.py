"""Every operator, declared once: what it takes, which hardware does it, how long, what it gives.

Units, schedule, cost, proof and the emulator's check of its ranges read the declarations here;
emulator and hardware write the arithmetic itself, each on its own. All arithmetic is on the
integers of the operands' formats:

=========  ==================================================================================
PORT       the integer on an input
CONSTANT   ``constant``
SINE       see `dataflow.numbers.formats.TrigonometricFormat`; the operand is a binary angle
COSINE     likewise
POSITIVE   1 if the operand is more than 0, else 0
NEGATIVE   1 if the operand is less than 0, else 0
ANGLE_SUM  operand 0 plus operand 1, both binary angles, modulo a turn: into the same bits
MULTIPLY   operand 0 times operand 1, with the sum of their fraction bits
SCALE      operand 0 times ``constant``, with the sum of their fraction bits
ADD        operand 0 plus operand 1, both brought to ``sum_fraction`` fraction bits first: by
           zeros on the right, or by dropping low bits (towards minus infinity)
SUBTRACT   operand 0 minus operand 1, likewise
NEGATE     zero minus operand 0, likewise
SUM_3      operand 0 plus operand 1 plus operand 2, likewise
SUM_2_1    operand 0 plus operand 1 minus operand 2, likewise
SUM_1_2    operand 0 minus operand 1 minus operand 2, likewise
RECIPROCAL one over operand 0, which is positive: `dataflow.numbers.reciprocal`; ``constant`` is the
           number of Newton's steps
=========  ==================================================================================

The exact result is then rounded, as ``rounding`` says, to ``format``'s fraction bits
(`dataflow.operation.Operation`).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dataflow.numbers.formats import signed_digits
from dataflow.numbers.knowledge import SLACK, Fact

Span = tuple[int, int]
"""The lowest and the highest of some integers."""


class UnitKind(enum.Enum):
    """Hardware that operations can share."""

    MULTIPLIER = "multiplier"
    ADDER = "adder"
    TRIGONOMETRY = "trigonometry"


@dataclass(frozen=True)
class Target:
    """Clock cycles from an operation's operands to its result, as registers in between.

    ``hurried`` prefers few cycles to a fast clock: a product with a constant takes a multiplier
    where its adders would take longer, and any three summands are added at once that are there.
    ``choice`` is what a shared adder or unit of sine and cosine takes beside ``add`` or
    ``trigonometry``: for a register behind the choice of each operand.
    """

    multiply: int = 3
    add: int = 1
    trigonometry: int = 5
    hurried: bool = False
    choice: int = 0


SHORT = Target(multiply=2, trigonometry=4)
"""Multipliers of two cycles, and sines and cosines with them."""

SHORTEST = Target(multiply=2, trigonometry=4, hurried=True)
"""The fewest cycles with them."""

SINGLE = Target(multiply=1, trigonometry=4)
"""Multipliers of one cycle, whose operands come straight from the registers that they stand in.

Sines and cosines have two for their products: what a table gives is registered in the block."""

LONG = Target(choice=1)
"""The usual parts, and registers behind the choice of what shared adders, sines and cosines read.

Where none is shared, in most arrays, it is as with the usual parts."""

TARGETS = {"usual": Target(), "short": SHORT, "shortest": SHORTEST, "single": SINGLE, "long": LONG}
"""What ``--parts`` may name."""


Latency = Callable[[Target, int, bool], int]
"""Cycles by the parts' latencies, the constant, and whether the unit is shared."""


@dataclass(frozen=True)
class Declaration:
    """What is to be known of an operator.

    Attributes
    ----------
    name
        What it is called in reports.
    arity
        How many operands it has.
    latency
        See `Latency`.
    unit
        The kind of hardware that it can share with others; None where there is nothing to share.
    aligned
        Whether operands are brought to common fraction bits first; else their fraction bits add up.
    span
        The exact result's integers from those of its operands (of a SCALE: operand and constant).
        None for what has a format of its own: ports, constants, angles, sines, cosines, directions.
    error
        A bound of the exact result's distance from the true one, from the operands' facts.
    """

    name: str
    arity: int
    latency: Latency
    unit: UnitKind | None = None
    aligned: bool = False
    span: Callable[[Sequence[Span]], Span] | None = None
    error: Callable[[Sequence[Fact]], float] | None = None


def scale_levels(constant: int) -> int:
    """Return the levels of adders that a product with a positive constant takes."""
    return (len(signed_digits(constant)) - 1).bit_length()


def takes_block(target: Target, constant: int) -> bool:
    """Tell whether a product with a constant takes a multiplier though it shares none."""
    return target.hurried and target.add * scale_levels(constant) > target.multiply


def _no_time(target: Target, constant: int, shared: bool) -> int:
    return 0


def _multiplier_time(target: Target, constant: int, shared: bool) -> int:
    return target.multiply


def _adder_time(target: Target, constant: int, shared: bool) -> int:
    return target.add


def _sum_time(target: Target, constant: int, shared: bool) -> int:
    return target.add + (target.choice if shared else 0)


def _trigonometry_time(target: Target, constant: int, shared: bool) -> int:
    return target.trigonometry + (target.choice if shared else 0)


def _reciprocal_time(target: Target, constant: int, shared: bool) -> int:
    # Normalised, read from the table, steps of two products and a sum between, shifted and rounded.
    return 3 + constant * (2 * target.multiply + target.add)


def _scale_time(target: Target, constant: int, shared: bool) -> int:
    # A tree of adders over the constant's signed digits, a register behind each level: a power of
    # two is wiring. One that shares a unit is a product like any other.
    if shared or takes_block(target, constant):
        return target.multiply
    return target.add * scale_levels(constant)


def _product_span(spans: Sequence[Span]) -> Span:
    corners = [x * y for x in spans[0] for y in spans[1]]
    return min(corners), max(corners)


def _sum_span(spans: Sequence[Span]) -> Span:
    (a, b), (c, d) = spans
    return a + c, b + d


def _difference_span(spans: Sequence[Span]) -> Span:
    (a, b), (c, d) = spans
    return a - d, b - c


def _sum_of_signs(*signs: int) -> Callable[[Sequence[Span]], Span]:
    """Return the span of a sum of as many operands, each with its sign."""

    def span(spans: Sequence[Span]) -> Span:
        ends = [
            (low, high) if sign > 0 else (-high, -low)
            for sign, (low, high) in zip(signs, spans, strict=True)
        ]
        return sum(low for low, _ in ends), sum(high for _, high in ends)

    return span


def _negative_span(spans: Sequence[Span]) -> Span:
    ((low, high),) = spans
    return -high, -low


def _product_error(facts: Sequence[Fact]) -> float:
    """Bound by |a b - a' b'| <= |a| |b - b'| + |b'| |a - a'|, the better way round."""
    left, right = facts
    a, b = left.known, right.known
    return SLACK * min(
        left.largest * b.error + b.magnitude * a.error,
        right.largest * a.error + a.magnitude * b.error,
    )


def _scale_error(facts: Sequence[Fact]) -> float:
    """Bound by |k x - k' x'| <= |k'| |x - x'| + |k - k'| |x|; k' stands for k."""
    value, factor = facts
    k = value.known
    return SLACK * (factor.largest * k.error + factor.known.error * k.magnitude)


def _total_error(facts: Sequence[Fact]) -> float:
    return SLACK * sum(fact.known.error for fact in facts)


class Operator(enum.Enum):
    """What an operation does with its operands; the value is its `Declaration`."""

    PORT = Declaration("port", 0, _no_time)
    CONSTANT = Declaration("constant", 0, _no_time)
    SINE = Declaration("sine", 1, _trigonometry_time, UnitKind.TRIGONOMETRY)
    COSINE = Declaration("cosine", 1, _trigonometry_time, UnitKind.TRIGONOMETRY)
    POSITIVE = Declaration("positive", 1, _adder_time)
    NEGATIVE = Declaration("negative", 1, _adder_time)
    ANGLE_SUM = Declaration("angle sum", 2, _sum_time, UnitKind.ADDER)
    MULTIPLY = Declaration(
        "multiply", 2, _multiplier_time, UnitKind.MULTIPLIER,
        span=_product_span, error=_product_error,
    )  # fmt: skip
    SCALE = Declaration(
        "scale", 1, _scale_time, UnitKind.MULTIPLIER, span=_product_span, error=_scale_error
    )
    ADD = Declaration(
        "add", 2, _sum_time, UnitKind.ADDER, aligned=True, span=_sum_span, error=_total_error
    )
    SUBTRACT = Declaration(
        "subtract", 2, _sum_time, UnitKind.ADDER, aligned=True,
        span=_difference_span, error=_total_error,
    )  # fmt: skip
    NEGATE = Declaration(
        "negate", 1, _sum_time, UnitKind.ADDER, aligned=True,
        span=_negative_span, error=_total_error,
    )  # fmt: skip

    SUM_3 = Declaration(
        "sum of three", 3, _sum_time, UnitKind.ADDER, aligned=True,
        span=_sum_of_signs(1, 1, 1), error=_total_error,
    )  # fmt: skip
    SUM_2_1 = Declaration(
        "sum of two less one", 3, _sum_time, UnitKind.ADDER, aligned=True,
        span=_sum_of_signs(1, 1, -1), error=_total_error,
    )  # fmt: skip
    SUM_1_2 = Declaration(
        "one less two", 3, _sum_time, UnitKind.ADDER, aligned=True,
        span=_sum_of_signs(1, -1, -1), error=_total_error,
    )  # fmt: skip
    RECIPROCAL = Declaration("reciprocal", 1, _reciprocal_time)

    @property
    def unit(self) -> UnitKind | None:
        """The kind of hardware that it can share."""
        return self.value.unit

    def latency(self, target: Target, constant: int = 0, *, shared: bool = False) -> int:
        """Return the cycles from operands to result."""
        return self.value.latency(target, constant, shared)


def users_of(kind: UnitKind) -> tuple[Operator, ...]:
    """Return the operators that a kind of unit can do."""
    return tuple(operator for operator in Operator if operator.unit is kind)
