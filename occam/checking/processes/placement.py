"""PLACE: channels at the links of a processor."""

from __future__ import annotations

from occam import parsed, typed
from occam.checking.context import Context, ProcessorLinks
from occam.checking.values.elements import unplaced
from occam.checking.values.links import channel_path, channels_in
from occam.checking.values.required import constant_integer
from occam.language.links import EVENT
from occam.language.types import ArrayType, ChannelType, TimerType, base_of

_LAST_WORD = (1 << 30) - 1
"""The last word of the address space, from #80000000 by way of 0 up."""
_ADDRESSES = "0 to 3 for links out, 4 to 7 for links in, 8 for the event"


def place_channel(context: Context, node: parsed.Placement) -> None:
    """Give a channel its address; on a processor, make it the processor's own."""
    address = constant_integer(context, node.address, "the address of PLACE")
    if _place_data(context, node, address):
        return
    if not 0 <= address <= EVENT:
        node.address.place.fail(f"PLACE AT {address}", _ADDRESSES)
    found = unplaced(context, node.channel)
    symbol, path = channel_path(found)
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


def _place_data(context: Context, node: parsed.Placement, address: int) -> bool:
    """Give a variable or port its address, which is no link's; tell whether it is one."""
    found = unplaced(context, node.channel)
    base = base_of(found.type)
    outside = context.processor.outside if context.processor is not None else frozenset()
    if isinstance(base, ChannelType | TimerType) or address <= EVENT:
        return False
    if isinstance(found, typed.Variable) and found.symbol in outside:
        return False
    if not isinstance(found, typed.Variable) or not isinstance(found.symbol, typed.Declared):
        node.channel.place.fail("PLACE of what is not declared", "a variable, port or channel")
    if address > _LAST_WORD:
        node.address.place.fail(f"PLACE AT {address}", f"words up to {_LAST_WORD}")
    if found.symbol.address is not None:
        node.place.fail(f"{found.symbol.name} is placed twice", "one PLACE for each variable")
    found.symbol.address = address
    return True


def place_in_space(context: Context, node: parsed.Space) -> None:
    """Say whether an array lies in workspace or in vector space."""
    found = context.names.find(node.name, node.place)
    if not isinstance(found, typed.Declared) or not isinstance(found.type, ArrayType):
        node.place.fail(f"PLACE {node.name} IN {node.space}", "an array that is declared there")
    found.space = node.space


def allow(context: Context, node: parsed.Pragma) -> None:
    """Take from variables and channels the checks that a pragma names."""
    for name in node.names:
        found = context.names.find(name.text, name.place)
        if not isinstance(found, typed.Symbol):
            name.place.fail(f"#PRAGMA {node.word} of {name.text}", "a variable or channel")
        if node.word == "SHARED":
            found.shared = True
        found.aliased = True


def _place_declared(
    node: parsed.Placement, symbol: typed.Declared, path: tuple[int, ...], address: int
) -> None:
    if path:
        node.channel.place.fail(
            f"PLACE of an element of {symbol.name}", "the whole array, or PLACED PAR"
        )
    number = channels_in(symbol.type)
    if number is None:
        node.channel.place.fail(f"PLACE of {symbol.name}, which is {symbol.type}", "channels")
    if symbol.address is not None:
        node.place.fail(f"{symbol.name} is placed twice", "one PLACE for each channel")
    if address + number - 1 > EVENT:
        node.address.place.fail(f"PLACE of {number} channels AT {address}", _ADDRESSES)
    symbol.address = address


def _use_link(
    node: parsed.Placement,
    processor: ProcessorLinks,
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
