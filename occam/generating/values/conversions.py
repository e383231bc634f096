"""Conversions whose result is a word, or a real on the T800's FPU.

To a narrower integer a check is due; a real is rounded to nearest, or towards zero (TRUNC).
"""

from __future__ import annotations

from occam.generating.generator import Generator
from occam.generating.values import fpu, library_calls
from occam.generating.values.loading import load_operands, save
from occam.generating.values.narrow import check
from occam.generating.values.operands import AddressOf, Operand
from occam.generating.values.software_reals import load_integer
from occam.generating.values.two_words import load_single
from occam.language.arithmetic import limits
from occam.language.types import Primitive
from occam.layout.places import is_memory
from occam.typed import Convert, Expression


def load_converted_word(g: Generator, e: Convert) -> None:
    """Push an integer, BYTE or BOOL made of another value."""
    source, target = e.operand.type, e.type
    assert isinstance(source, Primitive)
    assert isinstance(target, Primitive)
    if g.on_fpu(source):
        round_real(g, e)
        slot = g.frame.allocate(1)
        g.slot_address(slot)
        store_rounded(g)
        g.load_slot(slot)
        source = Primitive.INT
    elif source.real:
        load_integer(g, e)
        source = Primitive.INT
    elif source is Primitive.INT64:
        load_single(g, e.operand)
        source = Primitive.INT
    else:
        g.load(e.operand)
    if g.error_checks and not _contains(target, source):
        check(g, target)


def _contains(target: Primitive, source: Primitive) -> bool:
    """Tell whether every value of a type is one of another."""
    (low, high), (least, greatest) = limits(target), limits(source)
    return low <= least and greatest <= high


def round_real(g: Generator, e: Convert) -> None:
    """Leave a real as a whole number in FAreg, checked to fit a word."""
    g.load_real(e.operand)
    if e.mode == "TRUNC":
        g.emit("fpurz")
    g.emit("fprtoi32")


def store_rounded(g: Generator) -> None:
    """Store the whole number in FAreg as a word at the address in Areg."""
    fpu.check(g)
    g.emit("fpstnli32")


def load_converted_real(g: Generator, e: Convert) -> None:
    """Push a REAL32 or REAL64 made of another value on the FPU's stack."""
    source = e.operand.type
    if source is e.type:
        g.load_real(e.operand)
    elif source is Primitive.INT64:
        _from_long(g, e)
    elif source is Primitive.REAL32:
        g.load_real(e.operand)
        g.emit("fpur32tor64")
    elif source is Primitive.REAL64:
        g.load_real(e.operand)
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
        g.load_address(e)
    else:
        g.load(e)
        saved = save(g)
        g.slot_address(saved.slot)


def _from_long(g: Generator, e: Convert) -> None:
    operands: list[Operand] = [library_calls.rounding_mode(e), AddressOf(e.operand)]
    if e.type is Primitive.REAL32:
        library_calls.call(g, "INT64TOREAL32", operands)
        saved = save(g)
        g.slot_address(saved.slot)
        g.emit("fpldnlsn")
        return
    slot = g.frame.allocate(2)
    load_operands(g, operands)
    g.slot_address(slot)
    library_calls.call(g, "INT64TOREAL64", [])
    g.slot_address(slot)
    g.emit("fpldnldb")
