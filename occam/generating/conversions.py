"""Conversions whose result is a word, or a real on the T800's FPU.

To a narrower integer a check is due; a real is rounded to nearest, or towards zero (TRUNC).
"""

from __future__ import annotations

from occam.generating import integers, loading, reals, routines, software_reals, wide
from occam.generating.generator import Generator
from occam.generating.locations import is_memory, on_fpu
from occam.generating.operands import AddressOf, Number
from occam.language.types import Primitive
from occam.typed import Convert, Expression

_RANGES = {
    Primitive.BOOL: (0, 1),
    Primitive.BYTE: (0, 2**8 - 1),
    Primitive.INT16: (-(2**15), 2**15 - 1),
    Primitive.INT: (-(2**31), 2**31 - 1),
    Primitive.INT32: (-(2**31), 2**31 - 1),
}


def _mode(e: Convert) -> Number:
    """Return what library routines take for TRUNC and ROUND."""
    return Number(0 if e.mode == "TRUNC" else 1)


def load_word(g: Generator, e: Convert) -> None:
    """Push an integer, BYTE or BOOL made of another value."""
    source, target = e.operand.type, e.type
    assert isinstance(source, Primitive)
    assert isinstance(target, Primitive)
    if on_fpu(g, source):
        round_real(g, e)
        slot = g.frame.allocate(1)
        g.slot_address(slot)
        store_rounded(g)
        g.load_slot(slot)
        source = Primitive.INT
    elif source.real:
        software_reals.load_integer(g, e)
        source = Primitive.INT
    elif source is Primitive.INT64:
        wide.load_single(g, e.operand)
        source = Primitive.INT
    else:
        integers.load(g, e.operand)
    if g.error_checks and not _contains(target, source):
        integers.check(g, target)


def _contains(target: Primitive, source: Primitive) -> bool:
    low, high = _RANGES[target]
    return low <= _RANGES[source][0] and _RANGES[source][1] <= high


def round_real(g: Generator, e: Convert) -> None:
    """Leave a real as a whole number in FAreg, checked to fit a word."""
    reals.load(g, e.operand)
    if e.mode == "TRUNC":
        g.emit("fpurz")
    g.emit("fprtoi32")


def store_rounded(g: Generator) -> None:
    """Store the whole number in FAreg as a word at the address in Areg."""
    reals.check(g)
    g.emit("fpstnli32")


def load_real(g: Generator, e: Convert) -> None:
    """Push a REAL32 or REAL64 made of another value on the FPU's stack."""
    source = e.operand.type
    if source is e.type:
        reals.load(g, e.operand)
    elif source is Primitive.INT64:
        _from_long(g, e)
    elif source is Primitive.REAL32:
        reals.load(g, e.operand)
        g.emit("fpur32tor64")
    elif source is Primitive.REAL64:
        reals.load(g, e.operand)
        _rounding(g, e)
        g.emit("fpur64tor32")
    else:
        _push_word_address(g, e.operand)
        _rounding(g, e)
        g.emit("fpi32tor32" if e.type is Primitive.REAL32 else "fpi32tor64")


def _rounding(g: Generator, e: Convert) -> None:
    if e.mode == "TRUNC":
        g.emit("fpurz")


def _push_word_address(g: Generator, e: Expression) -> None:
    """Push the address of a word: a variable's own, or a temporary's."""
    if is_memory(e) and e.type in (Primitive.INT, Primitive.INT32):
        loading.load_address(g, e)
    else:
        integers.load(g, e)
        saved = loading.save(g)
        g.slot_address(saved.slot)


def _from_long(g: Generator, e: Convert) -> None:
    if e.type is Primitive.REAL32:
        routines.call(g, "INT64TOREAL32", [_mode(e), AddressOf(e.operand)])
        saved = loading.save(g)
        g.slot_address(saved.slot)
        g.emit("fpldnlsn")
        return
    slot = g.frame.allocate(2)
    loading.load_operands(g, [_mode(e), AddressOf(e.operand)])
    g.slot_address(slot)
    routines.call(g, "INT64TOREAL64", [])
    g.slot_address(slot)
    g.emit("fpldnldb")
