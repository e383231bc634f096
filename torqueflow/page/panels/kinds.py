"""Kinds of operations as a reader tells them apart, and the colour of each."""

from __future__ import annotations

from common.pictures import COLOURS
from dataflow.operators import Operator, UnitKind

KINDS = {
    "sine": COLOURS[0],
    "product": COLOURS[1],
    "product with a constant": COLOURS[2],
    "addition": COLOURS[3],
    "other operation": COLOURS[4],
}
"""Every kind and its colour, in the order of legends."""

_OF_UNIT = {
    UnitKind.TRIGONOMETRY: "sine",
    UnitKind.MULTIPLIER: "product",
    UnitKind.ADDER: "addition",
    None: "other operation",
}


def kind_of(operator: Operator) -> str | None:
    """Return an operator's kind: by the unit that does it; None where nothing is done."""
    if operator in (Operator.PORT, Operator.CONSTANT):
        return None
    return "product with a constant" if operator is Operator.SCALE else _OF_UNIT[operator.unit]


def several(kind: str) -> str:
    """Return a kind's plural."""
    return kind.replace("product", "products") if kind.startswith("product") else f"{kind}s"
