"""Replicators: an index, its start and its count."""

from __future__ import annotations

from common.place import Place
from occam import parsed, typed
from occam.checking.context import Context
from occam.checking.values.required import require
from occam.language import arithmetic
from occam.language.types import Primitive


def replicator(
    context: Context, node: parsed.Replicator | None
) -> tuple[Context, typed.Replicator | None]:
    """Return the context in which a replicator's index is known, and the replicator."""
    if node is None:
        return context, None
    start = _bound(context, node.start, "the start of a replicator")
    count = _bound(context, node.count, "the count of a replicator")
    span = _range(node.count.place, start, count)
    index = typed.Index(node.name, node.place, Primitive.INT, span)
    inside = context.inner()
    inside.names.define(node.name, index)
    return inside, typed.Replicator(index, start, count)


def _bound(context: Context, node: parsed.Expression, what: str) -> typed.Expression:
    value = context.expression(node)
    require(node.place, value.type, Primitive.INT, what)
    return value


def _range(
    place: Place, start: typed.Expression, count: typed.Expression
) -> tuple[int, int] | None:
    if isinstance(count, typed.Constant) and count.value < 0:
        place.fail(f"a replicator with the count {count.value}", "counts of 0 and more")
    if not isinstance(start, typed.Constant) or not isinstance(count, typed.Constant):
        return None
    last = start.value + count.value - 1
    largest = arithmetic.limits(Primitive.INT)[1]
    if last > largest:
        place.fail(f"a replicator up to {last}", f"indices up to {largest}")
    # With the count 0 no value is ever taken; an empty range lies inside every bound.
    return start.value, last
