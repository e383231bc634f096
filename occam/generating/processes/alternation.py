"""ALT and PRI ALT: enable every guard, wait, disable every guard, go to the chosen branch.

``alt; {channel; condition; enbc}; altwt; {channel; condition; offset; disc}; altend``: guards are
disabled in the order of the text, and the first that is ready is chosen, so ALT is as PRI ALT.
Offsets count from behind `altend`. With a timer among the guards `talt` and `taltwt` are used.

A replicated ALT loops over its guards twice; the index of the guard that was chosen is kept, as
are those of the replicators around. What calls a routine is computed before `alt`. Specifications
inside a replicator are made anew each time, in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from occam import typed
from occam.generating.code import Label
from occam.generating.frame.homes import Home
from occam.generating.frame.workspace import Slot
from occam.generating.generator import Generator
from occam.generating.processes import communication
from occam.generating.processes.guards import GuardLoader, guard_kind, is_branched
from occam.generating.processes.loops import replicated
from occam.generating.processes.scopes import specification


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
class Alternative:
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
        self.guards = GuardLoader(g)
        self.branches: list[Alternative] = []
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
                specification(g, symbol)
        if p.replicator is not None:
            if not inside:
                self.guards.compute(p.replicator.start)
                self.guards.compute(p.replicator.count)
            self.loops[p] = Loop(g.frame.allocate(2), g.frame.allocate(1))
            g.homes[p.replicator.index] = Home(self.loops[p].block)
            inside = True
        for alternative in p.alternatives:
            if isinstance(alternative, typed.Alternation):
                self._prepare(alternative, inside=inside)
            elif not inside:
                for symbol in alternative.specifications:
                    specification(g, symbol)
                self.guards.compute_guard(alternative)

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
        start = self.guards.kept(p.replicator.start)
        count = self.guards.kept(p.replicator.count)
        replicator = typed.Replicator(p.replicator.index, start, count)
        with replicated(self.g, replicator, self.loops[p].block):
            yield

    def _specify(self, way: Way, symbols: tuple[typed.Specification, ...]) -> Way:
        for symbol in symbols:
            self.guards.specify(symbol)
        return replace(way, specifications=(*way.specifications, *symbols))

    def _enable(self, guard: typed.Guard, _: Way) -> None:
        g = self.g
        g.mark(guard.place)
        skipped = Label("guard is FALSE")
        self._load(guard, skipped)
        g.emit(f"enb{guard_kind(guard)}")
        g.code.place(skipped)

    def _load(self, guard: typed.Guard, skipped: Label) -> None:
        if is_branched(guard):
            self.guards.load_branched(guard, skipped)
        else:
            self.guards.load(guard)

    def _disable(self, guard: typed.Guard, way: Way) -> None:
        g = self.g
        label = Label("alternative")
        self.branches.append(Alternative(label, guard, way))
        g.mark(guard.place)
        other = Label("not chosen")
        self._load(guard, other)
        g.code.difference(self.end, label)
        g.emit(f"dis{guard_kind(guard)}")
        if way.loops:
            g.code.branch("cj", other)
            for loop in way.loops:
                g.load_slot(loop.block)
                g.store_slot(loop.chosen)
        g.code.place(other)

    def _branch(self, branch: Alternative) -> None:
        g, guard = self.g, branch.guard
        g.mark(guard.place)
        with g.frame.scope():
            for loop in branch.way.loops:
                g.load_slot(loop.chosen)
                g.store_slot(loop.block)
            for symbol in branch.way.specifications:
                specification(g, symbol)
            if isinstance(guard.input, typed.Input):
                communication.receive(g, guard.input)
            elif isinstance(guard.input, typed.CaseInput):
                communication.receive_case(g, guard.input)
            if guard.process is not None:
                g.process(guard.process)
