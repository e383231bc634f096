"""The integer instructions of the T414 and T800: codes, costs, effects."""

from __future__ import annotations

from emulator.transputer.isa.instruction import Cost, Instruction, Kind, Rule

_T414 = frozenset({"T414"})
_T800 = frozenset({"T800"})
_BOTH = _T414 | _T800


def _fixed(cycles: int) -> Cost:
    """Return a cost that does not depend on data."""
    return Cost(Rule.FIXED, (cycles,))


def _either(first: int, case: str, second: int, other: str) -> Cost:
    """Return a cost with two cases."""
    return Cost(Rule.EITHER, (first, second), (case, other))


def _direct(
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
        _fixed(cycles) if isinstance(cycles, int) else cycles,
        description,
        can_deschedule=deschedules,
        sets_error=error,
    )


def _operation(
    mnemonic: str,
    code: int,
    cycles: int | Cost,
    description: str,
    *,
    variants: frozenset[str] = _BOTH,
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
        _fixed(cycles) if isinstance(cycles, int) else cycles,
        description,
        variants,
        can_deschedule=deschedules,
        sets_error=error,
        interruptible=interruptible,
        source=source,
    )


_DIRECT: tuple[Instruction, ...] = (
    _direct("j", 0x0, 3, "jump; a timeslice point", deschedules=True),
    _direct("ldlp", 0x1, 1, "load local pointer"),
    _direct("pfix", 0x2, 1, "prefix"),
    _direct("ldnl", 0x3, 2, "load non-local"),
    _direct("ldc", 0x4, 1, "load constant"),
    _direct("ldnlp", 0x5, 1, "load non-local pointer"),
    _direct("nfix", 0x6, 1, "negative prefix"),
    _direct("ldl", 0x7, 2, "load local"),
    _direct("adc", 0x8, 1, "add constant, checked", error=True),
    _direct("call", 0x9, 7, "call: push Iptr, Areg, Breg, Creg, then jump"),
    _direct("cj", 0xA, _either(2, "not taken", 4, "taken"), "jump if Areg = 0, else pop it"),
    _direct("ajw", 0xB, 1, "adjust workspace"),
    _direct("eqc", 0xC, 2, "equals constant"),
    _direct("stl", 0xD, 1, "store local"),
    _direct("stnl", 0xE, 2, "store non-local"),
    _direct("opr", 0xF, 0, "operate: the operand is the operation's code; its cost is its own"),
)

