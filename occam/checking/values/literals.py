"""The values of literals."""

from __future__ import annotations

from fractions import Fraction

from occam import parsed, typed
from occam.language import arithmetic
from occam.language.arithmetic import ConstantError
from occam.language.characters import ESCAPES
from occam.language.types import ArrayType, Primitive


def literal(node: parsed.Literal) -> typed.Constant:
    """Return a literal's value: of the type in brackets, else INT, BYTE or BOOL.

    A real has to have its type: occam 2 has none for reals by default.
    """
    written = Primitive(node.type.name) if node.type is not None else None
    try:
        type_, value = _value(node, written)
    except ConstantError as error:
        node.place.fail(error.problem, error.expected)
    return typed.Constant(node.place, type_, value)


def string(node: parsed.StringLiteral) -> typed.ConstantTable:
    """Return a string: an array of BYTE."""
    return typed.ConstantTable(node.place, ArrayType(len(node.data), Primitive.BYTE), node.data)


def _value(node: parsed.Literal, written: Primitive | None) -> tuple[Primitive, int]:
    text = node.text
    if node.kind == "boolean":
        return Primitive.BOOL, int(text == "TRUE")
    if node.kind == "real":
        if written is None or not written.real:
            node.place.fail(
                f"the real {text} is no {written}" if written else f"the real {text} has no type",
                f"{text}(REAL32) or {text}(REAL64)",
            )
        return written, arithmetic.real(written, Fraction(text))
    type_ = written or (Primitive.BYTE if node.kind == "byte" else Primitive.INT)
    if type_.real or type_ is Primitive.BOOL:
        expected = f"{text}.0({type_})" if type_.real else "TRUE or FALSE"
        node.place.fail(f"{text} is no {type_}", expected)
    if node.kind == "byte":
        return type_, arithmetic.checked(type_, _character(text[1:-1]))
    return type_, _integer(type_, text)


def _character(body: str) -> int:
    """Return the code of a character as it stands between the quotes: ``a``, ``*n``, ``*#0A``."""
    if body.startswith("*#"):
        return int(body[2:], 16)
    if body.startswith("*") and len(body) == 2:
        return ESCAPES[body[1].lower()]
    return body.encode("latin-1", "replace")[0]


def _integer(type_: Primitive, text: str) -> int:
    """Return a number; hexadecimal digits (# or $) are the bits: ``#FFFFFFFF`` is -1."""
    if text[0] in "#$":
        pattern, width = int(text[1:], 16), arithmetic.bits(type_)
        if pattern >> width:
            raise ConstantError(
                f"{text} has more than {width} bits", f"at most {width // 4} digits for {type_}"
            )
        return pattern if type_ is Primitive.BYTE else arithmetic.wrap(type_, pattern)
    value, greatest = int(text), arithmetic.limits(type_)[1]
    if value == greatest + 1 and type_.integer:
        raise ConstantError(f"{text} does not fit {type_}", f"MOSTNEG {type_} for the least value")
    return arithmetic.checked(type_, value)
