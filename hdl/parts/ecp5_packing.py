"""Which wires of a choice share a look-up table of an ECP5.

A table of four inputs chooses between two wires. Registers of values that wait are zero while none
waits: wires that are never other than zero while the others are read need nothing that chooses, an
OR does. So one side of a table's choice may be two of them, or all of a table four. Arms are put
where they fit, one by one, in the order of their bits and in some orders at random, and what takes
fewest tables is kept.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hdl.parts.choice import Arm

GROUPS = ((8, 7), (4, 3), (2, 2), (1, 1))
"""Tables that are joined in slices, and from how many on that takes fewest."""

_INPUTS = 4

_NUMBERS = 16
"""Constants in a table."""

_ORDERS = 40
"""Orders that are tried."""

Side = tuple[Arm, ...]
"""Arms that are joined by OR: while one is read the others are zero."""


@dataclass(frozen=True)
class Leaf:
    """What one table gives: a side or one of two, or constants of phases by their number."""

    sides: tuple[Side, ...] = ()
    constants: Mapping[int, int] = field(default_factory=dict)

    @property
    def arms(self) -> Iterator[Arm]:
        """All arms."""
        return (arm for side in self.sides for arm in side)

    @property
    def widest(self) -> int:
        """Bits of the longest arm."""
        return max((len(arm.wires) for arm in self.arms), default=0)

    @property
    def span(self) -> int:
        """Bits that are neither a zero below nor a sign above in all arms."""
        return self.widest - min((arm.zeros for arm in self.arms), default=0)

    @property
    def phases(self) -> Iterator[int]:
        """Phases in which it is chosen."""
        for arm in self.arms:
            yield from arm.phases
        yield from self.constants

    def rely_on_zeros(self) -> None:
        """Have registers that are joined by OR cleared before another of them is read."""
        for side in self.sides:
            for arm, other in itertools.permutations(side, 2):
                if arm.filling is not None:
                    arm.filling.zero.update(other.phases)


def turned(arms: Sequence[Arm], inverted: frozenset[int]) -> bool | None:
    """Tell whether arms are inverted; None if in some of their phases only."""
    found = {phase in inverted for arm in arms for phase in arm.phases}
    return found.pop() if len(found) == 1 else None


def leaves_of(
    arms: Sequence[Arm], constants: Mapping[int, int], inverted: frozenset[int]
) -> list[Leaf]:
    """Return arms, then constants, in tables: the longest arms first."""
    table = sorted(constants.items())
    fixed = [Leaf(constants=dict(table[k : k + _NUMBERS])) for k in range(0, len(table), _NUMBERS)]
    rng, best, least = random.Random(1), list[Leaf](), (0, 0, 0)
    ordered = sorted(arms, key=lambda arm: -len(arm.wires))
    for number in range(_ORDERS):
        order = ordered if number == 0 else rng.sample(ordered, len(ordered))
        packed = _packed(order, inverted, number % 2 == 1)
        leaves = [*fixed, *sorted(packed, key=lambda leaf: -leaf.widest)]
        groups = groups_of(leaves, inverted)
        joined = sum(len(side) for leaf in packed for side in leaf.sides if len(side) > 1)
        cost = tables_of(groups, inverted), sum(leaf.span for leaf in packed), joined
        if number == 0 or cost < least:
            best, least = leaves, cost
    return best


def groups_of(leaves: Sequence[Leaf], inverted: frozenset[int]) -> list[list[Leaf]]:
    """Return leaves in groups, each of as many as slices join, or fewer.

    Of one more than a group, one that `is_tail` stands apart, if there is any.
    """
    groups, rest = [], list(leaves)
    while rest:
        size = next(size for size, fewest in GROUPS if len(rest) >= fewest)
        tail = next((leaf for leaf in rest if is_tail(leaf, inverted)), None)
        if tail is not None and len(rest) in (3, 5, 9):
            groups += [[leaf for leaf in rest if leaf is not tail], [tail]]
            break
        groups.append(rest[:size])
        rest = rest[size:]
    return groups


def tables_of(groups: Sequence[Sequence[Leaf]], inverted: frozenset[int]) -> int:
    """Return how many tables a bit takes, those that are empty or join groups too."""
    count = 0
    for k, group in enumerate(groups):
        size = next(size for size, _ in reversed(GROUPS) if len(group) <= size)
        alone = len(group) == 1 and is_tail(group[0], inverted)
        count += (0 if alone else size) + (k > 0)
    return max(1, count)


def is_tail(leaf: Leaf, inverted: frozenset[int]) -> bool:
    """Tell whether the table that joins a leaf with others has room for it."""
    return (
        len(leaf.sides) == 1 and len(leaf.sides[0]) < 3 and turned(leaf.sides[0], inverted) is False
    )


def _packed(order: Sequence[Arm], inverted: frozenset[int], apart: bool) -> list[Leaf]:
    """Return each arm in the first table that has room for it.

    Parameters
    ----------
    apart
        Whether the first table is kept to one side of two arms.
    """
    leaves: list[Leaf] = []
    for arm in order:
        for k, leaf in enumerate(leaves):
            sides = _sides((*leaf.arms, arm), inverted)
            found = next(
                (s for s in sides if not (apart and k == 0) or is_tail(Leaf(s), inverted)), None
            )
            if found is not None:
                leaves[k] = Leaf(found)
                break
        else:
            leaves.append(Leaf(((arm,),)))
    return leaves


def _sides(arms: Side, inverted: frozenset[int]) -> Iterator[tuple[Side, ...]]:
    """Yield the sides of a table that has room for arms, those with fewest ORs first."""
    ways: list[tuple[Side, ...]] = [(arms,)]
    if len(arms) < _INPUTS:
        ways = [((arm,), tuple(o for o in arms if o is not arm)) for arm in arms[1:]] + ways
    if len(arms) == 3:
        ways.insert(0, (arms[:1], arms[1:]))
    for sides in ways:
        if _inputs(sides, inverted) <= _INPUTS and all(map(_are_apart, sides)):
            yield sides


def _are_apart(side: Side) -> bool:
    """Tell whether all of a side are zero while one of it is read."""
    return all(_apart(one, other) for one, other in itertools.combinations(side, 2))


def _apart(one: Arm, other: Arm) -> bool:
    """Tell whether each of two arms is zero while the other is read."""
    if one.filling is None or other.filling is None:
        return False
    first, second = one.filling.phases, other.filling.phases
    return first.isdisjoint(other.phases) and second.isdisjoint(one.phases)


def _inputs(sides: Sequence[Side], inverted: frozenset[int]) -> int:
    """Return the inputs of a table: arms, what chooses a side, and what inverts."""
    mixed = any(turned(side, inverted) is None for side in sides)
    return sum(map(len, sides)) + len(sides) - 1 + mixed
