"""Expressions: their types, and the values of those that are constant."""

from __future__ import annotations

from dataclasses import replace

from occam import parsed, typed
from occam.checking.context import Context
from occam.checking.values import calls, constant_tables, elements, literals, operators
from occam.language import arithmetic
from occam.language.types import ArrayType, Primitive, is_data, open_dimensions

INT = Primitive.INT


def expression(context: Context, node: parsed.Expression) -> typed.Expression:
    """Return an expression whose value is data, not a channel or timer."""
    match node:
        case parsed.Literal():
            return literals.literal(node)
        case parsed.StringLiteral():
            return literals.string(node)
        case parsed.Name() | parsed.Subscript() | parsed.Slice():
            return _data(elements.element(context, node))
        case parsed.Table():
            return _table(context, node)
        case parsed.Monadic(operator="SIZE"):
            return _size(context, node)
        case parsed.Monadic():
            return operators.unary(node.place, node.operator, expression(context, node.operand))
        case parsed.Dyadic():
            return _dyadic(context, node)
        case parsed.Conversion():
            operand = expression(context, node.operand)
            return operators.conversion(node.place, Primitive(node.type.name), node.mode, operand)
        case parsed.Limit():
            return _limit(node)
        case parsed.Call():
            return calls.call(context, node)
        case parsed.ValueProcess():
            return calls.value_of(context, node)


_DECIDES = {"AND": 0, "OR": 1}
"""What a left side has to be so that the right one is never evaluated."""


def _dyadic(context: Context, node: parsed.Dyadic) -> typed.Expression:
    left = expression(context, node.left)
    if isinstance(left, typed.Constant) and left.value == _DECIDES.get(node.operator):
        right = expression(replace(context, decided=True), node.right)
        operators.binary(node.place, node.operator, left, right)
        return left
    return operators.binary(node.place, node.operator, left, expression(context, node.right))


def _data(value: typed.Expression) -> typed.Expression:
    if not is_data(value.type):
        value.place.fail(f"{value.type} in an expression", "a value of data")
    return value


def _table(context: Context, node: parsed.Table) -> typed.Expression:
    items = [expression(context, item) for item in node.items]
    first = items[0].type
    for item in items:
        if item.type != first:
            item.place.fail(
                f"{item.type} in a table that begins with {first}", "elements of one type"
            )
        if open_dimensions(item.type):
            item.place.fail("an element whose size is not known", "elements of fixed size")
    known = [item for item in items if isinstance(item, typed.Constant | typed.ConstantTable)]
    if len(known) == len(items):
        return constant_tables.table(node.place, known)
    return typed.Table(node.place, ArrayType(len(items), first), tuple(items))


def _size(context: Context, node: parsed.Monadic) -> typed.Expression:
    operand = elements.element(context, node.operand)
    if not isinstance(operand.type, ArrayType):
        node.place.fail(f"SIZE of what is no array but {operand.type}", "an array")
    if operand.type.length is not None:
        return typed.Constant(node.place, INT, operand.type.length)
    return typed.SizeOf(node.place, INT, operand)


def _limit(node: parsed.Limit) -> typed.Constant:
    type_ = Primitive(node.type.name)
    name = "MOSTPOS" if node.positive else "MOSTNEG"
    if not type_.integer:
        node.place.fail(f"{name} {type_}", f"{name} of INT, INT16, INT32 or INT64")
    return typed.Constant(node.place, type_, arithmetic.limits(type_)[node.positive])