_ARITHMETIC: tuple[Instruction, ...] = (
    _operation("rev", 0x00, 1, "reverse: exchange Areg and Breg"),
    _operation("bsub", 0x02, 1, "byte subscript"),
    _operation("diff", 0x04, 1, "difference, unchecked"),
    _operation("add", 0x05, 1, "add, checked", error=True),
    _operation(
        "prod",
        0x08,
        Cost(Rule.HIGHEST_BIT, (4, 5)),
        "product, unchecked, fast for small Areg",
        source="P; D, N without the case of negative Areg",
    ),
    _operation("gt", 0x09, 2, "greater than, signed"),
    _operation("wsub", 0x0A, 2, "word subscript"),
    _operation("sub", 0x0C, 1, "subtract, checked", error=True),
    _operation("csub0", 0x13, 2, "check subscript from 0", error=True),
    _operation("ladd", 0x16, 2, "long add, checked, with carry in", error=True),
    _operation("norm", 0x19, Cost(Rule.NORMALISE, (5, -26, 3)), "normalise a double word"),
    _operation("ldiv", 0x1A, 35, "long divide", error=True),
    _operation("xdble", 0x1D, 2, "extend to double"),
    _operation("rem", 0x1F, 37, "remainder", error=True),
    _operation("div", 0x2C, 39, "divide", error=True, source="P, N; D has 42"),
    _operation("lmul", 0x31, 33, "long multiply, with addend"),
    _operation("not", 0x32, 1, "bitwise not"),
    _operation("xor", 0x33, 1, "exclusive or"),
    _operation("bcnt", 0x34, 2, "byte count: words to bytes"),
    _operation("lshr", 0x35, Cost(Rule.SHIFT, (3, -28)), "long shift right"),
    _operation("lshl", 0x36, Cost(Rule.SHIFT, (3, -28)), "long shift left"),
    _operation("lsum", 0x37, 3, "long sum, unchecked", source="D, N; P has 2"),
    _operation("lsub", 0x38, 2, "long subtract, checked", error=True),
    _operation("xword", 0x3A, 4, "extend to word"),
    _operation("wcnt", 0x3F, 5, "word count: pointer to word index and byte selector"),
    _operation("shr", 0x40, Cost(Rule.SHIFT, (2, 2)), "shift right", source="P, D; N caps n at 32"),
    _operation("shl", 0x41, Cost(Rule.SHIFT, (2, 2)), "shift left", source="P, D; N caps n at 32"),
    _operation("mint", 0x42, 1, "minimum integer"),
    _operation("and", 0x46, 1, "bitwise and"),
    _operation("or", 0x4B, 1, "bitwise or"),
    _operation("csngl", 0x4C, 3, "check single: does a double word fit", error=True),
    _operation("ccnt1", 0x4D, 3, "check count from 1", error=True),
    _operation("ldiff", 0x4F, 3, "long difference, unchecked", source="D, N; P has 2"),
    _operation("sum", 0x52, 1, "sum, unchecked"),
    _operation("mul", 0x53, 38, "multiply, checked", error=True, source="D, N; P has 40"),
    _operation("cword", 0x56, 5, "check word", error=True),
    _operation(
        "fmul",
        0x72,
        _either(35, "no rounding", 40, "rounding"),
        "fractional multiply",
        error=True,
        source="P, N; 40 unverified",
    ),
    _operation("dup", 0x5A, 1, "duplicate Areg", variants=_T800, source="P"),
    _operation("wsubdb", 0x81, 3, "word subscript, double words", variants=_T800, source="P"),
    _operation(
        "crcword", 0x74, 35, "cyclic redundancy check of a word", variants=_T800, source="P"
    ),
    _operation(
        "crcbyte", 0x75, 11, "cyclic redundancy check of a byte", variants=_T800, source="P"
    ),
    _operation(
        "bitcnt", 0x76, Cost(Rule.HIGHEST_BIT, (2, 2)), "count set bits", variants=_T800, source="P"
    ),
    _operation("bitrevword", 0x77, 36, "reverse bits of a word", variants=_T800, source="P"),
    _operation(
        "bitrevnbits",
        0x78,
        Cost(Rule.SHIFT, (4, 4)),
        "reverse the low n bits",
        variants=_T800,
        source="P",
    ),
)

_FLOATING_SUPPORT: tuple[Instruction, ...] = (
    _operation("unpacksn", 0x63, 15, "unpack a REAL32", variants=_T414, source="P, N"),
    _operation(
        "postnormsn",
        0x6C,
        Cost(Rule.TYPICAL, (5, 30)),
        "correct the exponent after norm",
        variants=_T414,
        source="P, N",
    ),
    _operation(
        "roundsn",
        0x6D,
        Cost(Rule.TYPICAL, (12, 15)),
        "round and pack a REAL32",
        variants=_T414,
        source="P, N",
    ),
    _operation("ldinf", 0x71, 1, "load the REAL32 infinity", variants=_T414, source="P, N"),
    _operation(
        "cflerr",
        0x73,
        3,
        "check for a REAL32 infinity or NaN",
        variants=_T414,
        error=True,
        source="P, N",
    ),
)

_MEMORY: tuple[Instruction, ...] = (
    _operation("lb", 0x01, 5, "load byte"),
    _operation("sb", 0x3B, 4, "store byte"),
    _operation(
        "move", 0x4A, Cost(Rule.PER_WORD, (2, 8)), "move a block of bytes", interruptible=True
    ),
    _operation(
        "move2dinit",
        0x5B,
        8,
        "set strides and rows of a two-dimensional move",
        variants=_T800,
        source="P",
    ),
    _operation(
        "move2dall",
        0x5C,
        Cost(Rule.PER_ROW, (2, 23)),
        "two-dimensional move",
        variants=_T800,
        interruptible=True,
        source="P",
    ),
    _operation(
        "move2dnonzero",
        0x5D,
        Cost(Rule.PER_ROW, (2, 23)),
        "two-dimensional move of non-zero bytes",
        variants=_T800,
        interruptible=True,
        source="P",
    ),
    _operation(
        "move2dzero",
        0x5E,
        Cost(Rule.PER_ROW, (2, 23)),
        "two-dimensional move of zero bytes",
        variants=_T800,
        interruptible=True,
        source="P",
    ),
)

