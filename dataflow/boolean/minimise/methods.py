"""The ways to minimise a term's table, by name."""

from __future__ import annotations

from dataclasses import dataclass

from dataflow.boolean.minimise.cover import Cover
from dataflow.boolean.minimise.covering import exact
from dataflow.boolean.minimise.espresso import espresso
from dataflow.boolean.minimise.irredundant import irredundant
from dataflow.boolean.minimise.primes import primes
from dataflow.boolean.orders import starts
from dataflow.boolean.tables import Table

_ROUNDS = range(20, 501)
"""Rounds of `espresso`; for 5,000 products ten times as many as 20 save four in a hundred."""

_WORK = 100_000
"""Products times rounds, about a second: small tables get more rounds."""

_MOST_EXACT = 9
"""Inputs up to which all outputs together are minimised exactly."""

_EFFORT = 120.0
"""The solver's deterministic time for one term, about a second each on a core of its own."""


@dataclass(frozen=True)
class Minimised:
    """A cover, and how many products any cover has at least; None where that was not asked."""

    cover: Cover
    least: int | None = None


def minimised(table: Table, minimiser: str) -> Minimised:
    """Return a small sum of products of a table, checked against it at every pattern.

    ``exact`` leaves tables of more than nine inputs to ``espresso``, without a bound.

    Parameters
    ----------
    minimiser
        One of `dataflow.boolean.minimise.names.MINIMISERS`.

    Raises
    ------
    InputError
        The solver that ``exact`` needs is not installed.
    """
    if table.sized.output_bits == 0:  # a term that is always nothing
        return Minimised(Cover.of(table.sized.input_bits, 0, []))
    start = irredundant(table.bits, starts(table.widths))
    if minimiser == "isop":
        return Minimised(start.check(table.patterns))
    rounds = _WORK // max(1, start.products)
    better = espresso(start, min(max(rounds, _ROUNDS.start), _ROUNDS.stop - 1))
    if minimiser == "exact" and table.sized.input_bits <= _MOST_EXACT:
        every = primes(table.patterns, table.sized.input_bits, table.sized.output_bits)
        found = exact(every, table.patterns, better, _EFFORT)
        return Minimised(found.cover.check(table.patterns), found.least)
    return Minimised(better.check(table.patterns))
