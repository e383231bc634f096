"""The integer instructions of the T414 and T800: arithmetic and memory."""

from __future__ import annotations

from emulator.transputer.isa.declaring import T414, T800, direct, either, executed_by, operation
from emulator.transputer.isa.instruction import CycleCost, Executor, Rule

_DIRECT = executed_by(
    Executor.LOOP,
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

_FREQUENT = executed_by(
    Executor.LOOP,
    operation("rev", 0x00, 1, "reverse: exchange Areg and Breg"),
    operation("bsub", 0x02, 1, "byte subscript"),
    operation("diff", 0x04, 1, "difference, unchecked"),
    operation("add", 0x05, 1, "add, checked", error=True),
    operation("gt", 0x09, 2, "greater than, signed"),
    operation("wsub", 0x0A, 2, "word subscript"),
    operation("sub", 0x0C, 1, "subtract, checked", error=True),
    operation("not", 0x32, 1, "bitwise not"),
    operation("xor", 0x33, 1, "exclusive or"),
    operation("bcnt", 0x34, 2, "byte count: words to bytes"),
    operation("mint", 0x42, 1, "minimum integer"),
    operation("and", 0x46, 1, "bitwise and"),
    operation("or", 0x4B, 1, "bitwise or"),
    operation("sum", 0x52, 1, "sum, unchecked"),
    operation("dup", 0x5A, 1, "duplicate Areg", variants=T800, source="P"),
    operation("wsubdb", 0x81, 3, "word subscript, double words", variants=T800, source="P"),
    operation("lb", 0x01, 5, "load byte"),
    operation("sb", 0x3B, 4, "store byte"),
)

_SINGLE_LENGTH = executed_by(
    Executor.SINGLE_LENGTH,
    operation(
        "prod",
        0x08,
        CycleCost(Rule.HIGHEST_BIT, (4, 5)),
        "product, unchecked, fast for small Areg",
        source="P; D, N without the case of negative Areg",
    ),
    operation("csub0", 0x13, 2, "check subscript from 0", error=True),
    operation("xdble", 0x1D, 2, "extend to double"),
    operation("rem", 0x1F, 37, "remainder", error=True),
    operation("div", 0x2C, 39, "divide", error=True, source="P, N; D has 42"),
    operation("xword", 0x3A, 4, "extend to word"),
    operation("wcnt", 0x3F, 5, "word count: pointer to word index and byte selector"),
    operation(
        "shr", 0x40, CycleCost(Rule.SHIFT, (2, 2)), "shift right", source="P, D; N caps n at 32"
    ),
    operation(
        "shl", 0x41, CycleCost(Rule.SHIFT, (2, 2)), "shift left", source="P, D; N caps n at 32"
    ),
    operation("csngl", 0x4C, 3, "check single: does a double word fit", error=True),
    operation("ccnt1", 0x4D, 3, "check count from 1", error=True),
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
)

_DOUBLE_LENGTH = executed_by(
    Executor.DOUBLE_LENGTH,
    operation("ladd", 0x16, 2, "long add, checked, with carry in", error=True),
    operation("norm", 0x19, CycleCost(Rule.NORMALISE, (5, -26, 3)), "normalise a double word"),
    operation("ldiv", 0x1A, 35, "long divide", error=True),
    operation("lmul", 0x31, 33, "long multiply, with addend"),
    operation("lshr", 0x35, CycleCost(Rule.SHIFT, (3, -28)), "long shift right"),
    operation("lshl", 0x36, CycleCost(Rule.SHIFT, (3, -28)), "long shift left"),
    operation("lsum", 0x37, 3, "long sum, unchecked", source="D, N; P has 2"),
    operation("lsub", 0x38, 2, "long subtract, checked", error=True),
    operation("ldiff", 0x4F, 3, "long difference, unchecked", source="D, N; P has 2"),
    operation("unpacksn", 0x63, 15, "unpack a REAL32", variants=T414, source="P, N"),
    operation(
        "postnormsn",
        0x6C,
        CycleCost(Rule.TYPICAL, (5, 30)),
        "correct the exponent after norm",
        variants=T414,
        source="P, N",
    ),
    operation(
        "roundsn",
        0x6D,
        CycleCost(Rule.TYPICAL, (12, 15)),
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

_BLOCKS = executed_by(
    Executor.BLOCKS,
    operation(
        "move", 0x4A, CycleCost(Rule.PER_WORD, (2, 8)), "move a block of bytes", interruptible=True
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
        CycleCost(Rule.PER_ROW, (2, 23)),
        "two-dimensional move",
        variants=T800,
        interruptible=True,
        source="P",
    ),
    operation(
        "move2dnonzero",
        0x5D,
        CycleCost(Rule.PER_ROW, (2, 23)),
        "two-dimensional move of non-zero bytes",
        variants=T800,
        interruptible=True,
        source="P",
    ),
    operation(
        "move2dzero",
        0x5E,
        CycleCost(Rule.PER_ROW, (2, 23)),
        "two-dimensional move of zero bytes",
        variants=T800,
        interruptible=True,
        source="P",
    ),
    operation("crcword", 0x74, 35, "cyclic redundancy check of a word", variants=T800, source="P"),
    operation("crcbyte", 0x75, 11, "cyclic redundancy check of a byte", variants=T800, source="P"),
    operation(
        "bitcnt",
        0x76,
        CycleCost(Rule.HIGHEST_BIT, (2, 2)),
        "count set bits",
        variants=T800,
        source="P",
    ),
    operation("bitrevword", 0x77, 36, "reverse bits of a word", variants=T800, source="P"),
    operation(
        "bitrevnbits",
        0x78,
        CycleCost(Rule.SHIFT, (4, 4)),
        "reverse the low n bits",
        variants=T800,
        source="P",
    ),
)

INTEGER = (*_DIRECT, *_FREQUENT, *_SINGLE_LENGTH, *_DOUBLE_LENGTH, *_BLOCKS)
