"""How each kind of assembly statement becomes bytes, once the values of its names are known."""

from __future__ import annotations

import struct
from collections.abc import Callable

from emulator.transputer.assembly.expression import Expression, Parser, Symbols
from emulator.transputer.assembly.lexemes import string
from emulator.transputer.isa.instruction_set import encode

Encode = Callable[[int, int, Symbols], bytes]
"""From the address, the present size and the values of names, the bytes of a statement."""

IMAGE_MAXIMUM = 1 << 24
"""Bytes of a program: more than any of these boards held."""

PADDING = encode("pfix", 0)
"""A byte that does nothing but take a cycle, before whatever instruction follows."""

BRANCHES = frozenset({"j", "cj", "call"})
"""Functions whose operand counts from the next instruction."""

_RAW_OPERANDS = frozenset({"pfix", "nfix"})
"""Functions that are one byte: their operand is the four bits as they stand."""


def function(name: str, operand: Expression) -> Encode:
    """Encode a direct function; the operand of a branch may be a label."""

    def to_bytes(address: int, size: int, symbols: Symbols) -> bytes:
        value = operand.value(symbols)
        if value.labels == 1 and name in BRANCHES:
            return encode(name, value.number - (address + size))
        limits = (0, 15) if name in _RAW_OPERANDS else (-(2**31), 2**32 - 1)
        expected = "a number or a label" if name in BRANCHES else "a number, or a label - a label"
        return encode(name, _plain(operand, symbols, *limits, expected))

    return to_bytes


def operation(name: str) -> Encode:
    """Encode an instruction without operand."""
    code = encode(name)
    return lambda address, size, symbols: code


def address_loader(line: Parser) -> Encode:
    """Encode `ldap label`: load the distance from the instruction's end, add the latter."""
    label = line.expression()

    def to_bytes(address: int, size: int, symbols: Symbols) -> bytes:
        value = label.value(symbols)
        if value.labels != 1:
            label.place.fail("ldap of a number", "a label")
        return encode("ldc", value.number - (address + size)) + encode("ldpi")

    return to_bytes


def _plain(
    expression: Expression, symbols: Symbols, least: int, greatest: int, expected: str = "a number"
) -> int:
    """Return the value of an expression that must be a number within limits."""
    value = expression.value(symbols)
    if value.labels:
        what = "the address of a label" if value.labels == 1 else "a sum of labels"
        expression.place.fail(what, expected)
    if not least <= value.number <= greatest:
        expression.place.fail(f"{value.number} is out of range", f"{least} to {greatest}")
    return value.number


def _expressions(line: Parser) -> list[Expression]:
    items = [line.expression()]
    while line.takes(","):
        items.append(line.expression())
    return items


def _byte(line: Parser) -> Encode:
    items: list[Expression | bytes] = []
    while True:
        lexeme = line.next
        if lexeme.kind == "string" and (lexeme.text.startswith('"') or len(string(lexeme)) != 1):
            items.append(string(line.take()))
        else:
            items.append(line.expression())
        if not line.takes(","):
            break

    def to_bytes(address: int, size: int, symbols: Symbols) -> bytes:
        return b"".join(
            item if isinstance(item, bytes) else bytes([_plain(item, symbols, -128, 255) & 0xFF])
            for item in items
        )

    return to_bytes


def _word(line: Parser) -> Encode:
    items = _expressions(line)

    def to_bytes(address: int, size: int, symbols: Symbols) -> bytes:
        values = (_plain(item, symbols, -(2**31), 2**32 - 1) for item in items)
        return b"".join(struct.pack("<I", value & 0xFFFFFFFF) for value in values)

    return to_bytes


def _real(pattern: str, limit: float) -> Callable[[Parser], Encode]:
    def read(line: Parser) -> Encode:
        code = b""
        while True:
            place = line.next.place
            sign = -1.0 if line.takes("-") else 1.0
            lexeme = line.take()
            if lexeme.kind not in ("real", "number") or not lexeme.text[-1].isdecimal():
                lexeme.place.fail(
                    f"{lexeme} where a real number should be", "such as 1.5 or 2.0e-3"
                )
            value = sign * float(lexeme.text)
            if abs(value) > limit:
                place.fail(f"{lexeme} is out of range", f"at most {limit}")
            code += struct.pack(pattern, value)
            if not line.takes(","):
                return lambda address, size, symbols: code

    return read


def _space(line: Parser) -> Encode:
    length = line.expression()
    filler = line.expression() if line.takes(",") else None

    def to_bytes(address: int, size: int, symbols: Symbols) -> bytes:
        fill = _plain(filler, symbols, -128, 255) & 0xFF if filler else 0
        return bytes([fill]) * _plain(length, symbols, 0, IMAGE_MAXIMUM)

    return to_bytes


def _align(line: Parser) -> Encode:
    boundary = line.expression() if line.next.kind != "end" else None

    def to_bytes(address: int, size: int, symbols: Symbols) -> bytes:
        multiple = _plain(boundary, symbols, 1, 8) if boundary else 4
        if boundary and multiple not in (1, 2, 4, 8):
            boundary.place.fail(f"no alignment to {multiple}", "1, 2, 4 or 8 bytes")
        return PADDING * (-address % multiple)

    return to_bytes


DATA: dict[str, Callable[[Parser], Encode]] = {
    "byte": _byte,
    "word": _word,
    "real32": _real("<f", 3.4028234663852886e38),
    "real64": _real("<d", 1.7976931348623157e308),
    "space": _space,
    "align": _align,
}
"""Directives that take room in the program."""
