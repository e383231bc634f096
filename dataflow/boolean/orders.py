"""Orders of a diagram's variables: where to start, and how to find one with few nodes.

The nodes that ask for a variable are as many as there are distinct functions of it and of the
variables below, so their number depends on which variables are below, not on their order. That
makes the best order of few variables a shortest path over all sets of variables (Friedman and
Supowit: Finding the optimal variable ordering for binary decision diagrams, IEEE Trans. Computers
39, 1990), and an exchange of two neighbours a change of two levels only, on which sifting rests
(Rudell: Dynamic variable ordering for ordered binary decision diagrams, ICCAD 1993).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from common.arrays import Integers

MOST_EXACT = 11
"""Inputs up to which the best order is found for certain: 2,048 sets, about a second."""

_DENSE = 1 << 22
"""Pairs of functions that are counted in a table; more are sorted."""


def starts(widths: Sequence[int]) -> list[tuple[int, ...]]:
    """Return plain orders of a table's input bits, for words of these widths.

    Word after word, and the words' bits in turn, highest first; and both from the other end.
    """
    inputs = sum(widths)
    first = np.cumsum([0, *widths]).tolist()
    plain = list(range(inputs - 1, -1, -1))
    turns = [
        inputs - 1 - (first[word] + place)
        for place in range(max(widths, default=0))
        for word, width in enumerate(widths)
        if place < width
    ]
    found = (plain, turns, plain[::-1], turns[::-1])
    return list(dict.fromkeys(tuple(order) for order in found))


def best_order(values: Integers, widths: Sequence[int], rounds: int = 4) -> tuple[int, ...]:
    """Return an order with few nodes.

    For up to `MOST_EXACT` inputs it is the best one; beyond, the best that sifting leads to from
    the `starts`.

    Parameters
    ----------
    values
        (outputs, 2^inputs), as for `dataflow.boolean.diagram.diagram`.
    widths
        Bits of each input word.
    rounds
        How often every variable is moved through all places, at most.
    """
    inputs = sum(widths)
    if inputs <= MOST_EXACT:
        return _optimal(values, inputs)
    sifted = [_sifted(values, start, rounds) for start in starts(widths)]
    return tuple(reversed(min(sifted, key=lambda levels: levels.nodes).order))


def _sifted(values: Integers, start: Sequence[int], rounds: int) -> _Levels:
    """Return the diagram that sifting leads to from one order."""
    levels = _Levels(values, start)
    for _ in range(rounds):
        before = levels.nodes
        for variable in sorted(levels.order, key=levels.width_of, reverse=True):
            levels.sift(variable)
        if levels.nodes == before:
            break
    return levels


@dataclass(frozen=True)
class _Functions:
    """Distinct functions of some lower variables, for every setting of the others.

    ``labels`` is (outputs, 2^others): settings count with the others' bits in descending order.
    """

    labels: Integers
    others: tuple[int, ...]
    kinds: int

    def below(self, variable: int) -> tuple[_Functions, int]:
        """Return the functions with one variable more below, and how many nodes ask for it."""
        place = self.others.index(variable)
        grid = self.labels.reshape(-1, 2, 1 << (len(self.others) - 1 - place))
        low, high = grid[:, 0], grid[:, 1]
        pairs = low * self.kinds + high
        if self.kinds**2 <= max(_DENSE, pairs.size):
            seen = np.zeros(self.kinds**2, dtype=np.bool_)
            seen[pairs] = True
            kinds = int(np.count_nonzero(seen))
            passing = int(np.count_nonzero(seen[:: self.kinds + 1]))
            rank = np.cumsum(seen, dtype=np.int64) - 1
            labels = rank[pairs]
        else:
            distinct, labels = np.unique(pairs, return_inverse=True)
            kinds = len(distinct)
            passing = int(np.count_nonzero(distinct % (self.kinds + 1) == 0))
        others = self.others[:place] + self.others[place + 1 :]
        return _Functions(labels.reshape(len(self.labels), -1), others, kinds), kinds - passing


def _at_the_ends(values: Integers, inputs: int) -> _Functions:
    """Return the functions of no variable: the table itself."""
    leaves, labels = np.unique(values, return_inverse=True)
    others = tuple(range(inputs - 1, -1, -1))
    return _Functions(labels.reshape(len(values), -1).astype(np.int64), others, len(leaves))


def _optimal(values: Integers, inputs: int) -> tuple[int, ...]:
    """Return an order of the fewest nodes, by way of the best order of every set below."""
    known = {frozenset[int](): (0, (), _at_the_ends(values, inputs))}
    for _ in range(inputs):
        larger: dict[frozenset[int], tuple[int, tuple[int, ...], _Functions]] = {}
        for below, (nodes, order, functions) in known.items():
            for variable in functions.others:
                more, added = functions.below(variable)
                key = below | {variable}
                if key not in larger or nodes + added < larger[key][0]:
                    larger[key] = (nodes + added, (variable, *order), more)
        known = larger  # type: ignore[assignment]
    ((_, order, _),) = known.values()
    return order


class _Levels:
    """A diagram as the functions above each level, for exchanging neighbours.

    ``order`` goes from the lowest variable to the top.
    """

    def __init__(self, values: Integers, order: Sequence[int]) -> None:
        self.order = list(reversed(order))
        self._above = [_at_the_ends(values, len(order))]
        self._widths: list[int] = []
        for variable in self.order:
            functions, width = self._above[-1].below(variable)
            self._above.append(functions)
            self._widths.append(width)

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return sum(self._widths)

    def width_of(self, variable: int) -> int:
        """Return how many nodes ask for a variable."""
        return self._widths[self.order.index(variable)]

    def exchange(self, place: int) -> None:
        """Exchange the variables at a place and above it."""
        self.order[place : place + 2] = self.order[place + 1], self.order[place]
        functions = self._above[place]
        for level in (place, place + 1):
            functions, self._widths[level] = functions.below(self.order[level])
            self._above[level + 1] = functions

    def sift(self, variable: int) -> None:
        """Move a variable through all places, and leave it at the best."""
        best, target = self.nodes, self.order.index(variable)
        place = target
        top = len(self.order) - 1
        for goal in (0, top) if place < top / 2 else (top, 0):
            while place != goal:
                step = 1 if goal > place else -1
                self.exchange(min(place, place + step))
                place += step
                if self.nodes < best:
                    best, target = self.nodes, place
        while place != target:
            step = 1 if target > place else -1
            self.exchange(min(place, place + step))
            place += step
