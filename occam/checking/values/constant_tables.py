"""Arrays of constants as bytes: what goes in, what is taken out."""

from __future__ import annotations

from common.place import Place
from occam.language import arithmetic
from occam.language.types import ArrayType, Primitive, Type
from occam.layout.sizes import size_in_bytes
from occam.typed import Constant, ConstantTable


def _encode(type_: Primitive, value: int) -> bytes:
    """Return a constant as it lies in memory, low byte first."""
    return (value % (1 << arithmetic.bits(type_))).to_bytes(type_.bytes, "little")


def _decode(type_: Primitive, data: bytes) -> int:
    """Return the constant that lies in memory as these bytes."""
    return int.from_bytes(data, "little", signed=type_.integer)


def data_of(value: Constant | ConstantTable) -> bytes:
    """Return a constant's bytes."""
    if isinstance(value, ConstantTable):
        return value.data
    assert isinstance(value.type, Primitive)
    return _encode(value.type, value.value)


def constant(place: Place, type_: Type, data: bytes) -> Constant | ConstantTable:
    """Return the bytes as a constant of a type."""
    if isinstance(type_, Primitive):
        return Constant(place, type_, _decode(type_, data))
    return ConstantTable(place, type_, data)


def table(place: Place, items: list[Constant | ConstantTable]) -> ConstantTable:
    """Return constants of one type as an array."""
    data = b"".join(data_of(item) for item in items)
    return ConstantTable(place, ArrayType(len(items), items[0].type), data)


def element(place: Place, whole: ConstantTable, index: int) -> Constant | ConstantTable:
    """Return an element; the index lies inside."""
    assert isinstance(whole.type, ArrayType)
    size = size_in_bytes(whole.type.element)
    return constant(place, whole.type.element, whole.data[index * size : (index + 1) * size])


def part(place: Place, whole: ConstantTable, start: int, count: int) -> ConstantTable:
    """Return ``count`` elements from ``start`` on; they lie inside."""
    assert isinstance(whole.type, ArrayType)
    size = size_in_bytes(whole.type.element)
    type_ = ArrayType(count, whole.type.element)
    return ConstantTable(place, type_, whole.data[start * size : (start + count) * size])
