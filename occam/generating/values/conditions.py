"""Truth: comparisons, AND, OR and NOT as values and as branches.

AND and OR do not evaluate their right side if the left decides.
"""

from __future__ import annotations

from dataclasses import dataclass

from occam.generating.code import Label
from occam.generating.generator import Generator
from occam.generating.values import reals, software_reals, wide
from occam.generating.values.loading import load_operands, load_pair
from occam.generating.values.narrow import wrap
from occam.generating.values.operands import WordOf
from occam.generating.values.relations import CONTRARY, SWAPPED
from occam.language.types import Primitive
from occam.typed import Binary, Constant, Expression, Unary


@dataclass(frozen=True)
class Relation:
    """What Areg says of a comparison: its truth, or the truth of its contrary.

    ``rough``: any number but 0 stands for TRUE.
    """

    contrary: bool
    rough: bool = False


_COMPARISONS = frozenset(("=", "<>", "<", ">", "<=", ">=", "AFTER"))
_CONNECTIVES = frozenset(("AND", "OR"))


def is_condition(e: Expression) -> bool:
    """Tell whether this file computes an expression."""
    if isinstance(e, Binary):
        return e.operator in _COMPARISONS or e.operator in _CONNECTIVES
    return isinstance(e, Unary) and e.operator == "NOT"


def load(g: Generator, e: Expression) -> None:
    """Push 1 if the condition holds, else 0."""
    if isinstance(e, Unary) and _is_comparison(e.operand):
        _compare(g, e.operand, negated=True)
    elif isinstance(e, Unary):
        g.load(e.operand)
        g.emit("eqc", 0)
    elif isinstance(e, Binary) and e.operator in _CONNECTIVES:
        _connective(g, e)
    elif isinstance(e, Binary):
        _compare(g, e, negated=False)


def _is_comparison(e: Expression) -> bool:
    """Tell whether an expression compares two values."""
    return isinstance(e, Binary) and e.operator in _COMPARISONS


def _connective(g: Generator, e: Binary) -> None:
    end = Label("decided")
    g.load(e.left)
    if e.operator == "OR":
        g.emit("eqc", 0)
    g.code.branch("cj", end)
    g.load(e.right)
    if e.operator == "OR":
        g.emit("eqc", 0)
    g.code.place(end)
    if e.operator == "OR":
        g.emit("eqc", 0)


def _compare(g: Generator, e: Expression, negated: bool) -> None:
    """Push the truth of a comparison, or of its contrary; always 0 or 1."""
    assert isinstance(e, Binary)
    relation = _load_relation(g, e)
    if relation.contrary is not negated:
        g.emit("eqc", 0)
    elif relation.rough:
        g.emit("eqc", 0)
        g.emit("eqc", 0)


def _load_relation(g: Generator, e: Binary) -> Relation:
    type_ = e.left.type
    assert isinstance(type_, Primitive)
    if g.on_fpu(type_):
        return Relation(reals.compare(g, e))
    if g.is_wide(type_):
        return Relation(wide.compare(g, e))
    if type_ is Primitive.REAL32:
        return Relation(software_reals.compare(g, e))
    if e.operator in ("=", "<>"):
        return _equal(g, e)
    if e.operator == "AFTER":
        load_operands(g, [WordOf(e.left), WordOf(e.right)])
        g.emit("diff")
        wrap(g, type_)
        g.emit("ldc", 0)
    elif e.operator in SWAPPED:
        load_operands(g, [WordOf(e.right), WordOf(e.left)])
    else:
        load_operands(g, [WordOf(e.left), WordOf(e.right)])
    g.emit("gt")
    return Relation(e.operator in CONTRARY)


def _equal(g: Generator, e: Binary) -> Relation:
    """Push 0 if both sides are equal; where one is a constant, 1 if they are."""
    left, right = e.left, e.right
    if isinstance(left, Constant):
        left, right = right, left
    if isinstance(right, Constant) and right.value:
        g.load(left)
        g.emit("eqc", right.value)
        return Relation(e.operator == "<>")
    if isinstance(right, Constant):
        g.load(left)
    else:
        load_pair(g, e)
        g.emit("diff")
    return Relation(e.operator == "=", rough=True)


def branch_if_false(g: Generator, e: Expression, label: Label) -> None:
    """Go to a label if a condition is FALSE."""
    _branch_when(g, e, label, when=False)


def branch_if_true(g: Generator, e: Expression, label: Label) -> None:
    """Go to a label if a condition is TRUE."""
    _branch_when(g, e, label, when=True)


def _branch_when(g: Generator, e: Expression, label: Label, when: bool) -> None:
    """Go to a label if the truth of a condition is ``when``, taking NOT, AND and OR apart."""
    either = "OR" if when else "AND"  # each side alone leads to the label
    if isinstance(e, Unary) and e.operator == "NOT":
        _branch_when(g, e.operand, label, not when)
    elif isinstance(e, Binary) and e.operator == either:
        _branch_when(g, e.left, label, when)
        _branch_when(g, e.right, label, when)
    elif isinstance(e, Binary) and e.operator in ("AND", "OR"):
        past = Label("past")
        _branch_when(g, e.left, past, not when)
        _branch_when(g, e.right, label, when)
        g.code.place(past)
    else:
        _branch(g, e, label, when)


def _branch(g: Generator, e: Expression, label: Label, when: bool) -> None:
    """Go to a label if the truth of a condition is ``when``; `cj` goes on 0."""
    with g.frame.scope():
        if _is_comparison(e):
            assert isinstance(e, Binary)
            contrary = _load_relation(g, e).contrary
        else:
            g.load(e)
            contrary = False
    if contrary is not when:
        g.emit("eqc", 0)
    g.code.branch("cj", label)
