"""Which expressions stand for a place in memory, and what they are a part of."""

from __future__ import annotations

from occam import typed
from occam.layout.sizes import WORD_BYTES, unit_size


def root(e: typed.Expression) -> typed.Expression:
    """Return what is left of an element when all subscripts and slices are taken off."""
    while isinstance(e, typed.Element | typed.Slice):
        e = e.base
    return e


def is_memory(e: typed.Expression) -> bool:
    """Tell whether an expression stands for a place in memory."""
    return isinstance(root(e), typed.Variable | typed.ConstantTable)


def has_address(e: typed.Expression) -> bool:
    """Tell whether an expression is a place in memory, or part of a value that will have one."""
    return isinstance(e, typed.Element | typed.Slice) or is_memory(e)


def is_plain(e: typed.Expression) -> bool:
    """Tell whether a value is there already: nothing is computed but its address."""
    return isinstance(e, typed.Constant) or is_memory(e)


def is_aligned(e: typed.Expression) -> bool:
    """Tell whether an expression stands for a place that begins with a word."""
    return is_memory(e) and unit_size(root(e).type) >= WORD_BYTES
