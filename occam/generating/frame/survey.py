"""What a procedure uses from around it: symbols of outer frames, and vector space."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache

from common.place import Place
from occam import typed
from occam.language.types import ArrayType, ChannelType, TimerType, base_of, open_dimensions
from occam.layout.sizes import size_in_words

_VECTOR_WORDS = 8
"""Arrays of more words than this lie in vector space, so that workspaces fit on the chip."""


@dataclass(frozen=True)
class Survey:
    """What a routine, and those it calls, need from outside.

    Attributes
    ----------
    free
        Symbols declared around it that have a place in a workspace.
    vectors
        Whether it declares an array that belongs in vector space.
    """

    free: frozenset[typed.Symbol]
    vectors: bool


@lru_cache(maxsize=4096)
def survey(part: typed.Routine) -> Survey:
    """Survey a routine; occam has no recursion, so this ends."""
    if part.modules:
        return Survey(frozenset(), part.modules[0].routines[part.name].vectors is not None)
    return survey_of(part.parameters, part.body, getattr(part, "results", ()))


def survey_of(*parts: object) -> Survey:
    """Survey any pieces of a tree."""
    used: set[typed.Symbol] = set()
    made: set[typed.Symbol] = set()
    vectors = False
    for part in parts:
        for node in _walk(part):
            if isinstance(node, typed.Variable):
                used.add(node.symbol)
            elif isinstance(node, typed.Symbol):
                made.add(node)
                vectors = vectors or is_vector(node)
            elif isinstance(node, typed.Procedure | typed.Function):
                called = survey(node)
                used |= called.free
                vectors = vectors or called.vectors
    return Survey(frozenset(filter(_has_home, used - made)), vectors)


def run_at_high_priority(p: typed.Process) -> frozenset[typed.Routine]:
    """Return the routines that a program calls, directly or not, from the first half of PRI PAR."""
    high: set[typed.Routine] = set()
    for part in (p, *(found.body for found in _called_from(p))):
        for node in _walk(part):
            if isinstance(node, typed.Parallel) and node.priority:
                high |= _called_from(node.processes[0])
    return frozenset(high)


def _called_from(part: object) -> set[typed.Routine]:
    """Return the routines that are called, directly or not."""
    found: set[typed.Routine] = set()
    waiting = [part]
    while waiting:
        for node in _walk(waiting.pop()):
            if isinstance(node, typed.Procedure | typed.Function) and node not in found:
                found.add(node)
                waiting.append((node.body, getattr(node, "results", ())))
    return found


def is_vector(symbol: typed.Symbol) -> bool:
    """Tell whether a symbol is an array that belongs in vector space."""
    if not isinstance(symbol, typed.Declared) or symbol.address is not None:
        return False
    if not isinstance(symbol.type, ArrayType) or symbol.space == "WORKSPACE":
        return False
    return symbol.space == "VECSPACE" or size_in_words(symbol.type) > _VECTOR_WORDS


def _walk(node: object) -> Iterator[object]:
    """Give every node of a tree; symbols where they are made, routines where they are called.

    A symbol's use is its `typed.Variable`. Bodies of routines are not entered.
    """
    if isinstance(node, tuple):
        for item in node:
            yield from _walk(item)
    elif isinstance(node, typed.Variable | typed.Procedure | typed.Function):
        yield node
    elif is_dataclass(node) and not isinstance(node, Place):
        yield node
        for field in fields(node):
            if field.name not in ("type", "place", "item"):
                yield from _walk(getattr(node, field.name))


def _has_home(symbol: typed.Symbol) -> bool:
    placed = isinstance(base_of(symbol.type), ChannelType) and (
        isinstance(symbol, typed.Declared) and symbol.address is not None
    )
    bare = isinstance(base_of(symbol.type), TimerType) and not open_dimensions(symbol.type)
    return not placed and not bare
