"""What a design costs: operations a set of outputs takes, and the units that do them."""

from __future__ import annotations

from dataclasses import dataclass

from dataflow.design import Design
from dataflow.operation import Operation
from dataflow.operators import Operator, UnitKind


@dataclass(frozen=True)
class Cost:
    """Counts of one design.

    Attributes
    ----------
    multiply, scale, add
        Operations a set of outputs takes: products of two variables, products with a constant, and
        additions, subtractions and negations, of which a sum of three is two. Sines and cosines are
        not among them.
    multipliers
        Multiplier units; fewer than products where the initiation interval is above 1.
    adders
        Adders of those additions, two for a sum of three, and of products with constants, which
        share what sums they can (`dataflow.multiples`).
    trigonometric_units
        Each gives a sine and a cosine with two multipliers, which are not in ``multipliers``.
    delay_bits
        Bits of values that wait, summed over the cycles they wait: what the schedule minimises.
    reciprocal_multipliers
        Of the steps of reciprocals, each with two; not in ``multipliers`` either.
    """

    multiply: int
    scale: int
    add: int
    multipliers: int
    adders: int
    trigonometric_units: int
    delay_bits: int
    reciprocal_multipliers: int = 0

    @property
    def all_multipliers(self) -> int:
        """Those of sines, cosines and reciprocals among them."""
        return self.multipliers + 2 * self.trigonometric_units + self.reciprocal_multipliers


def cost(design: Design) -> Cost:
    """Count a design's operations and units."""
    products = [o for o in design.operations if o.operator is Operator.MULTIPLY]
    scales = [o for o in design.operations if o.operator is Operator.SCALE]
    additions = [o for o in design.operations if o.operator.unit is UnitKind.ADDER]
    blocks = [o for o in scales if o.unit is not None or design.has_block(o)]
    return Cost(
        multiply=len(products),
        scale=len(scales),
        add=sum(max(1, o.operator.value.arity - 1) for o in additions),
        multipliers=_units(products + blocks),
        adders=_units(additions)
        + sum(o.operator.value.arity > 2 for o in additions)
        + sum(each.graph.adders for each in design.multiples)
        + sum(design.adders_in_turns(tree).adders for tree in design.trees),
        trigonometric_units=_trigonometric_units(design.operations),
        delay_bits=delay_bits(design),
        reciprocal_multipliers=sum(
            2 * o.constant for o in design.operations if o.operator is Operator.RECIPROCAL
        ),
    )


def _units(operations: list[Operation]) -> int:
    """Return how many units operations of one kind have: shared ones count once."""
    return len({(o.stage, o.unit) if o.unit is not None else o.index for o in operations})


def _trigonometric_units(operations: tuple[Operation, ...]) -> int:
    """Return how many sine and cosine units there are: one an angle, unless shared."""
    users = [o for o in operations if o.operator.unit is UnitKind.TRIGONOMETRY]
    return len({(o.stage, o.unit) if o.unit is not None else o.operands for o in users})


def delay_bits(design: Design) -> int:
    """Return bits times cycles that values wait where they are read, and outputs at the end."""
    last: dict[tuple[int, str], int] = {}
    for reader in design.operations:
        for operand in reader.operands:
            if design.operations[operand].operator is not Operator.CONSTANT:
                key = (operand, reader.stage)
                last[key] = max(last.get(key, 0), reader.start)
    waits = [(index, cycle) for (index, _), cycle in last.items()]
    waits += [
        (port.operation, design.depth)
        for port in design.outputs
        if design.operations[port.operation].operator is not Operator.CONSTANT
    ]
    return sum(
        (cycle - design.operations[i].ready) * design.operations[i].format.width
        for i, cycle in waits
    )
