"""Products with the same constant that one tree of adders does, each in its own cycle.

Above an initiation interval of 1 a stage uses what it has once a set. Links that are each other's
images have one stage and the same constants, and a link often has a constant several times: their
products share a tree where its adders are more bits than what chooses among their operands. An
operation moves within the time that it has, if that keeps it from another's cycle and the registers
it costs are less.
"""

from __future__ import annotations

from collections import defaultdict

from dataflow.design import Trees
from dataflow.multiples.search import adders_alone
from dataflow.multiples.shared import has_adders
from dataflow.operation import Operation
from dataflow.operators import Target, scale_levels
from dataflow.timing.waits import Waits


def with_shared_trees(
    operations: tuple[Operation, ...], outputs: tuple[int, ...], interval: int, target: Target
) -> tuple[tuple[Operation, ...], Trees]:
    """Return the operations, some moved, and those that share a tree.

    The last result is ready no later, and no operation starts before its operands are ready.

    Parameters
    ----------
    outputs
        Operations that wait for the last result.
    """
    if interval == 1:
        return operations, ()
    groups: dict[tuple[str, int], list[int]] = defaultdict(list)
    for o in operations:
        if has_adders(o, target) and scale_levels(o.constant) > 1:
            groups[o.stage, o.constant].append(o.index)
    waits = Waits(operations, outputs, interval)
    trees = [tree for group in groups.values() if len(group) > 1 for tree in _dealt(group, waits)]
    return tuple(waits.operations), tuple(sorted(trees))


def _dealt(group: list[int], waits: Waits) -> list[tuple[int, ...]]:
    """Return a group's operations by tree, each where the fewest bits are added."""
    trees: list[dict[int, int]] = []  # operations by phase
    for index in sorted(group, key=lambda i: (len(waits.room(i)), i)):
        adders, width = adders_alone(waits.operations[index].constant), waits.operand_width(index)
        best: tuple[int, dict[int, int], int] | None = None
        for tree in trees:
            arms = width if len(tree) > 1 else width + waits.operand_width(*tree.values())
            for start in waits.room(index):
                if start % waits.interval not in tree:
                    bits = arms + waits.added([index], start)
                    if bits <= adders * width and (best is None or bits < best[0]):
                        best = bits, tree, start
        if best is None:
            trees.append({waits.operations[index].start % waits.interval: index})
        else:
            _, tree, start = best
            waits.move(index, start)
            tree[start % waits.interval] = index
    adders = adders_alone(waits.operations[group[0]].constant)
    return [tuple(sorted(tree.values())) for tree in trees if (len(tree) - 1) * adders > len(tree)]
