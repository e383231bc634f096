"""What every node of the tree as written has, and the types that need no other node."""

from __future__ import annotations

from dataclasses import dataclass

from common.place import Place


@dataclass(frozen=True)
class Node:
    """Something written at a place: that of its first character, or of its operator."""

    place: Place


@dataclass(frozen=True)
class PrimitiveNode(Node):
    """``BOOL``, ``BYTE``, ``INT``, ``INT16``, ``INT32``, ``INT64``, ``REAL32``, ``REAL64``."""

    name: str


@dataclass(frozen=True)
class TimerNode(Node):
    """``TIMER``."""


@dataclass(frozen=True)
class NewName(Node):
    """A name at the place where it is made known."""

    text: str
