"""What results of expressions take, how many operations that is, and what they are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dataflow.graph.expressions import ExpressionKind, ExpressionNode, Expressions


def needed(
    nodes: Sequence[ExpressionNode], results: Iterable[int], known: Iterable[int] = ()
) -> list[int]:
    """Return, in order, the nodes that results take, known ones and what only they take left out.

    A result that is known is left out too.
    """
    have = set(known)
    found: set[int] = set()
    waiting = list(results)
    while waiting:
        index = waiting.pop()
        if index not in found and index not in have:
            found.add(index)
            waiting += nodes[index].operands
    return sorted(found)


def operations(nodes: Sequence[ExpressionNode], indices: Iterable[int]) -> Counter[ExpressionKind]:
    """Count nodes by what they do."""
    return Counter(nodes[i].kind for i in indices if not nodes[i].kind.is_leaf)


_FUNCTIONS: dict[ExpressionKind, Callable[..., Any]] = {
    ExpressionKind.ADD: lambda a, b: a + b,
    ExpressionKind.SUBTRACT: lambda a, b: a - b,
    ExpressionKind.NEGATE: lambda a: -a,
    ExpressionKind.MULTIPLY: lambda a, b: a * b,
    ExpressionKind.DIVIDE: lambda a, b: a / b,
}


def evaluated(
    graph: Expressions,
    results: Sequence[int],
    values: Mapping[str, Any],
    functions: Mapping[ExpressionKind, Callable[[Any], Any]],
    number: Callable[[float], Any] = float,
) -> list[Any]:
    """Return the values of results.

    Parameters
    ----------
    values
        By name, for what is given; parameters come by themselves.
    functions
        Root, sine and cosine.
    number
        Makes the type that is computed with, such as ``numpy.float32``.
    """
    given = {name: number(value) for name, value in graph.parameters.items()} | dict(values)
    compute = {**_FUNCTIONS, **functions}
    found: dict[int, Any] = {}

    def value(index: int) -> Any:  # noqa: ANN401 - of the type that is computed with
        node = graph.nodes[index]
        if node.kind is ExpressionKind.NUMBER:
            return number(node.number)
        if node.kind is not ExpressionKind.NAME:
            return compute[node.kind](*(found[i] for i in node.operands))
        return found[graph.definitions[index]] if index in graph.definitions else given[node.name]

    # A name is made when what it stands for is there, so indices are an order all the same.
    for index in needed(graph.nodes, with_definitions(graph, results)):
        found[index] = value(index)
    return [found[index] for index in results]


def with_definitions(graph: Expressions, results: Sequence[int]) -> list[int]:
    """Return results and all that names on the way to them stand for."""
    waiting, found = list(results), dict.fromkeys(results)
    while waiting:
        for index in needed(graph.nodes, [waiting.pop()]):
            defined = graph.definitions.get(index)
            if defined is not None and defined not in found:
                found[defined] = None
                waiting.append(defined)
    return list(found)
