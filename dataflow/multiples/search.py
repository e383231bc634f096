"""Few adders for several constant multiples of one operand, none later than its own tree makes it.

A constant is the sum of two fundamentals of lower levels. Those that take the fewest adders beside
what is there already are sought, and made likewise. Constants are taken one after the other, in
several orders, so that each finds the sums of those before it: the reduced adder graph of Dempster
and Macleod (1995), with a limit to each constant's levels as for pipelines by Kumm, Zipf, Faust and
Chang (Pipelined adder graph optimization for high speed multiple constant multiplication, ISCAS
2012), and with tables of what two adders make in place of the look ahead of Voronenko and Pueschel
(Multiplierless multiple constant multiplication, ACM Transactions on Algorithms 3, 2007).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import cache

from dataflow.multiples.adder_graph import (
    AdderGraph,
    Pair,
    Sum,
    depth,
    digit_tree,
    graph_of,
    odd,
    terms_of,
)
from dataflow.multiples.fundamentals import fundamental_of, ways_among, ways_of
from dataflow.multiples.splits import splits, splits_with

Pairs = dict[int, Pair]

LONGEST = 27
"""Bits of the widest constant for which fewer adders are sought than its digits take."""

_TRIES = 4
"""Pairs of fundamentals that are looked into, of those that seem to take the fewest adders."""

_WIDTH = 18
"""Bits of an operand that is not told; among as many adders it chooses those of fewer bits."""

_ORDERS = 6
"""Orders in which several constants are taken."""


@cache
def multiples(constants: frozenset[int], width: int) -> AdderGraph:
    """Return a graph that makes odd constants from an operand of so many bits.

    Each is there at its own `dataflow.multiples.adder_graph.depth`. There are no more adders, and
    where as many no more bits, than in the trees over each constant's signed digits.
    """
    targets = sorted(constants - {1}, key=lambda c: (depth(c), c))
    choices = [_union(digit_tree(c) for c in targets)]
    if any(c.bit_length() > LONGEST for c in targets):
        return graph_of(choices[0], targets, width)
    if len(targets) > 1:
        choices.append(_union(_made_alone(c) for c in targets))
    for order in itertools.islice(itertools.permutations(targets), _ORDERS):
        pairs: Pairs = {}
        for constant in order:
            pairs |= _made(constant, pairs)
        choices.append(pairs)
    graphs = [graph_of(each, targets, width) for each in choices]
    return min(graphs, key=lambda graph: (graph.adders, graph.bits(width)))


def adders_alone(constant: int) -> int:
    """Return how many adders a product with a positive constant takes if it shares none."""
    return multiples(frozenset({odd(constant)}), _WIDTH).adders


def _union(parts: Iterable[Pairs]) -> Pairs:
    found: Pairs = {}
    for pairs in parts:
        found |= {f: pair for f, pair in pairs.items() if f not in found}
    return found


@cache
def _made_alone(constant: int) -> Pairs:
    return _made(constant, {})


def _made(constant: int, known: Pairs, wanted: int = 0) -> Pairs:
    """Return the pairs to be added so that a constant is made, its own last.

    Parameters
    ----------
    wanted
        Ways (`dataflow.multiples.fundamentals`) that are preferred where there is a choice.
    """
    if constant == 1 or constant in known:
        return {}
    if depth(constant) == 1:
        return {constant: (1, 1)}
    if depth(constant) == 2:
        one, other = _pair_of_first(constant, known, wanted)
        return {**_made(one, known), **_made(other, known), constant: (one, other)}
    choices = [{f: pair for f, pair in digit_tree(constant).items() if f not in known}]
    likely = splits(constant).best(known, wanted, _TRIES)
    further = splits_with(constant, known)
    if further is not None:
        likely += further.best(known, wanted, _TRIES)
    for one, other, shared in likely:
        pairs = _made(one, known, shared)
        pairs |= _made(other, {**known, **pairs}, shared)
        choices.append({**pairs, constant: (one, other)})
    return min(choices, key=lambda pairs: (len(pairs), _bits(pairs)))


def _bits(pairs: Pairs) -> int:
    """Return about how many bits pairs take: what waits for one of them waits for it alone."""
    return sum(_bits_of(f, pair) for f, pair in pairs.items())


@cache
def _bits_of(fundamental: int, pair: Pair) -> int:
    latest = depth(fundamental) - 1
    waiting = sum((latest - depth(f)) * (_WIDTH + f.bit_length()) for f in pair)
    return Sum(*terms_of(fundamental, pair), 1).bits(_WIDTH) + waiting


def _pair_of_first(constant: int, known: Pairs, wanted: int) -> Pair:
    """Return the pair that makes a constant of two levels with the fewest adders."""
    ways, held = ways_of(constant), ways_among(known)
    if ways & held or (ways and not held):
        ways = ways & held or ways & wanted or ways
        first = fundamental_of(ways & -ways)
        again = constant % first == 0 and depth(constant // first) == 1
        return first, first if again else 1
    ((one, other, _),) = splits(constant).best(known, wanted, 1)
    return one, other
