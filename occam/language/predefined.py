"""Functions and procedures every program knows without defining them.

Names, parameters and results are those of the occam 2 Reference Manual (INMOS 1988), appendices on
multiple length arithmetic and on floating point functions, and of INMOS's toolset for the
procedures. A program may define the names anew.
"""

from __future__ import annotations

from dataclasses import dataclass

from occam.language.types import CHANNEL_OF_ANY_PROTOCOL, ArrayType, Primitive, Type

INT = Primitive.INT
_BOOL = Primitive.BOOL
_REAL32 = Primitive.REAL32
_REAL64 = Primitive.REAL64


@dataclass(frozen=True)
class Signature:
    """The parameters' names and types, and the results' types; none: a procedure.

    Parameters are VAL, but for those whose names are ``variables``.
    """

    name: str
    parameters: tuple[tuple[str, Type], ...]
    results: tuple[Primitive, ...] = ()
    variables: frozenset[str] = frozenset()


def _integers(name: str, results: int, *parameters: str) -> Signature:
    return Signature(name, tuple((one, INT) for one in parameters), (INT,) * results)


def _of_real(single: str, double: str, result: Primitive | None = None) -> tuple[Signature, ...]:
    """Return a function of one real for both lengths; result None: as long as the argument."""
    return (
        Signature(single, (("x", _REAL32),), (result or _REAL32,)),
        Signature(double, (("x", _REAL64),), (result or _REAL64,)),
    )


FUNCTIONS: dict[str, Signature] = {
    signature.name: signature
    for signature in (
        # left + right + (carry /\ 1), checked; LONGSUM modulo, giving carry and sum.
        _integers("LONGADD", 1, "left", "right", "carry.in"),
        _integers("LONGSUM", 2, "left", "right", "carry.in"),
        # left - right - (borrow /\ 1), checked; LONGDIFF modulo, giving borrow and difference.
        _integers("LONGSUB", 1, "left", "right", "borrow.in"),
        _integers("LONGDIFF", 2, "left", "right", "borrow.in"),
        # Unsigned left * right + carry, giving high and low word.
        _integers("LONGPROD", 2, "left", "right", "carry.in"),
        # Unsigned, giving quotient and remainder; an error if the quotient needs two words.
        _integers("LONGDIV", 2, "dividend.hi", "dividend.lo", "divisor"),
        # Logical, of two words, giving high and low word.
        _integers("SHIFTLEFT", 2, "hi.in", "lo.in", "places"),
        _integers("SHIFTRIGHT", 2, "hi.in", "lo.in", "places"),
        # Left until the highest bit is set, giving places, high and low word; 64 places for 0.
        _integers("NORMALISE", 3, "hi.in", "lo.in"),
        # Of one word; left is checked: an error if the value does not survive.
        _integers("ASHIFTLEFT", 1, "argument", "places"),
        _integers("ASHIFTRIGHT", 1, "argument", "places"),
        _integers("ROTATELEFT", 1, "argument", "places"),
        _integers("ROTATERIGHT", 1, "argument", "places"),
        # Of fractions from -1 to 1, rounded.
        _integers("FRACMUL", 1, "x", "y"),
        *_of_real("ABS", "DABS"),
        *_of_real("SQRT", "DSQRT"),
        *_of_real("MULBY2", "DMULBY2"),
        *_of_real("DIVBY2", "DDIVBY2"),
        # Rounded to the nearest whole number, still a real.
        *_of_real("FPINT", "DFPINT"),
        *_of_real("ISNAN", "DISNAN", _BOOL),
        # An infinity or not a number.
        *_of_real("NOTFINITE", "DNOTFINITE", _BOOL),
    )
}

INSTRUCTIONS = {
    "BITCOUNT": "bitcnt",
    "BITREVNBITS": "bitrevnbits",
    "BITREVWORD": "bitrevword",
    "CRCWORD": "crcword",
    "CRCBYTE": "crcbyte",
    "MOVE2D": "move2dall",
    "DRAW2D": "move2dnonzero",
    "CLIP2D": "move2dzero",
}
"""What routines that are written in occam are on a T800."""

_BYTES = ArrayType(None, Primitive.BYTE)
_CHANNELS = ArrayType(None, CHANNEL_OF_ANY_PROTOCOL)


def _loading(name: str, loaded: str, type_: Type) -> Signature:
    """Return a procedure that stores an address in ``here``; what lies there stays as it is."""
    variables = frozenset(("here",) if type_ == _BYTES else ("here", loaded))
    return Signature(name, (("here", INT), (loaded, type_)), variables=variables)


PROCEDURES: dict[str, Signature] = {
    signature.name: signature
    for signature in (
        # Set the error flag, whatever the check mode.
        Signature("CAUSEERROR", ()),
        # An error if false; checked while compiling where the test is constant.
        Signature("ASSERT", (("test", _BOOL),)),
        # Go to the back of the queue of one's priority.
        Signature("RESCHEDULE", ()),
        # Call code at an offset, its workspace the end of an array; see `generating`.
        Signature(
            "KERNEL.RUN",
            (
                ("code", _BYTES),
                ("entry.offset", INT),
                ("workspace", ArrayType(None, INT)),
                ("no.of.parameters", INT),
            ),
            variables=frozenset(("workspace",)),
        ),
        # The addresses of what such code is given.
        _loading("LOAD.INPUT.CHANNEL", "in", CHANNEL_OF_ANY_PROTOCOL),
        _loading("LOAD.OUTPUT.CHANNEL", "out", CHANNEL_OF_ANY_PROTOCOL),
        _loading("LOAD.INPUT.CHANNEL.VECTOR", "in", _CHANNELS),
        _loading("LOAD.OUTPUT.CHANNEL.VECTOR", "out", _CHANNELS),
        _loading("LOAD.BYTE.VECTOR", "bytes", _BYTES),
    )
}
