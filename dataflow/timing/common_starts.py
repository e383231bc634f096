"""Products of one operand with constants in common cycles, where the sums they share are worth it.

Products share sums if they read their operand in the same cycle (`dataflow.multiples.shared`).
Within the time that each has they are brought together, if the bits of adders and registers that
go are more than those in which values then wait.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Container

from dataflow.multiples.adder_graph import odd
from dataflow.multiples.search import multiples
from dataflow.multiples.shared import has_adders
from dataflow.operation import Operation
from dataflow.operators import Target
from dataflow.timing.waits import Waits

Group = tuple[int, ...]
"""Products that read one operand in one cycle."""


def with_common_starts(
    operations: tuple[Operation, ...],
    outputs: tuple[int, ...],
    interval: int,
    apart: Container[int],
    target: Target,
) -> tuple[Operation, ...]:
    """Return the operations, some products with constants moved to where others of theirs start.

    The last result is ready no later, and no operation starts before its operands are ready.

    Parameters
    ----------
    outputs
        Operations that wait for the last result.
    apart
        Operations that stay: those that share adders in turns.
    """
    waits = Waits(operations, outputs, interval)
    groups: dict[tuple[str, int], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for o in operations:
        if o.index not in apart and has_adders(o, target):
            groups[o.stage, o.operands[0]][o.start].append(o.index)
    for by_start in groups.values():
        together = [tuple(group) for group in by_start.values()]
        while (pair := _worthiest(together, waits)) is not None:
            one, other, start = pair
            for index in (*one, *other):
                waits.move(index, start)
            together = [g for g in together if g not in (one, other)] + [one + other]
    return tuple(waits.operations)


def _worthiest(groups: list[Group], waits: Waits) -> tuple[Group, Group, int] | None:
    """Return the two groups that save most bits as one, and its start; None if none save any."""
    best, most = None, 0
    for one, other in itertools.combinations(groups, 2):
        both = one + other
        rooms = [waits.room(index) for index in both]  # all from their operand's readiness on
        starts = range(rooms[0].start, min(room.stop for room in rooms))
        added, start = min(((waits.added(both, s), s) for s in starts), default=(0, None))
        apart = _made(one, waits), _made(other, waits)
        if start is None or min(apart) - added <= most:  # the larger one's adders stay
            continue
        gone = sum(apart) - _made(both, waits)
        if gone > 0 and gone - added > most:
            best, most = (one, other, start), gone - added
    return best


def _made(group: Group, waits: Waits) -> int:
    """Return the bits of a group's adders and registers."""
    constants = frozenset(odd(waits.operations[index].constant) for index in group)
    width = waits.operand_width(group[0])
    return multiples(constants, width).bits(width)
