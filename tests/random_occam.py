"""Random programs of INTs, REAL32s and REAL64s, and what a model in Python says that they compute.

A program is made statement by statement, and each is run by the model at once: what would overflow,
divide by zero or leave the finite numbers is thrown away, so that every check mode gives the same.
"""

import operator
import random
from dataclasses import dataclass

import numpy as np

INT, REAL32, REAL64, BOOL = "INT", "REAL32", "REAL64", "BOOL"
_REALS = {REAL32: np.float32, REAL64: np.float64}
_NAMES = {INT: "ijk", REAL32: "xyz", REAL64: "def"}
_ARRAYS = {INT: "m", REAL32: "v", REAL64: "w"}
_LENGTH = 4
_STATEMENTS = 12
_LIMIT = 2**31


class Undefined(Exception):
    """What a program must not do."""


def checked(value):
    """Return an INT, or a finite real."""
    if isinstance(value, int):
        if not -_LIMIT <= value < _LIMIT:
            raise Undefined
        return value
    if not np.isfinite(value):
        raise Undefined
    return value


def wrapped(value):
    return (value + _LIMIT) % (2 * _LIMIT) - _LIMIT


def divided(a, b):
    """Return the quotient towards zero."""
    if b == 0:
        raise Undefined
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


_INTEGER = {
    "+": lambda a, b: checked(a + b),
    "-": lambda a, b: checked(a - b),
    "*": lambda a, b: checked(a * b),
    "/": lambda a, b: checked(divided(a, b)),
    "\\": lambda a, b: a - divided(a, b) * b,
    "PLUS": lambda a, b: wrapped(a + b),
    "MINUS": lambda a, b: wrapped(a - b),
    "TIMES": lambda a, b: wrapped(a * b),
    "/\\": operator.and_,
    "\\/": operator.or_,
    "><": operator.xor,
}
_REAL = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
_RELATIONS = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


@dataclass
class Expression:
    """Source text, and a function of the model's variables that gives its value."""

    text: str
    value: object
    constant: bool = False


