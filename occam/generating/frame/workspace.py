"""Workspace: which word of it holds what, and how one process reaches another's words.

occam has no recursion, so all workspace is laid out before the program runs. A frame is the part
that belongs to one procedure or to one process of a PAR. From its Wptr up:

    reserved    words the instructions themselves use (W0 of ALT and outword, a PAR's join words,
                arguments beyond three)
    scalars     what has few words and is used often, in reach of the shortest operands
    kept        words that the whole procedure keeps, such as the address of its constants
    arrays      the rest
    linkage     of a procedure: return address, three register arguments, further arguments

Below it lie what waiting needs, the frames of called procedures, and those of a PAR's processes,
side by side. Offsets are only known when all code has been generated, so operands are functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

WAITING_WORDS = 5
"""Words below Wptr that the scheduler, channels and timers use (W-1 to W-5)."""
_SMALL_WORDS = 2
"""Up to this many words are a scalar."""
LINKAGE_WORDS = 4
"""Words that `call` pushes: return address and the three registers."""


@dataclass(eq=False)
class Slot:
    """Words of a frame; ``index`` counts inside their region."""

    frame: Frame
    region: str
    index: int
    words: int

    def offset(self) -> int:
        """Return the offset from the frame's Wptr, once all code has been generated."""
        return self.frame.region_start(self.region) + self.index


class Frame:
    """The workspace of one procedure, or of one process of a PAR.

    Parameters
    ----------
    name
        For the listing.
    parent
        The frame around it whose words it may use: of the process with the PAR, or of where a
        procedure is nested. None: it uses no words but its own.
    distance
        How many words its Wptr lies below the parent's, if that is known before the program
        runs; None: ``link`` holds the address of the parent's Wptr.
    linkage
        Words above it that `call` and the caller fill: 0 for a process of a PAR.
    """

    def __init__(
        self,
        name: str,
        parent: Frame | None = None,
        distance: Callable[[], int] | None = None,
        linkage: int = 0,
    ) -> None:
        self.name = name
        self.parent = parent
        self.distance = distance
        self.link: Slot | None = None
        self._reserved = 0
        self._used = {"scalars": 0, "arrays": 0}
        self._most = {"scalars": 0, "arrays": 0}
        self._kept = 0
        self._linkage = linkage
        self._below: list[Callable[[], int]] = [lambda: WAITING_WORDS]
        self._deepest: int | None = None

    def reserve(self, words: int) -> None:
        """Let instructions use at least so many words from W0 up."""
        self._reserved = max(self._reserved, words)

    def allocate(self, words: int) -> Slot:
        """Return words that stay until the `scope` around ends."""
        region = "scalars" if words <= _SMALL_WORDS else "arrays"
        slot = Slot(self, region, self._used[region], words)
        self._used[region] += words
        self._most[region] = max(self._most[region], self._used[region])
        return slot

    def keep(self, words: int) -> Slot:
        """Return words that stay as long as the frame does, whatever scope is around."""
        slot = Slot(self, "kept", self._kept, words)
        self._kept += words
        return slot

    def argument(self, index: int) -> Slot:
        """Return the slot of an argument: 0 to 2 came in Areg, Breg, Creg, others on the stack."""
        return Slot(self, "linkage", 1 + index, 1)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Give the words allocated inside back at the end."""
        before = dict(self._used)
        yield
        self._used = before

    def need_below(self, words: Callable[[], int]) -> None:
        """Let a called procedure or a PAR use so many words below Wptr."""
        self._below.append(words)
        self._deepest = None

    def region_start(self, region: str) -> int:
        """Return the offset of a region, once all code has been generated."""
        starts = {"reserved": 0, "scalars": self._reserved}
        starts["kept"] = starts["scalars"] + self._most["scalars"]
        starts["arrays"] = starts["kept"] + self._kept
        starts["linkage"] = starts["arrays"] + self._most["arrays"]
        return starts[region]

    def size(self) -> int:
        """Return the words from Wptr up to the linkage: what `ajw` makes room for."""
        return self.region_start("linkage")

    def below(self) -> int:
        """Return the words needed below Wptr, once all code has been generated."""
        if self._deepest is None:
            self._deepest = max(words() for words in self._below)
        return self._deepest

    def depth_of_call(self) -> int:
        """Return the words that calling this procedure needs below the caller's Wptr."""
        return LINKAGE_WORDS + self.size() + self.below()


NOWHERE = Slot(Frame("nowhere"), "reserved", 0, 0)
"""The slot of what has no words, as a timer."""
