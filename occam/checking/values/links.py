"""Channels at the links of a processor: what a channel declared for all is on one of them."""

from __future__ import annotations

from typing import NoReturn

from common.place import Place
from occam import typed
from occam.checking.context import Context, ProcessorLinks
from occam.language.types import ArrayType, ChannelType, Type
from occam.layout.places import root


def placed(context: Context, value: typed.Expression) -> typed.Expression:
    """Return the link's own channel in the place of a channel that the processor has placed."""
    processor = context.processor
    base = root(value)
    if processor is None or not isinstance(base, typed.Variable):
        return value
    if base.symbol not in processor.outside:
        return value
    symbol, path = channel_path(value)
    if symbol is not None and (symbol, path) in processor.links:
        own = processor.links[symbol, path].symbol
        return typed.Variable(value.place, own.type, own)
    _refuse(value.place, base.symbol, processor, value)


def _refuse(
    place: Place, symbol: typed.Symbol, processor: ProcessorLinks, value: typed.Expression
) -> NoReturn:
    here = f"on processor {processor.number}"
    if isinstance(value.type, ChannelType):
        place.fail(f"{symbol.name} is used {here} and not placed there", "PLACE ... AT a link")
    if channels_in(symbol.type) is not None:
        place.fail(f"{value.type} is used {here} as a whole", "one channel, as pipe[0]")
    place.fail(
        f"{symbol.name} is used {here} and declared outside of it",
        "variables declared inside of PROCESSOR",
    )


def channel_path(value: typed.Expression) -> tuple[typed.Declared | None, tuple[int, ...]]:
    """Return the declared channel or array that this is part of, and its constant subscripts."""
    path: list[int] = []
    while isinstance(value, typed.Element) and isinstance(value.index, typed.Constant):
        path.insert(0, value.index.value)
        value = value.base
    if isinstance(value, typed.Variable) and isinstance(value.symbol, typed.Declared):
        return value.symbol, tuple(path)
    return None, ()


def channels_in(type_: Type) -> int | None:
    """Return how many channels a type holds, or None for data and timers."""
    if isinstance(type_, ArrayType):
        inner = channels_in(type_.element)
        return inner * type_.length if inner and type_.length else None
    return 1 if isinstance(type_, ChannelType) else None
