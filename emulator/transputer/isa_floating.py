"""The floating-point instructions of the T800: codes, costs, effects."""

from __future__ import annotations

from emulator.transputer.instruction import Cost, Fpu, Instruction, Kind, Rule

T800 = frozenset({"T800"})


def floating(typical: int, maximum: int, *double: int, cpu: int = 0) -> Cost:
    """Return a cost: typical and greatest value for REAL32, then for REAL64 where it differs."""
    return Cost(Rule.FLOATING, (typical, maximum, *(double or (typical, maximum))), cpu=cpu)


def fpu(
    mnemonic: str,
    code: int,
    cycles: int | Cost,
    description: str,
    *,
    kind: Kind = Kind.OPERATION,
    sharing: Fpu = Fpu.OVERLAPPED,
    error: bool = False,
    fpu_error: bool = False,
) -> Instruction:
    """Declare a floating-point operation of the T800."""
    return Instruction(
        mnemonic,
        code,
        kind,
        Cost(Rule.FIXED, (cycles,)) if isinstance(cycles, int) else cycles,
        description,
        T800,
        sets_error=error,
        sets_fpu_error=fpu_error,
        fpu=sharing,
        source="P",
    )


def entry(
    mnemonic: str, code: int, cycles: int | Cost, description: str, *, fpu_error: bool = False
) -> Instruction:
    """Declare an instruction that is reached by `ldc code; fpentry`."""
    return fpu(mnemonic, code, cycles, description, kind=Kind.FPU_ENTRY, fpu_error=fpu_error)


SYNCHRONOUS = Fpu.SYNCHRONOUS

LOADS_AND_STORES: tuple[Instruction, ...] = (
    fpu("fpldnlsn", 0x8E, 2, "load non-local REAL32", sharing=SYNCHRONOUS),
    fpu("fpldnldb", 0x8A, 3, "load non-local REAL64", sharing=SYNCHRONOUS),
    fpu("fpldnlsni", 0x86, 4, "load non-local indexed REAL32", sharing=SYNCHRONOUS),
    fpu("fpldnldbi", 0x82, 6, "load non-local indexed REAL64", sharing=SYNCHRONOUS),
    fpu("fpldzerosn", 0x9F, 2, "load REAL32 zero", sharing=SYNCHRONOUS),
    fpu("fpldzerodb", 0xA0, 2, "load REAL64 zero", sharing=SYNCHRONOUS),
    fpu(
        "fpldnladdsn", 0xAA, floating(8, 11, cpu=2), "load non-local REAL32 and add", fpu_error=True
    ),
    fpu(
        "fpldnladddb", 0xA6, floating(9, 12, cpu=3), "load non-local REAL64 and add", fpu_error=True
    ),
    fpu(
        "fpldnlmulsn",
        0xAC,
        floating(13, 20, cpu=2),
        "load non-local REAL32 and multiply",
        fpu_error=True,
    ),
    fpu(
        "fpldnlmuldb",
        0xA8,
        floating(21, 30, cpu=3),
        "load non-local REAL64 and multiply",
        fpu_error=True,
    ),
    fpu("fpstnlsn", 0x88, 2, "store non-local REAL32", sharing=SYNCHRONOUS),
    fpu("fpstnldb", 0x84, 3, "store non-local REAL64", sharing=SYNCHRONOUS),
    fpu("fpstnli32", 0x9E, 4, "store non-local INT32", sharing=SYNCHRONOUS),
    fpu("fprev", 0xA4, 1, "reverse FAreg and FBreg"),
    fpu("fpdup", 0xA3, 1, "duplicate FAreg"),
)

