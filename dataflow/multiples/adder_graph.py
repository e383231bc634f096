"""Adder graphs: the sums of shifted values that lead from one operand to its constant multiples.

A vertex is a positive odd multiple of the operand, its fundamental; the operand itself is 1. An
adder makes a vertex from two earlier ones, each shifted to the left and with a sign (Dempster and
Macleod: Use of minimum-adder multiplier blocks in FIR digital filters, IEEE Transactions on
Circuits and Systems II 42, 1995). A register stands behind each adder, so a vertex has a level: the
cycles from the operand to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from dataflow.numbers.formats import signed_digits

Pair = tuple[int, int]
"""Two fundamentals that another is made from."""


@dataclass(frozen=True)
class Term:
    """A vertex as a summand: ``sign * fundamental * 2^place`` times the operand."""

    fundamental: int
    place: int
    sign: int

    @property
    def factor(self) -> int:
        """What the operand is multiplied with."""
        return self.sign * self.fundamental << self.place


@dataclass(frozen=True)
class Sum:
    """An adder and its register: ``left + right``, of which one at least is positive.

    ``level`` counts the cycles from the operand; both summands have a lower one, and wait in
    registers if theirs is not the one before.
    """

    left: Term
    right: Term
    level: int

    @property
    def fundamental(self) -> int:
        """What the operand is multiplied with."""
        return self.left.factor + self.right.factor

    def bits(self, width: int) -> int:
        """Return bits of its register and of its adder, for an operand of so many bits.

        Below the one summand's shift the other passes as it is, unless it is subtracted.
        """
        low, high = sorted((self.left, self.right), key=lambda term: term.place)
        passed = high.place if low.sign > 0 else 0
        return 2 * (width + self.fundamental.bit_length()) - passed


@dataclass(frozen=True)
class AdderGraph:
    """Sums in the order in which they are made, each fundamental once."""

    sums: tuple[Sum, ...]

    @property
    def adders(self) -> int:
        """How many there are."""
        return len(self.sums)

    @cached_property
    def waits(self) -> dict[int, int]:
        """The registers in which each fundamental waits beside its own, 1 among them."""
        level = {1: 0}
        last: dict[int, int] = defaultdict(int)
        for each in self.sums:
            level[each.fundamental] = each.level
            for term in (each.left, each.right):
                last[term.fundamental] = max(last[term.fundamental], each.level - 1)
        return {f: last[f] - level[f] for f in last if last[f] > level[f]}

    def bits(self, width: int) -> int:
        """Return bits of adders and registers, for an operand of so many bits."""
        waiting = sum(cycles * (width + f.bit_length() - 1) for f, cycles in self.waits.items())
        return sum(each.bits(width) for each in self.sums) + waiting


def depth(constant: int) -> int:
    """Return the fewest levels in which a positive constant can be made.

    A level at most doubles the signed digits (Gustafsson: Lower bounds for constant
    multiplication problems, IEEE Transactions on Circuits and Systems II 54, 2007).
    """
    return (((3 * constant) ^ constant).bit_count() - 1).bit_length()


def odd(constant: int) -> int:
    """Return a constant without its trailing zeros."""
    return constant // (constant & -constant)


def graph_of(pairs: Mapping[int, Pair], targets: Sequence[int], width: int) -> AdderGraph:
    """Return the graph that makes each fundamental from its pair, in time for the targets.

    A target comes at the least level that it can have. What is between comes where least bits of
    registers are needed for an operand of so many bits.

    Parameters
    ----------
    pairs
        By the fundamental to be made, in the order of making.
    """
    pairs = _needed(pairs, targets)
    levels = {f: depth(f) for f in (1, *pairs)}
    graph = _graph(pairs, levels)
    for f in reversed(pairs):
        if f in targets:
            continue
        latest = min(levels[g] for g, pair in pairs.items() if f in pair)
        for level in range(depth(f) + 1, latest):
            moved = {**levels, f: level}
            other = _graph(pairs, moved)
            if other.bits(width) < graph.bits(width):
                graph, levels = other, moved
    return graph


def _needed(pairs: Mapping[int, Pair], targets: Sequence[int]) -> dict[int, Pair]:
    """Return what targets are made from, and they."""
    left = [f for f in targets if f != 1]
    found = set(left)
    while left:
        new = [f for f in pairs[left.pop()] if f != 1 and f not in found]
        found.update(new)
        left += new
    return {f: pair for f, pair in pairs.items() if f in found}


def _graph(pairs: Mapping[int, Pair], levels: Mapping[int, int]) -> AdderGraph:
    return AdderGraph(tuple(_sum_of(f, pair, levels[f]) for f, pair in pairs.items()))


def _sum_of(fundamental: int, pair: Pair, level: int) -> Sum:
    left, right = terms_of(fundamental, pair)
    return Sum(left, right, level)


@cache
def terms_of(fundamental: int, pair: Pair) -> tuple[Term, Term]:
    """Return the terms of two fundamentals that make another, with the smallest adder.

    Raises
    ------
    ValueError
        There are none.
    """
    found = []
    for one, other in {pair, pair[::-1]}:
        for place in range(fundamental.bit_length() + 2):
            for sign in (1, -1):
                rest = fundamental - (sign * one << place)
                if rest and odd(abs(rest)) == other:
                    shift = (abs(rest) // other).bit_length() - 1
                    found.append(
                        (Term(one, place, sign), Term(other, shift, 1 if rest > 0 else -1))
                    )
    if not found:
        raise ValueError(f"{fundamental} is no sum of {pair[0]} and {pair[1]}, shifted")
    return min(found, key=lambda terms: (Sum(terms[0], terms[1], 0).bits(0), terms[0].place))


def digit_tree(constant: int) -> dict[int, Pair]:
    """Return the pairs of a constant's own tree, which adds neighbours among its signed digits."""
    level = [sign * (1 << place) for sign, place in signed_digits(constant)]
    pairs: dict[int, Pair] = {}
    while len(level) > 1:
        for left, right in zip(level[::2], level[1::2], strict=False):
            pairs[odd(abs(left + right))] = odd(abs(left)), odd(abs(right))
        level = [sum(level[k : k + 2]) for k in range(0, len(level), 2)]
    return pairs
