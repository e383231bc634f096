"""What all parts of the code generator share: the code so far, the frame, the way to a symbol.

Here lies the one knot of the generator. occam is recursive: an expression holds expressions, a
process holds processes, and VALOF puts a process inside of an expression. The files of the
generator are not: values lie below processes, and each file below the one that asks it. What may
hold anything asks the `Generator`, which hands the question to the `Knot`; `compile` ties that
once, from the six functions at the top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from common.place import Place
from occam import typed
from occam.generating.code import Code, Label, LateNumber
from occam.generating.frame.constant_pool import ConstantPool
from occam.generating.frame.entries import Entry
from occam.generating.frame.homes import Home
from occam.generating.frame.vector_space import VectorSpace
from occam.generating.frame.workspace import Frame, Slot
from occam.language.types import Primitive, Type
from occam.program import Checks, Module


@dataclass(frozen=True)
class Knot:
    """The functions by which whatever is nested is generated; see the methods of `Generator`.

    Attributes
    ----------
    load
        Of `values.integers`.
    load_real
        Of `values.reals`.
    load_address
        Of `values.addresses`.
    evaluate
        Of `values.storing`.
    process
        Of `processes.process`.
    opened
        Of `processes.scopes`: what values ask of processes, for VALOF.
    """

    load: Callable[[Generator, typed.Expression], None]
    load_real: Callable[[Generator, typed.Expression], None]
    load_address: Callable[[Generator, typed.Expression], None]
    evaluate: Callable[[Generator, typed.Expression, Slot], None]
    process: Callable[[Generator, typed.Process], None]
    opened: Callable[[Generator, typed.Process], AbstractContextManager[None]]


class Generator:
    """The state of one compilation for one processor, and the way to what is nested.

    Attributes
    ----------
    knot
        How what is nested is generated.
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
    vector_spaces
        That of each frame that may use some.
    high_routines, at_high_priority
        What PRI PAR runs at high priority, and whether that is so where the generator is.
    stops
        Behind each STOP, and where nothing fits in an IF or CASE.
    modules
        Of object files, what is used of each: labels of routines.
    """

    def __init__(self, part: str, checks: Checks, knot: Knot) -> None:
        self.part = part
        self.checks = checks
        self.knot = knot
        self.code = Code()
        self.frame = Frame("program")
        self.procedure = "program"
        self.homes: dict[typed.Symbol, Home] = {}
        self.pool = ConstantPool(self.frame)
        self.routines: dict[str, Label] = {}
        self.entries: dict[typed.Routine, Entry] = {}
        self.vector_spaces: dict[Frame, VectorSpace] = {}
        self.high_routines: frozenset[typed.Routine] = frozenset()
        self.at_high_priority = False
        self.stops: list[Label] = []
        self.modules: dict[Module, dict[str, Label]] = {}

    @property
    def has_fpu(self) -> bool:
        """Whether reals are computed by instructions (T800) or by library routines (T414)."""
        return self.part == "T800"

    def on_fpu(self, type_: Type) -> bool:
        """Tell whether values of a type are computed by the FPU."""
        return self.has_fpu and type_ in (Primitive.REAL32, Primitive.REAL64)

    def is_wide(self, type_: Type) -> bool:
        """Tell whether a value has two words and no instructions for itself."""
        return type_ is Primitive.INT64 or (type_ is Primitive.REAL64 and not self.has_fpu)

    @property
    def range_checks(self) -> bool:
        """Whether subscripts, counts and the like are checked."""
        return self.checks is Checks.HALT

    @property
    def error_checks(self) -> bool:
        """Whether overflow and floating-point errors are checked."""
        return self.checks is not Checks.NONE

    # What is nested

    def load(self, e: typed.Expression) -> None:
        """Push a one-word value: BOOL, BYTE, INT, INT16, INT32, REAL32 (its bits)."""
        self.knot.load(self, e)

    def load_real(self, e: typed.Expression) -> None:
        """Push a REAL32 or REAL64 on the FPU's stack (T800); integer registers must be free."""
        self.knot.load_real(self, e)

    def load_address(self, e: typed.Expression) -> None:
        """Push the address of what an expression stands for, of a temporary if need be.

        A channel's is the address of its word, of a placed one by `mint` and `ldnlp`.
        """
        self.knot.load_address(self, e)

    def evaluate(self, e: typed.Expression, slot: Slot) -> None:
        """Compute a value of any type into the words of a slot."""
        self.knot.evaluate(self, e, slot)

    def process(self, p: typed.Process) -> None:
        """Generate a process; registers are free before and after."""
        self.knot.process(self, p)

    def opened(self, p: typed.Process) -> AbstractContextManager[None]:
        """Generate a process; what its scope declares is still there inside the ``with``."""
        return self.knot.opened(self, p)

    # Code

    def emit(self, mnemonic: str, operand: LateNumber | None = None) -> None:
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
