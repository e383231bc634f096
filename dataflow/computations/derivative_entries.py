"""The entries of derivatives: those that are computed, and those that no state changes.

An entry that is the same for every state, zero or not, is no port. The host's matrices have it all
the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.computations.derivative_families import Family
from dataflow.equations.vector import Real
from dataflow.graph.scalar import Tracer

Named = Mapping[str, Real]
"""Entries by their ports' names."""


@dataclass(frozen=True)
class Entry:
    """One number of a family: where it stands, from 0, and its value if no state changes it."""

    family: Family
    row: int
    column: int
    constant: float | None

    @property
    def name(self) -> str:
        """The port's name."""
        return self.family.port(self.row, self.column)

    @property
    def lowest(self) -> int:
        """The joint nearest to the base that it belongs to, counted from 0."""
        return min(self.row, self.column) if self.family.square else self.row


@dataclass(frozen=True)
class EntryCounts:
    """How many entries are computed, and how many are the same for every state."""

    computed: int
    constant: int
    zero: int


def folded_entries(
    n: int, families: Sequence[Family], trace: Callable[[Tracer], Named]
) -> tuple[Entry, ...]:
    """Return the entries of families for n joints, and which of them a trace finds constant."""
    tracer = Tracer()
    found = trace(tracer)
    return tuple(
        Entry(family, row, column, tracer.scalar(found[family.port(row, column)]).constant)
        for family in families
        for row, column in family.places(n)
    )


def counted(entries: Sequence[Entry]) -> EntryCounts:
    """Return how many there are of each."""
    constants = [each.constant for each in entries if each.constant is not None]
    zeros = sum(constant == 0.0 for constant in constants)
    return EntryCounts(len(entries) - len(constants), len(constants) - zeros, zeros)


def arrays_of(
    n: int, entries: Sequence[Entry], names: Sequence[str], values: Reals
) -> dict[str, Reals]:
    """Return the families' arrays by name: what ports give, and what no state changes.

    Parameters
    ----------
    n
        The number of joints.
    entries
        Of all families.
    names, values
        Of the ports, and (..., ports) in their units.

    Returns
    -------
    (..., n), or (..., n, n) of a matrix, for every family none of whose entries is missing.
    """
    place = {name: k for k, name in enumerate(names)}
    found: dict[str, Reals] = {}
    for family in dict.fromkeys(each.family for each in entries):
        own = [each for each in entries if each.family is family]
        if any(each.constant is None and each.name not in place for each in own):
            continue
        array = np.zeros((*values.shape[:-1], n, n if family.square else 1))
        for each in own:
            known = each.constant
            value = values[..., place[each.name]] if known is None else known
            array[..., each.row, each.column] = value
            if family.symmetric:
                array[..., each.column, each.row] = value
        found[family.array] = array if family.square else array[..., 0]
    return found
