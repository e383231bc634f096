"""The integer instructions of the T414 and T800: codes, costs, effects."""

from __future__ import annotations

from emulator.transputer.instruction import Cost, Instruction, Kind, Rule

T414 = frozenset({"T414"})
T800 = frozenset({"T800"})
BOTH = T414 | T800


def fixed(cycles: int) -> Cost:
    """Return a cost that does not depend on data."""
    return Cost(Rule.FIXED, (cycles,))


def either(first: int, case: str, second: int, other: str) -> Cost:
    """Return a cost with two cases."""
    return Cost(Rule.EITHER, (first, second), (case, other))


def direct(
    mnemonic: str,
    code: int,
    cycles: int | Cost,
    description: str,
    *,
    deschedules: bool = False,
    error: bool = False,
) -> Instruction:
    """Declare a direct function."""
    return Instruction(
        mnemonic,
        code,
        Kind.DIRECT,
        fixed(cycles) if isinstance(cycles, int) else cycles,
        description,
        can_deschedule=deschedules,
        sets_error=error,
    )


def operation(
    mnemonic: str,
    code: int,
    cycles: int | Cost,
    description: str,
    *,
    variants: frozenset[str] = BOTH,
    deschedules: bool = False,
    error: bool = False,
    interruptible: bool = False,
    source: str = "P, D, N",
) -> Instruction:
    """Declare an integer operation."""
    return Instruction(
        mnemonic,
        code,
        Kind.OPERATION,
        fixed(cycles) if isinstance(cycles, int) else cycles,
        description,
        variants,
        can_deschedule=deschedules,
        sets_error=error,
        interruptible=interruptible,
        source=source,
    )


DIRECT: tuple[Instruction, ...] = (
    direct("j", 0x0, 3, "jump; a timeslice point", deschedules=True),
    direct("ldlp", 0x1, 1, "load local pointer"),
    direct("pfix", 0x2, 1, "prefix"),
    direct("ldnl", 0x3, 2, "load non-local"),
    direct("ldc", 0x4, 1, "load constant"),
    direct("ldnlp", 0x5, 1, "load non-local pointer"),
    direct("nfix", 0x6, 1, "negative prefix"),
    direct("ldl", 0x7, 2, "load local"),
    direct("adc", 0x8, 1, "add constant, checked", error=True),
    direct("call", 0x9, 7, "call: push Iptr, Areg, Breg, Creg, then jump"),
    direct("cj", 0xA, either(2, "not taken", 4, "taken"), "jump if Areg = 0, else pop it"),
    direct("ajw", 0xB, 1, "adjust workspace"),
    direct("eqc", 0xC, 2, "equals constant"),
    direct("stl", 0xD, 1, "store local"),
    direct("stnl", 0xE, 2, "store non-local"),
    direct("opr", 0xF, 0, "operate: the operand is the operation's code; its cost is its own"),
)

