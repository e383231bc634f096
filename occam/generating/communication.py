"""Input, output and timers.

One word goes by `outword`, one byte by `outbyte`, all else by `out`; whatever its type, a value is
taken by `in`. A counted array is its count, then the elements if there are any: a link cannot
send a message of no bytes. A tag is one byte.
"""

from __future__ import annotations

from collections.abc import Callable

from occam import typed
from occam.generating import processes, temporaries, values
from occam.generating.code import Label
from occam.generating.generator import Generator
from occam.language.types import ArrayType, Counted, Primitive
from occam.layout.sizes import WORD_BYTES, size_in_bytes

Communication = typed.Input | typed.TimerRead | typed.Delay | typed.CaseInput | typed.Output


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
                values.store_area(g, p.target)
            case typed.Delay():
                values.load(g, p.time)
                g.emit("tin")
                g.resumed()


def _channel(g: Generator, channel: typed.Expression, messages: int) -> values.Operand:
    """Return what loads a channel's address; it is kept if it is long and needed again."""
    if messages > 1 and values.needs(g, channel) > 1:
        return temporaries.saved_address(g, channel)
    return values.AddressOf(channel)


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
        tag = temporaries.new(g, p.place, Primitive.BYTE)
        _in(g, channel, values.AddressOf(tag), values.Number(1))
        bodies = [(branch.tag, _variant(g, channel, branch)) for branch in p.branches]
        processes.dispatch(g, tag, bodies, None)


def _variant(
    g: Generator, channel: values.Operand, branch: typed.VariantBranch
) -> Callable[[], None]:
    def body() -> None:
        with g.frame.scope():
            for symbol in branch.specifications:
                processes.specification(g, symbol)
            g.mark(branch.place)
            for transfer in branch.transfers:
                _take(g, channel, transfer)
            processes.process(g, branch.process)

    return body


def _take(g: Generator, channel: values.Operand, transfer: typed.Transfer) -> None:
    target = values.AddressOf(transfer.value)
    if isinstance(transfer.item, Counted) and transfer.count is not None:
        size = values.Number(transfer.item.count.bytes)
        _in(g, channel, values.AddressOf(transfer.count), size)
        if g.range_checks:
            _check_count(g, transfer.value, transfer.count)
        _elements(g, "in", channel, transfer.value, transfer.count)
    else:
        _in(g, channel, target, _size(transfer.value))


def _in(
    g: Generator, channel: values.Operand, target: values.Operand, size: values.Operand
) -> None:
    values.load_operands(g, [target, channel, size])
    g.emit("in")
    g.resumed()


def _size(e: typed.Expression) -> values.Operand:
    try:
        return values.Number(size_in_bytes(e.type))
    except ValueError:
        return values.BytesOf(e)


def _elements(
    g: Generator,
    mnemonic: str,
    channel: values.Operand,
    array: typed.Expression,
    count: typed.Expression,
) -> None:
    """Move the elements of a counted array, if there are any."""
    assert isinstance(array.type, ArrayType)
    none = Label("no elements")
    if not isinstance(count, typed.Constant):
        values.load(g, count)
        g.code.branch("cj", none)
    elif count.value == 0:
        return
    size = size_in_bytes(array.type.element)
    if size in (1, WORD_BYTES):
        values.load_operands(g, [values.AddressOf(array), channel, values.Value(count)])
        if size == WORD_BYTES:
            g.emit("bcnt")
    else:
        values.load(g, count)
        g.emit("ldc", size)
        g.emit("prod")
        values.load_operands(g, [values.AddressOf(array), channel, temporaries.saved(g)])
    g.emit(mnemonic)
    g.resumed()
    g.code.place(none)


def _check_count(g: Generator, array: typed.Expression, count: typed.Expression) -> None:
    assert isinstance(array.type, ArrayType)
    length = array.type.length
    if isinstance(count, typed.Constant) and length is not None and 0 <= count.value <= length:
        return
    if length is not None:
        values.load_operands(g, [values.Value(count), values.Number(length + 1)])
    else:
        values.load_operands(g, [values.Value(count), values.LengthOf(array)])
        g.emit("adc", 1)
    g.emit("csub0")


def _send(g: Generator, p: typed.Output) -> None:
    messages = sum(1 + isinstance(transfer.item, Counted) for transfer in p.transfers)
    channel = _channel(g, p.channel, messages + (p.tag is not None))
    if p.tag is not None:
        _out_short(g, "outbyte", channel, values.Number(p.tag))
    for transfer in p.transfers:
        if isinstance(transfer.item, Counted) and transfer.count is not None:
            count = temporaries.kept(g, transfer.count)
            if g.range_checks:
                _check_count(g, transfer.value, count)
            _out_value(g, channel, count, transfer.item.count.bytes)
            _elements(g, "out", channel, transfer.value, count)
        elif isinstance(transfer.value.type, Primitive):
            _out_value(g, channel, transfer.value, transfer.value.type.bytes)
        else:
            _out(g, channel, transfer.value, _size(transfer.value))


def _out_value(g: Generator, channel: values.Operand, e: typed.Expression, size: int) -> None:
    if size == 1:
        _out_short(g, "outbyte", channel, values.Value(e))
    elif size == WORD_BYTES:
        _out_short(g, "outword", channel, values.Value(e))
    else:
        _out(g, channel, e, values.Number(size))


def _out_short(g: Generator, mnemonic: str, channel: values.Operand, value: values.Operand) -> None:
    g.frame.reserve(1)
    values.load_operands(g, [channel, value])
    g.emit(mnemonic)
    g.resumed()


def _out(g: Generator, channel: values.Operand, e: typed.Expression, size: values.Operand) -> None:
    values.load_operands(g, [values.AddressOf(e), channel, size])
    g.emit("out")
    g.resumed()
