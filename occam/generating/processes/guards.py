"""What is loaded for the guards of an ALT, between `alt` and `altend`, where nothing may be called.

Calls would use the words in which the ALT keeps its state. What calls a routine is computed before
`alt`, or, inside a replicator, in a workspace further down.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from occam import typed
from occam.generating.code import Label
from occam.generating.frame.homes import Home
from occam.generating.frame.vector_space import VectorSpace
from occam.generating.frame.workspace import WAITING_WORDS, Frame, Slot
from occam.generating.generator import Generator
from occam.generating.processes.scopes import specification
from occam.generating.values.demands import demand, operand_demand
from occam.generating.values.loading import load_operands, save
from occam.generating.values.operands import AddressOf, LengthOf, Number, Operand, Saved, WordOf
from occam.generating.values.temporaries import like
from occam.language.types import ChannelType, Primitive
from occam.layout.lengths import open_positions
from occam.layout.places import is_memory
from occam.layout.sizes import fits_word, size_in_words


def guard_kind(guard: typed.Guard) -> str:
    """Return how the instructions for a guard end: s for SKIP, t for a time, c for a channel."""
    if guard.input is None:
        return "s"
    return "t" if isinstance(guard.input, typed.Delay) else "c"


def guard_expressions(guard: typed.Guard) -> list[typed.Expression]:
    """Return the channel or the time, if any, and the condition, if any."""
    waited = [] if guard.input is None else [_waited(guard)]
    return waited if guard.condition is None else [*waited, guard.condition]


def is_branched(guard: typed.Guard) -> bool:
    """Tell whether what is waited for may only be looked at where the condition is TRUE.

    So it is for all but plain variables: subscripts and arithmetic may be out of range.
    """
    if guard.condition is None or guard.input is None:
        return False
    waited = _waited(guard)
    return not isinstance(waited, typed.Variable | typed.Constant) and not _always_in_range(waited)


def _always_in_range(e: typed.Expression) -> bool:
    """Tell whether an element is one whatever its subscripts are."""
    while isinstance(e, typed.Element) and e.in_range:
        e = e.base
    return isinstance(e, typed.Variable)


def _waited(guard: typed.Guard) -> typed.Expression:
    """Return the channel or time of a guard that has one."""
    assert guard.input is not None
    return guard.input.time if isinstance(guard.input, typed.Delay) else guard.input.channel


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

    def compute_guard(self, guard: typed.Guard) -> None:
        """Compute what a guard calls, before `alt`; behind a condition only if that is true."""
        g, condition = self.g, guard.condition
        if condition is None or not is_branched(guard):
            for e in guard_expressions(guard):
                self.compute(e)
            return
        self.compute(condition)
        waited = _waited(guard)
        if not demand(g, waited).calls:
            return
        slot = g.frame.allocate(1)
        past = Label("guard is FALSE")
        load_operands(g, [self._load_safely(condition)])
        g.code.branch("cj", past)
        with g.frame.scope():
            load_operands(g, [_operand(waited)])
            g.store_slot(slot)
        g.code.place(past)
        self._computed[waited] = Saved(slot)

    def load(self, guard: typed.Guard) -> None:
        """Load what comes before `enbc` and the like: channel or time, and condition."""
        operands = [self._load_safely(e) for e in guard_expressions(guard)]
        if guard.condition is None:
            operands.append(Number(1))
        load_operands(self.g, operands)

    def load_branched(self, guard: typed.Guard, otherwise: Label) -> None:
        """Go to a label if the condition is FALSE, else load channel or time, and TRUE.

        For guards of which `is_branched` holds: a subscript must not be looked at where the
        condition is FALSE, as it may be out of range.
        """
        g = self.g
        assert guard.condition is not None
        load_operands(g, [self._load_safely(guard.condition)])
        g.code.branch("cj", otherwise)
        load_operands(g, [self._load_safely(_waited(guard)), Number(1)])

    def kept(self, e: typed.Expression) -> typed.Expression:
        """Return a replicator's bound, which must not be computed by a call between the guards."""
        operand = self._load_safely(e)
        if not isinstance(operand, Saved):
            return e
        return like(self.g, e, operand.slot)

    def specify(self, symbol: typed.Specification) -> None:
        """Make a specification between the guards."""
        g = self.g
        if isinstance(symbol, typed.Declared) or not _calls(g, symbol.expression):
            specification(g, symbol)
            return
        e = symbol.expression
        given = self._value(e) if symbol.value and not is_memory(e) else self._element(e)
        copy = replace(symbol, expression=given)
        specification(g, copy)
        g.homes[symbol] = g.homes[copy]

    def _value(self, e: typed.Expression) -> typed.Expression:
        """Compute a value that calls something further down, into words that stay."""
        g = self.g
        slot = g.frame.allocate(size_in_words(e.type))
        with _lower(g):
            g.evaluate(e, slot)
        return like(g, e, slot)

    def _element(self, e: typed.Expression) -> typed.Expression:
        """Find an element whose subscripts call something; keep its address and lengths."""
        g = self.g
        kept: list[Slot] = []
        wanted: list[Operand] = [AddressOf(e), *(LengthOf(e, n) for n in open_positions(e.type))]
        for operand in wanted:
            with _lower(g):
                load_operands(g, [operand])
            kept.append(save(g).slot)
        symbol = typed.Declared("", e.place, e.type)
        g.homes[symbol] = Home(kept[0], True, tuple(kept[1:]))
        return typed.Variable(e.place, e.type, symbol)

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


def _calls(g: Generator, e: typed.Expression) -> bool:
    """Tell whether what an abbreviation stands for calls something when it is made."""
    wanted: list[Operand] = [AddressOf(e), *(LengthOf(e, n) for n in open_positions(e.type))]
    if isinstance(e.type, Primitive):
        wanted = [WordOf(e)] if fits_word(e.type) or not is_memory(e) else wanted
    return any(operand_demand(g, operand).calls for operand in wanted)


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
