"""The words of an occam source, and where its lines and levels of indentation begin and end.

Besides what is written there are the tokens ``_NEWLINE``, ``_INDENT`` and ``_DEDENT``. A line goes
on after an operator, comma, semicolon, ``:=``, ``IS``, ``FROM``, ``FOR`` or opening bracket. A
value process in brackets has lines and levels of its own, which begin at its first word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from common.errors import InputError
from occam.parsing.line_tokens import line_tokens
from occam.parsing.source import Line
from occam.parsing.token_types import mark_types
from occam.parsing.tokens import DYADIC, MONADIC, PRIMITIVES, Token

LEVEL = 2
"""Spaces of one level of indentation."""
_LEVELS_MAXIMUM = 50
_BRACKETS_MAXIMUM = 50
_GOES_ON = (
    DYADIC
    | MONADIC
    | {"-", "MINUS", "AFTER", "=", ",", ";", "(", "[", ":=", "::"}
    | {"IS", "RETYPES", "FROM", "FOR", "OF", "AT"}
)
"""The last token of a line whose statement goes on in the next."""
_BEGINS_SPECIFICATION = PRIMITIVES | {"VAL", "CHAN", "TIMER", "PROC", "PROTOCOL", "["}


def token_lines(lines: Sequence[Line]) -> Iterator[list[Token]]:
    """Give the tokens line by line, so that the first mistake of a source is found first.

    ``_INDENT`` and ``_DEDENT`` come with the line behind them. Raises InputError.
    """
    lexer = _Lexer()
    given = at = 0
    try:
        while at < len(lines):
            assembly = lexer.assembly(lines[at])
            if assembly is not None:
                lexer.tokens += assembly
                at += 1
                continue
            found, at = line_tokens(lines, at)
            if found:
                lexer.add(found, lines[at - 1])
            if lexer.complete > given:
                yield lexer.tokens[given : lexer.complete]
                given = lexer.complete
    except InputError:
        # The line above may have a mistake too, and only the grammar can tell.
        lexer.end_line()
        yield lexer.tokens[given : lexer.complete]
        raise
    lexer.end()
    yield lexer.tokens[given:]


def tokens(lines: Sequence[Line]) -> list[Token]:
    """Return the tokens of a source. Raises InputError."""
    return [token for line in token_lines(lines) for token in line]


class _Lexer:
    """Takes lines of words, and adds where statements and levels begin and end.

    ``_levels`` has a list for the source and one for every value process in brackets that is open;
    in each the indentation of the levels that are open. ``complete`` tokens belong to lines that
    have ended.
    """

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.complete = 0
        self._levels: list[list[int]] = [[0]]
        self._brackets: list[list[Token]] = [[]]
        self._start = 0

    def add(self, found: list[Token], line: Line) -> None:
        """Add the words of one line."""
        if not self._goes_on():
            self._begin(found[0], line)
        elif line.shift + found[0].place.column - 1 < self._levels[-1][-1]:
            found[0].place.fail(
                f"{found[0]} left of the line above, which goes on as it ends with "
                f"{self.tokens[-1]}",
                f"the rest of it, after {self._levels[-1][-1] - line.shift} spaces or more",
            )
        for at, token in enumerate(found):
            if self.tokens and self.tokens[-1].kind == "(" and _begins_value_process(found, at):
                self._mark()
                self._levels.append([line.shift + token.place.column - 1])
                self._brackets.append([])
            self._take(token)

    def assembly(self, line: Line) -> list[Token] | None:
        """Return a line of ASM or GUY, as one token with its text; None: it is no such line.

        They begin behind the word, and go on as long as lines are indented further. Comments and
        empty lines among them are none.
        """
        text = line.text.partition("--")[0].rstrip()
        spaces = line.shift + len(text) - len(text.lstrip(" "))
        last = self.tokens[-1] if self.tokens else None
        if last is None or last.kind not in ("ASM", "GUY", "ASSEMBLY"):
            return None
        if not text:
            return []
        if spaces <= self._levels[-1][-1]:
            return None
        place = line.place(spaces - line.shift + 1)
        return [Token("ASSEMBLY", text.strip(), place)]

    def end(self) -> None:
        """Close the last line and all levels."""
        if self.tokens:
            self._end_line()
            self._dedent(0)

    def end_line(self) -> None:
        """Close the last line, unless it goes on."""
        if self.tokens and self.tokens[-1].kind != "_NEWLINE" and not self._goes_on():
            self._end_line()

    def _goes_on(self) -> bool:
        return (
            bool(self.tokens)
            and self.tokens[-1].text in _GOES_ON
            and (self.tokens[-1].kind not in ("STRING", "CHARACTER", "_NEWLINE"))
        )

    def _take(self, token: Token) -> None:
        brackets = self._brackets[-1]
        if token.kind in ("(", "BRACKET"):
            brackets.append(token)
            if sum(map(len, self._brackets)) > _BRACKETS_MAXIMUM:
                token.place.fail("too deep an expression", f"at most {_BRACKETS_MAXIMUM} brackets")
        elif token.kind in (")", "]") and brackets:
            brackets.pop()
        self.tokens.append(token)

    def _begin(self, first: Token, line: Line) -> None:
        """Begin a statement: end the one before, and open or close levels."""
        if not self.tokens:
            self._start_source(first, line)
            return
        self._end_line()
        if first.kind == ")" and len(self._levels) > 1:
            self._dedent(0)
            self._levels.pop()
            self._brackets.pop()
            return
        spaces = line.shift + first.place.column - 1
        levels = self._levels[-1]
        if spaces == levels[-1]:
            return
        if spaces < levels[-1]:
            self._end_levels(first, spaces, line)
            return
        kind = "_INDENT" if spaces == levels[-1] + LEVEL else "_BAD_INDENT"
        self.tokens.append(Token(kind, str(levels[-1] - line.shift), first.place))
        self._start = len(self.tokens)
        levels.append(spaces)
        if sum(map(len, self._levels)) > _LEVELS_MAXIMUM:
            first.place.fail("too deep a nesting", f"at most {_LEVELS_MAXIMUM} levels")

    def _end_levels(self, first: Token, spaces: int, line: Line) -> None:
        levels = self._levels[-1]
        if spaces < levels[0]:
            opening = self._brackets[-2][-1]
            first.place.fail(
                f"{first} where a value process should end",
                f"')' for the '(' of line {opening.place.line}",
            )
        if spaces not in levels:
            nearest = sorted(sorted(levels, key=lambda level: abs(level - spaces))[:2])
            text = " or ".join(str(max(level - line.shift, 0)) for level in nearest)
            self.tokens.append(Token("_BAD_DEDENT", text, first.place))
        self._dedent(sum(level <= spaces for level in levels) - 1)

    def _start_source(self, first: Token, line: Line) -> None:
        spaces = line.shift + first.place.column - 1
        if spaces:
            first.place.fail(f"{spaces} spaces before {first}", "0 spaces before the first line")

    def _end_line(self) -> None:
        last = self.tokens[-1]
        place = replace(last.place, column=last.place.column + len(last.text))
        self._mark()
        self.tokens.append(Token("_NEWLINE", "", place))
        self._start = self.complete = len(self.tokens)
        self._brackets[-1].clear()

    def _mark(self) -> None:
        mark_types(self.tokens, self._start)
        self._start = len(self.tokens)

    def _dedent(self, level: int) -> None:
        levels = self._levels[-1]
        place = self.tokens[-1].place
        while len(levels) > level + 1:
            levels.pop()
            self.tokens.append(Token("_DEDENT", "", place))
        self._start = len(self.tokens)


def _begins_value_process(found: list[Token], at: int) -> bool:
    """Tell whether a value process begins at an index, where the token before is a bracket."""
    if found[at].kind == "VALOF":
        return True
    if found[-1].kind != ":" or found[at].text not in _BEGINS_SPECIFICATION:
        return False
    closing = sum(token.kind == ")" for token in found[at:])
    return closing <= sum(token.kind == "(" for token in found[at:])
