"""The floating-point instructions of the T800: codes, costs, effects."""

from __future__ import annotations

from emulator.transputer.isa.declaring import T800, executed_by, fixed
from emulator.transputer.isa.instruction import (
    CycleCost,
    Encoding,
    Executor,
    Fpu,
    Instruction,
    Rule,
)


def _floating(typical: int, maximum: int, *double: int, cpu: int = 0) -> CycleCost:
    """Return a cost: typical and greatest value for REAL32, then for REAL64 where it differs."""
    return CycleCost(Rule.FLOATING, (typical, maximum, *(double or (typical, maximum))), cpu=cpu)


def _fpu(
    mnemonic: str,
    code: int,
    cycles: int | CycleCost,
    description: str,
    *,
    encoding: Encoding = Encoding.OPERATION,
    sharing: Fpu = Fpu.OVERLAPPED,
    error: bool = False,
    fpu_error: bool = False,
    decided: str = "",
) -> Instruction:
    """Declare a floating-point operation of the T800."""
    return Instruction(
        mnemonic,
        code,
        encoding,
        fixed(cycles),
        description,
        T800,
        sets_error=error,
        sets_fpu_error=fpu_error,
        fpu=sharing,
        source="P",
        decided=decided,
    )


def _entry(
    mnemonic: str,
    code: int,
    cycles: int | CycleCost,
    description: str,
    *,
    fpu_error: bool = False,
    decided: str = "",
) -> Instruction:
    """Declare an instruction that is reached by `ldc code; fpentry`."""
    return _fpu(
        mnemonic,
        code,
        cycles,
        description,
        encoding=Encoding.FPU_ENTRY,
        fpu_error=fpu_error,
        decided=decided,
    )


_SYNCHRONOUS = Fpu.SYNCHRONOUS

_LOADS_AND_STORES: tuple[Instruction, ...] = (
    _fpu("fpldnlsn", 0x8E, 2, "load non-local REAL32", sharing=_SYNCHRONOUS),
    _fpu("fpldnldb", 0x8A, 3, "load non-local REAL64", sharing=_SYNCHRONOUS),
    _fpu("fpldnlsni", 0x86, 4, "load non-local indexed REAL32", sharing=_SYNCHRONOUS),
    _fpu("fpldnldbi", 0x82, 6, "load non-local indexed REAL64", sharing=_SYNCHRONOUS),
    _fpu("fpldzerosn", 0x9F, 2, "load REAL32 zero", sharing=_SYNCHRONOUS),
    _fpu("fpldzerodb", 0xA0, 2, "load REAL64 zero", sharing=_SYNCHRONOUS),
    _fpu(
        "fpldnladdsn",
        0xAA,
        _floating(8, 11, cpu=2),
        "load non-local REAL32 and add",
        fpu_error=True,
    ),
    _fpu(
        "fpldnladddb",
        0xA6,
        _floating(9, 12, cpu=3),
        "load non-local REAL64 and add",
        fpu_error=True,
    ),
    _fpu(
        "fpldnlmulsn",
        0xAC,
        _floating(13, 20, cpu=2),
        "load non-local REAL32 and multiply",
        fpu_error=True,
    ),
    _fpu(
        "fpldnlmuldb",
        0xA8,
        _floating(21, 30, cpu=3),
        "load non-local REAL64 and multiply",
        fpu_error=True,
    ),
    _fpu("fpstnlsn", 0x88, 2, "store non-local REAL32", sharing=_SYNCHRONOUS),
    _fpu("fpstnldb", 0x84, 3, "store non-local REAL64", sharing=_SYNCHRONOUS),
    _fpu("fpstnli32", 0x9E, 4, "store non-local INT32", sharing=_SYNCHRONOUS),
    _fpu("fprev", 0xA4, 1, "reverse FAreg and FBreg"),
    _fpu("fpdup", 0xA3, 1, "duplicate FAreg"),
)

_ARITHMETIC: tuple[Instruction, ...] = (
    _fpu(
        "fpadd",
        0x87,
        _floating(6, 9),
        "add",
        fpu_error=True,
        decided="of two NaNs the one with the larger fraction, FBreg of equals, its sign kept "
        "(P, V)",
    ),
    _fpu(
        "fpsub",
        0x89,
        _floating(6, 9),
        "subtract",
        fpu_error=True,
        decided="NaNs as fpadd, the sign of one in FAreg changed (P, V)",
    ),
    _fpu(
        "fpmul",
        0x8B,
        _floating(11, 18, 18, 27),
        "multiply",
        fpu_error=True,
        decided="NaNs as fpadd, with the sign of a product (P, V)",
    ),
    _fpu(
        "fpdiv",
        0x8C,
        _floating(16, 28, 31, 43),
        "divide",
        fpu_error=True,
        decided="NaNs as fpadd, with the sign of a quotient (P, V)",
    ),
    _fpu("fpremfirst", 0x8F, _floating(36, 46), "remainder, first step", fpu_error=True),
    _fpu("fpremstep", 0x90, _floating(32, 36), "remainder, further step"),
    _entry("fpusqrtfirst", 0x01, _floating(27, 29), "square root, first step", fpu_error=True),
    _entry("fpusqrtstep", 0x02, _floating(42, 42), "square root, step"),
    _entry("fpusqrtlast", 0x03, _floating(8, 9), "square root, last step", fpu_error=True),
    _entry("fpuabs", 0x0B, _floating(2, 2), "absolute value", fpu_error=True),
    _entry("fpumulby2", 0x12, _floating(6, 9), "multiply by 2", fpu_error=True),
    _entry("fpudivby2", 0x11, _floating(6, 9), "divide by 2", fpu_error=True),
    _entry("fpuexpinc32", 0x0A, _floating(6, 9), "multiply by 2^32", fpu_error=True),
    _entry("fpuexpdec32", 0x09, _floating(6, 9), "divide by 2^32", fpu_error=True),
)

