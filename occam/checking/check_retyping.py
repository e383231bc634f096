"""RETYPES: the same bytes as another type."""

from __future__ import annotations

from occam import parsed, typed
from occam.checking import (
    check_elements,
    check_expressions,
    check_specifications,
    check_types,
    constant_tables,
)
from occam.checking.scope import Context
from occam.language.types import ArrayType, Primitive, Type, base_of, open_dimensions
from occam.layout.sizes import size_in_bytes


def retyping(context: Context, node: parsed.Retyping) -> tuple[typed.Specification, ...]:
    """Make a retyping's name known: sizes have to agree, one open length follows from them."""
    wanted = check_types.type_of(context, node.type, may_be_open=True)
    if not check_types.is_data(wanted):
        node.place.fail(f"RETYPES to {wanted}", "types of data")
    if open_dimensions(wanted) > 1:
        node.place.fail(f"RETYPES to {wanted}", "at most one length left open")
    if node.value:
        value = check_expressions.expression(context, node.expression)
    else:
        value = check_elements.target(context, node.expression)
    type_ = _lengths(node, wanted, value.type)
    if isinstance(value, typed.Constant | typed.ConstantTable):
        data = constant_tables.data_of(value)
        if base_of(type_) is Primitive.BOOL and max(data, default=0) > 1:
            node.place.fail(f"{max(data)} as a BOOL", "0 for FALSE or 1 for TRUE")
        context.scope.define(node.name.text, constant_tables.constant(node.name.place, type_, data))
        return ()
    return check_specifications.make(context, node.value, node.name, type_, value, True)


def _lengths(node: parsed.Retyping, wanted: Type, found: Type) -> Type:
    """Return the wanted type with the length that follows; None stays where sizes are unknown."""
    if open_dimensions(found):
        return wanted
    size = size_in_bytes(found)
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
