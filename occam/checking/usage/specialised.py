"""A process as it is for one value of a replicator's index: tests decided, inner loops written out.

The usage checks ask for it where subscripts alone do not tell the processes of a replicated PAR
apart: where an IF decides by the index, or a subscript depends on an inner replicator's too.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeAlias, TypeVar, cast

from occam import typed
from occam.language import arithmetic
from occam.language.types import Primitive

_MOST = 1024
"""Processes that are written out, at most."""
Known: TypeAlias = dict[typed.Symbol, "typed.Constant | typed.Symbol"]
"""What symbols stand for: a value, or the symbol that takes their place."""
Tree = TypeVar("Tree")


class TooLarge(Exception):
    """More processes than are written out."""


@dataclass
class _Budget:
    left: int = _MOST

    def take(self, number: int) -> None:
        self.left -= number
        if self.left < 0:
            raise TooLarge


def for_each_value(body: typed.Process, replicator: typed.Replicator) -> list[typed.Process] | None:
    """Return a replicator's process for each value of its index; None if they cannot be written."""
    numbers = _values(replicator)
    if numbers is None:
        return None
    budget = _Budget()
    try:
        budget.take(len(numbers))
        return [_rewritten(body, {replicator.index: one}, budget) for one in numbers]
    except TooLarge:
        return None


def _values(replicator: typed.Replicator) -> list[typed.Constant] | None:
    start, count = replicator.start, replicator.count
    if not isinstance(start, typed.Constant) or not isinstance(count, typed.Constant):
        return None
    if count.value > _MOST:
        raise TooLarge
    numbers = range(start.value, start.value + count.value)
    return [typed.Constant(start.place, Primitive.INT, number) for number in numbers]


def _rewritten(node: Tree, known: Known, budget: _Budget) -> Tree:
    """Return a tree with what is known put in."""
    return cast(Tree, _special(node, known, budget))


def _special(node: Any, known: Known, budget: _Budget) -> Any:  # noqa: ANN401 -- any part of a tree
    match node:
        case typed.Variable():
            return _variable(node, known)
        case typed.Scope():
            return _scope(node, known, budget)
        case (
            typed.Sequence(replicator=typed.Replicator())
            | typed.Parallel(replicator=typed.Replicator())
        ):
            return _replicated(node, known, budget)
        case typed.Conditional():
            return _conditional(node, known, budget)
        case typed.Selection():
            return _selection(node, known, budget)
        case typed.Guard() if _is(_parts(node.condition, known, budget), 0):
            return replace(node, condition=None, input=None, process=typed.Skip(node.place))
        case typed.While() if _is(_parts(node.condition, known, budget), 0):
            return typed.Skip(node.place)
    return _folded(_parts(node, known, budget))


def _parts(node: Any, known: Known, budget: _Budget) -> Any:  # noqa: ANN401
    """Return a node whose parts are rewritten; symbols and routines stay as they are."""
    if isinstance(node, tuple):
        return tuple(_special(one, known, budget) for one in node)
    if isinstance(node, typed.Variable):
        return _variable(node, known)
    if not _has_parts(node):
        return node
    changed = {
        field.name: _special(getattr(node, field.name), known, budget)
        for field in fields(node)
        if field.name not in ("place", "type", "item")
    }
    return _folded(replace(node, **changed))


def _has_parts(node: object) -> bool:
    whole = isinstance(node, typed.Symbol | typed.Procedure | typed.Function | type)
    return is_dataclass(node) and not whole


def _variable(node: typed.Variable, known: Known) -> typed.Variable | typed.Constant:
    found = known.get(node.symbol)
    if isinstance(found, typed.Constant):
        return replace(found, place=node.place)
    if isinstance(found, typed.Abbreviated):
        return replace(node, symbol=found)
    return node


