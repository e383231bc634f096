"""PLACE: channels at the links of a processor."""

from __future__ import annotations

from typing import NoReturn

from common.place import Place
from occam import parsed, typed
from occam.checking import check_elements, check_types
from occam.checking.scope import Context, Processor
from occam.language.types import ArrayType, ChannelType, Type

_EVENT = 8
_ADDRESSES = "0 to 3 for links out, 4 to 7 for links in, 8 for the event"


def place_channel(context: Context, node: parsed.Placement) -> None:
    """Give a channel its address; on a processor, make it the processor's own."""
    address = check_types.constant_integer(context, node.address, "the address of PLACE")
    if not 0 <= address <= _EVENT:
        node.address.place.fail(f"PLACE AT {address}", _ADDRESSES)
    found = check_elements.unplaced(context, node.channel)
    symbol, path = _channel_path(found)
    if symbol is None:
        node.channel.place.fail("PLACE of what is not declared as a channel", "a declared channel")
    processor = context.processor
    if processor is None or symbol not in processor.outside:
        _place_declared(node, symbol, path, address)
        if processor is not None:
            name = f"{symbol.name} of processor {processor.number}"
            _use_link(node, processor, (symbol, path), typed.LinkUse(node.place, name, symbol))
        return
    if not isinstance(found.type, ChannelType):
        node.channel.place.fail(
            f"PLACE of what is {found.type}", "one channel, as PLACE pipe[i] AT 0:"
        )
    name = symbol.name + "".join(f"[{index}]" for index in path)
    own = typed.Declared(name, symbol.place, found.type, address)
    _use_link(node, processor, (symbol, path), typed.LinkUse(node.place, name, own))


def _channel_path(value: typed.Expression) -> tuple[typed.Declared | None, tuple[int, ...]]:
    """Return the declared channel or array that this is part of, and its constant subscripts."""
    path: list[int] = []
    while isinstance(value, typed.Element) and isinstance(value.index, typed.Constant):
        path.insert(0, value.index.value)
        value = value.base
    if isinstance(value, typed.Variable) and isinstance(value.symbol, typed.Declared):
        return value.symbol, tuple(path)
    return None, ()


def _place_declared(
    node: parsed.Placement, symbol: typed.Declared, path: tuple[int, ...], address: int
) -> None:
    if path:
        node.channel.place.fail(
            f"PLACE of an element of {symbol.name}", "the whole array, or PLACED PAR"
        )
    number = _channels(symbol.type)
    if number is None:
        node.channel.place.fail(f"PLACE of {symbol.name}, which is {symbol.type}", "channels")
    if symbol.address is not None:
        node.place.fail(f"{symbol.name} is placed twice", "one PLACE for each channel")
    if address + number - 1 > _EVENT:
        node.address.place.fail(f"PLACE of {number} channels AT {address}", _ADDRESSES)
    symbol.address = address


def _channels(type_: Type) -> int | None:
    """Return how many channels a type holds, or None for data and timers."""
    if isinstance(type_, ArrayType):
        inner = _channels(type_.element)
        return inner * type_.length if inner and type_.length else None
    return 1 if isinstance(type_, ChannelType) else None


def _use_link(
    node: parsed.Placement,
    processor: Processor,
    key: tuple[typed.Symbol, tuple[int, ...]],
    use: typed.LinkUse,
) -> None:
    if key in processor.links:
        node.place.fail(
            f"{use.channel} is placed twice on processor {processor.number}", "one link for it"
        )
    for other in processor.links.values():
        if other.symbol.address == use.symbol.address:
            node.address.place.fail(
                f"PLACE AT {use.symbol.address}, where {other.channel} is on this processor",
                "a link for each channel",
            )
    processor.links[key] = use


def placed(context: Context, value: typed.Expression) -> typed.Expression:
    """Return the link's own channel in the place of a channel that the processor has placed."""
    processor = context.processor
    base = check_elements.root(value)
    if processor is None or not isinstance(base, typed.Variable):
        return value
    if base.symbol not in processor.outside:
        return value
    symbol, path = _channel_path(value)
    if symbol is not None and (symbol, path) in processor.links:
        own = processor.links[symbol, path].symbol
        return typed.Variable(value.place, own.type, own)
    _refuse(value.place, base.symbol, processor, value)


def _refuse(
    place: Place, symbol: typed.Symbol, processor: Processor, value: typed.Expression
) -> NoReturn:
    here = f"on processor {processor.number}"
    if isinstance(value.type, ChannelType):
        place.fail(f"{symbol.name} is used {here} and not placed there", "PLACE ... AT a link")
    if _channels(symbol.type) is not None:
        place.fail(f"{value.type} is used {here} as a whole", "one channel, as pipe[0]")
    place.fail(
        f"{symbol.name} is used {here} and declared outside of it",
        "variables declared inside of PROCESSOR",
    )
