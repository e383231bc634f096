"""The equations on processors: pieces of blocks, the messages between them, and all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dataflow.graph.expression_values import needed
from dataflow.tasks.assignment import Assignment
from dataflow.tasks.blocks import Equations

ROOT = 0
"""The processor that gives states and takes results."""

STATE = "state"
"""The array of what the root gives."""

SHARED = "shared"
"""The array of a processor's own values that several of its pieces read."""


@dataclass(frozen=True)
class Message:
    """Values of one array that one processor sends another in every cycle.

    Attributes
    ----------
    array
        `STATE`, `JACOBIAN` or the block.
    values
        Nodes, in the array's order.
    """

    sender: int
    receiver: int
    array: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Piece:
    """A part of a block, computed without a pause.

    Attributes
    ----------
    block, part
        The parts of a block on a processor are counted from 1.
    results
        The values of the block's array that it computes, as its readers see them.
    shared
        Nodes that later pieces of the processor read, and nobody else.
    waits
        Messages that it is the first piece to read.
    known
        All nodes that need not be computed here.
    """

    block: str
    part: int
    results: tuple[int, ...]
    shared: tuple[int, ...]
    waits: tuple[Message, ...]
    known: frozenset[int]

    def computed(self, equations: Equations) -> list[int]:
        """Return the nodes that it computes, operands first; numbers and names among them."""
        targets = [equations.defined(i) for i in self.results]
        return needed(equations.graph.nodes, [*targets, *self.shared], self.known)


@dataclass(frozen=True)
class Partition:
    """The equations on processors.

    Attributes
    ----------
    pieces
        Of each processor, in order.
    messages
        From processor to processor, those with the root among them.
    arrays
        Nodes of each array that messages or pieces name, in order.
    """

    equations: Equations
    assignment: Assignment
    pieces: Mapping[int, tuple[Piece, ...]]
    messages: tuple[Message, ...]
    arrays: Mapping[str, tuple[int, ...]]

    @property
    def processors(self) -> tuple[int, ...]:
        """Those that compute, ascending."""
        return tuple(self.pieces)

    @property
    def head(self) -> int:
        """The processor that is wired to the root: the one that has the last block."""
        return self.assignment[self.result]

    @property
    def result(self) -> str:
        """The block that the root takes."""
        return self.equations.result
