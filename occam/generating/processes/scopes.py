"""Specifications: the place of each symbol, and what must lie there before it is used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from occam import typed
from occam.generating.frame.homes import Home
from occam.generating.generator import Generator
from occam.generating.processes.loops import loop
from occam.generating.values import vectors
from occam.generating.values.abbreviations import abbreviate
from occam.generating.values.temporaries import clear
from occam.language.types import ChannelType, PortType, TimerType, base_of
from occam.layout.sizes import size_in_words

_UNROLLED = 4
"""Up to this many channel words are initialised without a loop."""


@contextmanager
def opened(g: Generator, p: typed.Process) -> Iterator[None]:
    """Generate a process; what its scope declares is still there inside the ``with``."""
    with g.frame.scope(), vectors.scope(g):
        while isinstance(p, typed.Scope):
            for symbol in p.specifications:
                specification(g, symbol)
            p = p.process
        g.process(p)
        yield


def specification(g: Generator, symbol: typed.Specification) -> None:
    """Give a symbol its place, and what must lie there before it is used.

    Channels become empty; a BOOL or BYTE has zeros in the rest of its word.
    """
    if isinstance(symbol, typed.Abbreviated):
        g.mark(symbol.place)
        abbreviate(g, symbol)
        return
    base = base_of(symbol.type)
    if isinstance(base, TimerType):
        return
    if symbol.address is not None:
        if not isinstance(base, ChannelType):
            _point(g, symbol, symbol.address)
        return
    if isinstance(base, PortType):
        symbol.place.fail(
            f"the port {symbol.name} has no address", f"PLACE {symbol.name} AT a word"
        )
    if vectors.belongs(g, symbol):
        vectors.declare(g, symbol)
    else:
        g.homes[symbol] = Home(g.frame.allocate(size_in_words(symbol.type)))
    if isinstance(base, ChannelType):
        _empty_channels(g, g.homes[symbol], symbol)
    else:
        clear(g, symbol)


def _point(g: Generator, symbol: typed.Declared, address: int) -> None:
    """Give what is placed a word that points at it."""
    slot = g.frame.allocate(1)
    g.emit("mint")
    g.emit("ldnlp", address)
    g.store_slot(slot)
    g.homes[symbol] = Home(slot, indirect=True)


def _empty_channels(g: Generator, home: Home, symbol: typed.Declared) -> None:
    words = size_in_words(symbol.type)
    if words <= _UNROLLED and not home.indirect:
        for word in range(words):
            g.emit("mint")
            g.store_slot(home.slot, word)
        return
    with g.frame.scope():
        block = g.frame.allocate(2)
        g.emit("ldc", 0)
        g.store_slot(block)
        g.emit("ldc", words)
        g.store_slot(block, 1)
        with loop(g, block):
            g.emit("mint")
            g.load_slot(block)
            (g.load_slot if home.indirect else g.slot_address)(home.slot)
            g.emit("wsub")
            g.emit("stnl", 0)
