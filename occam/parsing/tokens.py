"""The words of occam, and which kind of token each is.

Kinds are the terminals of `grammar.lark`: a keyword is its own kind, a sign is its own too, and
some kinds take several words together.
"""

from __future__ import annotations

from typing import NamedTuple

from common.place import Place

PRIMITIVES = {"BOOL", "BYTE", "INT", "INT16", "INT32", "INT64", "REAL32", "REAL64"}
KEYWORDS = (
    {"AFTER", "ALT", "ANY", "AT", "CASE", "CHAN", "ELSE", "FOR", "FROM", "FUNCTION", "IF"}
    | {"INLINE", "IS", "MOSTNEG", "MOSTPOS", "OF", "PAR", "PLACE", "PLACED", "PORT", "PRI"}
    | {
        "ASM",
        "GUY",
        "PROC",
        "PROCESSOR",
        "PROTOCOL",
        "RESULT",
        "RETYPES",
        "ROUND",
        "SEQ",
        "SKIP",
        "STOP",
    }
    | {"TIMER", "TRUNC", "VAL", "VALOF", "WHILE"}
)
MONADIC = {"NOT", "BITNOT", "SIZE", "~"}
DYADIC = {"+", "*", "/", "\\", "PLUS", "TIMES", "REM", "/\\", "\\/", "><", "BITAND", "BITOR"} | {
    "<<",
    ">>",
    "<>",
    "<",
    ">",
    "<=",
    ">=",
    "AND",
    "OR",
}
KINDS = (
    {word: word for word in KEYWORDS}
    | {word: "TYPE" for word in PRIMITIVES}
    | {word: "MONADIC" for word in MONADIC}
    | {word: "DYADIC" for word in DYADIC}
    | {"TRUE": "BOOLEAN", "FALSE": "BOOLEAN", "-": "SUBTRACT", "MINUS": "SUBTRACT"}
    | {"=": "EQUAL", "[": "BRACKET"}
)
"""The kind of every word and sign that is not a kind of its own."""
_LONGEST_SHOWN = 40
"""The most characters of a token in a message."""


class Token(NamedTuple):
    """A word, number, string or sign.

    ``_NEWLINE`` and ``_DEDENT`` have no text. ``_INDENT`` has the number of spaces of the level
    around it, as its file counts them, and so has ``_BAD_INDENT``, where a line is indented further
    by another number of spaces than a level has. ``_BAD_DEDENT`` stands where a line is indented
    less than the one above, and as no line around it; its text names the nearest levels.
    """

    kind: str
    text: str
    place: Place

    def __str__(self) -> str:
        if self.kind == "_NEWLINE":
            return "the end of the line"
        text = self.text if self.text.isprintable() else repr(self.text)[1:-1]
        text = text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."
        return text if self.kind in ("STRING", "CHARACTER") else f"'{text}'"