ARITHMETIC: tuple[Instruction, ...] = (
    fpu("fpadd", 0x87, floating(6, 9), "add", fpu_error=True),
    fpu("fpsub", 0x89, floating(6, 9), "subtract", fpu_error=True),
    fpu("fpmul", 0x8B, floating(11, 18, 18, 27), "multiply", fpu_error=True),
    fpu("fpdiv", 0x8C, floating(16, 28, 31, 43), "divide", fpu_error=True),
    fpu("fpremfirst", 0x8F, floating(36, 46), "remainder, first step", fpu_error=True),
    fpu("fpremstep", 0x90, floating(32, 36), "remainder, further step"),
    entry("fpusqrtfirst", 0x01, floating(27, 29), "square root, first step", fpu_error=True),
    entry("fpusqrtstep", 0x02, floating(42, 42), "square root, step"),
    entry("fpusqrtlast", 0x03, floating(8, 9), "square root, last step", fpu_error=True),
    entry("fpuabs", 0x0B, floating(2, 2), "absolute value", fpu_error=True),
    entry("fpumulby2", 0x12, floating(6, 9), "multiply by 2", fpu_error=True),
    entry("fpudivby2", 0x11, floating(6, 9), "divide by 2", fpu_error=True),
    entry("fpuexpinc32", 0x0A, floating(6, 9), "multiply by 2^32", fpu_error=True),
    entry("fpuexpdec32", 0x09, floating(6, 9), "divide by 2^32", fpu_error=True),
)

CONVERSIONS: tuple[Instruction, ...] = (
    entry("fpur32tor64", 0x07, floating(3, 4), "REAL32 to REAL64", fpu_error=True),
    entry("fpur64tor32", 0x08, floating(6, 9), "REAL64 to REAL32", fpu_error=True),
    entry("fpunoround", 0x0D, floating(2, 2), "REAL64 to REAL32 without rounding"),
    entry("fpuchki32", 0x0E, floating(3, 4), "check that FAreg fits INT32", fpu_error=True),
    entry("fpuchki64", 0x0F, floating(3, 4), "check that FAreg fits INT64", fpu_error=True),
    fpu("fprtoi32", 0x9D, floating(7, 9), "REAL to INT32", fpu_error=True),
    fpu("fpint", 0xA1, floating(5, 6), "round to a whole number", fpu_error=True),
    fpu("fpi32tor32", 0x96, floating(8, 10), "INT32 in memory to REAL32"),
    fpu("fpi32tor64", 0x98, floating(8, 10), "INT32 in memory to REAL64"),
    fpu("fpb32tor64", 0x9A, floating(8, 8), "unsigned 32 bits in memory to REAL64"),
)

COMPARISONS: tuple[Instruction, ...] = (
    fpu("fpgt", 0x94, floating(4, 6), "greater than", sharing=SYNCHRONOUS, fpu_error=True),
    fpu("fpeq", 0x95, floating(3, 5), "equal", sharing=SYNCHRONOUS, fpu_error=True),
    fpu("fpordered", 0x92, floating(3, 4), "neither is a NaN", sharing=SYNCHRONOUS),
    fpu("fpnan", 0x91, floating(2, 3), "is FAreg a NaN", sharing=SYNCHRONOUS),
    fpu("fpnotfinite", 0x93, floating(2, 2), "is FAreg a NaN or infinite", sharing=SYNCHRONOUS),
)

CONTROL: tuple[Instruction, ...] = (
    fpu("fpentry", 0xAB, 1, "execute the FPU entry whose code is in Areg"),
    entry("fpurn", 0x22, 1, "round to nearest in the next operation"),
    entry("fpurz", 0x06, 1, "round to zero in the next operation"),
    entry("fpurp", 0x04, 1, "round to plus infinity in the next operation"),
    entry("fpurm", 0x05, 1, "round to minus infinity in the next operation"),
    entry("fpuseterror", 0x23, 1, "set FP_Error", fpu_error=True),
    entry("fpuclearerror", 0x9C, 1, "clear FP_Error"),
    fpu("fpchkerror", 0x83, 1, "set Error if FP_Error", sharing=SYNCHRONOUS, error=True),
    fpu("fptesterror", 0x9C, 2, "test and clear FP_Error", sharing=SYNCHRONOUS),
)

FLOATING = (*LOADS_AND_STORES, *ARITHMETIC, *CONVERSIONS, *COMPARISONS, *CONTROL)
