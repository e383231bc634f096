"""Expressions in single assignment: what a program computes, an operation a node.

Where `dataflow.graph.scalar` collects sums of products for hardware, these stay as a programmer
writes them: two operands, in the order of the equations. Equal expressions are one node, zeros and
ones are folded, and a minus moves outwards until a sum takes it in.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, field


class ExpressionKind(enum.Enum):
    """What a node does."""

    NUMBER = "number"
    NAME = "name"
    ADD = "+"
    SUBTRACT = "-"
    NEGATE = "negate"
    MULTIPLY = "*"
    DIVIDE = "/"
    ROOT = "root"
    SINE = "sine"
    COSINE = "cosine"

    @property
    def is_leaf(self) -> bool:
        """Whether nothing is computed."""
        return self in (ExpressionKind.NUMBER, ExpressionKind.NAME)

    @property
    def is_sum(self) -> bool:
        """Whether two operands are added or subtracted."""
        return self in (ExpressionKind.ADD, ExpressionKind.SUBTRACT)


@dataclass(frozen=True)
class ExpressionNode:
    """One value: a number, a name, or an operation on earlier nodes."""

    kind: ExpressionKind
    operands: tuple[int, ...] = ()
    number: float = 0.0
    name: str = ""


@dataclass(frozen=True)
class Expression:
    """A scalar that records what is done with it."""

    graph: Expressions
    index: int

    @property
    def node(self) -> ExpressionNode:
        """What it is."""
        return self.graph.nodes[self.index]

    @property
    def number(self) -> float | None:
        """The value if it is a number, else None."""
        return self.node.number if self.node.kind is ExpressionKind.NUMBER else None

    def __add__(self, other: Expression | float) -> Expression:
        return self.graph.sum_of(self, self.graph.expression(other))

    def __radd__(self, other: float) -> Expression:
        return self.graph.sum_of(self.graph.expression(other), self)

    def __sub__(self, other: Expression | float) -> Expression:
        return self.graph.difference(self, self.graph.expression(other))

    def __rsub__(self, other: float) -> Expression:
        return self.graph.difference(self.graph.expression(other), self)

    def __mul__(self, other: Expression | float) -> Expression:
        return self.graph.product(self, self.graph.expression(other))

    __rmul__ = __mul__

    def __neg__(self) -> Expression:
        return self.graph.negative(self)


@dataclass
class Expressions:
    """A graph of expressions, and the functions that its scalars take.

    Attributes
    ----------
    named
        Whether the robot's numbers stay names (`parameters` has their values), or are folded.
    nodes
        Operands before what reads them.
    labels
        What the equations call a node, by its index: the first name that was given.
    definitions
        What a name that one block hands over to others stands for, both by index.
    """

    named: bool = False
    nodes: list[ExpressionNode] = field(default_factory=list)
    labels: dict[int, str] = field(default_factory=dict)
    parameters: dict[str, float] = field(default_factory=dict)
    definitions: dict[int, int] = field(default_factory=dict)
    _known: dict[ExpressionNode, int] = field(default_factory=dict, repr=False)

    def expression(self, value: Expression | float) -> Expression:
        """Return a number as an expression; expressions stay as they are."""
        if isinstance(value, Expression):
            return value
        return self._made(ExpressionKind.NUMBER, number=float(value) + 0.0)

    def named_value(self, name: str) -> Expression:
        """Return a value that is given, such as a coordinate."""
        return self._made(ExpressionKind.NAME, name=name)

    def parameter(self, name: str, value: float) -> Expression:
        """Return a number of the robot: a name, unless it is folded or 0, 1 or -1 anyway."""
        if not self.named or value in (0.0, 1.0, -1.0):
            return self.expression(value)
        return self.opaque(name, value)

    def opaque(self, name: str, value: float) -> Expression:
        """Return a number as a name: whatever it is, nothing is folded into it."""
        self.parameters[name] = value
        return self.named_value(name)

    def keep(
        self, name: str, value: Expression | float, bound: float = math.inf
    ) -> Expression | float:
        """Call a value by a name of the equations; it stays what it is."""
        if isinstance(value, Expression) and not value.node.kind.is_leaf:
            self.labels.setdefault(value.index, name)
        return value

    def handed_over(
        self, name: str, value: Expression | float, *, anew: bool = False
    ) -> Expression:
        """Return a block's result as a name, so that no later block looks into it.

        Numbers and names stay as they are, but what another block handed over gets a new name if
        that is asked for; two results that are equal have one name.
        """
        value = self.expression(value)
        handed_on = anew and value.index in self.definitions
        if value.node.kind.is_leaf and not handed_on:
            return value
        for handed, defined in self.definitions.items():
            if defined == value.index:
                return Expression(self, handed)
        handed_over = self.named_value(name)
        self.definitions[handed_over.index] = value.index
        self.labels.setdefault(value.index, name)
        return handed_over

    def cosine_and_sine(self, angle: Expression, joint: str) -> tuple[Expression, Expression]:
        """Return cosine and sine of an angle, rad."""
        return self._made(ExpressionKind.COSINE, angle.index), self._made(
            ExpressionKind.SINE, angle.index
        )

    def root(self, value: Expression | float) -> Expression:
        """Return the square root; folded of a number."""
        value = self.expression(value)
        if value.number is not None:
            return self.expression(math.sqrt(value.number))
        return self._made(ExpressionKind.ROOT, value.index)

    def reciprocal(self, value: Expression | float) -> Expression:
        """Return one over a value; folded of a number."""
        value = self.expression(value)
        if value.number is not None:
            return self.expression(1.0 / value.number)
        return self._made(ExpressionKind.DIVIDE, self.expression(1.0).index, value.index)

    def sum_of(self, left: Expression, right: Expression) -> Expression:
        """Return a sum, a minus of either operand taken in."""
        if left.number is not None and right.number is not None:
            return self.expression(left.number + right.number)
        if left.number == 0.0:
            return right
        if right.number == 0.0:
            return left
        if right.node.kind is ExpressionKind.NEGATE:
            return self.difference(left, self._operand(right))
        if left.node.kind is ExpressionKind.NEGATE:
            return self.difference(right, self._operand(left))
        first, second = sorted((left.index, right.index))
        return self._made(ExpressionKind.ADD, first, second)

    def difference(self, left: Expression, right: Expression) -> Expression:
        """Return a difference, a minus of either operand moved."""
        if left.number is not None and right.number is not None:
            return self.expression(left.number - right.number)
        if left.index == right.index:
            return self.expression(0.0)
        if right.number == 0.0:
            return left
        if left.number == 0.0:
            return self.negative(right)
        if right.node.kind is ExpressionKind.NEGATE:
            return self.sum_of(left, self._operand(right))
        if left.node.kind is ExpressionKind.NEGATE:
            return self.negative(self.sum_of(self._operand(left), right))
        return self._made(ExpressionKind.SUBTRACT, left.index, right.index)

    def negative(self, value: Expression) -> Expression:
        """Return a value's negative; that of a difference is the difference turned round."""
        node = value.node
        if value.number is not None:
            return self.expression(-value.number)
        if node.kind is ExpressionKind.NEGATE:
            return self._operand(value)
        if node.kind is ExpressionKind.SUBTRACT:
            return self._made(ExpressionKind.SUBTRACT, node.operands[1], node.operands[0])
        return self._made(ExpressionKind.NEGATE, value.index)

    def product(self, left: Expression, right: Expression) -> Expression:
        """Return a product, its minus outside."""
        if left.number is not None and right.number is not None:
            return self.expression(left.number * right.number)
        for one, other in ((left, right), (right, left)):
            if one.number == 0.0:
                return self.expression(0.0)
            if one.number == 1.0:
                return other
            if one.number is not None and one.number < 0.0:
                return self.negative(self.product(self.expression(-one.number), other))
        if ExpressionKind.NEGATE in (left.node.kind, right.node.kind):
            return self.negative(self.product(*self._without_minus(left, right)))
        first, second = sorted((left.index, right.index))
        return self._made(ExpressionKind.MULTIPLY, first, second)

    def _without_minus(self, left: Expression, right: Expression) -> tuple[Expression, Expression]:
        if left.node.kind is ExpressionKind.NEGATE:
            return self._operand(left), right
        return left, self._operand(right)

    def _operand(self, value: Expression) -> Expression:
        return Expression(self, value.node.operands[0])

    def _made(
        self, kind: ExpressionKind, *operands: int, number: float = 0.0, name: str = ""
    ) -> Expression:
        node = ExpressionNode(kind, operands, number, name)
        if node not in self._known:
            self._known[node] = len(self.nodes)
            self.nodes.append(node)
        return Expression(self, self._known[node])
