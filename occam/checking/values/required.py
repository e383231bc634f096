"""Expressions that have to be of one type: conditions, bounds, lengths, addresses."""

from __future__ import annotations

from common.place import Place
from occam import parsed, typed
from occam.checking import hints
from occam.checking.context import Context
from occam.language.types import Primitive, Type


def require(place: Place, found: Type, wanted: Type, what: str) -> None:
    """Fail if a type is not the one that is wanted."""
    if found != wanted:
        place.fail(f"{what} is of type {found}", f"{wanted}{hints.for_type(found, wanted)}")


def condition(context: Context, node: parsed.Expression, what: str) -> typed.Expression:
    """Return an expression that has to be a BOOL."""
    value = context.expression(node)
    require(node.place, value.type, Primitive.BOOL, what)
    return value


def constant_integer(context: Context, node: parsed.Expression, what: str) -> int:
    """Return the value of an expression that has to be a constant INT."""
    value = context.expression(node)
    if value.type is not Primitive.INT:
        node.place.fail(f"{what} is of type {value.type}", "an INT")
    if not isinstance(value, typed.Constant):
        node.place.fail(f"{what} is not known before the program runs", "a constant INT")
    return value.value