_CONVERSIONS: tuple[Instruction, ...] = (
    _entry("fpur32tor64", 0x07, _floating(3, 4), "REAL32 to REAL64", fpu_error=True),
    _entry("fpur64tor32", 0x08, _floating(6, 9), "REAL64 to REAL32", fpu_error=True),
    _entry(
        "fpunoround",
        0x0D,
        _floating(2, 2),
        "REAL64 to REAL32 without rounding",
        decided="no number is refused: the exponent's low 8 bits, the fraction cut; of an "
        "infinity and a NaN the same (P, V)",
    ),
    _entry(
        "fpuchki32",
        0x0E,
        _floating(3, 4),
        "check that FAreg fits INT32",
        fpu_error=True,
        decided="FAreg itself counts, not rounded: from -2^31 to below 2^31 (P, V)",
    ),
    _entry(
        "fpuchki64",
        0x0F,
        _floating(3, 4),
        "check that FAreg fits INT64",
        fpu_error=True,
        decided="FAreg itself counts, not rounded: from -2^63 to below 2^63 (P, V)",
    ),
    _fpu(
        "fprtoi32",
        0x9D,
        _floating(7, 9),
        "REAL to INT32",
        fpu_error=True,
        decided="ASSUMPTION: FP_Error if the rounded number does not fit (P: the number "
        "itself, but for the last two before the ends)",
    ),
    _fpu("fpint", 0xA1, _floating(5, 6), "round to a whole number", fpu_error=True),
    _fpu("fpi32tor32", 0x96, _floating(8, 10), "INT32 in memory to REAL32"),
    _fpu("fpi32tor64", 0x98, _floating(8, 10), "INT32 in memory to REAL64"),
    _fpu("fpb32tor64", 0x9A, _floating(8, 8), "unsigned 32 bits in memory to REAL64"),
)

_COMPARISONS: tuple[Instruction, ...] = (
    _fpu(
        "fpgt",
        0x94,
        _floating(4, 6),
        "greater than",
        sharing=_SYNCHRONOUS,
        fpu_error=True,
        decided="NaNs lie beyond the infinity of their sign, and set FP_Error (P after the "
        "Compiler Writer's Guide, V)",
    ),
    _fpu(
        "fpeq",
        0x95,
        _floating(3, 5),
        "equal",
        sharing=_SYNCHRONOUS,
        fpu_error=True,
        decided="NaNs with the same bits are equal, and set FP_Error (P after the Compiler "
        "Writer's Guide, V)",
    ),
    _fpu("fpordered", 0x92, _floating(3, 4), "neither is a NaN", sharing=_SYNCHRONOUS),
    _fpu("fpnan", 0x91, _floating(2, 3), "is FAreg a NaN", sharing=_SYNCHRONOUS),
    _fpu("fpnotfinite", 0x93, _floating(2, 2), "is FAreg a NaN or infinite", sharing=_SYNCHRONOUS),
)

_CONTROL: tuple[Instruction, ...] = (
    _fpu("fpentry", 0xAB, 1, "execute the FPU entry whose code is in Areg"),
    _entry("fpurn", 0x22, 1, "round to nearest in the next operation"),
    _entry("fpurz", 0x06, 1, "round to zero in the next operation"),
    _entry("fpurp", 0x04, 1, "round to plus infinity in the next operation"),
    _entry("fpurm", 0x05, 1, "round to minus infinity in the next operation"),
    _entry("fpuseterror", 0x23, 1, "set FP_Error", fpu_error=True),
    _entry("fpuclearerror", 0x9C, 1, "clear FP_Error"),
    _fpu("fpchkerror", 0x83, 1, "set Error if FP_Error", sharing=_SYNCHRONOUS, error=True),
    _fpu("fptesterror", 0x9C, 2, "test and clear FP_Error", sharing=_SYNCHRONOUS),
)

FLOATING = executed_by(
    Executor.FLOATING, *_LOADS_AND_STORES, *_ARITHMETIC, *_CONVERSIONS, *_COMPARISONS, *_CONTROL
)
