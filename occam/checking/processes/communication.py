"""Inputs and outputs, and the protocols they follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from common.place import Place
from occam import parsed, typed
from occam.checking import hints
from occam.checking.context import Context
from occam.checking.processes.specifications import specifications
from occam.checking.values import elements
from occam.checking.values.required import require
from occam.checking.wording import counted
from occam.language.types import (
    AnyItem,
    Counted,
    ItemType,
    PortType,
    Primitive,
    Protocol,
    TimerType,
    fits,
    without_ports,
)

Items = tuple[parsed.Item, ...]
Check = Callable[[Context, parsed.Expression], typed.Expression]


def receive(
    context: Context, node: parsed.Input
) -> typed.Input | typed.TimerRead | typed.Assignment:
    """Return ``channel ? items`` or ``timer ? variable``; a port is read as a variable is."""
    source = elements.element(context, node.channel)
    if isinstance(source.type, TimerType):
        return _timer_read(context, node)
    if isinstance(source.type, PortType):
        target = elements.target(context, _port_item(node))
        return _through_port(node, target, as_data(source), target)
    channel, protocol = elements.channel(context, node.channel)
    if protocol.variants:
        node.place.fail(f"an input of the variant protocol {protocol}", "? CASE")
    items = _items_of(protocol, node.items)
    transfers = _transfers(context, node.place, protocol, items, node.items, elements.target)
    return typed.Input(node.place, channel, transfers)


def _port_item(node: parsed.Input | parsed.Output) -> parsed.Expression:
    if len(node.items) != 1 or isinstance(node.items[0], parsed.CountedItem):
        node.place.fail("several items through a port", "one value")
    return node.items[0]


def _through_port(
    node: parsed.Input | parsed.Output,
    target: typed.Expression,
    value: typed.Expression,
    item: typed.Expression,
) -> typed.Assignment:
    if target.type != value.type:
        other = target if item is value else value
        item.place.fail(f"{item.type} through a port of {other.type}", f"{other.type}")
    return typed.Assignment(node.place, (target,), (value,))


def as_data(port: typed.Expression) -> typed.Expression:
    """Return a port, or part of an array of them, as the variable that it stands for."""
    type_ = without_ports(port.type)
    if isinstance(port, typed.Element | typed.Slice):
        return replace(port, type=type_, base=as_data(port.base))
    return replace(port, type=type_)


def _timer_read(context: Context, node: parsed.Input) -> typed.TimerRead:
    if len(node.items) != 1 or isinstance(node.items[0], parsed.CountedItem):
        node.place.fail("an input of several items from a timer", "timer ? variable")
    target = elements.target(context, node.items[0])
    require(target.place, target.type, Primitive.INT, "the variable for the time")
    return typed.TimerRead(node.place, target)


def delay(context: Context, node: parsed.DelayedInput) -> typed.Delay:
    """Return ``timer ? AFTER time``."""
    elements.timer(context, node.timer)
    time = context.expression(node.time)
    require(node.time.place, time.type, Primitive.INT, "the time")
    return typed.Delay(node.place, time)


def output(context: Context, node: parsed.Output) -> typed.Output | typed.Assignment:
    """Return ``channel ! items`` or ``channel ! tag; items``, or the storing through a port."""
    port = elements.element(context, node.channel)
    if isinstance(port.type, PortType):
        value = context.expression(_port_item(node))
        return _through_port(node, as_data(port), value, value)
    channel, protocol = elements.channel(context, node.channel)
    if not protocol.variants:
        items = _items_of(protocol, node.items)
        transfers = _transfers(context, node.place, protocol, items, node.items, Context.expression)
        return typed.Output(node.place, channel, None, transfers)
    first = node.items[0]
    if not isinstance(first, parsed.Name):
        node.place.fail("an output without a tag", f"a tag of {protocol}: {_tags(protocol)}")
    tag, items = _variant(protocol, first.text, first.place)
    rest = node.items[1:]
    transfers = _transfers(context, node.place, protocol, items, rest, Context.expression)
    return typed.Output(node.place, channel, tag, transfers)


def case_input(context: Context, node: parsed.CaseInput) -> typed.CaseInput:
    """Return ``channel ? CASE``."""
    channel, protocol = elements.channel(context, node.channel)
    if not protocol.variants:
        node.place.fail(f"? CASE on a channel of {protocol}", "a channel of a variant protocol")
    branches = []
    seen: set[int] = set()
    for variant in node.variants:
        branch = _branch(context, protocol, variant)
        if branch.tag in seen:
            variant.place.fail(f"the tag {variant.tag} twice", "one branch for each tag")
        seen.add(branch.tag)
        branches.append(branch)
    return typed.CaseInput(node.place, channel, tuple(branches))


def _branch(context: Context, protocol: Protocol, node: parsed.Variant) -> typed.VariantBranch:
    inside = context.inner()
    made = specifications(inside, node.specifications)
    tag, items = _variant(protocol, node.tag, node.place)
    transfers = _transfers(inside, node.place, protocol, items, node.items, elements.target)
    process = inside.process(node.process)
    return typed.VariantBranch(node.place, made, tag, transfers, process)


def _variant(protocol: Protocol, tag: str, place: Place) -> tuple[int, tuple[ItemType, ...]]:
    for number, (name, items) in enumerate(protocol.variants):
        if name == tag:
            return number, items
    place.fail(f"{tag} is no tag of {protocol}", _tags(protocol))


def _tags(protocol: Protocol) -> str:
    return ", ".join(name for name, _ in protocol.variants)


def _items_of(protocol: Protocol, nodes: Items) -> tuple[ItemType, ...]:
    """Return the items; with ANY as many as there are."""
    if protocol.items == (AnyItem(),):
        return (AnyItem(),) * len(nodes)
    return protocol.items


def _transfers(
    context: Context,
    place: Place,
    protocol: Protocol,
    items: tuple[ItemType, ...],
    nodes: Items,
    check: Check,
) -> tuple[typed.Transfer, ...]:
    if len(items) != len(nodes):
        listed = "; ".join(str(item) for item in items) or "nothing"
        place.fail(f"{counted(len(nodes), 'item')} where {protocol} has {len(items)}", listed)
    return tuple(
        _transfer(context, item, node, check) for item, node in zip(items, nodes, strict=True)
    )


def _transfer(context: Context, item: ItemType, node: parsed.Item, check: Check) -> typed.Transfer:
    if isinstance(node, parsed.CountedItem):
        return _counted(context, item, node, check)
    if isinstance(item, Counted):
        node.place.fail("an array without its count", f"count::array for {item}")
    value = check(context, node)
    if not isinstance(item, AnyItem) and not fits(value.type, item):
        hint = hints.for_type(value.type, item) if check is Context.expression else ""
        node.place.fail(f"{value.type} on a channel of {item}", f"{item}{hint}")
    return typed.Transfer(item, value)


def _counted(
    context: Context, item: ItemType, node: parsed.CountedItem, check: Check
) -> typed.Transfer:
    if not isinstance(item, Counted):
        node.place.fail(f"a counted array on a channel of {item}", f"{item}")
    count = check(context, node.count)
    require(node.count.place, count.type, item.count, "the count")
    array = check(context, node.array)
    if not fits(array.type, item.array):
        node.array.place.fail(f"{array.type} on a channel of {item}", f"{item.array}")
    return typed.Transfer(item, array, count)
