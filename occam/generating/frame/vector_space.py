"""Vector space: where large arrays lie, so that workspaces are small enough for memory on chip.

It is laid out as workspace is, with one pointer for a procedure and all that is inside it: first
the procedure's own arrays, above them those of the procedures it calls, and of the processes of a
PAR side by side. An array there has a word of workspace that points at it, which is set where the
array is declared (``ldl vectors; ldnlp k; stl pointer``).
"""

from __future__ import annotations

from collections.abc import Callable

from occam.generating.frame.workspace import Slot


class VectorSpace:
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
