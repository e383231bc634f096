"""A sum and the half that rounds it, in one carry chain of an ECP5.

Written as ``a + b + half`` it is a sum of three: Yosys puts a row of look-up tables before the
chain, two for a bit. But a chain's cell, CCU2C, has a table of four inputs before the carry. So
from the half on, the chain adds the bits of ``a ^ b`` to the carries that ``a & b`` gives the next
place, each made in the table of its own cell; at the half's own place the third summand is 1 and
one of its two carries is ``a``'s bit. Yosys's ``ecp5/cells_sim.v`` is the model for simulators.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from amaranth.hdl import Cat, Const, Instance, Module, Signal

_PLAIN, _HALF, _FIRST, _NEXT = range(4)
"""What a place of the chain adds: below the half, at it, right above it, and further up."""

_TABLES = {
    (_PLAIN, False): 0x66AA, (_HALF, False): 0x99CC,
    (_FIRST, False): 0x9696, (_NEXT, False): 0x9666,
    (_PLAIN, True): 0x99AA, (_HALF, True): 0x6633,
    (_FIRST, True): 0x6969, (_NEXT, True): 0x9969,
}  # fmt: skip
"""The cell's table, by what is added and whether ``b`` is inverted.

Its inputs are A, B (the place's bits) and C, D (those of the place below; in the two lower kinds 0
and 1). If it gives 1, the carry goes on; else the table's lowest quarter gives the next carry.
"""


def rounded_sum(
    m: Module,
    name: str,
    operands: Sequence[Any],
    signs: Sequence[int],
    places: int,
    width: int,
    one: Any = None,
) -> Any:
    """Add a chain and return a sum of two or three, rounded, halves up, to fewer bits.

    Parameters
    ----------
    operands, signs
        Signed wires of one weight, and 1 or -1 for each; the first is added.
    places
        Low bits that the rounding drops, at least 1.
    width
        Of the result, which must fit.
    one
        A bit that is added at the lowest place, where no operand of two is subtracted.
    """
    length = places + width
    negative = sum(sign < 0 for sign in signs)
    if len(operands) == 2:
        a, b = operands
        inverted = negative == 1
    else:
        words = [
            extended if sign > 0 else ~extended
            for wires, sign in zip(operands, signs, strict=True)
            for extended in [Cat(_bit(wires, k) for k in range(length))]
        ]
        x, y, z = words
        a, b, inverted = Signal(length), Signal(length), False
        # Minus a number is its bits inverted, and one: one of them at the free lowest carry.
        m.d.comb += [
            a.eq(x ^ y ^ z),
            b.eq(Cat(Const(negative > 1, 1), ((x & y) | (x & z) | (y & z))[:-1])),
        ]
    total = Signal(length, name=f"{name}_total")
    carry: Any = Const(negative > 0, 1) if one is None else one
    for low in range(0, length, 2):
        following = Signal(name=f"{name}_carry_{low}")
        ports: dict[str, Any] = {"i_CIN": carry, "o_COUT": following}
        for half in (0, 1):
            place = low + half
            kind, inputs = _column(a, b, min(place, length - 1), places)
            ports[f"p_INIT{half}"] = Const(_TABLES[kind, inverted], 16)
            ports[f"p_INJECT1_{half}"] = "NO"
            ports |= {f"i_{pin}{half}": wire for pin, wire in zip("ABCD", inputs, strict=True)}
            ports[f"o_S{half}"] = total[place] if place < length else Signal()
        m.submodules[f"{name}_{low}"] = Instance("CCU2C", **ports)
        carry = following
    return total[places:].as_signed()


def _column(a: Any, b: Any, place: int, places: int) -> tuple[int, tuple[Any, ...]]:
    """Return what a place adds, and its table's four inputs."""
    here = _bit(a, place), _bit(b, place)
    if place < places:
        return _HALF if place == places - 1 else _PLAIN, (*here, Const(0), Const(1))
    kind = _FIRST if place == places else _NEXT
    return kind, (*here, _bit(a, place - 1), _bit(b, place - 1))


def _bit(value: Any, place: int) -> Any:
    return value[min(place, len(value) - 1)]
