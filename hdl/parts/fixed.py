"""Signed fixed-point shapes and values for Amaranth.

Names follow Amaranth's RFC 41 (``SQ``, ``Value``, ``Const``, ``i_bits``, ``f_bits``), so that the
language's own type can take this one's place. Two things go further than the RFC: ``f_bits`` may
exceed the width or be negative, and dropping fraction bits names its rounding.
"""

from __future__ import annotations

import math
from typing import Any

from amaranth import hdl
from amaranth.hdl import signed

from dataflow.numbers.formats import Format


class Shape(hdl.ShapeCastable):
    """A two's complement number: the integer on the wires times two to the minus ``f_bits``.

    Parameters
    ----------
    i_bits
        Integer bits, the sign's included.
    f_bits
        Fraction bits. The width, ``i_bits + f_bits``, must be positive.
    """

    def __init__(self, i_bits: int, f_bits: int) -> None:
        if i_bits + f_bits < 1:
            raise ValueError(
                f"a fixed-point shape needs a bit, not i_bits={i_bits!r}, f_bits={f_bits!r}"
            )
        self.i_bits, self.f_bits = i_bits, f_bits

    @classmethod
    def of(cls, form: Format) -> Shape:
        """Return the shape of a dataflow format."""
        return cls(form.width - form.fraction, form.fraction)

    @property
    def width(self) -> int:
        """Bits on the wires."""
        return self.i_bits + self.f_bits

    def as_shape(self) -> hdl.Shape:
        """Return the wires' shape."""
        return signed(self.width)

    def __call__(self, target: Any) -> Value:
        """Read wires as a value of this shape."""
        # A layout's field arrives as an unsigned slice.
        return Value(hdl.Value.cast(target).as_signed(), self.f_bits)

    def const(self, init: float | None) -> Const:
        """Return the nearest constant, ties to even; ``None`` is zero."""
        return Const(round(math.ldexp(init or 0.0, self.f_bits)), self)

    def from_bits(self, raw: int) -> Const:
        """Return the constant whose wires hold ``raw``."""
        half = 1 << (self.width - 1)
        return Const((raw + half) % (2 * half) - half, self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and (self.i_bits, self.f_bits) == (
            other.i_bits,
            other.f_bits,
        )

    def __hash__(self) -> int:
        return hash((self.i_bits, self.f_bits))

    def __repr__(self) -> str:
        return f"fixed.SQ({self.i_bits}, {self.f_bits})"


def SQ(i_bits: int, f_bits: int) -> Shape:
    """Return a signed shape, as RFC 41 writes it."""
    return Shape(i_bits, f_bits)


class Value(hdl.ValueCastable):
    """Wires read as a fixed-point number.

    ``+``, ``-`` and ``*`` are exact and widen; `truncate` and `round` drop fraction bits; `narrow`
    drops integer bits that a proof has shown to repeat the sign.
    """

    def __init__(self, wires: Any, f_bits: int) -> None:
        self._wires = hdl.Value.cast(wires)
        if not self._wires.shape().signed:
            raise TypeError(f"fixed-point wires must be signed, not {self._wires.shape()!r}")
        self.f_bits = f_bits

    @property
    def i_bits(self) -> int:
        """Integer bits, the sign's included."""
        return len(self._wires) - self.f_bits

    def shape(self) -> Shape:
        """Return the shape."""
        return Shape(self.i_bits, self.f_bits)

    def as_value(self) -> hdl.Value:
        """Return the wires."""
        return self._wires

    def eq(self, other: Value) -> Any:
        """Assign a value of the same shape."""
        if other.shape() != self.shape():
            raise TypeError(f"cannot assign {other.shape()!r} to {self.shape()!r} without rounding")
        return self._wires.eq(other.as_value())

    def aligned(self, f_bits: int) -> hdl.Value:
        """Return the wires with ``f_bits`` fraction bits: zeros added, or low bits dropped."""
        if f_bits >= self.f_bits:
            return self._wires.shift_left(f_bits - self.f_bits)
        return dropped(self._wires, self.f_bits - f_bits)

    def _common(self, other: Value) -> tuple[hdl.Value, hdl.Value, int]:
        f_bits = max(self.f_bits, other.f_bits)
        return self.aligned(f_bits), other.aligned(f_bits), f_bits

    def __add__(self, other: Value) -> Value:
        left, right, f_bits = self._common(other)
        return Value(left + right, f_bits)

    def __sub__(self, other: Value) -> Value:
        left, right, f_bits = self._common(other)
        return Value(left - right, f_bits)

    def __neg__(self) -> Value:
        return Value(-self._wires, self.f_bits)

    def __mul__(self, other: Value) -> Value:
        return Value(self._wires * other.as_value(), self.f_bits + other.f_bits)

    def truncate(self, f_bits: int) -> Value:
        """Return it with at most ``f_bits`` fraction bits, rounded towards minus infinity."""
        if f_bits >= self.f_bits:
            return self
        return Value(dropped(self._wires, self.f_bits - f_bits), f_bits)

    def round(self, f_bits: int) -> Value:
        """Return it with at most ``f_bits`` fraction bits, rounded to nearest, halves up."""
        places = self.f_bits - f_bits
        if places <= 0:
            return self
        return Value(dropped(self._wires + (1 << (places - 1)), places), f_bits)

    def narrow(self, shape: Shape) -> Value:
        """Return the same number on ``shape``'s wires; both have the same fraction bits."""
        if shape.f_bits != self.f_bits:
            raise TypeError(f"{shape!r} has other fraction bits than {self.shape()!r}")
        wires = self._wires
        missing = shape.width - len(wires)
        if missing > 0:
            return Value(hdl.Cat(wires, wires[-1].replicate(missing)).as_signed(), self.f_bits)
        return Value(wires[: shape.width].as_signed(), self.f_bits)

    def __repr__(self) -> str:
        return f"(fixed {self.i_bits}.{self.f_bits} {self._wires!r})"


class Const(Value):
    """A constant number; raises `ValueError` if ``integer`` does not fit into ``shape``."""

    def __init__(self, integer: int, shape: Shape) -> None:
        if not -(1 << (shape.width - 1)) <= integer < 1 << (shape.width - 1):
            raise ValueError(f"{integer!r} does not fit into {shape!r}")
        super().__init__(hdl.Const(integer, shape.as_shape()), shape.f_bits)
        self.integer = integer

    def as_float(self) -> float:
        """Return the number."""
        return math.ldexp(float(self.integer), -self.f_bits)


def dropped(wires: hdl.Value, places: int) -> hdl.Value:
    """Return ``wires`` without their lowest ``places`` bits; at least the sign remains."""
    return wires[min(places, len(wires) - 1) :].as_signed()
