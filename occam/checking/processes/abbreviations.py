"""Abbreviations: another name for an element, or a name for a value."""

from __future__ import annotations

from occam import parsed, typed
from occam.checking.context import Context
from occam.checking.values.calls import refuse_chosen
from occam.checking.values.declared_types import type_of
from occam.checking.values.elements import element
from occam.language.types import ArrayType, ChannelType, Type, fits, is_data
from occam.layout.lengths import known_lengths
from occam.layout.places import root


def abbreviation(context: Context, node: parsed.Abbreviation) -> tuple[typed.Specification, ...]:
    """Make an abbreviation's name known; its type may be left out, or leave lengths open."""
    wanted = None
    if node.type is not None:
        wanted = type_of(context, node.type, may_be_open=True)
    if not node.value and isinstance(node.expression, parsed.Table):
        return _channel_table(context, node, node.expression, wanted)
    if node.value:
        value = context.expression(node.expression)
    else:
        value = _abbreviated_element(context, node)
    type_ = value.type
    if wanted is not None:
        if not fits(value.type, wanted):
            node.expression.place.fail(
                f"{value.type} for {node.name.text}, which is {wanted}", f"{wanted}"
            )
        type_ = known_lengths(value.type, wanted)
    return make(context, node.value, node.name, type_, value, False)


def _channel_table(
    context: Context, node: parsed.Abbreviation, table: parsed.Table, wanted: Type | None
) -> tuple[typed.Specification, ...]:
    """Make a table of channels known: what it holds stands for its elements."""
    channels = tuple(element(context, item) for item in table.items)
    for channel in channels:
        if not isinstance(channel.type, ChannelType) or channel.type != channels[0].type:
            channel.place.fail(f"{channel.type} in a table of channels", "channels of one protocol")
        refuse_chosen(channel.place, channel)
    type_ = ArrayType(len(channels), channels[0].type)
    if wanted is not None and not fits(type_, wanted):
        table.place.fail(f"{type_} for {node.name.text}, which is {wanted}", f"{wanted}")
    context.names.define(node.name.text, typed.ChannelTable(table.place, type_, channels))
    return ()


def _abbreviated_element(context: Context, node: parsed.Abbreviation) -> typed.Expression:
    found = element(context, node.expression)
    refuse_chosen(node.expression.place, found)
    if not is_data(found.type):
        return found
    base = root(found)
    if not isinstance(base, typed.Variable):
        node.expression.place.fail(
            f"{node.name.text} abbreviates a constant or an expression", "VAL before it"
        )
    if isinstance(base.symbol, typed.Index) or getattr(base.symbol, "value", False):
        node.expression.place.fail(
            f"{node.name.text} abbreviates {base.symbol.name}, which cannot be changed",
            "VAL before it",
        )
    return found


def make(
    context: Context,
    value: bool,
    name: parsed.NewName,
    type_: Type,
    expression: typed.Expression,
    retypes: bool,
) -> tuple[typed.Specification, ...]:
    """Make an abbreviation known; a constant stands for its name from then on."""
    if isinstance(expression, typed.Constant | typed.ConstantTable) and not retypes:
        context.names.define(name.text, expression)
        return ()
    symbol = typed.Abbreviated(name.text, name.place, type_, value, retypes, expression)
    context.names.define(name.text, symbol)
    return (symbol,)
