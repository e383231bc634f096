"""ALT and PRI ALT: enable every guard, wait, disable every guard, go to the chosen branch.

``alt; {channel; condition; enbc}; altwt; {channel; condition; offset; disc}; altend``: guards are
disabled in the order of the text, and the first that is ready is chosen, so ALT is as PRI ALT.
Offsets count from behind `altend`. With a timer among the guards `talt` and `taltwt` are used.

A replicated ALT loops over its guards twice; the index of the guard that was chosen is kept, as
are those of the replicators around. What calls a routine is computed before `alt`; inside a
replicator it is computed in a workspace further down, as calls would use the words in which the
ALT keeps its state. Specifications inside a replicator are made anew each time, in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from occam import typed
from occam.generating import communication, processes, temporaries, values, vectors
from occam.generating.code import Label
from occam.generating.frame import WAITING_WORDS, Frame, Slot
from occam.generating.generator import Generator, Home
from occam.language.types import ChannelType


@dataclass(frozen=True, eq=False)
class Loop:
    """A replicator: its control block, and the index that was chosen."""

    block: Slot
    chosen: Slot


@dataclass(frozen=True, eq=False)
class Way:
    """What leads from the ALT to a guard: replicators, and the specifications inside of them."""

    loops: tuple[Loop, ...] = ()
    specifications: tuple[typed.Specification, ...] = ()


@dataclass(frozen=True, eq=False)
class Branch:
    """A guard's process, and how it is reached."""

    label: Label
    guard: typed.Guard
    way: Way


def alternation(g: Generator, p: typed.Alternation) -> None:
    """Generate an ALT."""
    with g.frame.scope():
        g.frame.reserve(1)
        _Alternation(g, p).generate()


def _has_timer(p: typed.Alternation) -> bool:
    """Tell whether an ALT waits for a time."""
    return any(
        _has_timer(a) if isinstance(a, typed.Alternation) else isinstance(a.input, typed.Delay)
        for a in p.alternatives
    )


