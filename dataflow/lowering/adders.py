"""How the summands of a node are added: two at a time or three, and the last adder rounds.

The earliest are added first, so that a late operand meets few adders; where adders are not shared,
the last three are added at once if that ends earlier. Only the last adder rounds, half up.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from dataflow.graph.graph import Node
from dataflow.lowering.draft import Draft, Goal
from dataflow.lowering.terms import Terms
from dataflow.numbers import proof
from dataflow.numbers.formats import Rounding
from dataflow.numbers.knowledge import Fact, Knowledge
from dataflow.operators import Operator


@dataclass(frozen=True)
class Summand:
    """A signed operand of a sum: an operation's result, or its negative."""

    ready: int
    index: int
    sign: int


class Adders:
    """Appends the adders of nodes to a draft.

    Parameters
    ----------
    terms
        What is known of the node's terms: a rotation's error is smaller than its products'.
    """

    def __init__(self, draft: Draft, terms: Terms) -> None:
        self.draft, self.terms = draft, terms

    def merged(self, node: Node, summands: Sequence[Summand], inner: int, goal: Goal) -> int:
        """Append the adders of two summands or more, the last one rounding."""
        # The count decides where a sum has a value twice.
        counts = itertools.count()
        queue = [(s.ready, s.index, next(counts), s) for s in summands]
        heapq.heapify(queue)
        while len(queue) > 2:
            earliest = heapq.nsmallest(3, queue)
            if self._three_are_better([ready for ready, _, _, _ in earliest], len(queue)):
                three = [heapq.heappop(queue)[-1] for _ in range(3)]
                found = self._add_three(node, three, inner, None if queue else goal)
                if not queue:
                    return found.index
                heapq.heappush(queue, (found.ready, found.index, next(counts), found))
                continue
            first, second = heapq.heappop(queue)[-1], heapq.heappop(queue)[-1]
            merged = self._merge(node, first, second, inner)
            heapq.heappush(queue, (merged.ready, merged.index, next(counts), merged))
        return self._last_merge(node, queue[0][-1], queue[1][-1], inner, goal)

    def _merge(self, node: Node, first: Summand, second: Summand, inner: int) -> Summand:
        """Merge two of many summands into one; a common minus sign moves on."""
        if first.sign == second.sign:
            operator, sign = Operator.ADD, first.sign
        else:
            operator, sign = Operator.SUBTRACT, 1
            if first.sign < 0:
                first, second = second, first
        index = self.add(node, operator, (first.index, second.index), inner, None)
        return Summand(self.draft.operations[index].ready, index, sign)

    def _last_merge(
        self, node: Node, first: Summand, second: Summand, inner: int, goal: Goal
    ) -> int:
        """Merge the last two summands into the node."""
        if first.sign < 0 and second.sign < 0:
            # Only a result can be all negative: other nodes give their sign to their readers.
            index = self.add(node, Operator.NEGATE, (first.index,), inner, None)
            first = Summand(self.draft.operations[index].ready, index, 1)
        if first.sign < 0:
            first, second = second, first
        operator = Operator.ADD if second.sign > 0 else Operator.SUBTRACT
        return self.add(node, operator, (first.index, second.index), inner, goal)

    def _three_are_better(self, ready: Sequence[int], left: int) -> bool:
        """Tell whether the first three of ``left`` summands, ready so, are to be added at once.

        That is where it ends earlier than one by one: of the last three, or of any if hurried.
        """
        target = self.draft.target
        if self.draft.units.sharing.unit_of(Operator.ADD, 0) is not None:
            return False
        _, second, third = sorted(ready)
        return second + target.add > third and (left == 3 or target.hurried)

    def _add_three(
        self, node: Node, summands: Sequence[Summand], inner: int, goal: Goal | None
    ) -> Summand:
        """Add three summands, into the node if there is a goal."""
        ordered = sorted(summands, key=lambda summand: -summand.sign)
        positive, sign = sum(summand.sign > 0 for summand in summands), 1
        if positive == 0 and goal is not None:
            index = self.add(node, Operator.NEGATE, (ordered[0].index,), inner, None)
            ordered[0] = Summand(self.draft.operations[index].ready, index, 1)
            return self._add_three(node, ordered, inner, goal)
        if positive == 0:
            positive, sign = 3, -1
        operator = {3: Operator.SUM_3, 2: Operator.SUM_2_1, 1: Operator.SUM_1_2}[positive]
        index = self.add(node, operator, tuple(each.index for each in ordered), inner, goal)
        return Summand(self.draft.operations[index].ready, index, sign)

    def add(
        self,
        node: Node,
        operator: Operator,
        operands: tuple[int, ...],
        inner: int,
        goal: Goal | None,
    ) -> int:
        """Append a sum or negative at ``inner`` fraction bits, rounded into any goal."""
        fact = proof.total(operator, [self.draft.fact(o) for o in operands], inner)
        if goal is None:
            name = f"{node.name}_{len(self.draft.operations)}"
            return self.draft.emit(name, node.stage, operator, operands, fact, sum_fraction=inner)
        known = fact.known
        error = min(known.error, self.terms.rotation_error(node, inner))
        fact = Fact(Knowledge(known.lowest, known.highest, known.magnitude, error), inner)
        result = proof.rounded(fact, goal.format.fraction)
        rounding = Rounding.EXACT if result is fact else Rounding.HALF_UP
        return self.draft.emit(
            node.name, node.stage, operator, operands, result, rounding, goal, sum_fraction=inner
        )
