"""Vector space: where large arrays lie, so that workspaces are small enough for memory on chip.

It is laid out as workspace is, with one pointer for a procedure and all that is inside it: first
the procedure's own arrays, above them those of the procedures it calls, and of the processes of a
PAR side by side. An array there has a word of workspace that points at it, which is set where the
array is declared (``ldl vectors; ldnlp k; stl pointer``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from occam import typed
from occam.generating import free
from occam.generating.frame import Frame, Slot
from occam.generating.generator import Generator, Home
from occam.layout.sizes import size_in_words


class Area:
    """The vector space of one frame: ``start`` words above the address in ``pointer``."""

    def __init__(self, pointer: Slot, start: Callable[[], int] = lambda: 0) -> None:
        self.pointer = pointer
        self.start = start
        self.used = 0
        self._most = 0
        self._inside: list[Callable[[], int]] = [lambda: 0]
        self._total: int | None = None

    def allocate(self, words: int) -> Callable[[], int]:
        """Return where so many words lie, in words from the address in ``pointer``."""
        index = self.used
        self.used += words
        self._most = max(self._most, self.used)
        return lambda: self.start() + index

    def need(self, words: Callable[[], int]) -> None:
        """Let something that is called use so many words above this frame's own."""
        self._inside.append(words)
        self._total = None

    def end(self) -> int:
        """Return where this frame's own words end, from the address in ``pointer``."""
        return self.start() + self._most

    def total(self) -> int:
        """Return the words of this frame and of all it calls, once all code has been generated."""
        if self._total is None:
            self._total = self._most + max(words() for words in self._inside)
        return self._total


def belongs(g: Generator, symbol: typed.Declared) -> bool:
    """Tell whether a symbol is to lie in vector space."""
    return g.frame in g.areas and free.is_vector(symbol)


def declare(g: Generator, symbol: typed.Declared) -> None:
    """Give an array its place, and point at it."""
    area = g.areas[g.frame]
    slot = g.frame.allocate(1)
    g.load_slot(area.pointer)
    g.emit("ldnlp", area.allocate(size_in_words(symbol.type)))
    g.store_slot(slot)
    g.homes[symbol] = Home(slot, indirect=True)


@contextmanager
def scope(g: Generator) -> Iterator[None]:
    """Give the words allocated inside back at the end."""
    area = g.areas.get(g.frame)
    before = area.used if area else 0
    yield
    if area:
        area.used = before


def enter(g: Generator, frame: Frame, pointer: Slot) -> None:
    """Let a frame have an area, whose address a word of workspace will hold."""
    g.areas[frame] = Area(pointer)


@dataclass(frozen=True)
class Inner:
    """As an argument: the address of what a routine that is called may use."""


def load(g: Generator) -> None:
    """Push the address that `Inner` stands for."""
    area = g.areas[g.frame]
    g.load_slot(area.pointer)
    g.emit("ldnlp", area.end)


def need(g: Generator, frame: Frame) -> None:
    """Let a routine that is called use vector space."""
    g.areas[g.frame].need(g.areas[frame].total)
