"""Addresses of elements and slices, and what is loaded from and stored at them.

A subscript is multiplied by the lengths behind it and added to the next (Horner), without looking
for common parts, as INMOS's compiler does it.
"""

from __future__ import annotations

from occam.generating.generator import Generator
from occam.generating.values.fpu import suffix
from occam.generating.values.lengths import scale
from occam.generating.values.loading import load_operands, multiply
from occam.generating.values.operands import Operand, WordOf
from occam.generating.values.references import Reference, load_step, prepare
from occam.language.types import Type
from occam.layout.lengths import rank
from occam.layout.sizes import WORD_BYTES, unit_size
from occam.typed import ChannelTable, Element, Expression


def _load_index(g: Generator, reference: Reference) -> None:
    """Push how many basic elements the subscripts go on."""
    root = reference.location.root
    depth = 0
    for position, step in enumerate(reference.steps):
        if position:
            _multiply(g, scale(g, root, depth, step.depth))
        load_step(g, step)
        if position:
            g.emit("add")
        depth = step.depth
    _multiply(g, scale(g, root, depth, rank(root.type) - 1))


def _multiply(g: Generator, factors: list[Operand]) -> None:
    for factor in factors:
        multiply(g, factor)


def _load_root(g: Generator, reference: Reference, word: int) -> int:
    """Push the root's address, as far as that is free with some words added; return the rest."""
    if reference.slot is None:
        g.emit("mint")
        if word:
            g.emit("ldnlp", word)
        return 0
    if reference.indirect:
        g.load_slot(reference.slot)
        return word
    g.slot_address(reference.slot, word)
    return 0


def _push_indexed(g: Generator, reference: Reference) -> int:
    """Push the address but for some words, which are returned."""
    if not reference.steps:
        return _load_root(g, reference, reference.first_word)
    _load_index(g, reference)
    size = unit_size(reference.location.root.type)
    doubles = size == 2 * WORD_BYTES
    if size == 2 or (doubles and not g.has_fpu):
        g.emit("ldc", 2)
        g.emit("prod")
    rest = _load_root(g, reference, reference.first_word)
    if size < WORD_BYTES:
        g.emit("bsub")
    else:
        g.emit("wsubdb" if doubles and g.has_fpu else "wsub")
    return rest


def load_address(g: Generator, e: Expression) -> None:
    """Push the address of what an expression stands for, of a temporary if need be."""
    if isinstance(e, Element) and isinstance(e.base, ChannelTable):
        _choose(g, e.base, e)
    else:
        push_address(g, prepare(g, e))


def _choose(g: Generator, table: ChannelTable, e: Element) -> None:
    """Push the address of the channel that a subscript chooses: a table of addresses is made."""
    with g.frame.scope():
        slot = g.frame.allocate(len(table.channels))
        for word, channel in enumerate(table.channels):
            g.load_address(channel)
            g.store_slot(slot, word)
        load_operands(g, [WordOf(e.index)])
        if g.range_checks and not e.in_range:
            g.emit("ldc", len(table.channels))
            g.emit("csub0")
        g.slot_address(slot)
        g.emit("wsub")
        g.emit("ldnl", 0)


def push_address(g: Generator, reference: Reference) -> None:
    """Push the address of a place."""
    rest = _push_indexed(g, reference)
    if rest:
        g.emit("ldnlp", rest)
    if reference.odd_bytes:
        g.emit("adc", reference.odd_bytes)


def fetch_word(g: Generator, reference: Reference, word: int = 0) -> None:
    """Push a word of a place."""
    if reference.direct and reference.slot is not None:
        g.load_slot(reference.slot, reference.first_word + word)
    else:
        g.emit("ldnl", _push_indexed(g, reference) + word)


def put_word(g: Generator, reference: Reference, word: int = 0) -> None:
    """Store Areg in a word of a place."""
    if reference.direct and reference.slot is not None:
        g.store_slot(reference.slot, reference.first_word + word)
    else:
        g.emit("stnl", _push_indexed(g, reference) + word)


def fetch_byte(g: Generator, reference: Reference) -> None:
    """Push a byte."""
    push_address(g, reference)
    g.emit("lb")


def put_byte(g: Generator, reference: Reference) -> None:
    """Store the low byte of Areg."""
    push_address(g, reference)
    g.emit("sb")


def fetch_half(g: Generator, reference: Reference) -> None:
    """Push two bytes, by way of a temporary; the upper ones are 0."""
    temporary = g.frame.allocate(1)
    g.emit("ldc", 0)
    g.store_slot(temporary)
    push_address(g, reference)
    g.slot_address(temporary)
    g.emit("ldc", 2)
    g.emit("move")
    g.load_slot(temporary)


def put_half(g: Generator, reference: Reference) -> None:
    """Store the low two bytes of Areg, by way of a temporary."""
    temporary = g.frame.allocate(1)
    g.store_slot(temporary)
    push_address(g, reference)
    g.slot_address(temporary)
    g.emit("rev")
    g.emit("ldc", 2)
    g.emit("move")


def fetch_real(g: Generator, reference: Reference, type_: Type) -> None:
    """Push a real on the FPU's stack."""
    whole = reference.first_word == 0 or not reference.indirect
    if reference.steps and reference.slot is not None and whole:
        _load_index(g, reference)
        _load_root(g, reference, reference.first_word)
        g.emit(f"fpldnl{suffix(type_)}i")
    else:
        push_address(g, reference)
        g.emit(f"fpldnl{suffix(type_)}")
