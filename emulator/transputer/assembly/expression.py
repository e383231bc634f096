"""Tokens and expressions of transputer assembly source, each with the place it was written at."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from common.place import Place


@dataclass(frozen=True)
class Token:
    """One word, number, string or sign; ``kind`` is the group of `_TOKEN` that matched."""

    kind: str
    text: str
    place: Place

    def __str__(self) -> str:
        return "the end of the line" if self.kind == "end" else repr(self.text)


_TOKEN = re.compile(
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


def tokens(text: str, file: str, line: int) -> list[Token]:
    """Split one line of source; the last token has the kind ``end``."""
    found = []
    at = 0
    stop = len(text.rstrip())
    while at < len(text):
        place = Place(file, line, at + 1)
        match = _TOKEN.match(text, at)
        if match is None:
            place.fail(f"{text[at]!r} begins nothing", "a name, number, string or sign")
        at = match.end()
        if match.lastgroup == "comment":
            stop = place.column - 1
            break
        # The last group to close is the alternative's own, which holds the others.
        kind = match.lastgroup
        if kind is not None:
            found.append(Token(kind, match.group(kind), place))
    found.append(Token("end", "", Place(file, line, stop + 1)))
    return found


def _number(token: Token) -> int:
    """Return the value of a number token."""
    text = token.text
    if text.startswith("#"):
        return int(text[1:], 16)
    return int(text, 0) if text[:2].lower() in ("0x", "0b") else int(text)


def string(token: Token) -> bytes:
    """Return the bytes of a string token: UTF-8, with its escapes replaced."""
    body = token.text[1:-1]
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
            token.place.fail(f"no escape {escape.group()!r}", "xHH, " + ", ".join(_ESCAPES))
    return bytes(taken + body[at:].encode())


@dataclass(frozen=True)
class Value:
    """A number, or a place in the program: an offset from its start.

    ``labels`` counts how many starts of the program are in the sum: 0 for a number or a difference
    of labels, 1 for a label. What else arithmetic yields has no meaning.
    """

    number: int
    labels: int = 0


Symbols = Callable[[str], "Value | None"]
Evaluate = Callable[[Symbols], Value]


@dataclass(frozen=True)
class Expression:
    """An expression and where it begins; `value` needs the values of its names.

    The name ``.`` is asked for the place of the statement.
    """

    place: Place
    value: Evaluate


_OPERATORS: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "|": (0, lambda a, b: a | b),
    "^": (1, lambda a, b: a ^ b),
    "&": (2, lambda a, b: a & b),
    "<<": (3, lambda a, b: a << b),
    ">>": (3, lambda a, b: a >> b),
    "+": (4, lambda a, b: a + b),
    "-": (4, lambda a, b: a - b),
    "*": (5, lambda a, b: a * b),
    "/": (5, lambda a, b: a // b),
    "%": (5, lambda a, b: a % b),
}
"""Binary operators: how strongly each binds, and what it does.

Division rounds towards minus infinity, and the remainder has the divisor's sign.
"""

_NESTING_MAXIMUM = 50


class Parser:
    """Reads expressions from the tokens of one line, from left to right."""

    def __init__(self, line: list[Token]) -> None:
        self._tokens = line
        self._at = 0
        self._depth = 0

    @property
    def next(self) -> Token:
        """The token that comes next."""
        return self._tokens[self._at]

    def take(self) -> Token:
        """Go past the next token and return it; the end of the line stays."""
        token = self.next
        if token.kind != "end":
            self._at += 1
        return token

    def takes(self, sign: str) -> bool:
        """Go past the next token if it is that sign."""
        found = self.next.kind == "sign" and self.next.text == sign
        self._at += found
        return found

    def follows(self, sign: str) -> bool:
        """Tell whether the token after the next one is that sign."""
        after = self._tokens[self._at + 1 : self._at + 2]
        return bool(after) and after[0].kind == "sign" and after[0].text == sign

    def end(self, expected: str) -> None:
        """Require the end of the line."""
        if self.next.kind != "end":
            self.next.place.fail(f"{self.next} is left over", expected)

    def expression(self, least: int = 0) -> Expression:
        """Read an expression of operators that bind at least as strongly as ``least``."""
        left = self._unary()
        while self.next.kind == "sign" and self.next.text in _OPERATORS:
            strength, function = _OPERATORS[self.next.text]
            if strength < least:
                break
            sign = self.take()
            left = _binary(sign, function, left, self.expression(strength + 1))
        return left

    def _unary(self) -> Expression:
        self._depth += 1
        if self._depth > _NESTING_MAXIMUM:
            self.next.place.fail("too deep an expression", f"at most {_NESTING_MAXIMUM} brackets")
        operand = self._operand()
        self._depth -= 1
        return operand

    def _operand(self) -> Expression:
        token = self.next
        for sign, function in (("-", lambda a: -a), ("~", lambda a: ~a), ("+", lambda a: a)):
            if self.takes(sign):
                return _unary(token, function, self._unary())
        if self.takes("("):
            inner = self.expression()
            if not self.takes(")"):
                self.next.place.fail(f"{self.next} in brackets", "')'")
            return inner
        return self._atom()

    def _atom(self) -> Expression:
        token = self.take()
        place = token.place
        if token.kind == "number":
            constant = Value(_number(token))
            return Expression(place, lambda symbols: constant)
        if token.kind == "string" and token.text.startswith("'") and len(string(token)) == 1:
            character = Value(string(token)[0])
            return Expression(place, lambda symbols: character)
        if token.kind == "name" or token.text == ".":
            return Expression(place, lambda symbols: _look_up(token, symbols))
        place.fail(f"{token} where a value should be", "a number, 'character', name, '.' or '('")


def _look_up(token: Token, symbols: Symbols) -> Value:
    value = symbols(token.text)
    if value is None:
        token.place.fail(f"no label or equate {token.text!r}", "a name that the source defines")
    return value


def _unary(token: Token, function: Callable[[int], int], inner: Expression) -> Expression:
    def value(symbols: Symbols) -> Value:
        operand = inner.value(symbols)
        if operand.labels and token.text != "+":
            if token.text == "-":
                return Value(-operand.number, -operand.labels)
            token.place.fail(f"{token.text!r} of a label", "numbers and differences of labels")
        return Value(function(operand.number), operand.labels)

    return Expression(token.place, value)


def _binary(
    sign: Token, function: Callable[[int, int], int], left: Expression, right: Expression
) -> Expression:
    def value(symbols: Symbols) -> Value:
        a, b = left.value(symbols), right.value(symbols)
        if sign.text == "+":
            return Value(a.number + b.number, a.labels + b.labels)
        if sign.text == "-":
            return Value(a.number - b.number, a.labels - b.labels)
        if a.labels or b.labels:
            sign.place.fail(f"{sign.text!r} of a label", "numbers and differences of labels")
        if sign.text in "/%" and b.number == 0:
            sign.place.fail("division by 0", "a divisor that is not 0")
        if sign.text in ("<<", ">>") and not 0 <= b.number < 64:
            sign.place.fail(f"a shift by {b.number}", "0 to 63 places")
        return Value(function(a.number, b.number))

    return Expression(left.place, value)
