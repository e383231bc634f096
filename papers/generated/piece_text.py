"""The occam of one piece: a procedure of assignments."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from dataflow.graph.expressions import ExpressionKind, ExpressionNode
from dataflow.tasks.pieces import SHARED, STATE, Partition, Piece
from occam.writing.expressions import call, negative, operation, real32, without_brackets
from occam.writing.lines import Lines, procedure, sequence
from papers.generated.naming import array_name, described, procedure_name

TEMPORARIES = ("array", "scalars")
"""Where values live that only their piece reads: in an array, or in the workspace."""

_SCALARS_A_LINE = 12

_OPERATORS = {
    ExpressionKind.ADD: "+",
    ExpressionKind.SUBTRACT: "-",
    ExpressionKind.MULTIPLY: "*",
    ExpressionKind.DIVIDE: "/",
}
_FUNCTIONS = {ExpressionKind.ROOT: "SQRT", ExpressionKind.SINE: "SIN", ExpressionKind.COSINE: "COS"}
_COMMENTS_FROM = 44
"""The column in which comments begin, where lines are short enough."""


@dataclass(frozen=True)
class Storage:
    """Where a processor keeps its values.

    Attributes
    ----------
    places
        Array and place in it, by node; names of what blocks hand over among them.
    sizes
        Elements of each array.
    """

    places: dict[int, tuple[str, int]]
    sizes: dict[str, int]


def storage(partition: Partition, number: int) -> Storage:
    """Return the arrays of a processor: those that it sends, receives, computes or reads."""
    pieces = partition.pieces[number]
    messages = [m for m in partition.messages if number in (m.sender, m.receiver)]
    used = {m.array for m in messages} | {p.block for p in pieces}
    arrays = {name: nodes for name, nodes in partition.arrays.items() if name in used}
    shared = tuple(dict.fromkeys(i for piece in pieces for i in piece.shared))
    if shared:
        arrays[SHARED] = shared
    places = {
        index: (name, place)
        for name, nodes in arrays.items()
        for place, node in enumerate(nodes)
        for index in (node, _computed(partition, node))
    }
    return Storage(places, {name: len(nodes) for name, nodes in arrays.items()})


def _computed(partition: Partition, node: int) -> int:
    """Return what a value is computed by, itself if it is another block's, under a new name."""
    defined = partition.equations.defined(node)
    return node if partition.equations.graph.nodes[defined].kind.is_leaf else defined


@dataclass
class PieceText:
    """Writes one piece."""

    partition: Partition
    number: int
    piece: Piece
    storage: Storage
    temporaries: str

    def __post_init__(self) -> None:
        equations = self.partition.equations
        self._graph = equations.graph
        self._computed = self.piece.computed(equations)
        self._targets = {equations.defined(i): i for i in self.piece.results}
        self._texts: dict[int, str] = {}
        self._arrays: dict[str, None] = {}
        self._count = 0

    def procedure(self) -> Lines:
        """Return the procedure."""
        body = self._assignments()
        declarations = self._declarations()
        return procedure(
            procedure_name(self.number, self.piece),
            self.parameters(),
            [*declarations, *sequence(*([line] for line in body))],
        )

    def call(self) -> Lines:
        """Return the call of the procedure."""
        self._assignments()
        names = ", ".join(array_name(name) for name in self._used())
        return [f"{procedure_name(self.number, self.piece)} ({names})"]

    def count(self) -> int:
        """Return how many values live in this piece alone."""
        self._assignments()
        return self._count

    def parameters(self) -> list[str]:
        """Return the parameters: arrays, VAL where they are only read."""
        return [
            f"{'' if name in self._written() else 'VAL '}[{self.storage.sizes[name]}]REAL32 "
            f"{array_name(name)}"
            for name in self._used()
        ]

    def _used(self) -> list[str]:
        used = self._arrays.keys() | self._written()
        others = [name for name in self.storage.sizes if name != STATE]
        return [name for name in (STATE, *others) if name in used]

    def _written(self) -> set[str]:
        written = {self.piece.block} if self.piece.results else set()
        return written | ({SHARED} if self.piece.shared else set())

    def _declarations(self) -> Lines:
        if not self._count:
            return []
        if self.temporaries == "array":
            return [f"[{self._count}]REAL32 t:"]
        names = [f"t{i}" for i in range(self._count)]
        rows = range(0, len(names), _SCALARS_A_LINE)
        return [f"REAL32 {', '.join(names[i : i + _SCALARS_A_LINE])}:" for i in rows]

    def _assignments(self) -> Lines:
        """Return a line for each value that is kept, operands before what reads them."""
        self._texts, self._arrays, self._count = {}, {}, 0
        uses = Counter(operand for i in self._computed for operand in self._graph.nodes[i].operands)
        lines = []
        for index in self._computed:
            node = self._graph.nodes[index]
            if node.kind.is_leaf:
                continue
            text = self._expression(node)
            place = self._place(index, node, uses[index])
            if place is None:
                self._texts[index] = text
                continue
            lines.append(self._commented(f"{place} := {without_brackets(text)}", index))
            self._texts[index] = place
        return lines + self._copies()

    def _copies(self) -> Lines:
        """Return assignments of results that were there before: shared nodes of earlier pieces."""
        equations = self.partition.equations
        computed = {i for i in self._computed if not self._graph.nodes[i].kind.is_leaf}
        return [
            f"{self._element(result)} := {self._text(equations.defined(result))}"
            for result in self.piece.results
            if equations.defined(result) not in computed
        ]

    def _place(self, index: int, node: ExpressionNode, uses: int) -> str | None:
        """Return where a node is kept; None if it stays inside the expression that reads it."""
        if index in self._targets:
            return self._element(self._targets[index])
        if index in self.piece.shared:
            return self._element(index)
        if node.kind is ExpressionKind.NEGATE or (uses < 2 and node.kind not in _FUNCTIONS):
            return None
        self._count += 1
        number = self._count - 1
        return f"t[{number}]" if self.temporaries == "array" else f"t{number}"

    def _element(self, index: int) -> str:
        name, place = self.storage.places[index]
        self._arrays[name] = None
        return f"{array_name(name)}[{place}]"

    def _expression(self, node: ExpressionNode) -> str:
        operands = [self._text(i) for i in node.operands]
        if node.kind in _FUNCTIONS:
            return call(_FUNCTIONS[node.kind], operands[0])
        if node.kind is ExpressionKind.NEGATE:
            return negative(operands[0])
        return operation(operands[0], _OPERATORS[node.kind], operands[1])

    def _text(self, index: int) -> str:
        if index in self._texts:
            return self._texts[index]
        node = self._graph.nodes[index]
        if node.kind is ExpressionKind.NUMBER:
            return real32(node.number)
        if index in self.storage.places:
            return self._element(index)
        return node.name

    def _commented(self, line: str, index: int) -> str:
        label = self._graph.labels.get(index)
        return f"{line:<{_COMMENTS_FROM}}  -- {described(label)}" if label else line