ARITHMETIC: tuple[Instruction, ...] = (
    operation("rev", 0x00, 1, "reverse: exchange Areg and Breg"),
    operation("bsub", 0x02, 1, "byte subscript"),
    operation("diff", 0x04, 1, "difference, unchecked"),
    operation("add", 0x05, 1, "add, checked", error=True),
    operation(
        "prod",
        0x08,
        Cost(Rule.HIGHEST_BIT, (4, 5)),
        "product, unchecked, fast for small Areg",
        source="P; D, N without the case of negative Areg",
    ),
    operation("gt", 0x09, 2, "greater than, signed"),
    operation("wsub", 0x0A, 2, "word subscript"),
    operation("sub", 0x0C, 1, "subtract, checked", error=True),
    operation("csub0", 0x13, 2, "check subscript from 0", error=True),
    operation("ladd", 0x16, 2, "long add, checked, with carry in", error=True),
    operation("norm", 0x19, Cost(Rule.NORMALISE, (5, -26, 3)), "normalise a double word"),
    operation("ldiv", 0x1A, 35, "long divide", error=True),
    operation("xdble", 0x1D, 2, "extend to double"),
    operation("rem", 0x1F, 37, "remainder", error=True),
    operation("div", 0x2C, 39, "divide", error=True, source="P, N; D has 42"),
    operation("lmul", 0x31, 33, "long multiply, with addend"),
    operation("not", 0x32, 1, "bitwise not"),
    operation("xor", 0x33, 1, "exclusive or"),
    operation("bcnt", 0x34, 2, "byte count: words to bytes"),
    operation("lshr", 0x35, Cost(Rule.SHIFT, (3, -28)), "long shift right"),
    operation("lshl", 0x36, Cost(Rule.SHIFT, (3, -28)), "long shift left"),
    operation("lsum", 0x37, 3, "long sum, unchecked", source="D, N; P has 2"),
    operation("lsub", 0x38, 2, "long subtract, checked", error=True),
    operation("xword", 0x3A, 4, "extend to word"),
    operation("wcnt", 0x3F, 5, "word count: pointer to word index and byte selector"),
    operation("shr", 0x40, Cost(Rule.SHIFT, (2, 2)), "shift right", source="P, D; N caps n at 32"),
    operation("shl", 0x41, Cost(Rule.SHIFT, (2, 2)), "shift left", source="P, D; N caps n at 32"),
    operation("mint", 0x42, 1, "minimum integer"),
    operation("and", 0x46, 1, "bitwise and"),
    operation("or", 0x4B, 1, "bitwise or"),
    operation("csngl", 0x4C, 3, "check single: does a double word fit", error=True),
    operation("ccnt1", 0x4D, 3, "check count from 1", error=True),
    operation("ldiff", 0x4F, 3, "long difference, unchecked", source="D, N; P has 2"),
    operation("sum", 0x52, 1, "sum, unchecked"),
    operation("mul", 0x53, 38, "multiply, checked", error=True, source="D, N; P has 40"),
    operation("cword", 0x56, 5, "check word", error=True),
    operation(
        "fmul",
        0x72,
        either(35, "no rounding", 40, "rounding"),
        "fractional multiply",
        error=True,
        source="P, N; 40 unverified",
    ),
    operation("dup", 0x5A, 1, "duplicate Areg", variants=T800, source="P"),
    operation("wsubdb", 0x81, 3, "word subscript, double words", variants=T800, source="P"),
    operation("crcword", 0x74, 35, "cyclic redundancy check of a word", variants=T800, source="P"),
    operation("crcbyte", 0x75, 11, "cyclic redundancy check of a byte", variants=T800, source="P"),
    operation(
        "bitcnt", 0x76, Cost(Rule.HIGHEST_BIT, (2, 2)), "count set bits", variants=T800, source="P"
    ),
    operation("bitrevword", 0x77, 36, "reverse bits of a word", variants=T800, source="P"),
    operation(
        "bitrevnbits",
        0x78,
        Cost(Rule.SHIFT, (4, 4)),
        "reverse the low n bits",
        variants=T800,
        source="P",
    ),
)

FLOATING_SUPPORT: tuple[Instruction, ...] = (
    operation("unpacksn", 0x63, 15, "unpack a REAL32", variants=T414, source="P, N"),
    operation(
        "postnormsn",
        0x6C,
        Cost(Rule.TYPICAL, (5, 30)),
        "correct the exponent after norm",
        variants=T414,
        source="P, N",
    ),
    operation(
        "roundsn",
        0x6D,
        Cost(Rule.TYPICAL, (12, 15)),
        "round and pack a REAL32",
        variants=T414,
        source="P, N",
    ),
    operation("ldinf", 0x71, 1, "load the REAL32 infinity", variants=T414, source="P, N"),
    operation(
        "cflerr",
        0x73,
        3,
        "check for a REAL32 infinity or NaN",
        variants=T414,
        error=True,
        source="P, N",
    ),
)

MEMORY: tuple[Instruction, ...] = (
    operation("lb", 0x01, 5, "load byte"),
    operation("sb", 0x3B, 4, "store byte"),
    operation(
        "move", 0x4A, Cost(Rule.PER_WORD, (2, 8)), "move a block of bytes", interruptible=True
    ),
    operation(
        "move2dinit",
        0x5B,
        8,
        "set strides and rows of a two-dimensional move",
        variants=T800,
        source="P",
    ),
    operation(
        "move2dall",
        0x5C,
        Cost(Rule.PER_ROW, (2, 23)),
        "two-dimensional move",
        variants=T800,
        interruptible=True,
        source="P",
    ),
    operation(
        "move2dnonzero",
        0x5D,
        Cost(Rule.PER_ROW, (2, 23)),
        "two-dimensional move of non-zero bytes",
        variants=T800,
        interruptible=True,
        source="P",
    ),
    operation(
        "move2dzero",
        0x5E,
        Cost(Rule.PER_ROW, (2, 23)),
        "two-dimensional move of zero bytes",
        variants=T800,
        interruptible=True,
        source="P",
    ),
)

