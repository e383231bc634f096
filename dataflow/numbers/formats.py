"""Number formats: two's complement with a binary point, and how a result is rounded into one."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass


class Rounding(enum.Enum):
    """What happens to the fraction bits that a format has no room for."""

    EXACT = "exact"
    TRUNCATE = "truncate towards minus infinity"
    HALF_UP = "round half up"


@dataclass(frozen=True)
class Format:
    """A signed number of ``width`` bits: the integer times two to the minus ``fraction``.

    ``fraction`` may exceed the width (small numbers) or be negative (large ones).
    """

    width: int
    fraction: int

    @property
    def lowest(self) -> int:
        """The smallest integer."""
        return -(1 << (self.width - 1))

    @property
    def highest(self) -> int:
        """The largest integer."""
        return (1 << (self.width - 1)) - 1

    @property
    def resolution(self) -> float:
        """The value of the lowest bit."""
        return math.ldexp(1.0, -self.fraction)

    @property
    def reach(self) -> float:
        """The largest magnitude of what is rounded to a pattern: half a step beyond the lowest."""
        return math.ldexp(float(-self.lowest) + 0.5, -self.fraction)

    def value(self, integer: int) -> float:
        """Return the number that an integer stands for."""
        return math.ldexp(float(integer), -self.fraction)

    def __str__(self) -> str:
        return f"Q{self.width - self.fraction}.{self.fraction}"


def width_of(lowest: int, highest: int) -> int:
    """Return the bits of the shortest two's complement that holds both integers; at least one."""
    return max((end if end >= 0 else ~end).bit_length() for end in (lowest, highest)) + 1


def shift_rounded(integer: int, places: int, rounding: Rounding) -> int:
    """Return ``integer`` over two to the ``places``; exact to the left, rounded to the right."""
    if places <= 0:
        return integer << -places
    if rounding is Rounding.HALF_UP:
        integer += 1 << (places - 1)
    return integer >> places


def integer_bits(magnitude: float) -> int:
    """Return the integer bits, the sign's included, that hold plus and minus ``magnitude``."""
    if magnitude == 0.0:
        return 1
    return math.floor(math.log2(magnitude)) + 2


@dataclass(frozen=True)
class Constant:
    """A coefficient in the fewest bits that hold it to a given width."""

    integer: int
    fraction: int

    @property
    def value(self) -> float:
        """The number that is multiplied with in place of the robot's own."""
        return math.ldexp(float(self.integer), -self.fraction)

    @classmethod
    def nearest(cls, value: float, width: int) -> Constant:
        """Return ``value`` to ``width`` bits, sign included, trailing zeros dropped."""
        fraction = width - integer_bits(abs(value))
        integer = round(math.ldexp(value, fraction))
        if integer == 0:
            return cls(0, 0)
        zeros = (integer & -integer).bit_length() - 1
        return cls(integer >> zeros, fraction - zeros)


def signed_digits(integer: int) -> list[tuple[int, int]]:
    """Return the canonical signed digits of an integer as (sign, place): no two are neighbours.

    It is the shortest sum of signed powers of two, so it needs the fewest adders
    (Reitwiesner 1960).
    """
    digits, place = [], 0
    while integer:
        if integer & 1:
            sign = 2 - (integer & 3)
            digits.append((sign, place))
            integer -= sign
        integer >>= 1
        place += 1
    return digits


@dataclass(frozen=True)
class TrigonometricFormat:
    """Sine and cosine of a binary angle by a table of tangents.

    An angle is ``angle_bits`` bits of a turn, so every pattern is legal and wraps. Its upper two
    bits name the quadrant, the next ``table_bits`` a segment of it; the table holds, for the
    segment's middle, the sine (``table_fraction`` bits) and its slope per step of the angle
    (``slope_fraction`` bits); the residual, measured from the middle, is signed. In the first
    quadrant sine = value + slope * residual; the cosine is the sine of the mirrored angle, which
    has the segments in reverse order and the residual negated. The sum is rounded half up to
    ``fraction`` bits before the quadrant's sign is applied.
    """

    angle_bits: int
    fraction: int
    table_bits: int
    table_fraction: int
    slope_fraction: int

    @classmethod
    def for_width(cls, width: int) -> TrigonometricFormat:
        """Return the smallest table whose tangents stay within an eighth of the last bit."""
        fraction = width - 2
        table_bits = math.ceil(math.log2(2.0 * math.pi) - 3.0 + (fraction + 2) / 2.0)
        table_bits = max(1, min(table_bits, width - 3))
        table_fraction = fraction + 3
        residual_bits = width - 2 - table_bits
        return cls(width, fraction, table_bits, table_fraction, table_fraction + residual_bits)

    @property
    def residual_bits(self) -> int:
        """Bits of the angle within a segment."""
        return self.angle_bits - 2 - self.table_bits

    @property
    def format(self) -> Format:
        """Of the sine and the cosine: one integer bit beside the sign, so that 1 is exact."""
        return Format(self.fraction + 2, self.fraction)

    @property
    def error(self) -> float:
        """Largest error of a sine or cosine of the angle on the port."""
        reach = 2.0 * math.pi * 2.0 ** (self.residual_bits - 1 - self.angle_bits)
        tangent = reach * reach / 2.0
        table = 2.0 ** -(self.table_fraction + 1)
        slope = 2.0 ** (self.residual_bits - 1 - self.slope_fraction - 1)
        return tangent + table + slope + 2.0 ** -(self.fraction + 1)

    @property
    def angle_error(self) -> float:
        """Half a step of the angle, rad: what rounding an angle onto the port may cost."""
        return math.pi * 2.0**-self.angle_bits
