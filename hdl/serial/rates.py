"""Rates of a serial line in cycles of a clock."""

from __future__ import annotations

from common.errors import InputError

DEFAULT_RATE = 115_200
"""Bits a second that every adapter knows."""

LEAST_CYCLES = 4
"""Clock cycles a bit that a start bit's middle can be found with."""

_TOLERANCE = 0.02
"""How far a rate may be off: both sides' errors add up to half a bit in ten."""


def cycles_a_bit(clock: float, rate: float) -> int:
    """Return clock cycles a bit, from a clock in Hz and a rate in bits a second.

    Raises
    ------
    InputError
        No whole number of cycles comes within two percent of the rate, or it has too few.
    """
    cycles = round(clock / rate) if rate > 0 else 0
    if cycles < LEAST_CYCLES:
        raise InputError(
            "rate", f"{rate:g} bits/s at {clock:g} Hz", f"above 0, up to {clock / LEAST_CYCLES:g}"
        )
    if abs(clock / cycles / rate - 1) > _TOLERANCE:
        near = clock / cycles
        raise InputError("rate", f"{rate:g} bits/s, {near:g} at {clock:g} Hz", "2 % off at most")
    return cycles
