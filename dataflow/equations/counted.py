"""Scalars that count operations: what equations cost as they are written, nothing shared.

Numbers are folded and zeros and ones cost nothing, as a customised program has it; a value that
is computed twice counts twice. `dataflow.graph.expressions` tells what is left when it is not.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Counted:
    """A value that nobody knows; or, as a plain float, one that is known."""

    counter: OperationCounter

    def _add(self, other: Counted | float) -> Counted:
        if other != 0.0:
            self.counter.operations["add"] += 1
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = _add

    def __neg__(self) -> Counted:
        return self

    def __mul__(self, other: Counted | float) -> Counted | float:
        if isinstance(other, float) and other in (0.0, 1.0, -1.0):
            return 0.0 if other == 0.0 else self
        self.counter.operations["multiply"] += 1
        return self

    __rmul__ = __mul__


@dataclass(eq=False)
class OperationCounter:
    """Functions of counted scalars; ``operations``: multiply, add, divide, root and sine.

    A sine counts for a cosine too; a difference is an addition.
    """

    operations: Counter[str] = field(default_factory=Counter)

    def unknown(self) -> Counted:
        """Return a value that is given."""
        return Counted(self)

    def parameter(self, name: str, value: float) -> float:
        """Return a number of the robot: it is folded."""
        return value

    def keep(self, name: str, value: Counted | float, bound: float = math.inf) -> Counted | float:
        """Return the value."""
        return value

    def handed_over(self, name: str, value: Counted | float) -> Counted | float:
        """Return the value."""
        return value

    def cosine_and_sine(self, angle: Counted, joint: str) -> tuple[Counted, Counted]:
        """Count both."""
        self.operations["sine"] += 2
        return self.unknown(), self.unknown()

    def root(self, value: Counted | float) -> Counted | float:
        """Count a square root, unless of a number."""
        if isinstance(value, float):
            return math.sqrt(value)
        self.operations["root"] += 1
        return value

    def reciprocal(self, value: Counted | float) -> Counted | float:
        """Count a division, unless of a number."""
        if isinstance(value, float):
            return 1.0 / value
        self.operations["divide"] += 1
        return value
