"""Vector space of the frame at hand: arrays are declared in it, routines are passed the rest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from occam import typed
from occam.generating.frame.homes import Home
from occam.generating.frame.survey import is_vector
from occam.generating.frame.vector_space import VectorSpace
from occam.generating.frame.workspace import Frame, Slot
from occam.generating.generator import Generator
from occam.layout.sizes import size_in_words


@dataclass(frozen=True)
class Inner:
    """As an argument: the address of what a routine that is called may use."""


def belongs(g: Generator, symbol: typed.Declared) -> bool:
    """Tell whether a symbol is to lie in vector space."""
    return g.frame in g.vector_spaces and is_vector(symbol)


def declare(g: Generator, symbol: typed.Declared) -> None:
    """Give an array its place, and point at it."""
    space = g.vector_spaces[g.frame]
    slot = g.frame.allocate(1)
    g.load_slot(space.pointer)
    g.emit("ldnlp", space.allocate(size_in_words(symbol.type)))
    g.store_slot(slot)
    g.homes[symbol] = Home(slot, indirect=True)


@contextmanager
def scope(g: Generator) -> Iterator[None]:
    """Give the words allocated inside back at the end."""
    space = g.vector_spaces.get(g.frame)
    before = space.used if space else 0
    yield
    if space:
        space.used = before


def enter(g: Generator, frame: Frame, pointer: Slot) -> None:
    """Let a frame have vector space, whose address a word of workspace will hold."""
    g.vector_spaces[frame] = VectorSpace(pointer)


def load(g: Generator) -> None:
    """Push the address that `Inner` stands for."""
    space = g.vector_spaces[g.frame]
    g.load_slot(space.pointer)
    g.emit("ldnlp", space.end)


def need(g: Generator, frame: Frame) -> None:
    """Let a routine that is called use vector space."""
    g.vector_spaces[g.frame].need(g.vector_spaces[frame].total)
