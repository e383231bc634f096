"""Which tokens one line of occam has: its words, numbers, strings and signs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NoReturn

from occam.parsing.source import Line
from occam.parsing.tokens import KINDS, Token

_WORD = re.compile(
    r"""(?P<space>[ ]+)
    | (?P<comment>--.*)
    | (?P<REAL>[0-9]+\.[0-9]+(E[-+][0-9]+)?)(?![A-Za-z0-9_.])
    | (?P<INTEGER>[\#$][0-9A-Fa-f]+|[0-9]+)(?![A-Za-z0-9_.])
    | (?P<NAME>[A-Za-z][A-Za-z0-9.]*)(?!_)
    | (?P<CHARACTER>'(\*\#[0-9A-Fa-f]{2}|\*[^#]|[^*'])')
    | (?P<STRING>"([^"*]|\*.)*")
    | (?P<begun>"([^"*]|\*.)*\*$)
    | (?P<OBJECT>\#OBJECT[ ]"[^"]*")
    | (?P<LIBRARY>\#LIBRARY[ ]"[^"]*")
    | (?P<PRAGMA>\#PRAGMA[ ]+(SHARED|PERMITALIASES)\b)
    | (?P<sign>:=|::|<<|>>|<>|<=|>=|><|/\\|\\/|[-+*/\\~=<>:;,()\[\]?!&])
    """,
    re.VERBOSE,
)
_STRING_GOES_ON = re.compile(r'[ ]*\*(?P<more>([^"*]|\*.)*)(?P<stop>"|\*$)')
_WRONG_NUMBER = re.compile(r"[#$]?[0-9A-Za-z_.]+([-+][0-9]+)?")
_FOREIGN = {"%": "REM or '\\'", "{": "indentation", "}": "indentation", "|": "OR, '\\/' or '><'"}
"""Signs of other languages, and what stands for them here."""
_NUMBERS = "digits, #FF in hexadecimal, or a real such as 1.0 or 1.5E-3"


def line_tokens(lines: Sequence[Line], at: int) -> tuple[list[Token], int]:
    """Return the tokens of the line at an index, and the index of the next line.

    A string that goes on in the lines below is one token of the line it begins in. Raises
    InputError.
    """
    line = lines[at]
    text = line.text
    found: list[Token] = []
    column = 0
    while column < len(text):
        match = _WORD.match(text, column)
        if match is None:
            _fail(line, column)
        kind = match.lastgroup or "space"
        place = line.place(column + 1)
        if kind == "begun":
            lines, at, line, text, word, column = _string(lines, at, match[0])
            found.append(Token("STRING", word, place))
            continue
        column = match.end()
        if kind in ("space", "comment"):
            continue
        word = match[kind]
        if kind in ("NAME", "sign"):
            kind = KINDS.get(word, "NAME" if kind == "NAME" else word)
        found.append(Token(kind, word, place))
    return found, at + 1


def _string(
    lines: Sequence[Line], at: int, begun: str
) -> tuple[Sequence[Line], int, Line, str, str, int]:
    """Return where a string ends that goes on in the lines below, and its text."""
    pieces = [begun[:-1]]
    start = lines[at]
    while True:
        at += 1
        match = _STRING_GOES_ON.match(lines[at].text) if at < len(lines) else None
        if match is None:
            line = lines[at] if at < len(lines) else start
            line.place(1).fail(
                "a string of the line above does not go on", "'*' and the rest of the string"
            )
        pieces.append(match["more"])
        if match["stop"] == '"':
            line = lines[at]
            return lines, at, line, line.text, "".join(pieces) + '"', match.end()


def _fail(line: Line, column: int) -> NoReturn:
    """Say why no word begins at an index of a line."""
    text = line.text
    place = line.place(column + 1)
    first = text[column]
    if first in "'\"":
        _fail_quoted(line, column)
    if first.isdigit() or first in "#$":
        match = _WRONG_NUMBER.match(text, column)
        place.fail(f"the number {match[0] if match else first!r}", _NUMBERS)
    if first == "." and text[column + 1 : column + 2].isdigit():
        place.fail("a number that begins with its point", "a digit before it, as in 0.5")
    if first in _FOREIGN:
        place.fail(f"'{first}', which occam does not have", _FOREIGN[first])
    if first == "_" or first.isalpha():
        place.fail(f"{_name(text, column)!r}", "names of letters, digits and full stops")
    place.fail(f"{first!r} begins nothing", "a name, number, string or sign of occam")


def _name(text: str, column: int) -> str:
    match = re.compile(r"[\w.]+").match(text, column)
    return match[0] if match else text[column]


def _fail_quoted(line: Line, column: int) -> NoReturn:
    place = line.place(column + 1)
    if line.text[column] == '"':
        place.fail(
            "a string without its closing '\"'", "'\"' in the same line, or '*' where it is broken"
        )
    place.fail(
        "a character that is not closed", "one character or *c *n *t *s *' *\" ** *#41 in ' '"
    )
