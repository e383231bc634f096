"""Calls of library routines; which there are, and what they take, is in `library.routines`."""

from __future__ import annotations

from collections.abc import Sequence

from occam.generating import loading
from occam.generating.generator import Generator
from occam.generating.operands import Operand
from occam.library.routines import routine


def call(g: Generator, name: str, operands: Sequence[Operand]) -> None:
    """Load Creg, Breg, Areg (in the order of `load_operands`) and call a routine."""
    loading.load_operands(g, operands)
    g.code.branch("call", g.routine(name))
    g.frame.need_below(lambda: routine(name, g.part).below)


def call_checked(g: Generator, name: str, operands: Sequence[Operand]) -> None:
    """Call the variant of a routine that checks, if errors are checked."""
    call(g, checked(g, name), operands)


def checked(g: Generator, name: str) -> str:
    """Return the name of the variant of a routine that checks, if errors are checked."""
    return f"{name}ERR" if g.error_checks else name
