"""Which unit an operation uses, and the first cycle in which that unit is free.

With an initiation interval K, a unit that one set of inputs uses in cycle c is used by the next set
in cycle c + K: operations may share a unit if their starts differ modulo K. A stage gets the fewest
units that have a slot for all of its operations; one stage of a design one more, where it would
otherwise take longer than at an interval with fewer units (`dataflow.timing.fewest_cycles`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from dataflow.operators import Operator, UnitKind, scale_levels


@dataclass(frozen=True)
class Sharing:
    """What is shared.

    Attributes
    ----------
    interval
        Cycles from one set of inputs to the next; with 1 nothing can be shared.
    operators
        The operations that share units; the others have hardware of their own.
    """

    interval: int
    operators: frozenset[Operator]

    def unit_of(self, operator: Operator, constant: int) -> UnitKind | None:
        """Return the kind of unit that an operation shares; None if it has or needs none."""
        if self.interval == 1 or operator not in self.operators:
            return None
        if operator is Operator.SCALE and scale_levels(constant) == 0:
            return None  # a power of two is wiring
        return operator.unit


ARRAY_SHARES = frozenset({Operator.MULTIPLY})
"""In an array a stage shares its multipliers: all else is smaller than the choosing would be."""

RING_SHARES = frozenset(operator for operator in Operator if operator.unit is not None)
"""In a ring one stage serves all links, and shares everything."""


@dataclass
class Units:
    """Reservations of shared units.

    ``limits`` gives the number of units by stage and kind. Without limits there is one for every
    operation; ``count`` then tells how many operations there are.
    """

    sharing: Sharing
    limits: dict[tuple[str, UnitKind], int] | None = None
    count: Counter[tuple[str, UnitKind]] = field(default_factory=Counter)
    taken: Counter[tuple[str, UnitKind, int]] = field(default_factory=Counter)

    def fewest(self) -> Units:
        """Return fresh reservations, limited to the fewest units for what was counted here."""
        interval = self.sharing.interval
        limits = {key: -(-count // interval) for key, count in self.count.items()}
        return Units(self.sharing, limits)

    def reserve(self, stage: str, kind: UnitKind, cycle: int) -> tuple[int, int]:
        """Return the first free cycle from ``cycle`` on, and the unit that is free in it."""
        self.count[stage, kind] += 1
        while self.limits and self.used(stage, kind, cycle) >= self.limits[stage, kind]:
            cycle += 1
        unit = self.used(stage, kind, cycle)
        self.taken[stage, kind, cycle % self.sharing.interval] += 1
        return cycle, unit

    def used(self, stage: str, kind: UnitKind, cycle: int) -> int:
        """Return how many units are in use in a cycle."""
        return self.taken[stage, kind, cycle % self.sharing.interval]

    def release(self, stage: str, kind: UnitKind, cycle: int) -> None:
        """Give the last reservation of a stage, kind and cycle back."""
        self.count[stage, kind] -= 1
        self.taken[stage, kind, cycle % self.sharing.interval] -= 1
