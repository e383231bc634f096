"""Scalars that count: whatever is written over any number tells how many operations it takes.

Nothing is known of a value, so nothing is folded: a product with a zero is a product. Signs in
front of a value are counted apart: one paper counts them as additions, the other does not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar


class Number(Protocol):
    """What equations are written over: floats, or scalars that count."""

    def __add__(self, other: Self, /) -> Self:
        """Return the sum."""

    def __sub__(self, other: Self, /) -> Self:
        """Return the difference."""

    def __mul__(self, other: Self, /) -> Self:
        """Return the product."""

    def __neg__(self) -> Self:
        """Return the negative."""


N = TypeVar("N", bound=Number)
"""The type of a number."""


Mark = Callable[[str], None]
"""Called by equations with the name of what they have just computed."""


def unmarked(_: str) -> None:
    """Mark nothing."""


@dataclass(frozen=True)
class Operations:
    """How many there are: multiplications, additions with subtractions, and signs in front."""

    multiplications: int = 0
    additions: int = 0
    signs: int = 0

    @property
    def total(self) -> int:
        """Multiplications and additions."""
        return self.multiplications + self.additions

    def __add__(self, other: Operations) -> Operations:
        return Operations(
            self.multiplications + other.multiplications,
            self.additions + other.additions,
            self.signs + other.signs,
        )


class Tally:
    """Operations as they happen, kept by the names that equations mark them with."""

    def __init__(self) -> None:
        self.multiplications = self.additions = self.signs = 0
        self.named: dict[str, Operations] = {}

    def mark(self, name: str) -> None:
        """Put what was counted since the last mark under a name."""
        found = Operations(self.multiplications, self.additions, self.signs)
        self.named[name] = self.named.get(name, Operations()) + found
        self.multiplications = self.additions = self.signs = 0

    @property
    def total(self) -> Operations:
        """All that was marked."""
        return sum(self.named.values(), start=Operations())

    def number(self) -> Count:
        """Return a scalar whose operations are counted here."""
        return Count(self)

    def vector(self, size: int = 3) -> list[Count]:
        """Return a vector of them."""
        return [self.number() for _ in range(size)]

    def matrix(self, size: int = 3) -> list[list[Count]]:
        """Return a square matrix of them."""
        return [self.vector(size) for _ in range(size)]


class Count:
    """A scalar without a value that tells its tally of every operation."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def __add__(self, other: Count) -> Count:
        self._tally.additions += 1
        return self

    def __sub__(self, other: Count) -> Count:
        self._tally.additions += 1
        return self

    def __mul__(self, other: Count) -> Count:
        self._tally.multiplications += 1
        return self

    def __neg__(self) -> Count:
        self._tally.signs += 1
        return self
