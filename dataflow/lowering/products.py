"""One term of a node as an operand of its sum: a product, cut to the bits that are added up."""

from __future__ import annotations

from dataflow.graph.graph import Node, Term
from dataflow.lowering.adders import Summand
from dataflow.lowering.draft import Draft, Goal
from dataflow.lowering.terms import Terms
from dataflow.numbers import proof
from dataflow.numbers.formats import Rounding
from dataflow.numbers.knowledge import Fact
from dataflow.operators import Operator


class Products:
    """Appends products of nodes to a draft, each with its low bits dropped."""

    def __init__(self, draft: Draft, terms: Terms) -> None:
        self.draft, self.terms = draft, terms

    def summand(
        self, node: Node, name: str, term: Term, fraction: int, goal: Goal | None = None
    ) -> Summand:
        """Return one term of a sum as an operand, products cut to ``fraction`` fraction bits."""
        sign = 1 if term.coefficient > 0.0 else -1
        size = abs(term.coefficient)
        operands = tuple(self.terms.results[f] for f in term.factors)
        draft = self.draft
        if term.is_product:
            index = self._cut(
                name,
                node.stage,
                Operator.MULTIPLY,
                operands,
                self.terms.exact(term),
                fraction,
                goal,
            )
        elif not operands:
            fact = proof.constant(size, fraction)
            index = draft.emit(
                name, node.stage, Operator.CONSTANT, (), fact, constant=fact.known.lowest
            )
        elif size != 1.0:
            factor = self.terms.constant(term)
            index = self._cut(
                name, node.stage, Operator.SCALE, operands, self.terms.exact(term), fraction, goal,
                constant=factor.integer, constant_fraction=factor.fraction,
            )  # fmt: skip
        else:
            index = operands[0]
        return Summand(draft.operations[index].ready, index, sign)

    def _cut(
        self,
        name: str,
        stage: str,
        operator: Operator,
        operands: tuple[int, ...],
        exact: Fact,
        fraction: int,
        goal: Goal | None,
        **extra: int,
    ) -> int:
        """Append a product with its low bits dropped."""
        fact = exact.cut_to(fraction)
        rounding = Rounding.EXACT if fact is exact else Rounding.TRUNCATE
        return self.draft.emit(name, stage, operator, operands, fact, rounding, goal, **extra)
