"""The two words of an INT64, or of a REAL64 on a T414, as operands."""

from __future__ import annotations

from occam.generating.frame.workspace import Slot
from occam.generating.generator import Generator
from occam.generating.values.demands import ONE, address_demand
from occam.generating.values.loading import load_number, materialise, save
from occam.layout.places import has_address
from occam.typed import Constant, Expression, Variable


class Words:
    """The two words of an operand, each to be loaded with one register."""

    def __init__(self, g: Generator, e: Expression) -> None:
        self.constant = e.value if isinstance(e, Constant) else None
        self.slot: Slot | None = None
        self.pointer: Slot | None = None
        if self.constant is not None:
            return
        if not has_address(e):
            self.slot = materialise(g, e)
            return
        if isinstance(e, Variable) and address_demand(g, e) == ONE:
            home = g.homes[e.symbol]
            self.slot, self.pointer = (None, home.slot) if home.indirect else (home.slot, None)
            return
        g.load_address(e)
        self.pointer = save(g).slot

    def load(self, g: Generator, word: int) -> None:
        """Push a word: 0 the low one, 1 the high one."""
        if self.constant is not None:
            value = self.constant >> (32 * word)
            load_number(g, (value + 2**31) % 2**32 - 2**31)
        elif self.slot is not None:
            g.load_slot(self.slot, word)
        elif self.pointer is not None:
            g.load_slot(self.pointer)
            g.emit("ldnl", word)


def load_single(g: Generator, e: Expression) -> None:
    """Push an INT64 as a word, checked to fit."""
    words = Words(g, e)
    if g.error_checks:
        words.load(g, 1)
    words.load(g, 0)
    if g.error_checks:
        g.emit("csngl")
