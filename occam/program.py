"""What the compiler gives for one processor: code, the memory it needs, where each byte is from."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import Enum

from common.place import Place


class Checks(Enum):
    """Which checks are compiled in, after the modes of INMOS's compiler."""

    HALT = "halt"
    """Ranges, overflow and floating-point errors; an error halts the processor."""
    RANGE_OFF = "range-off"
    """No range checks (INMOS's -K)."""
    NONE = "none"
    """No checks at run time (INMOS's -U)."""


@dataclass(frozen=True)
class Origin:
    """Where the code from one offset on came from: a line, and the procedure it is part of."""

    offset: int
    place: Place
    procedure: str


@dataclass(frozen=True)
class Image:
    """Code for one processor; it runs wherever it is loaded, at a multiple of 8.

    The loader enters it at ``entry``, at low priority, with Wptr at the bottom of the ``above``
    words it may use (``below`` more words lie under them), Areg the address of the vector space
    (``vectors`` words for large arrays), Breg the address and Creg the number of words of memory
    that is free. Process queues are empty, channels and clocks are as after reset.

    Attributes
    ----------
    code
        The bytes, routines of the library and tables of constants among them.
    origins
        In order of their offsets.
    part
        "T800" or "T414".
    data
        Where bytes lie that are no instructions: first offset and the one behind, in order.
    stops
        Offsets behind what ends a process in STOP, or where nothing fits in an IF or CASE.
    """

    code: bytes
    entry: int
    below: int
    above: int
    vectors: int
    origins: tuple[Origin, ...]
    part: str
    data: tuple[tuple[int, int], ...] = ()
    stops: tuple[int, ...] = ()

    def origin(self, offset: int) -> Origin | None:
        """Return where the byte at an offset came from; None outside of what was compiled."""
        index = bisect_right(self.origins, offset, key=lambda origin: origin.offset)
        return self.origins[index - 1] if index and 0 <= offset < len(self.code) else None


@dataclass(frozen=True)
class External:
    """A routine of a module, as those who call it have to know it.

    Attributes
    ----------
    entry
        Offset of its first instruction.
    depth
        Words below the caller's Wptr that a call needs, those of `call` among them.
    vectors
        Words of vector space it needs; None: it takes no vector space.
    uses
        What it does to its parameters: the parameter's number, and how (``Use`` of the usage
        checks, by name).
    effect
        What no function may do, as PAR; "" if there is nothing.
    priority
        Whether it has a PRI PAR.
    """

    entry: int
    depth: int
    vectors: int | None
    uses: tuple[tuple[int, str], ...]
    effect: str = ""
    priority: bool = False


@dataclass(frozen=True, eq=False)
class Module:
    """Code that was compiled by itself, for one part and one mode of checks.

    Attributes
    ----------
    interface
        Its routines as occam: protocols, and heads with empty bodies.
    routines
        What callers have to know, by name.
    image
        The code; only ``code``, ``origins``, ``data``, ``stops`` and ``part`` mean something.
    """

    checks: Checks
    interface: str
    routines: dict[str, External]
    image: Image
