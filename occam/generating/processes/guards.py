"""What is loaded for the guards of an ALT, between `alt` and `altend`, where nothing may be called.

Calls would use the words in which the ALT keeps its state. What calls a routine is computed before
`alt`, or, inside a replicator, in a workspace further down.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from occam import typed
from occam.generating.frame.homes import Home
from occam.generating.frame.vector_space import VectorSpace
from occam.generating.frame.workspace import WAITING_WORDS, Frame
from occam.generating.generator import Generator
from occam.generating.processes.scopes import specification
from occam.generating.values.demands import demand
from occam.generating.values.loading import load_operands, save
from occam.generating.values.operands import AddressOf, Number, Operand, Saved, WordOf
from occam.generating.values.temporaries import like
from occam.language.types import ChannelType
from occam.layout.sizes import fits_word


def guard_kind(guard: typed.Guard) -> str:
    """Return how the instructions for a guard end: s for SKIP, t for a time, c for a channel."""
    if guard.input is None:
        return "s"
    return "t" if isinstance(guard.input, typed.Delay) else "c"


def guard_expressions(guard: typed.Guard) -> list[typed.Expression]:
    """Return the channel or the time, if any, and the condition, if any."""
    waited: list[typed.Expression] = []
    if isinstance(guard.input, typed.Delay):
        waited = [guard.input.time]
    elif guard.input is not None:
        waited = [guard.input.channel]
    return waited if guard.condition is None else [*waited, guard.condition]


class GuardLoader:
    """Loads channels, times and conditions of guards, and what their replicators need."""

    def __init__(self, g: Generator) -> None:
        self.g = g
        self._computed: dict[typed.Expression, Operand] = {}

    def compute(self, e: typed.Expression) -> None:
        """Compute what calls something, before `alt`, and remember it."""
        g = self.g
        if demand(g, e).calls:
            load_operands(g, [_operand(e)])
            self._computed[e] = save(g)

    def load(self, guard: typed.Guard) -> None:
        """Load what comes before `enbc` and the like: channel or time, and condition."""
        operands = [self._load_safely(e) for e in guard_expressions(guard)]
        if guard.condition is None:
            operands.append(Number(1))
        load_operands(self.g, operands)

    def kept(self, e: typed.Expression) -> typed.Expression:
        """Return a replicator's bound, which must not be computed by a call between the guards."""
        operand = self._load_safely(e)
        if not isinstance(operand, Saved):
            return e
        return like(self.g, e, operand.slot)

    def specify(self, symbol: typed.Specification) -> None:
        """Make a specification between the guards."""
        g = self.g
        if isinstance(symbol, typed.Declared) or not demand(g, symbol.expression).calls:
            specification(g, symbol)
        elif symbol.value and not symbol.retypes and fits_word(symbol.type):
            operand = self._load_safely(symbol.expression)
            assert isinstance(operand, Saved)
            g.homes[symbol] = Home(operand.slot)
        else:
            symbol.place.fail(
                f"{symbol.name} calls a function in a replicated ALT",
                "a value of one word there, or the abbreviation before the ALT",
            )

    def _load_safely(self, e: typed.Expression) -> Operand:
        """Return what loads a value or a channel's address between the guards, without calls."""
        g = self.g
        if e in self._computed:
            return self._computed[e]
        if not demand(g, e).calls:
            return _operand(e)
        with _lower(g):
            load_operands(g, [_operand(e)])
        return save(g)


def _operand(e: typed.Expression) -> Operand:
    return AddressOf(e) if isinstance(e.type, ChannelType) else WordOf(e)


@contextmanager
def _lower(g: Generator) -> Iterator[None]:
    """Generate code whose Wptr lies below the words that an ALT uses."""
    outer = g.frame
    frame = Frame(f"{outer.name}, guard", outer)

    def distance() -> int:
        return WAITING_WORDS + frame.size()

    frame.distance = distance
    outer.need_below(lambda: distance() + frame.below())
    space = g.vector_spaces.get(outer)
    if space is not None:
        g.vector_spaces[frame] = VectorSpace(space.pointer, space.end)
        space.need(g.vector_spaces[frame].total)
    g.emit("ajw", lambda: -distance())
    with g.inside(frame):
        yield
    g.emit("ajw", distance)
