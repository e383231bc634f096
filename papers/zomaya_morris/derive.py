"""Times that Zomaya and Morris (1989) do not print, from what their section 8 says of them."""

from __future__ import annotations

from collections.abc import Mapping


def newton_euler(printed: Mapping[str, float]) -> float:
    """Return the seconds of Newton-Euler on one T800, of which PSCSNEA saves 58 %."""
    return printed["pscsnea"] / (1 - printed["saved_on_newton_euler"])


def scsnea(printed: Mapping[str, float]) -> float:
    """Return the seconds of SCSNEA on one T800, of which PSCSNEA saves 41 %."""
    return printed["pscsnea"] / (1 - printed["saved_on_scsnea"])
