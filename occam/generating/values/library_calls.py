"""Calls of library routines; which there are, and what they take, is in `library.routines`."""

from __future__ import annotations

from collections.abc import Sequence

from occam.generating.generator import Generator
from occam.generating.values.loading import load_operands
from occam.generating.values.operands import Number, Operand
from occam.library.routines import routine
from occam.typed import Convert


def call(g: Generator, name: str, operands: Sequence[Operand]) -> None:
    """Load Creg, Breg, Areg (in the order of `load_operands`) and call a routine."""
    load_operands(g, operands)
    g.code.branch("call", g.routine(name))
    g.frame.need_below(lambda: routine(name, g.part).below)


def call_checked(g: Generator, name: str, operands: Sequence[Operand]) -> None:
    """Call the variant of a routine that checks, if errors are checked."""
    call(g, checked(g, name), operands)


def checked(g: Generator, name: str) -> str:
    """Return the name of the variant of a routine that checks, if errors are checked."""
    return f"{name}ERR" if g.error_checks else name


def rounding_mode(e: Convert) -> Number:
    """Return what routines take for TRUNC and ROUND."""
    return Number(0 if e.mode == "TRUNC" else 1)
