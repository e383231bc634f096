"""What all parts of the code generator share: the code so far, the frame, the way to a symbol."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.place import Place
from occam.generating.code import Code, Label, Operand
from occam.generating.constant_pool import ConstantPool
from occam.generating.frame import Frame, Slot
from occam.program import Checks
from occam.typed import Function, Procedure, Symbol

if TYPE_CHECKING:
    from occam.generating.calls import Entry
    from occam.generating.vectors import Area


@dataclass(frozen=True)
class Home:
    """Where a symbol's value lies.

    Attributes
    ----------
    slot
        The value itself, or a pointer to it.
    indirect
        Whether ``slot`` holds a pointer: parameters that are no VAL words, abbreviations of
        elements and arrays, arrays in vector space, channels that were passed.
    lengths
        For an array whose type leaves lengths open, one for each of these, outermost first.
    """

    slot: Slot
    indirect: bool = False
    lengths: tuple[Slot, ...] = ()


class Generator:
    """The state of one compilation for one processor.

    Attributes
    ----------
    code
        What has been generated.
    frame
        The workspace of the procedure or process at hand.
    checks, part
        What is checked at run time; "T800" or "T414".
    homes
        Where each symbol's value lies.
    pool
        The constants of the procedure at hand.
    routines
        Library routines that were called, each with the label of its code.
    entries
        Procedures and functions that were called, in the order of their first calls.
    areas
        The vector space of each frame that may use some.
    high_routines, at_high_priority
        What PRI PAR runs at high priority, and whether that is so where the generator is.
    """

    def __init__(self, part: str, checks: Checks) -> None:
        self.part = part
        self.checks = checks
        self.code = Code()
        self.frame = Frame("program")
        self.procedure = "program"
        self.homes: dict[Symbol, Home] = {}
        self.pool = ConstantPool(self.frame)
        self.routines: dict[str, Label] = {}
        self.entries: dict[Procedure | Function, Entry] = {}
        self.areas: dict[Frame, Area] = {}
        self.high_routines: frozenset[Procedure | Function] = frozenset()
        self.at_high_priority = False

    @property
    def has_fpu(self) -> bool:
        """Whether reals are computed by instructions (T800) or by library routines (T414)."""
        return self.part == "T800"

    @property
    def range_checks(self) -> bool:
        """Whether subscripts, counts and the like are checked."""
        return self.checks is Checks.HALT

    @property
    def error_checks(self) -> bool:
        """Whether overflow and floating-point errors are checked."""
        return self.checks is not Checks.NONE

    def emit(self, mnemonic: str, operand: Operand | None = None) -> None:
        """Append an instruction."""
        self.code.emit(mnemonic, operand)

    def mark(self, place: Place) -> None:
        """Say which line what follows comes from."""
        self.code.mark(place, self.procedure)

    def load_slot(self, slot: Slot, word: int = 0) -> None:
        """Push a word of a slot, of this frame or one around it."""
        self._reach(slot, word, "ldl", "ldnl")

    def store_slot(self, slot: Slot, word: int = 0) -> None:
        """Store Areg in a word of a slot. Uses one register if the way leads through a link."""
        self._reach(slot, word, "stl", "stnl")

    def slot_address(self, slot: Slot, word: int = 0) -> None:
        """Push the address of a word of a slot."""
        self._reach(slot, word, "ldlp", "ldnlp")

    def frame_address(self, frame: Frame) -> None:
        """Push the address of the Wptr of this frame or one around it."""
        distance, through_link = self._way(frame)
        self.emit("ldnlp" if through_link else "ldlp", distance)

    def _reach(self, slot: Slot, word: int, local: str, through_link: str) -> None:
        distance, linked = self._way(slot.frame)
        mnemonic = through_link if linked else local
        self.emit(mnemonic, lambda: distance() + slot.offset() + word)

    def _way(self, target: Frame) -> tuple[Callable[[], int], bool]:
        """Load the links on the way to a frame; return what is left, and whether there were any.

        What is left is a number of words above Wptr, or above the address that was pushed.
        """
        frame = self.frame
        distances: list[Callable[[], int]] = []
        linked = False
        while frame is not target:
            if frame.parent is None:
                raise LookupError(f"{target.name} is not around {self.frame.name}")
            if frame.distance is not None:
                distances.append(frame.distance)
            elif frame.link is not None:
                self.emit("ldnl" if linked else "ldl", total([*distances, frame.link.offset]))
                distances, linked = [], True
            frame = frame.parent
        return total(distances), linked

    @contextmanager
    def inside(self, frame: Frame) -> Iterator[None]:
        """Generate code of another frame."""
        before, self.frame = self.frame, frame
        yield
        self.frame = before

    @contextmanager
    def constants(self) -> Iterator[None]:
        """Collect the constants of a procedure.

        To be entered where its frame is at hand, just behind the `ajw` that begins its code, and
        left behind its last instruction: the table is put there. If anything is in it, its address
        is loaded where this was entered. Processes of a PAR use the table of the procedure.
        """
        before, begin = self.pool, len(self.code.items)
        self.pool = ConstantPool(self.frame)
        yield
        self.pool.finish(self.code, begin)
        self.pool = before

    def resumed(self) -> None:
        """Let errors halt again, where a process may have waited.

        A process of high priority that interrupts another begins with halt-on-error cleared.
        """
        if self.at_high_priority and self.error_checks:
            self.emit("sethalterr")

    def routine(self, name: str) -> Label:
        """Return the label of a library routine, which is linked to the program."""
        return self.routines.setdefault(name, Label(name))


def total(distances: list[Callable[[], int]]) -> Callable[[], int]:
    """Return the sum of distances, to be taken once they are known."""
    return lambda: sum(distance() for distance in distances)
