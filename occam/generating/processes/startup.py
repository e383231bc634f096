"""What runs before and after a program's own code.

It sets the processor's flags, starts the clocks, gives the main procedure its channels and memory,
and at the end tells the host of success where the program has no channels to do so itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from common.place import Place
from occam import typed
from occam.generating.code import Label
from occam.generating.frame.workspace import Slot
from occam.generating.generator import Generator
from occam.generating.values import calls, vectors
from occam.generating.values.operands import AddressOf, Operand, Saved
from occam.language.types import ArrayType, ChannelType, Primitive

_SP_EXIT, _SPS_SUCCESS = 35, 999_999_999
_EXIT_PACKET = bytes([6, 0, _SP_EXIT]) + _SPS_SUCCESS.to_bytes(4, "little") + bytes(1)
"""iserver's request to end: the length of what follows, function, status, padding to be even."""
_FROM_HOST, _TO_HOST = 4, 0
"""Words from #80000000 of the channels of link 0."""


@contextmanager
def started(g: Generator, place: Place, *, vector_space: bool) -> Iterator[tuple[Slot, Slot]]:
    """Generate what comes first; inside comes the program of that place; then the process ends.

    Gives the words with the address and the size of the free memory.
    """
    g.mark(place)
    space, memory, words = (g.frame.allocate(1) for _ in range(3))
    for slot in (space, memory, words):
        g.store_slot(slot)
    if vector_space:
        vectors.enter(g, g.frame, space)
    with g.constants():
        _flags(g)
        g.emit("ldc", 0)
        g.emit("sttimer")
        yield memory, words
        g.mark(place)
        g.emit("stopp")


def _flags(g: Generator) -> None:
    g.emit("testerr")
    if g.has_fpu:
        g.emit("fpuclearerror")
    g.emit("sethalterr" if g.error_checks else "clrhalterr")


def run_main(g: Generator, main: typed.Procedure, memory: Slot, words: Slot) -> None:
    """Call the main procedure; end the session with the host if it has no channels."""
    place = main.place
    passed: list[Operand] = []
    hosts = [_FROM_HOST, _TO_HOST]
    for formal in main.parameters:
        if isinstance(formal.type, ChannelType) and hosts:
            symbol = typed.Declared(formal.name, place, formal.type, hosts.pop(0))
            passed.append(AddressOf(typed.Variable(place, formal.type, symbol)))
        elif formal.type == ArrayType(None, Primitive.INT):
            passed += [Saved(memory), Saved(words)]
        else:
            _refuse(formal)
    with g.frame.scope():
        calls.call_with(g, place, main, passed)
    if not main.parameters:
        _exit_session(g)


def _refuse(formal: typed.Parameter) -> None:
    formal.place.fail(
        f"a program cannot be given {formal.name}, a {formal.type}",
        "no parameters, or CHAN OF SP fs, ts and perhaps []INT memory",
    )


def _exit_session(g: Generator) -> None:
    """Send SP.EXIT with success to the host."""
    packet = Label("SP.EXIT")
    g.code.address(packet)
    g.emit("mint")
    g.emit("ldc", len(_EXIT_PACKET))
    g.emit("out")
    g.emit("stopp")
    g.code.data(b"")
    g.code.place(packet)
    g.code.data(_EXIT_PACKET)
