"""Polynomials in n with exact coefficients: operation counts as papers print and as we fit them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

_TERM = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>\d+)?(?:(?:_(?P<part>\d+)|(?P<pure>))/(?P<below>\d+))?"
    r"(?P<n>n(?:\^(?P<power>\d+))?)?"
)

FITTED = range(1, 9)
"""The n that a polynomial is fitted on."""
CHECKED = 12
"""The n that it must then hold at."""


@dataclass(frozen=True)
class Polynomial:
    """A polynomial in n; ``coefficients[k]`` belongs to n to the power of k."""

    coefficients: tuple[Fraction, ...]

    @classmethod
    def of(cls, *descending: int | Fraction) -> Polynomial:
        """Return the polynomial of coefficients from the highest power to the lowest."""
        return cls(_trimmed([Fraction(value) for value in reversed(descending)]))

    @property
    def degree(self) -> int:
        """The highest power; 0 for a constant."""
        return len(self.coefficients) - 1

    def __call__(self, n: int) -> Fraction:
        """Return its value at n."""
        return sum(
            (value * n**power for power, value in enumerate(self.coefficients)), start=Fraction()
        )

    def __str__(self) -> str:
        """Return it as papers print it: ``32 1/2 n^4 + 24n - 12``."""
        terms = [
            (value, power) for power, value in enumerate(self.coefficients) if value or not power
        ]
        text = ""
        for value, power in reversed(terms):
            if not value and len(terms) > 1:
                continue
            sign = "-" if value < 0 else "+"
            text += f" {sign} " if text else sign.strip("+")
            text += _term(abs(value), power)
        return text


def parse(text: str) -> Polynomial:
    """Return the polynomial that a print has, as ``65n - 7`` or ``32 1/2 n^4 - 128``.

    Raises
    ------
    ValueError
        The text is no polynomial in n.
    """
    # "32 1/2" is told from "32" and "1/2" by the blank, which is kept as an underscore.
    packed = re.sub(r"(\d) (\d+/\d)", r"\1_\2", text).replace(" ", "")
    found: dict[int, Fraction] = {}
    place = 0
    while place < len(packed):
        match = _TERM.match(packed, place)
        if match is None or match.end() == place or not (match["whole"] or match["n"]):
            raise ValueError(f"{text!r} is no polynomial in n")
        power = 0 if not match["n"] else int(match["power"] or 1)
        found[power] = found.get(power, Fraction()) + _coefficient(match)
        place = match.end()
    if not found:
        raise ValueError(f"{text!r} is no polynomial in n")
    return Polynomial(_trimmed([found.get(power, Fraction()) for power in range(max(found) + 1)]))


def fit(count: Callable[[int], int], degree: int) -> Polynomial:
    """Return the polynomial that a count follows: exact on `FITTED`, and at `CHECKED` beyond.

    Parameters
    ----------
    count
        From n to a number of operations.
    degree
        The highest power; less than the number of points.

    Raises
    ------
    ValueError
        The count is no such polynomial.
    """
    points = [(n, count(n)) for n in FITTED]
    found = interpolate(points[: degree + 1])
    for n, value in [*points, (CHECKED, count(CHECKED))]:
        if found(n) != value:
            raise ValueError(f"{value} at n = {n}, where {found} is {found(n)}")
    return found


def interpolate(points: Sequence[tuple[int, int]]) -> Polynomial:
    """Return the polynomial of least degree through points, by Lagrange's formula."""
    total = [Fraction()] * len(points)
    for n, value in points:
        others = [other for other, _ in points if other != n]
        basis = _product([Fraction(-other), Fraction(1)] for other in others)
        scale = Fraction(value)
        for other in others:
            scale /= n - other
        for power, coefficient in enumerate(basis):
            total[power] += scale * coefficient
    return Polynomial(_trimmed(total))


def _product(factors: Iterable[list[Fraction]]) -> list[Fraction]:
    result = [Fraction(1)]
    for factor in factors:
        longer = [Fraction()] * (len(result) + len(factor) - 1)
        for i, left in enumerate(result):
            for j, right in enumerate(factor):
                longer[i + j] += left * right
        result = longer
    return result


def _trimmed(values: list[Fraction]) -> tuple[Fraction, ...]:
    while len(values) > 1 and not values[-1]:
        values = values[:-1]
    return tuple(values)


def _coefficient(match: re.Match[str]) -> Fraction:
    value = Fraction(match["whole"] or 1)
    if match["below"]:
        part = Fraction(int(match["part"] or match["whole"]), int(match["below"]))
        value = value + part if match["part"] else part
    return -value if match["sign"] == "-" else value


def _term(value: Fraction, power: int) -> str:
    variable = "" if not power else "n" if power == 1 else f"n^{power}"
    whole, rest = divmod(value, 1)
    if not rest:
        return f"{'' if value == 1 and power else whole}{variable}"
    number = f"{rest}" if not whole else f"{whole} {rest}"
    return f"{number} {variable}".strip()
