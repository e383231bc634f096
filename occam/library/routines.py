"""The routines in assembly that programs are linked with.

Every routine is entered by `call`; code is position-independent; all three registers are lost but
for the result. Areg, Breg, Creg below are the registers before `call`. A *pointer* is the address
of the two words, low first, of an INT64 or a REAL64. A result may lie where an operand does:
operands are read before the result is written. "Error" sets the error flag (and so halts where
that is asked for); what is returned then is defined only where said. REAL32 values travel as their
bits in a register, on the T800 too. ``mode`` is 0 for TRUNC and 1 for ROUND (to nearest, ties to
even). BOOL results are 1 or 0.

Both parts, INT64
    ==========================  ==============================================================
    INT64MUL                    Areg = result pointer, Breg = left, Creg = right pointer;
                                Error if it does not fit
    INT64TIMES                  the same, modulo 2^64 (``TIMES``)
    INT64DIV, INT64REM          the same; Error if the divisor is 0, or the quotient 2^63
    INT64GT, INT64EQ            Areg = left, Breg = right pointer; Areg = left > right, left = right
    INT64SHL, INT64SHR          Areg = result, Breg = operand pointer, Creg = places (a word, 0 and
                                up; 64 and more give 0; bits that come in are 0)
    INT64TOREAL64               Areg = result, Breg = operand pointer, Creg = mode
    INT64TOREAL32               Areg = operand pointer, Breg = mode; Areg = REAL32
    REAL64TOINT64               Areg = result, Breg = operand pointer, Creg = mode; Error if it does
                                not fit or is a NaN
    REAL32TOINT64               Areg = result pointer, Breg = REAL32, Creg = mode; Error likewise
    ==========================  ==============================================================

T414 only, REAL32
    Names that end in ERR are the checked ones: they set Error where the result is, or for
    comparisons an operand is, infinite or a NaN. The others never set Error.

    ==========================  ==============================================================
    REAL32OP, REAL32OPERR       Areg = x, Breg = op (0 + 1 - 2 * 3 /), Creg = y; Areg = x op y
    REAL32REM, REAL32REMERR     Areg = x, Breg = y; Areg = x - (y * n), n = x / y rounded to nearest
    REAL32GT, REAL32GTERR       Areg = x, Breg = y; Areg = x > y
    REAL32EQ, REAL32EQERR       Areg = x, Breg = y; Areg = x = y
    SQRT32, SQRT32ERR           Areg = x; Areg = its square root
    INT32TOREAL32               Areg = INT32 or INT, Breg = mode; Areg = REAL32
    REAL32TOINT32               Areg = REAL32, Breg = mode; Areg = INT; Error if it does not fit or
                                is a NaN (always checked)
    ==========================  ==============================================================

    Measured cycles of a call, operands within (-10, 10) on chip: + 223, - 227, * 163, / 203,
    GT and EQ 53, SQRT32 405; about 100 less where an operand is 0. INMOS's data sheet of the T414
    estimates 230, 230, 200, 245 and 60 for its own package (from memory).

T414 only, REAL64
    ==========================  ==============================================================
    REAL64ADD, REAL64ADDERR     Areg = result pointer, Breg = left, Creg = right pointer
    REAL64SUB, REAL64SUBERR     the same
    REAL64MUL, REAL64MULERR     the same
    REAL64DIV, REAL64DIVERR     the same
    REAL64REM, REAL64REMERR     the same, the remainder as REAL32REM's
    REAL64GT, REAL64GTERR       Areg = left, Breg = right pointer; Areg = left > right
    REAL64EQ, REAL64EQERR       Areg = left, Breg = right pointer; Areg = left = right
    SQRT64, SQRT64ERR           Areg = result, Breg = operand pointer
    REAL32TOREAL64              Areg = result pointer, Breg = REAL32 (exact)
    REAL64TOREAL32              Areg = operand pointer, Breg = mode; Areg = REAL32
    REAL64TOREAL32ERR           the same
    INT32TOREAL64               Areg = result pointer, Breg = INT32 or INT (exact)
    REAL64TOINT32               Areg = operand pointer, Breg = mode; Areg = INT; Error if it does
                                not fit or is a NaN (always checked)
    ==========================  ==============================================================

    Measured likewise: + 471, - 476, * 577, / 736, GT and EQ 146, SQRT64 839; INMOS's estimates are
    565, 565, 760 and 1115 (from memory). INT64, both parts: MUL 220, TIMES 132, DIV and REM 245.

A routine runs at its caller's priority and may be descheduled at any `j`: nothing waits in a
register there. On the T800 the processor and its FPU do what is not listed for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from emulator.transputer.assembly.assembler import AssembledProgram, assemble
from occam.library.folder import FOLDER

_WORD_BYTES = 4
_INCLUDE = re.compile(r' +include "(.+)"')


@dataclass(frozen=True)
class LibraryRoutine:
    """A routine, as it is linked to a program.

    Attributes
    ----------
    code
        Position-independent bytes, to lie at a multiple of 4. Routines of one source file share
        one object: link it once, however many of them are called.
    entry
        Offset of the first instruction in ``code``.
    below
        Words used below the caller's Wptr, the four of `call` among them.
    source
        Name of the assembly file, the same for routines that share their code; it tells in a
        listing where code is from.
    """

    code: bytes
    entry: int
    below: int
    source: str


@dataclass(frozen=True)
class Assembly:
    """A file of assembly: the parts it is for, its routines, the words they use below Wptr.

    Lines that begin with ``?`` are for the checked routines only, those with ``!`` for the others.
    """

    parts: tuple[str, ...]
    names: tuple[str, ...]
    below: int
    checked: bool = False


_T414, _BOTH = ("T414",), ("T414", "T800")

SOURCES = {
    "int64_comparisons.s": Assembly(_BOTH, ("INT64GT", "INT64EQ"), 4),
    "int64_division.s": Assembly(_BOTH, ("INT64DIV", "INT64REM"), 16),
    "int64_multiplication.s": Assembly(_BOTH, ("INT64MUL", "INT64TIMES"), 13),
    "int64_shifts.s": Assembly(_BOTH, ("INT64SHL", "INT64SHR"), 4),
    "int64_to_reals.s": Assembly(_BOTH, ("INT64TOREAL64", "INT64TOREAL32"), 12),
    "reals_to_int64.s": Assembly(_BOTH, ("REAL64TOINT64", "REAL32TOINT64"), 12),
    "real32_arithmetic.s": Assembly(_T414, ("REAL32OP",), 14, checked=True),
    "real32_comparisons.s": Assembly(_T414, ("REAL32GT", "REAL32EQ"), 4, checked=True),
    "real32_conversions.s": Assembly(_T414, ("INT32TOREAL32", "REAL32TOINT32"), 9),
    "real32_remainder.s": Assembly(_T414, ("REAL32REM",), 13, checked=True),
    "real32_root.s": Assembly(_T414, ("SQRT32",), 12, checked=True),
    "real64_arithmetic.s": Assembly(
        _T414, ("REAL64ADD", "REAL64SUB", "REAL64MUL", "REAL64DIV"), 24, checked=True
    ),
    "real64_comparisons.s": Assembly(_T414, ("REAL64GT", "REAL64EQ"), 8, checked=True),
    "real64_conversions.s": Assembly(
        _T414,
        ("REAL32TOREAL64", "REAL64TOREAL32", "INT32TOREAL64", "REAL64TOINT32"),
        11,
        checked=True,
    ),
    "real64_remainder.s": Assembly(_T414, ("REAL64REM",), 24, checked=True),
    "real64_root.s": Assembly(_T414, ("SQRT64",), 23, checked=True),
}


def routine(name: str, part: str) -> LibraryRoutine:
    """Return a routine for a part, "T414" or "T800"; KeyError if that part has none of the name."""
    base = name.removesuffix("ERR")
    checked = base != name
    for file, assembly in SOURCES.items():
        if part in assembly.parts and base in assembly.names and checked <= assembly.checked:
            program = _assembled(file, checked)
            source = f"{file}, checked" if checked else file
            return LibraryRoutine(program.code, program.labels[base], assembly.below, source)
    raise KeyError(f"no library routine {name} for the {part}")


@cache
def _assembled(file: str, checked: bool) -> AssembledProgram:
    kept, dropped = ("?", "!") if checked else ("!", "?")
    chosen = ["" if line.startswith(dropped) else line.removeprefix(kept) for line in _lines(file)]
    program = assemble("\n".join(chosen), file)
    return replace(program, code=program.code + bytes(-len(program.code) % _WORD_BYTES))


def _lines(file: str) -> Iterator[str]:
    """Yield the lines of a source, those of another file where it says ``include "file"``."""
    for line in (FOLDER / file).read_text(encoding="utf-8").splitlines():
        match = _INCLUDE.fullmatch(line)
        if match:
            yield from _lines(match[1])
        else:
            yield line
