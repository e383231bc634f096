"""Assignments, of one or several values."""

from __future__ import annotations

from collections.abc import Sequence

from occam.generating.generator import Generator
from occam.generating.values import integers
from occam.generating.values.demands import REGISTERS, demand
from occam.generating.values.loading import load_operands
from occam.generating.values.operands import WordOf
from occam.generating.values.storing import assign
from occam.generating.values.temporaries import like
from occam.language.types import ArrayType
from occam.layout.places import is_plain
from occam.layout.sizes import agreed_size, fixed_size, size_in_words, words_for
from occam.typed import Constant, Expression, Variable


def assign_all(g: Generator, targets: Sequence[Expression], values: Sequence[Expression]) -> None:
    """Store all values after all have been computed."""
    if len(targets) == 1:
        assign(g, targets[0], values[0])
    elif _in_registers(g, targets, values):
        load_operands(g, [WordOf(value) for value in values])
        for target in reversed(targets):
            integers.store(g, target)
    else:
        _by_temporaries(g, targets, values)


def _in_registers(
    g: Generator, targets: Sequence[Expression], values: Sequence[Expression]
) -> bool:
    """Tell whether the registers hold all values while they are stored one by one."""
    local = all(
        isinstance(target, Variable)
        and not g.homes[target.symbol].indirect
        and g.homes[target.symbol].slot.frame is g.frame
        and size_in_words(target.type) == 1
        and not isinstance(target.type, ArrayType)
        for target in targets
    )
    if not local or len(targets) > REGISTERS:
        return False
    return all(
        (not g.on_fpu(value.type) or is_plain(value)) and not demand(g, value).calls
        for value in values
    )


def _by_temporaries(
    g: Generator, targets: Sequence[Expression], values: Sequence[Expression]
) -> None:
    """Compute all values but the last into temporaries; what is constant needs none."""
    with g.frame.scope():
        kept: list[Expression] = []
        for target, value in zip(targets, values, strict=True):
            if isinstance(value, Constant):
                kept.append(value)
                continue
            size = agreed_size(value.type, target.type)
            if size is None:
                value.place.fail("the length is only known at run time", "one of known length")
            slot = g.frame.allocate(words_for(size))
            temporary = like(g, target if fixed_size(value.type) is None else value, slot)
            assign(g, temporary, value)
            kept.append(temporary)
        for target, one in zip(targets, kept, strict=True):
            assign(g, target, one)