CONTROL: tuple[Instruction, ...] = (
    operation("gcall", 0x06, 4, "general call: exchange Areg and Iptr"),
    operation("ldpi", 0x1B, 2, "load pointer to instruction"),
    operation("ret", 0x20, 5, "return"),
    operation(
        "lend",
        0x21,
        either(10, "loop", 5, "exit"),
        "loop end; a timeslice point",
        deschedules=True,
    ),
    operation("gajw", 0x3C, 2, "general adjust workspace: exchange Areg and Wptr"),
    operation("seterr", 0x10, 1, "set the error flag", error=True),
    operation("testerr", 0x29, either(2, "no error", 3, "error"), "test and clear the error flag"),
    operation("testpranal", 0x2A, 2, "test processor analysing"),
    operation("stoperr", 0x55, 2, "stop on error", deschedules=True),
    operation("clrhalterr", 0x57, 1, "clear halt-on-error"),
    operation("sethalterr", 0x58, 1, "set halt-on-error"),
    operation("testhalterr", 0x59, 2, "test halt-on-error"),
)

PROCESSES: tuple[Instruction, ...] = (
    operation("endp", 0x03, 13, "end process", deschedules=True),
    operation("startp", 0x0D, 12, "start process"),
    operation("stopp", 0x15, 11, "stop process", deschedules=True),
    operation("runp", 0x39, 10, "run process"),
    operation("ldpri", 0x1E, 1, "load current priority"),
    operation("stlb", 0x17, 1, "store low-priority back pointer"),
    operation("sthf", 0x18, 1, "store high-priority front pointer"),
    operation("stlf", 0x1C, 1, "store low-priority front pointer"),
    operation("sthb", 0x50, 1, "store high-priority back pointer"),
    operation("savel", 0x3D, 4, "save the low-priority queue registers"),
    operation("saveh", 0x3E, 4, "save the high-priority queue registers"),
    operation("ldtimer", 0x22, 2, "load timer"),
    operation(
        "tin",
        0x2B,
        either(30, "time future", 4, "time past"),
        "timer input",
        deschedules=True,
        interruptible=True,
    ),
    operation("sttimer", 0x54, 1, "store timer: start both clocks"),
)

COMMUNICATION: tuple[Instruction, ...] = (
    operation(
        "in",
        0x07,
        Cost(Rule.PER_WORD, (2, 19)),
        "input a message",
        deschedules=True,
        interruptible=True,
        source="P, N; D: 2w+18 when it proceeds, 20 when it waits",
    ),
    operation(
        "out",
        0x0B,
        Cost(Rule.PER_WORD, (2, 19)),
        "output a message",
        deschedules=True,
        interruptible=True,
        source="P, N; D: 2w+20 when it proceeds, 20 when it waits",
    ),
    operation("outbyte", 0x0E, 23, "output a byte", deschedules=True, source="P, N; D: 25"),
    operation("outword", 0x0F, 23, "output a word", deschedules=True, source="P, N; D: 25"),
    operation("resetch", 0x12, 3, "reset a channel"),
)

ALTERNATION: tuple[Instruction, ...] = (
    operation("alt", 0x43, 2, "start an alternative"),
    operation("talt", 0x4E, 4, "start a timer alternative"),
    operation(
        "altwt", 0x44, either(5, "ready", 17, "not ready"), "wait for a guard", deschedules=True
    ),
    operation(
        "taltwt",
        0x51,
        either(15, "time past", 48, "time future"),
        "wait for a guard or a time",
        deschedules=True,
        interruptible=True,
    ),
    operation("altend", 0x45, 4, "end an alternative: jump to the chosen branch"),
    operation("enbt", 0x47, 8, "enable a timer guard"),
    operation("enbc", 0x48, either(7, "ready", 5, "not ready"), "enable a channel guard"),
    operation("enbs", 0x49, 3, "enable a SKIP guard"),
    operation("dist", 0x2E, 23, "disable a timer guard", interruptible=True),
    operation("disc", 0x2F, 8, "disable a channel guard"),
    operation("diss", 0x30, 4, "disable a SKIP guard"),
)

INTEGER = (
    *DIRECT,
    *ARITHMETIC,
    *FLOATING_SUPPORT,
    *MEMORY,
    *CONTROL,
    *PROCESSES,
    *COMMUNICATION,
    *ALTERNATION,
)
