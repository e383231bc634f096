"""The lexemes of transputer assembly source, each with the place it was written at."""

from __future__ import annotations

import re
from dataclasses import dataclass

from common.place import Place


@dataclass(frozen=True)
class Lexeme:
    """One word, number, string or sign; ``kind`` is the group of `_LEXEME` that matched."""

    kind: str
    text: str
    place: Place

    def __str__(self) -> str:
        return "the end of the line" if self.kind == "end" else repr(self.text)


_LEXEME = re.compile(
    r"""[ \t\r\f]+
    | (?P<comment>(--|;).*)
    | (?P<real>[0-9]+\.[0-9]+([eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)
    | (?P<number>\#[0-9A-Fa-f]+|0[xX][0-9A-Fa-f]+|0[bB][01]+|[0-9]+)(?![A-Za-z_0-9])
    | (?P<name>[A-Za-z_][A-Za-z_0-9.]*)
    | (?P<string>"(\\.|[^"\\])*"|'(\\.|[^'\\])*')
    | (?P<sign><<|>>|[-+*/%&|^~(),:=.])
    """,
    re.VERBOSE,
)

_ESCAPES = {"n": 10, "r": 13, "t": 9, "0": 0, "\\": 92, '"': 34, "'": 39}
_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{2}|.)")


def lexemes(text: str, file: str, line: int) -> list[Lexeme]:
    """Split one line of source; the last one has the kind ``end``."""
    found = []
    at = 0
    stop = len(text.rstrip())
    while at < len(text):
        place = Place(file, line, at + 1)
        match = _LEXEME.match(text, at)
        if match is None:
            place.fail(f"{text[at]!r} begins nothing", "a name, number, string or sign")
        at = match.end()
        if match.lastgroup == "comment":
            stop = place.column - 1
            break
        # The last group to close is the alternative's own, which holds the others.
        kind = match.lastgroup
        if kind is not None:
            found.append(Lexeme(kind, match.group(kind), place))
    found.append(Lexeme("end", "", Place(file, line, stop + 1)))
    return found


def number(lexeme: Lexeme) -> int:
    """Return the value of a number lexeme."""
    text = lexeme.text
    if text.startswith("#"):
        return int(text[1:], 16)
    return int(text, 0) if text[:2].lower() in ("0x", "0b") else int(text)


def string(lexeme: Lexeme) -> bytes:
    """Return the bytes of a string: UTF-8, with its escapes replaced."""
    body = lexeme.text[1:-1]
    taken = bytearray()
    at = 0
    for escape in _ESCAPE.finditer(body):
        taken += body[at : escape.start()].encode()
        at = escape.end()
        code = escape.group(1)
        if len(code) == 3:
            taken.append(int(code[1:], 16))
        elif code in _ESCAPES:
            taken.append(_ESCAPES[code])
        else:
            lexeme.place.fail(f"no escape {escape.group()!r}", "xHH, " + ", ".join(_ESCAPES))
    return bytes(taken + body[at:].encode())
