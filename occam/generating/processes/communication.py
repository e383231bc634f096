"""Input, output and timers.

One word goes by `outword`, one byte by `outbyte`, all else by `out`; whatever its type, a value is
taken by `in`. A counted array is its count, then the elements if there are any: a link cannot
send a message of no bytes. A tag is one byte.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from occam import typed
from occam.generating.code import Label
from occam.generating.generator import Generator
from occam.generating.processes.choices import dispatch
from occam.generating.processes.scopes import specification
from occam.generating.values.demands import demand
from occam.generating.values.loading import load_operands, multiply, save
from occam.generating.values.open_lengths import check_count, compare_with_item
from occam.generating.values.operands import AddressOf, BytesOf, Number, Operand, WordOf
from occam.generating.values.storing import store_word
from occam.generating.values.temporaries import kept, new, saved_address
from occam.language.types import ArrayType, Counted, Primitive
from occam.layout.sizes import WORD_BYTES, size_in_bytes

Communication: TypeAlias = (
    typed.Input | typed.TimerRead | typed.Delay | typed.CaseInput | typed.Output
)


def communication(g: Generator, p: Communication) -> None:
    """Generate an input, an output, a timer's reading or a delay."""
    with g.frame.scope():
        match p:
            case typed.Input():
                receive(g, p)
            case typed.CaseInput():
                receive_case(g, p)
            case typed.Output():
                _send(g, p)
            case typed.TimerRead():
                g.emit("ldtimer")
                store_word(g, p.target)
            case typed.Delay():
                g.load(p.time)
                g.emit("tin")
                g.resumed()


def _channel(g: Generator, channel: typed.Expression, messages: int) -> Operand:
    """Return what loads a channel's address; it is kept if it is long and needed again."""
    if messages > 1 and demand(g, channel).words > 1:
        return saved_address(g, channel)
    return AddressOf(channel)


def receive(g: Generator, p: typed.Input) -> None:
    """Take the messages of an input."""
    messages = sum(1 + isinstance(transfer.item, Counted) for transfer in p.transfers)
    channel = _channel(g, p.channel, messages)
    for transfer in p.transfers:
        _take(g, channel, transfer)


def receive_case(g: Generator, p: typed.CaseInput) -> None:
    """Take a tag, then what belongs to it; STOP at a tag without a branch."""
    with g.frame.scope():
        channel = _channel(g, p.channel, 3)
        tag = new(g, p.place, Primitive.BYTE)
        _in(g, channel, AddressOf(tag), Number(1))
        bodies = [(branch.tag, _variant(g, channel, branch)) for branch in p.branches]
        dispatch(g, tag, bodies, None)


def _variant(g: Generator, channel: Operand, branch: typed.VariantBranch) -> Callable[[], None]:
    def body() -> None:
        with g.frame.scope():
            for symbol in branch.specifications:
                specification(g, symbol)
            g.mark(branch.place)
            for transfer in branch.transfers:
                _take(g, channel, transfer)
            g.process(branch.process)

    return body


def _take(g: Generator, channel: Operand, transfer: typed.Transfer) -> None:
    target = AddressOf(transfer.value)
    compare_with_item(g, transfer.value, transfer.item)
    if isinstance(transfer.item, Counted) and transfer.count is not None:
        size = Number(transfer.item.count.bytes)
        _in(g, channel, AddressOf(transfer.count), size)
        check_count(g, transfer.count, transfer.value)
        _elements(g, "in", channel, transfer.value, transfer.count)
    else:
        _in(g, channel, target, BytesOf(transfer.value))


def _in(g: Generator, channel: Operand, target: Operand, size: Operand) -> None:
    load_operands(g, [target, channel, size])
    g.emit("in")
    g.resumed()


def _elements(
    g: Generator,
    mnemonic: str,
    channel: Operand,
    array: typed.Expression,
    count: typed.Expression,
) -> None:
    """Move the elements of a counted array, if there are any."""
    assert isinstance(array.type, ArrayType)
    none = Label("no elements")
    if not isinstance(count, typed.Constant):
        g.load(count)
        g.code.branch("cj", none)
    elif count.value == 0:
        return
    size = size_in_bytes(array.type.element)
    if size in (1, WORD_BYTES):
        load_operands(g, [AddressOf(array), channel, WordOf(count)])
        if size == WORD_BYTES:
            multiply(g, Number(size))
    else:
        g.load(count)
        multiply(g, Number(size))
        load_operands(g, [AddressOf(array), channel, save(g)])
    g.emit(mnemonic)
    g.resumed()
    g.code.place(none)


def _send(g: Generator, p: typed.Output) -> None:
    messages = sum(1 + isinstance(transfer.item, Counted) for transfer in p.transfers)
    channel = _channel(g, p.channel, messages + (p.tag is not None))
    if p.tag is not None:
        _out_short(g, "outbyte", channel, Number(p.tag))
    for transfer in p.transfers:
        compare_with_item(g, transfer.value, transfer.item)
        if isinstance(transfer.item, Counted) and transfer.count is not None:
            count = kept(g, transfer.count)
            check_count(g, count, transfer.value)
            _out_value(g, channel, count, transfer.item.count.bytes)
            _elements(g, "out", channel, transfer.value, count)
        elif isinstance(transfer.value.type, Primitive):
            _out_value(g, channel, transfer.value, transfer.value.type.bytes)
        else:
            _out(g, channel, transfer.value, BytesOf(transfer.value))


def _out_value(g: Generator, channel: Operand, e: typed.Expression, size: int) -> None:
    if size == 1:
        _out_short(g, "outbyte", channel, WordOf(e))
    elif size == WORD_BYTES:
        _out_short(g, "outword", channel, WordOf(e))
    else:
        _out(g, channel, e, Number(size))


def _out_short(g: Generator, mnemonic: str, channel: Operand, value: Operand) -> None:
    g.frame.reserve(1)
    load_operands(g, [channel, value])
    g.emit(mnemonic)
    g.resumed()


def _out(g: Generator, channel: Operand, e: typed.Expression, size: Operand) -> None:
    load_operands(g, [AddressOf(e), channel, size])
    g.emit("out")
    g.resumed()
