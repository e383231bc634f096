"""What the right sides of `grammar.lark` give for specifications, types and protocols."""

# ruff: noqa: D103 -- what a function gives is said in syntax.py, what it gets in the grammar

from __future__ import annotations

from typing import TypeAlias

from occam import syntax
from occam.parsing.tokens import Token
from occam.syntax import Expression, ItemProtocolNode, Process, TypeNode

Names: TypeAlias = tuple[syntax.NewName, ...]
Formals: TypeAlias = tuple[syntax.Formal, ...]


def new_name(name: Token) -> syntax.NewName:
    """Return a name where it is made known."""
    return syntax.NewName(name.place, name.text)


def names(*tokens: Token) -> Names:
    return tuple(map(new_name, tokens))


def declaration(type_: TypeNode, declared: Names) -> syntax.Declaration:
    return syntax.Declaration(type_.place, type_, declared)


# Abbreviations and retyping


def untyped_abbreviation(name: Token, expression: Expression) -> syntax.Abbreviation:
    return syntax.Abbreviation(name.place, False, None, new_name(name), expression)


def abbreviation(type_: TypeNode, name: Token, expression: Expression) -> syntax.Abbreviation:
    return syntax.Abbreviation(type_.place, False, type_, new_name(name), expression)


def untyped_value_abbreviation(
    word: Token, name: Token, expression: Expression
) -> syntax.Abbreviation:
    return syntax.Abbreviation(word.place, True, None, new_name(name), expression)


def value_abbreviation(
    word: Token, type_: TypeNode, name: Token, expression: Expression
) -> syntax.Abbreviation:
    return syntax.Abbreviation(word.place, True, type_, new_name(name), expression)


def retyping(type_: TypeNode, name: Token, expression: Expression) -> syntax.Retyping:
    return syntax.Retyping(type_.place, False, type_, new_name(name), expression)


def value_retyping(
    word: Token, type_: TypeNode, name: Token, expression: Expression
) -> syntax.Retyping:
    return syntax.Retyping(word.place, True, type_, new_name(name), expression)


def placement(word: Token, channel: Expression, address: Expression) -> syntax.Placement:
    return syntax.Placement(word.place, channel, address)


# Procedures and functions


def value_formal(word: Token, type_: TypeNode, name: Token) -> syntax.Formal:
    return syntax.Formal(word.place, True, type_, new_name(name))


def formal(type_: TypeNode, name: Token) -> syntax.Formal:
    return syntax.Formal(type_.place, False, type_, new_name(name))


def formals(*written: syntax.Formal | Token) -> Formals:
    """Return all formals; a name of its own has the type of the formal before it."""
    found: list[syntax.Formal] = []
    for each in written:
        if isinstance(each, syntax.Formal):
            found.append(each)
        elif found:
            last = found[-1]
            found.append(syntax.Formal(each.place, last.value, last.type, new_name(each)))
        else:
            each.place.fail(f"{each} without a type", "a type or VAL, as in 'VAL INT n'")
    return tuple(found)


def procedure(
    word: Token, name: Token, parameters: Formals, body: Process
) -> syntax.ProcedureDefinition:
    return syntax.ProcedureDefinition(word.place, new_name(name), parameters, body)


def function(
    types: tuple[TypeNode, ...], name: Token, parameters: Formals, body: syntax.ValueProcess
) -> syntax.FunctionDefinition:
    return syntax.FunctionDefinition(types[0].place, new_name(name), types, parameters, body)


def short_function(
    types: tuple[TypeNode, ...], name: Token, parameters: Formals, results: tuple[Expression, ...]
) -> syntax.FunctionDefinition:
    place = results[0].place
    body = syntax.ValueProcess(place, (), syntax.Skip(place), results)
    return function(types, name, parameters, body)


# Types and protocols


def primitive(word: Token) -> syntax.PrimitiveNode:
    return syntax.PrimitiveNode(word.place, word.text)


def timer(word: Token) -> syntax.TimerNode:
    return syntax.TimerNode(word.place)


def array(bracket: Token, length: Expression, element: TypeNode) -> syntax.ArrayNode:
    return syntax.ArrayNode(bracket.place, length, element)


def open_array(bracket: Token, element: TypeNode) -> syntax.ArrayNode:
    return syntax.ArrayNode(bracket.place, None, element)


def channel(word: Token, protocol: syntax.ProtocolNode) -> syntax.ChannelNode:
    return syntax.ChannelNode(word.place, protocol)


def named_protocol(name: Token) -> syntax.NamedProtocolNode:
    return syntax.NamedProtocolNode(name.place, name.text)


def any_protocol(word: Token) -> syntax.AnyProtocolNode:
    return syntax.AnyProtocolNode(word.place)


def simple_protocol(type_: TypeNode) -> syntax.SimpleProtocolNode:
    return syntax.SimpleProtocolNode(type_.place, type_)


def counted_protocol(
    count: TypeNode, bracket: Token, element: TypeNode
) -> syntax.CountedProtocolNode:
    if not isinstance(count, syntax.PrimitiveNode):
        count.place.fail("a count that is no number", "INT, INT16, INT32, INT64 or BYTE")
    return syntax.CountedProtocolNode(count.place, count, open_array(bracket, element))


def protocol(
    word: Token, name: Token, sent: tuple[ItemProtocolNode, ...]
) -> syntax.ProtocolDefinition:
    sequential = syntax.SequentialProtocolNode(sent[0].place, sent)
    return syntax.ProtocolDefinition(word.place, new_name(name), sequential)


def variant_protocol(
    word: Token, name: Token, _: Token, variants: tuple[syntax.TaggedProtocolNode, ...]
) -> syntax.ProtocolDefinition:
    return syntax.ProtocolDefinition(word.place, new_name(name), variants)


def tagged_protocol(tag: Token, *sent: ItemProtocolNode) -> syntax.TaggedProtocolNode:
    return syntax.TaggedProtocolNode(tag.place, tag.text, sent)