class _Alternation:
    def __init__(self, g: Generator, p: typed.Alternation) -> None:
        self.g = g
        self.p = p
        self.loops: dict[typed.Alternation, Loop] = {}
        self.computed: dict[typed.Expression, values.Operand] = {}
        self.branches: list[Branch] = []
        self.end = Label("altend")

    def generate(self) -> None:
        g = self.g
        timer = "t" if _has_timer(self.p) else ""
        self._prepare(self.p, inside=False)
        g.emit(f"{timer}alt")
        self._each(self.p, Way(), self._enable)
        g.mark(self.p.place)
        g.emit(f"{timer}altwt")
        g.resumed()
        self._each(self.p, Way(), self._disable)
        g.emit("altend")
        g.code.place(self.end)
        after = Label("after alt")
        for branch in self.branches:
            g.code.place(branch.label)
            self._branch(branch)
            g.code.branch("j", after)
        g.code.place(after)

    def _prepare(self, p: typed.Alternation, *, inside: bool) -> None:
        """Do before `alt` what can be done: specifications, calls; allocate the control blocks."""
        g = self.g
        if not inside:
            for symbol in p.specifications:
                processes.specification(g, symbol)
        if p.replicator is not None:
            if not inside:
                self._compute(p.replicator.start)
                self._compute(p.replicator.count)
            self.loops[p] = Loop(g.frame.allocate(2), g.frame.allocate(1))
            g.homes[p.replicator.index] = Home(self.loops[p].block)
            inside = True
        for alternative in p.alternatives:
            if isinstance(alternative, typed.Alternation):
                self._prepare(alternative, inside=inside)
            elif not inside:
                for symbol in alternative.specifications:
                    processes.specification(g, symbol)
                for e in _expressions(alternative):
                    self._compute(e)

    def _compute(self, e: typed.Expression) -> None:
        """Compute what calls something, and remember it."""
        g = self.g
        if values.needs(g, e) == temporaries.CALLS:
            values.load_operands(g, [_operand(e)])
            self.computed[e] = temporaries.saved(g)

    def _each(
        self, p: typed.Alternation, way: Way, visit: Callable[[typed.Guard, Way], None]
    ) -> None:
        """Visit every guard, inside the loops of the replicators around it."""
        g = self.g
        with g.frame.scope():
            if way.loops:
                way = self._specify(way, p.specifications)
            with self._loop(p):
                if p in self.loops:
                    way = replace(way, loops=(*way.loops, self.loops[p]))
                for alternative in p.alternatives:
                    if isinstance(alternative, typed.Alternation):
                        self._each(alternative, way, visit)
                        continue
                    with g.frame.scope():
                        inner = way
                        if way.loops:
                            inner = self._specify(way, alternative.specifications)
                        visit(alternative, inner)

    @contextmanager
    def _loop(self, p: typed.Alternation) -> Iterator[None]:
        if p.replicator is None:
            yield
            return
        start = self._kept(p.replicator.start)
        count = self._kept(p.replicator.count)
        replicator = typed.Replicator(p.replicator.index, start, count)
        with processes.replicated(self.g, replicator, self.loops[p].block):
            yield

    def _kept(self, e: typed.Expression) -> typed.Expression:
        """Return a replicator's bound, which must not be computed by a call between the guards."""
        operand = self._load_safely(e)
        if not isinstance(operand, values.Saved):
            return e
        return temporaries.variable(self.g, e.place, e.type, operand.slot)

    def _specify(self, way: Way, symbols: tuple[typed.Specification, ...]) -> Way:
        for symbol in symbols:
            self._make(symbol)
        return replace(way, specifications=(*way.specifications, *symbols))

    def _make(self, symbol: typed.Specification) -> None:
        """Make a specification between the guards."""
        g = self.g
        if isinstance(symbol, typed.Declared) or values.needs(g, symbol.expression) < 4:
            processes.specification(g, symbol)
        elif symbol.value and not symbol.retypes and temporaries.by_value(symbol.type):
            operand = self._load_safely(symbol.expression)
            assert isinstance(operand, values.Saved)
            g.homes[symbol] = Home(operand.slot)
        else:
            symbol.place.fail(
                f"{symbol.name} calls a function in a replicated ALT",
                "a value of one word there, or the abbreviation before the ALT",
            )

    def _load_safely(self, e: typed.Expression) -> values.Operand:
        """Return what loads a value or a channel's address between the guards, without calls."""
        g = self.g
        if e in self.computed:
            return self.computed[e]
        if values.needs(g, e) < temporaries.CALLS:
            return _operand(e)
        with _lower(g):
            values.load_operands(g, [_operand(e)])
        return temporaries.saved(g)

    def _guard(self, guard: typed.Guard) -> list[values.Operand]:
        """Return what comes before `enbc` and the like: channel or time, and condition."""
        operands = [self._load_safely(e) for e in _expressions(guard)]
        if guard.condition is None:
            operands.append(values.Number(1))
        return operands

    def _enable(self, guard: typed.Guard, _: Way) -> None:
        self.g.mark(guard.place)
        values.load_operands(self.g, self._guard(guard))
        self.g.emit(f"enb{_kind(guard)}")

    def _disable(self, guard: typed.Guard, way: Way) -> None:
        g = self.g
        label = Label("alternative")
        self.branches.append(Branch(label, guard, way))
        g.mark(guard.place)
        values.load_operands(g, self._guard(guard))
        g.code.difference(self.end, label)
        g.emit(f"dis{_kind(guard)}")
        if way.loops:
            other = Label("not chosen")
            g.code.branch("cj", other)
            for loop in way.loops:
                g.load_slot(loop.block)
                g.store_slot(loop.chosen)
            g.code.place(other)

    def _branch(self, branch: Branch) -> None:
        g, guard = self.g, branch.guard
        g.mark(guard.place)
        with g.frame.scope():
            for loop in branch.way.loops:
                g.load_slot(loop.chosen)
                g.store_slot(loop.block)
            for symbol in branch.way.specifications:
                processes.specification(g, symbol)
            if isinstance(guard.input, typed.Input):
                communication.receive(g, guard.input)
            elif isinstance(guard.input, typed.CaseInput):
                communication.receive_case(g, guard.input)
            if guard.process is not None:
                processes.process(g, guard.process)


def _kind(guard: typed.Guard) -> str:
    if guard.input is None:
        return "s"
    return "t" if isinstance(guard.input, typed.Delay) else "c"


def _expressions(guard: typed.Guard) -> list[typed.Expression]:
    """Return the channel or the time, if any, and the condition, if any."""
    waited: list[typed.Expression] = []
    if isinstance(guard.input, typed.Delay):
        waited = [guard.input.time]
    elif guard.input is not None:
        waited = [guard.input.channel]
    return waited if guard.condition is None else [*waited, guard.condition]


def _operand(e: typed.Expression) -> values.Operand:
    return values.AddressOf(e) if isinstance(e.type, ChannelType) else values.Value(e)


@contextmanager
def _lower(g: Generator) -> Iterator[None]:
    """Generate code whose Wptr lies below the words that an ALT uses."""
    outer = g.frame
    frame = Frame(f"{outer.name}, guard", outer)

    def distance() -> int:
        return WAITING_WORDS + frame.size()

    frame.distance = distance
    outer.need_below(lambda: distance() + frame.below())
    if outer in g.areas:
        g.areas[frame] = vectors.Area(g.areas[outer].pointer, g.areas[outer].end)
        g.areas[outer].need(g.areas[frame].total)
    g.emit("ajw", lambda: -distance())
    with g.inside(frame):
        yield
    g.emit("ajw", distance)
