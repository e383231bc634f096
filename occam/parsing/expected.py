"""Says in words what the grammar would take next."""

from __future__ import annotations

from occam.parsing.tokens import KEYWORDS, PRIMITIVES

_GROUPS: tuple[tuple[str, frozenset[str], frozenset[str]], ...] = (
    (
        "a process",
        frozenset(("SEQ", "SKIP", "WHILE")),
        frozenset(
            {"SEQ", "PAR", "PRI", "IF", "ALT", "CASE", "WHILE", "SKIP", "STOP", "PLACED"}
            | {"PROCESSOR", "NAME", "BRACKET"}
        ),
    ),
    (
        "a declaration",
        frozenset(("VAL", "PROC")),
        frozenset(
            {"VAL", "PROC", "INLINE", "PROTOCOL", "PLACE", "TYPE", "CHAN", "TIMER", "BRACKET"}
            | {"NAME"}
        ),
    ),
    (
        "an expression",
        frozenset(("MONADIC", "(", "INTEGER")),
        frozenset(
            {"MONADIC", "SUBTRACT", "CONVERT", "MOSTPOS", "MOSTNEG", "NAME", "BRACKET", "("}
            | {"INTEGER", "REAL", "CHARACTER", "BOOLEAN", "STRING"}
        ),
    ),
    (
        "a name, number, string or brackets",
        frozenset(("(", "INTEGER", "NAME")),
        frozenset({"NAME", "BRACKET", "(", "INTEGER", "REAL", "CHARACTER", "BOOLEAN", "STRING"}),
    ),
    ("an operator", frozenset(("DYADIC",)), frozenset({"DYADIC", "SUBTRACT", "EQUAL", "AFTER"})),
    ("a type", frozenset(("TYPE", "CHAN")), frozenset({"TYPE", "CHAN", "TIMER", "BRACKET"})),
    ("a type", frozenset(("TYPE", "BRACKET")), frozenset({"TYPE", "BRACKET"})),
)
"""What is said, when, and for which kinds of token it then stands."""

_SINGLE = {
    "NAME": "a name",
    "TYPE": ", ".join(sorted(PRIMITIVES)),
    "EQUAL": "'='",
    "BRACKET": "'['",
    "SUBTRACT": "'-'",
    "STRING": "a string",
    "_INDENT": "a line indented two spaces further",
    "_DEDENT": "the end of what is indented",
    "_NEWLINE": "the end of the line",
    "$END": "the end of the source",
}
_LAST = ("_NEWLINE", "_INDENT", "_DEDENT", "$END")


def expected(accepted: set[str]) -> str:
    """Return the words for a set of kinds of token."""
    left = set(accepted)
    said = []
    for words, needed, covered in _GROUPS:
        if needed <= left:
            said.append(words)
            left -= covered
    kinds = sorted(left, key=lambda kind: (kind in _LAST, kind in KEYWORDS, kind))
    said += [_SINGLE.get(kind, f"'{kind}'") for kind in kinds]
    return " or ".join((", ".join(said[:-1]), said[-1])) if len(said) > 1 else said[0]