def _folded(node: Any) -> Any:  # noqa: ANN401
    """Return an operator on constants as its value, where it has one."""
    try:
        match node:
            case typed.Unary(operand=typed.Constant(value=value, type=Primitive() as one)):
                result = arithmetic.monadic(node.operator, one, value)
            case typed.Binary(left=typed.Constant() as left, right=typed.Constant() as right):
                kind = left.type
                assert isinstance(kind, Primitive)
                result = arithmetic.dyadic(node.operator, kind, left.value, right.value)
            case typed.Binary(operator="AND" | "OR" as sign, left=typed.Constant() as left):
                return left if left.value == (sign == "OR") else node.right
            case _:
                return node
    except arithmetic.ConstantError:
        return node
    return typed.Constant(node.place, node.type, result)


def _is(node: object, value: int) -> bool:
    return isinstance(node, typed.Constant) and node.value == value


def _scope(node: typed.Scope, known: Known, budget: _Budget) -> typed.Process:
    inside = dict(known)
    made = _specifications(node.specifications, inside, budget)
    process = _rewritten(node.process, inside, budget)
    return replace(node, specifications=made, process=process)


def _specifications(
    symbols: tuple[typed.Specification, ...], known: Known, budget: _Budget
) -> tuple[typed.Specification, ...]:
    """Return specifications with what is known put in; values that follow become known."""
    made: list[typed.Specification] = []
    for symbol in symbols:
        if isinstance(symbol, typed.Abbreviated):
            expression = _rewritten(symbol.expression, known, budget)
            if symbol.value and not symbol.retypes and isinstance(expression, typed.Constant):
                known[symbol] = expression
                continue
            known[symbol] = symbol = replace(symbol, expression=expression, apart=[])
        made.append(symbol)
    return tuple(made)


def _replicated(
    node: typed.Sequence | typed.Parallel, known: Known, budget: _Budget
) -> typed.Process:
    assert node.replicator is not None
    replicator = _rewritten(node.replicator, known, budget)
    numbers = _values(replicator)
    if numbers is None:
        return replace(
            node, replicator=replicator, processes=_rewritten(node.processes, known, budget)
        )
    budget.take(len(numbers))
    written = tuple(
        _rewritten(node.processes[0], known | {replicator.index: one}, budget) for one in numbers
    )
    return replace(node, replicator=None, processes=written)


def _conditional(node: typed.Conditional, known: Known, budget: _Budget) -> typed.Conditional:
    inside = dict(known)
    made = _specifications(node.specifications, inside, budget)
    replicator = _rewritten(node.replicator, inside, budget)
    numbers = _values(replicator) if replicator is not None else None
    if replicator is None or numbers is None:
        choices = _choices(node.choices, inside, budget)
        return replace(node, specifications=made, replicator=replicator, choices=choices)
    budget.take(len(numbers))
    every: tuple[typed.Choice | typed.Conditional, ...] = ()
    for one in numbers:
        every += _choices(node.choices, inside | {replicator.index: one}, budget)
    return replace(node, specifications=made, replicator=None, choices=every)


def _choices(
    choices: tuple[typed.Choice | typed.Conditional, ...], known: Known, budget: _Budget
) -> tuple[typed.Choice | typed.Conditional, ...]:
    """Return the choices that can be taken: none behind one that is always true."""
    kept: list[typed.Choice | typed.Conditional] = []
    for choice in choices:
        if isinstance(choice, typed.Conditional):
            kept.append(_conditional(choice, known, budget))
            continue
        inside = dict(known)
        made = _specifications(choice.specifications, inside, budget)
        condition = _rewritten(choice.condition, inside, budget)
        if _is(condition, 0):
            continue
        process = _rewritten(choice.process, inside, budget)
        kept.append(replace(choice, specifications=made, condition=condition, process=process))
        if _is(condition, 1):
            break
    return tuple(kept)


def _selection(node: typed.Selection, known: Known, budget: _Budget) -> typed.Process:
    selector = _rewritten(node.selector, known, budget)
    if not isinstance(selector, typed.Constant):
        options = _rewritten(node.options, known, budget)
        return replace(node, selector=selector, options=options)
    fitting = [option for option in node.options if selector.value in option.values]
    fitting += [option for option in node.options if not option.values]
    if not fitting:
        return typed.Stop(node.place)
    return _rewritten(fitting[0].process, known, budget)
