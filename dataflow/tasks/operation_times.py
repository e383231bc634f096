"""What operations and messages take on a T800, for plans that are measured later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dataflow.graph.expressions import ExpressionKind, ExpressionNode


@dataclass(frozen=True)
class OperationTimes:
    """Microseconds, operands and results fetched and stored.

    The defaults are those of generated code on the emulator: T800 at 20 MHz, all checks, external
    memory of three cycles, links at 20 Mbit/s.
    """

    add: float = 1.1
    multiply: float = 1.2
    divide: float = 1.9
    root: float = 4.5
    sine: float = 27.0
    message: float = 3.0
    word: float = 2.3

    def of(self, nodes: Sequence[ExpressionNode], indices: Iterable[int]) -> float:
        """Return the time of some nodes of a graph."""
        each = {
            ExpressionKind.ADD: self.add,
            ExpressionKind.SUBTRACT: self.add,
            ExpressionKind.NEGATE: self.add / 2,
            ExpressionKind.MULTIPLY: self.multiply,
            ExpressionKind.DIVIDE: self.divide,
            ExpressionKind.ROOT: self.root,
            ExpressionKind.SINE: self.sine,
            ExpressionKind.COSINE: self.sine,
        }
        return sum(each.get(nodes[i].kind, 0.0) for i in indices)

    def of_message(self, words: int) -> float:
        """Return the time from the start of a message to its end when both sides are ready."""
        return self.message + self.word * words