_CONTROL: tuple[Instruction, ...] = (
    _operation("gcall", 0x06, 4, "general call: exchange Areg and Iptr"),
    _operation("ldpi", 0x1B, 2, "load pointer to instruction"),
    _operation("ret", 0x20, 5, "return"),
    _operation(
        "lend",
        0x21,
        _either(10, "loop", 5, "exit"),
        "loop end; a timeslice point",
        deschedules=True,
    ),
    _operation("gajw", 0x3C, 2, "general adjust workspace: exchange Areg and Wptr"),
    _operation("seterr", 0x10, 1, "set the error flag", error=True),
    _operation(
        "testerr", 0x29, _either(2, "no error", 3, "error"), "test and clear the error flag"
    ),
    _operation("testpranal", 0x2A, 2, "test processor analysing"),
    _operation("stoperr", 0x55, 2, "stop on error", deschedules=True),
    _operation("clrhalterr", 0x57, 1, "clear halt-on-error"),
    _operation("sethalterr", 0x58, 1, "set halt-on-error"),
    _operation("testhalterr", 0x59, 2, "test halt-on-error"),
)

_PROCESSES: tuple[Instruction, ...] = (
    _operation("endp", 0x03, 13, "end process", deschedules=True),
    _operation("startp", 0x0D, 12, "start process"),
    _operation("stopp", 0x15, 11, "stop process", deschedules=True),
    _operation("runp", 0x39, 10, "run process"),
    _operation("ldpri", 0x1E, 1, "load current priority"),
    _operation("stlb", 0x17, 1, "store low-priority back pointer"),
    _operation("sthf", 0x18, 1, "store high-priority front pointer"),
    _operation("stlf", 0x1C, 1, "store low-priority front pointer"),
    _operation("sthb", 0x50, 1, "store high-priority back pointer"),
    _operation("savel", 0x3D, 4, "save the low-priority queue registers"),
    _operation("saveh", 0x3E, 4, "save the high-priority queue registers"),
    _operation("ldtimer", 0x22, 2, "load timer"),
    _operation(
        "tin",
        0x2B,
        _either(30, "time future", 4, "time past"),
        "timer input",
        deschedules=True,
        interruptible=True,
    ),
    _operation("sttimer", 0x54, 1, "store timer: start both clocks"),
)

_COMMUNICATION: tuple[Instruction, ...] = (
    _operation(
        "in",
        0x07,
        Cost(Rule.PER_WORD, (2, 19)),
        "input a message",
        deschedules=True,
        interruptible=True,
        source="P, N; D: 2w+18 when it proceeds, 20 when it waits",
    ),
    _operation(
        "out",
        0x0B,
        Cost(Rule.PER_WORD, (2, 19)),
        "output a message",
        deschedules=True,
        interruptible=True,
        source="P, N; D: 2w+20 when it proceeds, 20 when it waits",
    ),
    _operation("outbyte", 0x0E, 23, "output a byte", deschedules=True, source="P, N; D: 25"),
    _operation("outword", 0x0F, 23, "output a word", deschedules=True, source="P, N; D: 25"),
    _operation("resetch", 0x12, 3, "reset a channel"),
)

_ALTERNATION: tuple[Instruction, ...] = (
    _operation("alt", 0x43, 2, "start an alternative"),
    _operation("talt", 0x4E, 4, "start a timer alternative"),
    _operation(
        "altwt", 0x44, _either(5, "ready", 17, "not ready"), "wait for a guard", deschedules=True
    ),
    _operation(
        "taltwt",
        0x51,
        _either(15, "time past", 48, "time future"),
        "wait for a guard or a time",
        deschedules=True,
        interruptible=True,
    ),
    _operation("altend", 0x45, 4, "end an alternative: jump to the chosen branch"),
    _operation("enbt", 0x47, 8, "enable a timer guard"),
    _operation("enbc", 0x48, _either(7, "ready", 5, "not ready"), "enable a channel guard"),
    _operation("enbs", 0x49, 3, "enable a SKIP guard"),
    _operation("dist", 0x2E, 23, "disable a timer guard", interruptible=True),
    _operation("disc", 0x2F, 8, "disable a channel guard"),
    _operation("diss", 0x30, 4, "disable a SKIP guard"),
)

INTEGER = (
    *_DIRECT,
    *_ARITHMETIC,
    *_FLOATING_SUPPORT,
    *_MEMORY,
    *_CONTROL,
    *_PROCESSES,
    *_COMMUNICATION,
    *_ALTERNATION,
)
