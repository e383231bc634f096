"""Types and protocols as they are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from occam.parsed.expressions import Expression
from occam.parsed.nodes import Node, PrimitiveNode, TimerNode


@dataclass(frozen=True)
class ArrayNode(Node):
    """``[length]element``; ``[]element`` (length None) in formals, abbreviations and protocols."""

    length: Expression | None
    element: TypeNode


@dataclass(frozen=True)
class ChannelNode(Node):
    """``CHAN OF protocol``."""

    protocol: ProtocolNode


@dataclass(frozen=True)
class PortNode(Node):
    """``PORT OF type``."""

    type: TypeNode


TypeNode: TypeAlias = PrimitiveNode | TimerNode | ArrayNode | ChannelNode | PortNode


@dataclass(frozen=True)
class AnyProtocolNode(Node):
    """``ANY``."""


@dataclass(frozen=True)
class NamedProtocolNode(Node):
    """The name of a protocol that a definition gave."""

    name: str


@dataclass(frozen=True)
class SimpleProtocolNode(Node):
    """One value: a primitive or an array type."""

    type: TypeNode


@dataclass(frozen=True)
class CountedProtocolNode(Node):
    """``count::[]element``."""

    count: TypeNode
    array: ArrayNode


ItemProtocolNode: TypeAlias = AnyProtocolNode | SimpleProtocolNode | CountedProtocolNode
ProtocolNode: TypeAlias = ItemProtocolNode | NamedProtocolNode


@dataclass(frozen=True)
class SequentialProtocolNode(Node):
    """The items of a protocol definition, or of one variant."""

    items: tuple[ItemProtocolNode, ...]


@dataclass(frozen=True)
class TaggedProtocolNode(Node):
    """``tag; items`` of a variant protocol."""

    tag: str
    items: tuple[ItemProtocolNode, ...]
