"""What the right sides of `grammar.lark` give for expressions and elements."""

# ruff: noqa: D103 -- what a function gives is said in `occam.parsed`, what it gets in the grammar

from __future__ import annotations

from typing import TypeAlias

from occam import parsed
from occam.parsed import Expression, Process, Specification
from occam.parsing.escapes import string_data
from occam.parsing.libraries import Library, unfolded
from occam.parsing.specification_nodes import primitive
from occam.parsing.tokens import Token

Range: TypeAlias = tuple[Expression | None, Expression | None]

_SIGNS = {"REM": "\\", "BITAND": "/\\", "BITOR": "\\/", "BITNOT": "~"}
"""Words for operators that have a sign too."""
_ASSOCIATIVE = ("AND", "OR")
"""Operators that may be chained without brackets."""
_CHAIN_MAXIMUM = 100
"""The most terms of AND or OR without brackets: each is one level of the tree."""
_KINDS = {"INTEGER": "integer", "REAL": "real", "CHARACTER": "byte", "BOOLEAN": "boolean"}


def name(word: Token) -> parsed.Name:
    return parsed.Name(word.place, word.text)


def literal(word: Token, type_: Token | None) -> parsed.Literal:
    if word.kind == "CHARACTER":
        string_data(word)
    return parsed.Literal(word.place, _KINDS[word.kind], word.text, type_ and primitive(type_))


def string(word: Token) -> parsed.StringLiteral:
    return parsed.StringLiteral(word.place, string_data(word))


def subscript(base: Expression, _: Token, index: Expression) -> parsed.Subscript:
    return parsed.Subscript(base.place, base, index)


def slice(bracket: Token, base: Expression, limits: Range) -> parsed.Slice:
    return parsed.Slice(bracket.place, base, *limits)


def range_from(start: Expression) -> Range:
    return start, None


def range_for(count: Expression) -> Range:
    return None, count


def table(bracket: Token, *items: Expression) -> parsed.Table:
    return parsed.Table(bracket.place, items)


def call(function: Token, arguments: tuple[Expression, ...]) -> parsed.Call:
    return parsed.Call(function.place, function.text, arguments)


def monadic(operator: Token, operand: Expression) -> parsed.Monadic:
    text = _SIGNS.get(operator.text, operator.text)
    return parsed.Monadic(operator.place, text, operand)


def conversion(type_: Token, mode: Token | None, operand: Expression) -> parsed.Conversion:
    return parsed.Conversion(type_.place, primitive(type_), mode.text if mode else "", operand)


def limit(word: Token, type_: Token) -> parsed.Limit:
    return parsed.Limit(word.place, word.text == "MOSTPOS", primitive(type_))


def dyadic(left: Expression, operator: Token, right: Expression) -> parsed.Dyadic:
    text = _SIGNS.get(operator.text, operator.text)
    return parsed.Dyadic(operator.place, text, left, right)


def chained(left: Expression, operator: Token, right: Expression) -> parsed.Dyadic:
    """Return ``left operator right`` where left is no operand: only AND and OR go on like that."""
    found = dyadic(left, operator, right)
    if isinstance(left, parsed.Dyadic) and left.operator == found.operator in _ASSOCIATIVE:
        _limit_chain(found)
        return found
    before = left.operator if isinstance(left, parsed.Dyadic | parsed.Monadic) else "a conversion"
    if isinstance(left, parsed.Limit):
        before = "MOSTPOS" if left.positive else "MOSTNEG"
    operator.place.fail(
        f"'{operator.text}' after '{before}' without brackets",
        "brackets that say which comes first; only AND and OR may be repeated",
    )


def _limit_chain(found: parsed.Dyadic) -> None:
    terms = 1
    node: Expression = found
    while isinstance(node, parsed.Dyadic) and node.operator == found.operator:
        node = node.left
        terms += 1
    if terms > _CHAIN_MAXIMUM:
        found.place.fail(
            f"more than {_CHAIN_MAXIMUM} terms of {found.operator}",
            f"{_CHAIN_MAXIMUM}, or brackets",
        )


def value_process(
    word: Token, process: Process, results: tuple[Expression, ...]
) -> parsed.ValueProcess:
    return parsed.ValueProcess(word.place, (), process, results)


def specified_value_process(
    specification: Specification | Library, process: parsed.ValueProcess
) -> parsed.ValueProcess:
    before = unfolded(specification)
    return parsed.ValueProcess(
        before[0].place if before else process.place,
        (*before, *process.specifications),
        process.process,
        process.results,
    )
