"""The lines of ASM and GUY: labels, instructions, and operands that are expressions of occam."""

from __future__ import annotations

import re
from collections.abc import Callable

from occam import parsed
from occam.parsing.source import Line
from occam.parsing.tokens import Token

_LABEL = re.compile(r"[:.](?P<name>[A-Za-z][A-Za-z0-9.]*)")
_INSTRUCTION = re.compile(r"(?P<mnemonic>[A-Za-z][A-Za-z0-9]*)(?P<operands>( +.*)?)")


def assembly(
    tokens: list[Token], expression: Callable[[Line], parsed.Expression]
) -> parsed.Assembly:
    """Return ASM and its lines; ``expression`` parses an operand, given as a line."""
    word, *lines = tokens
    return parsed.Assembly(word.place, tuple(_line(line, expression) for line in lines))


def _line(token: Token, expression: Callable[[Line], parsed.Expression]) -> parsed.AssemblyLine:
    label = _LABEL.fullmatch(token.text)
    if label is not None:
        return parsed.AssemblyLine(token.place, "", labels=(label["name"],))
    found = _INSTRUCTION.fullmatch(token.text)
    if found is None:
        token.place.fail(f"{token} in ASM", "an instruction, or a label such as :loop")
    text = found["operands"]
    if _is_of_labels(text):
        names = tuple(match["name"] for match in _LABEL.finditer(text))
        return parsed.AssemblyLine(token.place, found["mnemonic"], labels=names)
    address = text.lstrip().startswith("ADDRESSOF ")
    if address:
        text = text.replace("ADDRESSOF", " " * len("ADDRESSOF"), 1)
    operands = []
    column = token.place.column - 1 + found.start("operands")
    for piece in _pieces(text):
        line = Line(" " * column + piece, token.place.file, token.place.line)
        operands.append(expression(line))
        column += len(piece) + 1
    return parsed.AssemblyLine(token.place, found["mnemonic"], tuple(operands), address=address)


def _is_of_labels(text: str) -> bool:
    return bool(re.fullmatch(r" +[:.][A-Za-z][\w.]*( *- *[:.][A-Za-z][\w.]*)?", text))


def _pieces(text: str) -> list[str]:
    """Return operands with commas between them, but for commas in brackets."""
    if not text.strip():
        return []
    pieces, depth = [""], 0
    for character in text:
        depth += character in "([" and 1
        depth -= character in ")]" and 1
        if character == "," and not depth:
            pieces.append("")
        else:
            pieces[-1] += character
    return pieces
