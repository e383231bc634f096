"""What the right sides of `grammar.lark` give for specifications, types and protocols."""

# ruff: noqa: D103 -- what a function gives is said in `occam.parsed`, what it gets in the grammar

from __future__ import annotations

from typing import TypeAlias

from occam import parsed
from occam.parsed import Expression, ItemProtocolNode, Process, TypeNode
from occam.parsing.tokens import Token

Names: TypeAlias = tuple[parsed.NewName, ...]
Formals: TypeAlias = tuple[parsed.Formal, ...]


def _new_name(name: Token) -> parsed.NewName:
    """Return a name where it is made known."""
    return parsed.NewName(name.place, name.text)


def names(*tokens: Token) -> Names:
    return tuple(map(_new_name, tokens))


def declaration(type_: TypeNode, declared: Names) -> parsed.Declaration:
    return parsed.Declaration(type_.place, type_, declared)


# Abbreviations and retyping


def untyped_abbreviation(name: Token, expression: Expression) -> parsed.Abbreviation:
    return parsed.Abbreviation(name.place, False, None, _new_name(name), expression)


def abbreviation(type_: TypeNode, name: Token, expression: Expression) -> parsed.Abbreviation:
    return parsed.Abbreviation(type_.place, False, type_, _new_name(name), expression)


def untyped_value_abbreviation(
    word: Token, name: Token, expression: Expression
) -> parsed.Abbreviation:
    return parsed.Abbreviation(word.place, True, None, _new_name(name), expression)


def value_abbreviation(
    word: Token, type_: TypeNode, name: Token, expression: Expression
) -> parsed.Abbreviation:
    return parsed.Abbreviation(word.place, True, type_, _new_name(name), expression)


def retyping(type_: TypeNode, name: Token, expression: Expression) -> parsed.Retyping:
    return parsed.Retyping(type_.place, False, type_, _new_name(name), expression)


def value_retyping(
    word: Token, type_: TypeNode, name: Token, expression: Expression
) -> parsed.Retyping:
    return parsed.Retyping(word.place, True, type_, _new_name(name), expression)


def placement(word: Token, channel: Expression, address: Expression) -> parsed.Placement:
    return parsed.Placement(word.place, channel, address)


def space(word: Token, name: Token, _: Token, where: Token) -> parsed.Space:
    return parsed.Space(word.place, name.text, where.text)


def pragma(word: Token, named: Names) -> parsed.Pragma:
    return parsed.Pragma(word.place, word.text.split()[1], named)


# Procedures and functions


def value_formal(word: Token, type_: TypeNode, name: Token) -> parsed.Formal:
    return parsed.Formal(word.place, True, type_, _new_name(name))


def formal(type_: TypeNode, name: Token) -> parsed.Formal:
    return parsed.Formal(type_.place, False, type_, _new_name(name))


def formals(*written: parsed.Formal | Token) -> Formals:
    """Return all formals; a name of its own has the type of the formal before it."""
    found: list[parsed.Formal] = []
    for each in written:
        if isinstance(each, parsed.Formal):
            found.append(each)
        elif found:
            last = found[-1]
            found.append(parsed.Formal(each.place, last.value, last.type, _new_name(each)))
        else:
            each.place.fail(f"{each} without a type", "a type or VAL, as in 'VAL INT n'")
    return tuple(found)


def procedure(
    word: Token, name: Token, parameters: Formals, body: Process
) -> parsed.ProcedureDefinition:
    return parsed.ProcedureDefinition(word.place, _new_name(name), parameters, body)


def function(
    types: tuple[TypeNode, ...], name: Token, parameters: Formals, body: parsed.ValueProcess
) -> parsed.FunctionDefinition:
    return parsed.FunctionDefinition(types[0].place, _new_name(name), types, parameters, body)


def short_function(
    types: tuple[TypeNode, ...], name: Token, parameters: Formals, results: tuple[Expression, ...]
) -> parsed.FunctionDefinition:
    place = results[0].place
    body = parsed.ValueProcess(place, (), parsed.Skip(place), results)
    return function(types, name, parameters, body)


# Types and protocols


def primitive(word: Token) -> parsed.PrimitiveNode:
    return parsed.PrimitiveNode(word.place, word.text)


def timer(word: Token) -> parsed.TimerNode:
    return parsed.TimerNode(word.place)


def port(word: Token, type_: TypeNode) -> parsed.PortNode:
    return parsed.PortNode(word.place, type_)


def array(bracket: Token, length: Expression, element: TypeNode) -> parsed.ArrayNode:
    return parsed.ArrayNode(bracket.place, length, element)


def open_array(bracket: Token, element: TypeNode) -> parsed.ArrayNode:
    return parsed.ArrayNode(bracket.place, None, element)


def channel(word: Token, protocol: parsed.ProtocolNode) -> parsed.ChannelNode:
    return parsed.ChannelNode(word.place, protocol)


def named_protocol(name: Token) -> parsed.NamedProtocolNode:
    return parsed.NamedProtocolNode(name.place, name.text)


def any_protocol(word: Token) -> parsed.AnyProtocolNode:
    return parsed.AnyProtocolNode(word.place)


def simple_protocol(type_: TypeNode) -> parsed.SimpleProtocolNode:
    return parsed.SimpleProtocolNode(type_.place, type_)


def counted_protocol(
    count: TypeNode, bracket: Token, element: TypeNode
) -> parsed.CountedProtocolNode:
    if not isinstance(count, parsed.PrimitiveNode):
        count.place.fail("a count that is no number", "INT, INT16, INT32, INT64 or BYTE")
    return parsed.CountedProtocolNode(count.place, count, open_array(bracket, element))


def protocol(
    word: Token, name: Token, sent: tuple[ItemProtocolNode, ...]
) -> parsed.ProtocolDefinition:
    sequential = parsed.SequentialProtocolNode(sent[0].place, sent)
    return parsed.ProtocolDefinition(word.place, _new_name(name), sequential)


def variant_protocol(
    word: Token, name: Token, _: Token, variants: tuple[parsed.TaggedProtocolNode, ...]
) -> parsed.ProtocolDefinition:
    return parsed.ProtocolDefinition(word.place, _new_name(name), variants)


def tagged_protocol(tag: Token, *sent: ItemProtocolNode) -> parsed.TaggedProtocolNode:
    return parsed.TaggedProtocolNode(tag.place, tag.text, sent)
