"""SEQ, WHILE and replicators.

A replicator has a block of two words, index and count, that `lend` steps:
``start; stl k; count; stl k+1; LOOP: body; ldlp k; ldc back; lend``. A count that is known needs no
test; others are checked not to be negative (``mint; csub0``), and `cj` skips the loop if zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from occam import typed
from occam.generating.code import Label
from occam.generating.frame.homes import Home
from occam.generating.frame.workspace import Slot
from occam.generating.generator import Generator
from occam.generating.values.conditions import branch_if_false


@contextmanager
def loop(g: Generator, block: Slot) -> Iterator[None]:
    """Repeat the code inside; index and count are in their words, and the count is above 0."""
    start = g.code.place(Label("loop"))
    yield
    g.slot_address(block)
    g.code.loop_end(start)


@contextmanager
def replicated(
    g: Generator, replicator: typed.Replicator | None, block: Slot | None = None
) -> Iterator[None]:
    """Repeat the code inside for every value of the index, with a control block that may be given.

    Without a replicator the code is there once.
    """
    if replicator is None:
        yield
        return
    with g.frame.scope():
        block = block or g.frame.allocate(2)
        after = Label("after loop")
        g.load(replicator.start)
        g.store_slot(block)
        g.load(replicator.count)
        g.store_slot(block, 1)
        if not isinstance(replicator.count, typed.Constant):
            _test_count(g, block, after)
        elif replicator.count.value <= 0:
            g.code.branch("j", after)
        g.homes[replicator.index] = Home(block)
        with loop(g, block):
            yield
        g.code.place(after)


def _test_count(g: Generator, block: Slot, after: Label) -> None:
    """Check that the count is not negative, skip the loop if it is zero."""
    g.load_slot(block, 1)
    if g.range_checks:
        g.emit("mint")
        g.emit("csub0")
    g.code.branch("cj", after)


def sequence(g: Generator, p: typed.Sequence) -> None:
    """Generate a SEQ, which may be replicated."""
    if p.replicator is not None:
        g.mark(p.place)
    if p.replicator is not None and count_of(p.replicator) == 0:
        return
    with replicated(g, p.replicator):
        for part in p.processes:
            g.process(part)


def count_of(replicator: typed.Replicator) -> int | None:
    """Return how often a replicator runs, if that is known."""
    return replicator.count.value if isinstance(replicator.count, typed.Constant) else None


def while_(g: Generator, p: typed.While) -> None:
    """Generate a WHILE."""
    start, end = g.code.place(Label("while")), Label("end while")
    if not is_always(p.condition):
        branch_if_false(g, p.condition, end)
    g.process(p.process)
    g.code.branch("j", start)
    g.code.place(end)


def is_always(condition: typed.Expression) -> bool:
    """Tell whether a condition is known to be true."""
    return isinstance(condition, typed.Constant) and condition.value != 0
