"""Expressions of transputer assembly source: read now, evaluated once names have values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from common.place import Place
from emulator.transputer.assembly.lexemes import Lexeme, number, string


@dataclass(frozen=True)
class Quantity:
    """A number, or a place in the program: an offset from its start.

    ``labels`` counts how many starts of the program are in the sum: 0 for a number or a difference
    of labels, 1 for a label. What else arithmetic yields has no meaning.
    """

    number: int
    labels: int = 0


Symbols = Callable[[str], "Quantity | None"]
Evaluate = Callable[[Symbols], Quantity]


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
    """Reads expressions from the lexemes of one line, from left to right."""

    def __init__(self, line: list[Lexeme]) -> None:
        self._lexemes = line
        self._at = 0
        self._depth = 0

    @property
    def next(self) -> Lexeme:
        """The lexeme that comes next."""
        return self._lexemes[self._at]

    def take(self) -> Lexeme:
        """Go past the next lexeme and return it; the end of the line stays."""
        lexeme = self.next
        if lexeme.kind != "end":
            self._at += 1
        return lexeme

    def takes(self, sign: str) -> bool:
        """Go past the next lexeme if it is that sign."""
        found = self.next.kind == "sign" and self.next.text == sign
        self._at += found
        return found

    def follows(self, sign: str) -> bool:
        """Tell whether the lexeme after the next one is that sign."""
        after = self._lexemes[self._at + 1 : self._at + 2]
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
        lexeme = self.next
        for sign, function in (("-", lambda a: -a), ("~", lambda a: ~a), ("+", lambda a: a)):
            if self.takes(sign):
                return _unary(lexeme, function, self._unary())
        if self.takes("("):
            inner = self.expression()
            if not self.takes(")"):
                self.next.place.fail(f"{self.next} in brackets", "')'")
            return inner
        return self._atom()

    def _atom(self) -> Expression:
        lexeme = self.take()
        place = lexeme.place
        if lexeme.kind == "number":
            constant = Quantity(number(lexeme))
            return Expression(place, lambda symbols: constant)
        if lexeme.kind == "string" and lexeme.text.startswith("'") and len(string(lexeme)) == 1:
            character = Quantity(string(lexeme)[0])
            return Expression(place, lambda symbols: character)
        if lexeme.kind == "name" or lexeme.text == ".":
            return Expression(place, lambda symbols: _look_up(lexeme, symbols))
        place.fail(f"{lexeme} where a value should be", "a number, 'character', name, '.' or '('")


def _look_up(lexeme: Lexeme, symbols: Symbols) -> Quantity:
    value = symbols(lexeme.text)
    if value is None:
        lexeme.place.fail(f"no label or equate {lexeme.text!r}", "a name that the source defines")
    return value


def _unary(lexeme: Lexeme, function: Callable[[int], int], inner: Expression) -> Expression:
    def value(symbols: Symbols) -> Quantity:
        operand = inner.value(symbols)
        if operand.labels and lexeme.text != "+":
            if lexeme.text == "-":
                return Quantity(-operand.number, -operand.labels)
            lexeme.place.fail(f"{lexeme.text!r} of a label", "numbers and differences of labels")
        return Quantity(function(operand.number), operand.labels)

    return Expression(lexeme.place, value)


def _binary(
    sign: Lexeme, function: Callable[[int, int], int], left: Expression, right: Expression
) -> Expression:
    def value(symbols: Symbols) -> Quantity:
        a, b = left.value(symbols), right.value(symbols)
        if sign.text == "+":
            return Quantity(a.number + b.number, a.labels + b.labels)
        if sign.text == "-":
            return Quantity(a.number - b.number, a.labels - b.labels)
        if a.labels or b.labels:
            sign.place.fail(f"{sign.text!r} of a label", "numbers and differences of labels")
        if sign.text in "/%" and b.number == 0:
            sign.place.fail("division by 0", "a divisor that is not 0")
        if sign.text in ("<<", ">>") and not 0 <= b.number < 64:
            sign.place.fail(f"a shift by {b.number}", "0 to 63 places")
        return Quantity(function(a.number, b.number))

    return Expression(left.place, value)