class Maker:
    """Makes one program, and runs it in the model meanwhile."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.known = {}
        self.lines = []
        for type_, names in _NAMES.items():
            for name in names:
                self.known[name] = self.zero(type_)
            self.known[_ARRAYS[type_]] = [self.zero(type_)] * _LENGTH
        self.indices = []

    def zero(self, type_):
        return 0 if type_ == INT else _REALS[type_](0)

    def expression(self, type_, depth=0):
        if depth > 3 or self.random.random() < 0.15 + 0.1 * depth:
            return self.leaf(type_)
        kinds = {INT: self.integer, REAL32: self.real, REAL64: self.real, BOOL: self.truth}
        return kinds[type_](type_, depth + 1)

    def leaf(self, type_):
        if type_ == BOOL:
            value = self.random.random() < 0.5
            return Expression("TRUE" if value else "FALSE", lambda _: value, True)
        if self.random.random() < 0.3:
            return self.literal(type_)
        if self.random.random() < 0.3:
            return self.element(type_)
        names = [*_NAMES[type_], *(self.indices if type_ == INT else [])]
        name = self.random.choice(names)
        return Expression(name, lambda known: known[name])

    def literal(self, type_):
        if type_ == INT:
            value = self.random.choice([0, 1, 2, 3, 7, 100, 1000, 65535, 123456789])
            return Expression(str(value), lambda _: value, True)
        eighths = self.random.choice([1, 2, 3, 4, 8, 12, 25, 100, 8001])
        value = _REALS[type_](eighths / 8)
        return Expression(f"{eighths / 8}({type_})", lambda _: value, True)

    def element(self, type_):
        index = self.expression(INT, 3)
        name = _ARRAYS[type_]
        return Expression(
            f"{name}[({index.text}) /\\ {_LENGTH - 1}]",
            lambda known: known[name][index.value(known) & _LENGTH - 1],
        )

    def integer(self, _, depth):
        choice = self.random.random()
        if choice < 0.15:
            type_ = self.random.choice([REAL32, REAL64])
            inner, mode = self.expression(type_, depth), self.random.choice(["ROUND", "TRUNC"])
            rounding = np.rint if mode == "ROUND" else np.trunc
            return Expression(
                f"(INT {mode} {inner.text})",
                lambda known: checked(int(rounding(inner.value(known)))),
            )
        if choice < 0.25:
            inner = self.expression(BOOL, depth)
            return Expression(f"(INT {inner.text})", lambda known: int(inner.value(known)))
        if choice < 0.35:
            inner = self.expression(INT, depth)
            return Expression(
                f"twice ({inner.text})", lambda known: checked(2 * inner.value(known))
            )
        return self.pair(INT, depth, self.random.choice(list(_INTEGER)), _INTEGER)

    def pair(self, type_, depth, sign, meanings):
        left, right = self.expression(type_, depth), self.expression(type_, depth)
        if right.constant:  # of constants the compiler refuses what the model must not do
            name = self.random.choice(_NAMES[type_])
            left = Expression(name, lambda known: known[name])
            if sign in ("/", "\\") and right.value({}) == 0:
                sign = "+"
        return Expression(
            f"({left.text} {sign} {right.text})",
            lambda known: meanings[sign](left.value(known), right.value(known)),
        )

    def real(self, type_, depth):
        choice = self.random.random()
        make = _REALS[type_]
        if choice < 0.15:
            inner = self.expression(INT, depth)
            return Expression(
                f"({type_} ROUND {inner.text})", lambda known: make(inner.value(known))
            )
        if choice < 0.3:
            other = REAL64 if type_ == REAL32 else REAL32
            inner = self.expression(other, depth)
            mode = "ROUND " if type_ == REAL32 else ""
            return Expression(
                f"({type_} {mode}{inner.text})", lambda known: checked(make(inner.value(known)))
            )
        if choice < 0.45:
            inner = self.expression(type_, depth)
            prefix = "" if type_ == REAL32 else "D"
            return Expression(
                f"{prefix}SQRT ({prefix}ABS ({inner.text}))",
                lambda known: np.sqrt(np.abs(inner.value(known))),
            )
        if choice < 0.52:
            inner = self.expression(type_, depth)
            return Expression(f"(- {inner.text})", lambda known: make(0) - inner.value(known))
        signs = {sign: lambda a, b, f=f: checked(f(a, b)) for sign, f in _REAL.items()}
        return self.pair(type_, depth, self.random.choice(list(_REAL)), signs)

    def truth(self, _, depth):
        if self.random.random() < 0.3:
            sign = self.random.choice(["AND", "OR"])
            left, right = self.expression(BOOL, depth), self.expression(BOOL, depth)
            if sign == "AND":
                value = lambda known: left.value(known) and right.value(known)  # noqa: E731
            else:
                value = lambda known: left.value(known) or right.value(known)  # noqa: E731
            return Expression(f"({left.text} {sign} {right.text})", value)
        type_ = self.random.choice([INT, REAL32, REAL64])
        return self.pair(type_, depth, self.random.choice(list(_RELATIONS)), _RELATIONS)

    # Statements: lines of text, and a function that runs them on the model's variables.

    def statement(self, depth=0):
        kinds = [self.assign, self.assign, self.assign_element, self.swap, self.abbreviate]
        if depth < 2:
            kinds += [self.choose, self.repeat]
        return self.random.choice(kinds)(depth)

    def assign(self, _):
        type_ = self.random.choice([INT, REAL32, REAL64])
        name, given = self.random.choice(_NAMES[type_]), self.expression(type_)

        def run(known):
            known[name] = given.value(known)

        return [f"{name} := {given.text}"], run

    def assign_element(self, _):
        type_ = self.random.choice([INT, REAL32, REAL64])
        name, index, given = _ARRAYS[type_], self.expression(INT, 3), self.expression(type_)

        def run(known):
            value = given.value(known)
            place = index.value(known) & _LENGTH - 1
            known[name] = [*known[name][:place], value, *known[name][place + 1 :]]

        return [f"{name}[({index.text}) /\\ {_LENGTH - 1}] := {given.text}"], run

    def swap(self, _):
        type_ = self.random.choice([INT, REAL32, REAL64])
        one, other = self.random.sample(_NAMES[type_], 2)
        first, second = self.expression(type_), self.expression(type_)

        def run(known):
            known[one], known[other] = first.value(known), second.value(known)

        return [f"{one}, {other} := {first.text}, {second.text}"], run

    def abbreviate(self, _):
        type_ = self.random.choice([REAL32, REAL64])
        given, name = self.expression(type_), self.random.choice(_NAMES[type_])

        def run(known):
            value = given.value(known)
            known[name] = checked(value + value)

        # What it is made from must not change meanwhile, so it is stored afterwards.
        return [
            f"{type_} kept:",
            "SEQ",
            f"  VAL {type_} given IS {given.text}:",
            "  kept := given + given",
            f"  {name} := kept",
        ], run

    def choose(self, depth):
        condition = self.expression(BOOL)
        (yes, run_yes), (no, run_no) = self.statement(depth + 1), self.statement(depth + 1)

        def run(known):
            (run_yes if condition.value(known) else run_no)(known)

        lines = ["IF", f"  {condition.text}", *(f"    {line}" for line in yes), "  TRUE"]
        return [*lines, *(f"    {line}" for line in no)], run

    def repeat(self, depth):
        count, name = self.random.randint(0, 4), f"n{depth}"
        self.indices.append(name)
        self.known.setdefault(name, 0)
        inner, run_inner = self.statement(depth + 1)
        self.indices.remove(name)

        def run(known):
            for number in range(count):
                known[name] = number
                run_inner(known)

        return [f"SEQ {name} = 0 FOR {count}", *(f"  {line}" for line in inner)], run

    def program(self):
        """Return a program's text, and the words that it sends."""
        while len(self.lines) < _STATEMENTS:
            lines, run = self.statement()
            known = dict(self.known)
            try:
                with np.errstate(all="ignore"):
                    run(known)
            except Undefined:
                continue
            self.known = known
            self.lines += lines
        return self._text(), self._words()

    def _text(self):
        head = ["INT FUNCTION twice (VAL INT n) IS n + n:", "PROC main ()", "  CHAN OF INT out:"]
        head.append("  PLACE out AT 0:")
        for type_, names in _NAMES.items():
            head += [f"  {type_} {', '.join(names)}:", f"  [{_LENGTH}]{type_} {_ARRAYS[type_]}:"]
        body = [*self._clear(), *self.lines, *self._send()]
        return "\n".join([*head, "  SEQ", *(f"    {line}" for line in body), ":", ""])

    def _clear(self):
        for type_, names in _NAMES.items():
            zero = "0" if type_ == INT else f"0.0({type_})"
            yield from (f"{name} := {zero}" for name in names)
            yield f"{_ARRAYS[type_]} := [{', '.join([zero] * _LENGTH)}]"

    def _send(self):
        for type_, names in _NAMES.items():
            places = [*names, *(f"{_ARRAYS[type_]}[{n}]" for n in range(_LENGTH))]
            for place in places:
                if type_ == INT:
                    yield f"out ! {place}"
                elif type_ == REAL32:
                    yield f"VAL INT bits RETYPES {place}:"
                    yield "out ! bits"
                else:
                    yield f"VAL [2]INT bits RETYPES {place}:"
                    yield from ("SEQ", "  out ! bits[0]", "  out ! bits[1]")

    def _words(self):
        words = []
        for type_, names in _NAMES.items():
            values = [*(self.known[name] for name in names), *self.known[_ARRAYS[type_]]]
            if type_ == INT:
                words += values
            else:
                words += np.array(values, _REALS[type_]).view(np.int32).tolist()
        return words
