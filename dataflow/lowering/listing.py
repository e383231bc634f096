"""What a design looks like after a step of the lowering, as text."""

from __future__ import annotations

from collections.abc import Iterator

from dataflow.graph.graph import Graph, Node, Term
from dataflow.lowering.steps import State
from dataflow.operation import Operation
from dataflow.operators import Operator


def listing(state: State) -> Iterator[str]:
    """Yield a state line by line: the graph's nodes before ``formatted``, then the operations."""
    if state.lowered is None:
        yield from _nodes(state.graph)
    else:
        yield from _operations(state)
    for name, index in state.graph.outputs.items():
        if state.lowered is not None:
            index = state.lowered.results[index]
            yield f"output {name} = {state.lowered.operations[index].name}"
        else:
            yield f"output {name} = {state.graph.nodes[index].name}"


def _nodes(graph: Graph) -> Iterator[str]:
    """Yield each node as an equation, under the stage that computes it."""
    stage = None
    for node in graph.nodes:
        if node.stage != stage:
            stage = node.stage
            yield f"stage {stage}"
        yield f"  {node.name} = {_right_side(graph, node)}"


def _right_side(graph: Graph, node: Node) -> str:
    names = [graph.nodes[factor].name for factor in node.factors]
    if not node.terms:
        return f"{node.source.value}({', '.join(names)})" if names else node.source.value
    parts = [_summand(graph, term) for term in node.terms]
    first = parts[0].removeprefix("+ ").replace("- ", "-", 1)
    return " ".join([first, *parts[1:]])


def _summand(graph: Graph, term: Term) -> str:
    names = [graph.nodes[factor].name for factor in term.factors]
    size = abs(term.coefficient)
    if size != 1.0 or not names:
        names.insert(0, f"{size:.10g}")
    return f"{'-' if term.coefficient < 0.0 else '+'} {' '.join(names)}"


def _operations(state: State) -> Iterator[str]:
    """Yield each operation: cycles, stage, what it does, format, and its unit if it shares one."""
    operations = state.operations.operations
    rows = [("cycles", "stage", "operation", "format", "rounding", "unit")]
    for operation in operations:
        cycles = f"{operation.start:>4}-{operation.ready:<4}"
        text = f"{operation.name} = {_expression(operations, operation)}"
        rounding = operation.rounding.name.lower().replace("_", " ")
        form = str(operation.format)
        rows.append((cycles, operation.stage, text, form, rounding, _unit(operation)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _expression(operations: tuple[Operation, ...], operation: Operation) -> str:
    names = [operations[operand].name for operand in operation.operands]
    if operation.operator in (Operator.SCALE, Operator.CONSTANT):
        names.append(f"{operation.constant} / 2^{operation.constant_fraction}")
    return " ".join([operation.operator.value.name, ", ".join(names)]).strip()


def _unit(operation: Operation) -> str:
    kind = operation.operator.unit
    return "" if kind is None or operation.unit is None else f"{kind.value} {operation.unit}"
