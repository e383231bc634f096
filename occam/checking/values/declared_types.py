"""Types and protocols as written, into types as the compiler knows them."""

from __future__ import annotations

from occam import parsed
from occam.checking.context import Context
from occam.checking.values.required import constant_integer
from occam.language.types import (
    AnyItem,
    ArrayType,
    ChannelType,
    Counted,
    ItemType,
    PortType,
    Primitive,
    Protocol,
    TimerType,
    Type,
    is_data,
    open_dimensions,
)
from occam.layout.sizes import size_in_bytes

_LARGEST = (1 << 31) - 1


def type_of(context: Context, node: parsed.TypeNode, may_be_open: bool = False) -> Type:
    """Return a type; ``may_be_open``: lengths may be left out."""
    match node:
        case parsed.PrimitiveNode():
            return Primitive(node.name)
        case parsed.TimerNode():
            return TimerType()
        case parsed.PortNode():
            return _port(context, node)
        case parsed.ChannelNode():
            return ChannelType(_channel_protocol(context, node.protocol))
        case parsed.ArrayNode():
            return _array(context, node, may_be_open)


def _array(context: Context, node: parsed.ArrayNode, may_be_open: bool) -> ArrayType:
    if node.length is None and not may_be_open:
        node.place.fail("an array without a length", "[length] with a constant length")
    element = type_of(context, node.element, may_be_open)
    if node.length is None:
        return ArrayType(None, element)
    length = constant_integer(context, node.length, "the length of an array")
    if not 0 < length <= _LARGEST:
        node.length.place.fail(f"an array of length {length}", "lengths of 1 and more")
    if not open_dimensions(element) and length * size_in_bytes(element) > _LARGEST:
        node.place.fail(f"an array of {length} {element}", f"at most {_LARGEST} bytes")
    return ArrayType(length, element)


def _port(context: Context, node: parsed.PortNode) -> PortType:
    data = type_of(context, node.type)
    if not isinstance(data, Primitive):
        node.place.fail(f"PORT OF {data}", "a type of one value; [n]PORT OF it for several")
    return PortType(data)


def _channel_protocol(context: Context, node: parsed.ProtocolNode) -> Protocol:
    if isinstance(node, parsed.NamedProtocolNode):
        found = context.names.find(node.name, node.place, "the name of a PROTOCOL")
        if not isinstance(found, Protocol):
            node.place.fail(f"{node.name} is no protocol", "a type, ANY or the name of a PROTOCOL")
        return found
    return Protocol("", (_item_type(context, node),))


def _item_type(
    context: Context, node: parsed.ItemProtocolNode | parsed.NamedProtocolNode
) -> ItemType:
    """Return one item of a protocol."""
    match node:
        case parsed.AnyProtocolNode():
            return AnyItem()
        case parsed.CountedProtocolNode():
            return _counted(context, node)
        case parsed.NamedProtocolNode():
            node.place.fail(f"the protocol {node.name} inside of another", "types")
    type_ = type_of(context, node.type)
    if not is_data(type_):
        node.place.fail(f"{type_} in a protocol", "types of data: BOOL, BYTE, INT, REAL32 ...")
    assert isinstance(type_, Primitive | ArrayType)
    return type_


def _counted(context: Context, node: parsed.CountedProtocolNode) -> Counted:
    count = type_of(context, node.count)
    if not isinstance(count, Primitive) or not (count.integer or count is Primitive.BYTE):
        node.count.place.fail(f"a count of type {count}", "INT, INT16, INT32, INT64 or BYTE")
    array = type_of(context, node.array, may_be_open=True)
    assert isinstance(array, ArrayType)
    if array.length is not None:
        node.array.place.fail(
            f"a counted array with a length, {array}", f"[]{array.element}, whose count is sent"
        )
    if open_dimensions(array) > 1 or not is_data(array):
        node.array.place.fail(f"a counted array {array}", "[] and a type of data of fixed size")
    return Counted(count, array)


def protocol(context: Context, node: parsed.ProtocolDefinition) -> Protocol:
    """Return the protocol that a definition makes known."""
    if isinstance(node.protocol, parsed.SequentialProtocolNode):
        return Protocol(node.name.text, _items(context, node.protocol.items))
    variants: dict[str, tuple[ItemType, ...]] = {}
    for tagged in node.protocol:
        if tagged.tag in variants:
            tagged.place.fail(f"the tag {tagged.tag} twice", "a tag for one variant only")
        variants[tagged.tag] = _items(context, tagged.items)
    if len(variants) > 256:
        node.place.fail(f"a protocol of {len(variants)} variants", "at most 256, one a byte")
    return Protocol(node.name.text, variants=tuple(variants.items()))


def _items(context: Context, nodes: tuple[parsed.ItemProtocolNode, ...]) -> tuple[ItemType, ...]:
    return tuple(_item_type(context, node) for node in nodes)
