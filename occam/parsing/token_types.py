"""Tells types from conversions: ``INT x:`` declares x, ``INT x`` in an expression converts it.

The words are the same, and one token further on a parser could not know; a look at the whole
line can.
"""

from __future__ import annotations

from occam.parsing.tokens import Token

SPACES = ("WORKSPACE", "VECSPACE")
_HEADS = ("VAL", "CHAN", "TIMER", "PORT", "PROC", "PROTOCOL", "INLINE")
"""What begins a specification, besides types."""
_CONVERTED = (
    *("INTEGER", "REAL", "CHARACTER", "BOOLEAN", "ROUND", "TRUNC", "(", "MONADIC", "SUBTRACT"),
    *("TYPE", "MOSTPOS", "MOSTNEG"),
)
"""What follows the type of a conversion only; some of it needs brackets, which may be forgotten."""


def mark_types(tokens: list[Token], start: int) -> None:
    """Give the types of conversions in the line from ``start`` on the kind ``CONVERT``."""
    if tokens[start:] and tokens[start].kind == "PLACE":
        _mark_space(tokens, start)
    head = _head(tokens, start)
    squares = 0
    for at in range(start, len(tokens)):
        token = tokens[at]
        squares += (token.kind == "BRACKET") - (token.kind == "]")
        if token.kind == "TYPE" and _converts(tokens, at, at < head and not squares):
            tokens[at] = token._replace(kind="CONVERT")


def _mark_space(tokens: list[Token], start: int) -> None:
    """Tell ``PLACE v IN VECSPACE`` from names: IN is a word there only."""
    for at in range(start, len(tokens) - 1):
        if tokens[at].text == "IN" and tokens[at + 1].text in SPACES:
            tokens[at] = tokens[at]._replace(kind="IN")
            tokens[at + 1] = tokens[at + 1]._replace(kind="SPACE")


def _converts(tokens: list[Token], at: int, declares: bool) -> bool:
    if at > 0 and tokens[at - 1].kind in ("MOSTPOS", "MOSTNEG"):
        return False
    following = tokens[at + 1].kind if at + 1 < len(tokens) else ""
    if following in _CONVERTED:
        return True
    return following in ("NAME", "BRACKET", "STRING") and not declares


def _head(tokens: list[Token], start: int) -> int:
    """Return where the part of a line ends that makes a name known."""
    kinds = [token.kind for token in tokens[start:]]
    if not kinds or (kinds[0] not in _HEADS and kinds[0] not in ("TYPE", "BRACKET")):
        return start
    for word in ("IS", "RETYPES"):
        if word in kinds:
            return start + kinds.index(word)
    declares = kinds[0] in _HEADS or kinds[-1] == ":" or "FUNCTION" in kinds
    return len(tokens) if declares else start
