"""What one transputer instruction is: code, cost and effects, in one declaration."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum


class Encoding(Enum):
    """How an instruction is written in the byte stream."""

    DIRECT = "direct"
    """The upper four bits of one byte; the lower four are the operand's end."""
    OPERATION = "operation"
    """The operand of `opr`."""
    FPU_ENTRY = "fpu entry"
    """Areg when `fpentry` is executed (`ldc code; fpentry`)."""


class Rule(Enum):
    """How the cost in cycles follows from the data; `CycleCost.parameters` are its numbers."""

    FIXED = "fixed"
    """(c): always c."""
    EITHER = "either"
    """(c, d): c in the case `CycleCost.cases[0]`, d in the case `CycleCost.cases[1]`."""
    PER_WORD = "per word"
    """(k, c): k w + c; w words in the message, part words count whole."""
    PER_ROW = "per row"
    """(k, c): (k p + c) r; p words a row, r rows."""
    HIGHEST_BIT = "highest bit"
    """(c, d): b + c, b the highest set bit of Areg; T800, Areg < 0: m + d, m that of -Areg."""
    SHIFT = "shift"
    """(c, d): n + c below 32 places, n + d from 32."""
    NORMALISE = "normalise"
    """(c, d, e): n + c below 32 places, n + d from 32, e at 64 (nothing to normalise)."""
    TYPICAL = "typical"
    """(c, d): c as a rule, at most d."""
    FLOATING = "floating"
    """(c, d, e, f): REAL32 c as a rule, at most d; REAL64 e as a rule, at most f."""


class Fpu(Enum):
    """How an instruction shares time with the T800's floating-point unit."""

    NONE = "none"
    """Never waits for the FPU."""
    OVERLAPPED = "overlapped"
    """Waits until the FPU is idle, hands over; the CPU goes on while the FPU works."""
    SYNCHRONOUS = "synchronous"
    """Waits until the FPU is idle and keeps the CPU to its end."""


class Executor(IntEnum):
    """The part of the emulated processor that executes an instruction.

    Each executor stops the node at a code that it does not know.
    """

    LOOP = 0
    """The interpreter's loop itself: direct functions and frequent operations."""
    SINGLE_LENGTH = 1
    """Arithmetic on words."""
    DOUBLE_LENGTH = 2
    """Arithmetic on double words, and the T414's help for floating point."""
    BLOCKS = 3
    """Block moves, and operations on single bits."""
    CONTROL = 4
    """Processes, queues, flags, clocks."""
    CHANNELS = 5
    """Messages."""
    ALTERNATION = 6
    """ALT."""
    FLOATING = 7
    """The T800's floating-point unit."""


@dataclass(frozen=True)
class CycleCost:
    """Processor cycles of one instruction, without its prefix bytes (1 cycle each).

    Code and data are taken to be on chip; external memory adds to it.

    Parameters
    ----------
    rule, parameters
        The formula and its numbers, see `Rule`.
    cases
        For `Rule.EITHER`, when each number holds.
    cpu
        For memory-operand floating-point instructions, how many of the cycles are the CPU's load.
    """

    rule: Rule
    parameters: tuple[int, ...]
    cases: tuple[str, ...] = ()
    cpu: int = 0

    def __str__(self) -> str:
        """Return the cost as the data books print it, such as ``2w+19``."""
        p = self.parameters
        match self.rule:
            case Rule.FIXED:
                return f"{p[0]}"
            case Rule.EITHER:
                return f"{p[0]} {self.cases[0]} / {p[1]} {self.cases[1]}"
            case Rule.PER_WORD:
                return f"{p[0]}w+{p[1]}"
            case Rule.PER_ROW:
                return f"({p[0]}p+{p[1]})r"
            case Rule.HIGHEST_BIT:
                return f"b+{p[0]}" if p[0] == p[1] else f"b+{p[0]} (T800, Areg<0: m+{p[1]})"
            case Rule.SHIFT:
                return f"n{p[0]:+d}" if p[0] == p[1] else f"n{p[0]:+d} / n{p[1]:+d} (n>=32)"
            case Rule.NORMALISE:
                return f"n{p[0]:+d} / n{p[1]:+d} (n>=32) / {p[2]} (n=64)"
            case Rule.TYPICAL:
                return f"{p[0]} typical / {p[1]} maximum"
            case Rule.FLOATING if p[:2] == p[2:]:
                return f"{p[0]} typical / {p[1]} maximum"
            case Rule.FLOATING:
                return f"REAL32 {p[0]} / {p[1]}, REAL64 {p[2]} / {p[3]}"


@dataclass(frozen=True)
class Instruction:
    """One instruction, declared once: interpreter, disassembler and documentation read it here.

    Parameters
    ----------
    mnemonic
        INMOS's name.
    code
        Function code (0 to 15), operation code, or FPU entry code, by `encoding`.
    cycles
        Cost without prefix bytes.
    description
        What it does, in one sentence.
    variants
        The parts that have it: "T414", "T800".
    can_deschedule, sets_error, sets_fpu_error
        Its effects on the scheduler, on the error flag and on the FP_Error flag.
    fpu
        How it shares time with the FPU.
    interruptible
        Whether a process of high priority may interrupt it part way.
    executor
        Who executes it.
    source
        Where code and cost were taken from; the keys are those of `timing_assumptions.SOURCES`.
    decided
        What it does, or leaves in registers, where the description leaves it open, with the source
        or the word ASSUMPTION.
    """

    mnemonic: str
    code: int
    encoding: Encoding
    cycles: CycleCost
    description: str
    variants: frozenset[str] = frozenset({"T414", "T800"})
    can_deschedule: bool = False
    sets_error: bool = False
    sets_fpu_error: bool = False
    fpu: Fpu = Fpu.NONE
    interruptible: bool = False
    executor: Executor = Executor.LOOP
    source: str = "P, D, N"
    decided: str = ""
