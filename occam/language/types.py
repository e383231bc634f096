"""The types of occam 2: what values may be, and what they fit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Primitive(Enum):
    """A type without parts. INT has 32 bits on both parts, yet is another type than INT32."""

    BOOL = "BOOL"
    BYTE = "BYTE"
    INT = "INT"
    INT16 = "INT16"
    INT32 = "INT32"
    INT64 = "INT64"
    REAL32 = "REAL32"
    REAL64 = "REAL64"

    def __str__(self) -> str:
        return self.value

    @property
    def bytes(self) -> int:
        """Bytes of one element of an array; a variable of its own takes whole words."""
        return {"BOOL": 1, "BYTE": 1, "INT16": 2, "INT64": 8, "REAL64": 8}.get(self.value, 4)

    @property
    def real(self) -> bool:
        """REAL32 or REAL64."""
        return self in (Primitive.REAL32, Primitive.REAL64)

    @property
    def integer(self) -> bool:
        """A signed integer: INT, INT16, INT32 or INT64 (BYTE is not)."""
        return self.value.startswith("INT")


@dataclass(frozen=True)
class ArrayType:
    """``[length]element``; length None: only known when the program runs."""

    length: int | None
    element: Type

    def __str__(self) -> str:
        return f"[{'' if self.length is None else self.length}]{self.element}"


@dataclass(frozen=True)
class TimerType:
    """``TIMER``."""

    def __str__(self) -> str:
        return "TIMER"


@dataclass(frozen=True)
class PortType:
    """``PORT OF data``: a place in memory that is used by input and output."""

    data: Type

    def __str__(self) -> str:
        return f"PORT OF {self.data}"


@dataclass(frozen=True)
class Counted:
    """``count::[]element`` in a protocol."""

    count: Primitive
    array: ArrayType

    def __str__(self) -> str:
        return f"{self.count}::{self.array}"


@dataclass(frozen=True)
class AnyItem:
    """``ANY``: a message of any type, of as many bytes as it has."""

    def __str__(self) -> str:
        return "ANY"


ItemType: TypeAlias = "Primitive | ArrayType | Counted | AnyItem"


@dataclass(frozen=True)
class Protocol:
    """What goes down a channel.

    Attributes
    ----------
    name
        Of its definition; "" for a protocol written at the channel.
    items
        The items of a simple or sequential protocol; () for a variant one.
    variants
        For a variant protocol, the tags in order, each with its items. A tag travels as one byte,
        its position in this tuple.
    """

    name: str
    items: tuple[ItemType, ...] = ()
    variants: tuple[tuple[str, tuple[ItemType, ...]], ...] = ()

    def __str__(self) -> str:
        return self.name or "; ".join(str(item) for item in self.items)


@dataclass(frozen=True)
class ChannelType:
    """``CHAN OF protocol``."""

    protocol: Protocol

    def __str__(self) -> str:
        return f"CHAN OF {self.protocol}"


CHANNEL_OF_ANY_PROTOCOL = ChannelType(Protocol("any protocol"))
"""A parameter for whatever channel; no channel has this type."""

Type: TypeAlias = "Primitive | ArrayType | TimerType | ChannelType | PortType"


def base_of(type_: Type) -> Type:
    """Return what is left when all dimensions are taken off."""
    return base_of(type_.element) if isinstance(type_, ArrayType) else type_


def open_dimensions(type_: Type) -> int:
    """Return how many lengths are known at run time only."""
    if not isinstance(type_, ArrayType):
        return 0
    return (type_.length is None) + open_dimensions(type_.element)


def without_ports(type_: Type) -> Type:
    """Return the type of what goes through a port, or an array of ports."""
    if isinstance(type_, ArrayType):
        return ArrayType(type_.length, without_ports(type_.element))
    return type_.data if isinstance(type_, PortType) else type_


def is_data(type_: Type) -> bool:
    """Tell whether values of a type can be assigned and sent: no channels, no timers."""
    return isinstance(base_of(type_), Primitive)


def fits(actual: Type, formal: Type) -> bool:
    """Tell whether a value of one type may stand where the other is asked for.

    A channel of ANY may stand for one of any protocol, as with INMOS's compiler, but not the other
    way round.
    """
    if isinstance(actual, ArrayType) and isinstance(formal, ArrayType):
        lengths = formal.length is None or actual.length is None or actual.length == formal.length
        return lengths and fits(actual.element, formal.element)
    if isinstance(actual, ChannelType) and isinstance(formal, ChannelType):
        whatever = actual.protocol.items == (AnyItem(),) or formal == CHANNEL_OF_ANY_PROTOCOL
        return whatever or actual == formal
    return actual == formal
