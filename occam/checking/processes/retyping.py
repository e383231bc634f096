"""RETYPES: the same bytes as another type."""

from __future__ import annotations

from occam import parsed, typed
from occam.checking.context import Context
from occam.checking.processes.abbreviations import make
from occam.checking.values import constant_tables
from occam.checking.values.declared_types import type_of
from occam.checking.values.elements import element, target
from occam.language.types import ArrayType, ChannelType, Primitive, Type, base_of, fits, is_data
from occam.layout.lengths import known_lengths, open_positions
from occam.layout.sizes import fixed_size, size_in_bytes


def retyping(context: Context, node: parsed.Retyping) -> tuple[typed.Specification, ...]:
    """Make a retyping's name known: sizes have to agree, one open length follows from them."""
    wanted = type_of(context, node.type, may_be_open=True)
    if isinstance(base_of(wanted), ChannelType) and not node.value:
        return _channels(context, node, wanted)
    if not is_data(wanted):
        node.place.fail(f"RETYPES to {wanted}", "types of data, or a channel to another protocol")
    if open_positions(wanted) not in ((), (0,)):
        node.place.fail(f"RETYPES to {wanted}", "at most one length left open, the first")
    check = Context.expression if node.value else target
    value = check(context, node.expression)
    type_ = _lengths(node, wanted, value.type)
    if isinstance(value, typed.Constant | typed.ConstantTable):
        data = constant_tables.data_of(value)
        if base_of(type_) is Primitive.BOOL and max(data, default=0) > 1:
            node.place.fail(f"{max(data)} as a BOOL", "0 for FALSE or 1 for TRUE")
        context.names.define(node.name.text, constant_tables.constant(node.name.place, type_, data))
        return ()
    return make(context, node.value, node.name, type_, value, True)


def _channels(
    context: Context, node: parsed.Retyping, wanted: Type
) -> tuple[typed.Specification, ...]:
    """Make a channel known with another protocol, or an array of them as long."""
    value = element(context, node.expression)
    if not isinstance(base_of(value.type), ChannelType):
        node.expression.place.fail(f"{value.type} RETYPES to {wanted}", "a channel, or several")
    lengths = [ArrayType(one, Primitive.INT) for one in _shape(wanted)]
    found = [ArrayType(one, Primitive.INT) for one in _shape(value.type)]
    if len(lengths) != len(found) or not all(map(fits, found, lengths)):
        node.place.fail(f"{value.type} RETYPES to {wanted}", "as many channels")
    type_ = known_lengths(wanted, value.type)
    return make(context, False, node.name, type_, value, True)


def _shape(type_: Type) -> list[int | None]:
    return [type_.length, *_shape(type_.element)] if isinstance(type_, ArrayType) else []


def _lengths(node: parsed.Retyping, wanted: Type, found: Type) -> Type:
    """Return the wanted type with the length that follows; None stays where sizes are unknown."""
    size = fixed_size(found)
    if size is None:
        return wanted
    if isinstance(wanted, ArrayType) and wanted.length is None:
        element = size_in_bytes(wanted.element)
        if size % element:
            node.place.fail(
                f"{found} has {size} bytes, no multiple of the {element} of {wanted.element}",
                "sizes that divide without rest",
            )
        return ArrayType(size // element, wanted.element)
    if size_in_bytes(wanted) != size:
        node.place.fail(
            f"{found} has {size} bytes, {wanted} {size_in_bytes(wanted)}", "equal sizes"
        )
    return wanted
