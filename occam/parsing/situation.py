"""Where the grammar stopped: the token it does not take, its line, and the lines above."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from common.place import Place
from occam.parsing.tokens import Token

_LAYOUT = ("_NEWLINE", "_INDENT", "_BAD_INDENT", "_DEDENT", "_BAD_DEDENT")


class Situation:
    """Where the grammar stopped.

    Attributes
    ----------
    token
        What it does not take; its kind is ``$END`` at the end of the source.
    accepted
        The kinds it would take.
    """

    def __init__(self, tokens: list[Token], at: int, accepted: set[str]) -> None:
        last = tokens[-1]
        self._tokens = [*tokens, Token("$END", "", last.place)]
        self._at = at
        self.token = self._tokens[at]
        self.accepted = accepted

    @cached_property
    def before(self) -> list[Token]:
        """The tokens before it in its line."""
        start = self._at
        while start > 0 and self._tokens[start - 1].kind not in _LAYOUT:
            start -= 1
        return self._tokens[start : self._at]

    @cached_property
    def after(self) -> list[Token]:
        """The token itself and those after it in its line; none if it is about layout."""
        end = self._at
        while self._tokens[end].kind not in (*_LAYOUT, "$END"):
            end += 1
        return self._tokens[self._at : end]

    @property
    def line(self) -> list[Token]:
        """All tokens of the line."""
        return self.before + self.after

    def line_above(self) -> list[Token]:
        """Return the tokens of the line that ends before this one."""
        return self._line_that_ends_before(self._at - len(self.before))

    def line_inside_ended(self) -> list[Token]:
        """Return the line whose inside has ended just before the token."""
        return self._line_that_opens(0)

    def line_around(self) -> list[Token]:
        """Return the line that the token is inside of."""
        return self._line_that_opens(-1)

    def next_word(self) -> Token | None:
        """Return the first token from here on that is not about layout."""
        return next(
            (token for token in self._tokens[self._at : -1] if token.kind not in _LAYOUT), None
        )

    def end_of_line_before(self) -> Place:
        """Return the place behind the last word before the token."""
        at = self._at - 1
        while at > 0 and self._tokens[at].kind in _LAYOUT:
            at -= 1
        last = self._tokens[at]
        return replace(last.place, column=last.place.column + len(last.text))

    def _line_that_opens(self, depth: int) -> list[Token]:
        """Return the line above so many levels further in than the token's line is."""
        levels = 0
        for index in range(self._at - 1, -1, -1):
            kind = self._tokens[index].kind
            levels += (kind == "_DEDENT") - (kind == "_INDENT")
            if kind == "_INDENT" and levels == depth:
                return self._line_that_ends_before(index)
        return self._tokens[:1]

    def _line_that_ends_before(self, index: int) -> list[Token]:
        end = index
        while end > 0 and self._tokens[end - 1].kind in _LAYOUT:
            end -= 1
        start = end
        while start > 0 and self._tokens[start - 1].kind not in _LAYOUT:
            start -= 1
        return self._tokens[start:end]


def spaces(line: list[Token]) -> int:
    """Return how far in the level of a line is: of a value process that begins in it, if any."""
    opened = open_bracket(line)
    if opened is not None and line[-1] is not opened and opened.kind == "(":
        return line[line.index(opened) + 1].place.column - 1
    return line[0].place.column - 1


def open_bracket(line: list[Token]) -> Token | None:
    """Return the innermost bracket that a line opens and does not close."""
    opened: list[Token] = []
    for token in line:
        if token.kind in ("(", "BRACKET"):
            opened.append(token)
        elif token.kind in (")", "]") and opened:
            opened.pop()
    return opened[-1] if opened else None


def specifies(line: list[Token]) -> bool:
    """Tell whether a line is a specification, or the last of one."""
    return bool(line) and line[-1].kind == ":"
