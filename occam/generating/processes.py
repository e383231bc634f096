"""Code for processes: sequences, choices, loops, declarations; others have files of their own.

A replicator has a block of two words, index and count, that `lend` steps:
``start; stl k; count; stl k+1; LOOP: body; ldlp k; ldc back; lend``. A count that is known needs no
test; others are checked not to be negative (``mint; csub0``), and `cj` skips the loop if zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from occam import typed
from occam.generating import (
    alternation,
    calls,
    communication,
    parallel,
    temporaries,
    values,
    vectors,
)
from occam.generating.code import Label
from occam.generating.frame import Slot
from occam.generating.generator import Generator, Home
from occam.language.types import ChannelType, Primitive, TimerType, base_of
from occam.layout.sizes import size_in_words

_UNROLLED = 4
"""Up to this many channel words are initialised without a loop."""


def process(g: Generator, p: typed.Process) -> None:
    """Generate a process; registers are free before and after."""
    if not isinstance(p, typed.Sequence | typed.Scope):
        g.mark(p.place)
    match p:
        case typed.Skip():
            pass
        case typed.Stop():
            _stop(g)
        case typed.Assignment():
            values.assign_all(g, p.targets, p.values)
        case typed.MultipleCall():
            calls.multiple_call(g, p)
        case typed.MultipleBuiltin():
            values.multiple_builtin(g, p)
        case typed.Input() | typed.TimerRead() | typed.Delay() | typed.CaseInput() | typed.Output():
            communication.communication(g, p)
        case typed.Sequence():
            _sequence(g, p)
        case typed.Parallel():
            parallel.parallel(g, p)
        case typed.Conditional():
            _conditional(g, p)
        case typed.Selection():
            _selection(g, p)
        case typed.While():
            _while(g, p)
        case typed.Alternation():
            alternation.alternation(g, p)
        case typed.Instance():
            calls.instance(g, p)
        case typed.BuiltinInstance():
            calls.builtin_instance(g, p)
        case typed.Scope():
            with opened(g, p):
                pass


def _stop(g: Generator) -> None:
    """``STOP``: an error where errors are checked; the process does not go on."""
    if g.error_checks:
        g.emit("seterr")
    g.emit("stopp")


@contextmanager
def opened(g: Generator, p: typed.Process) -> Iterator[None]:
    """Generate a process; what its scope declares is still there inside the ``with``."""
    with g.frame.scope(), vectors.scope(g):
        while isinstance(p, typed.Scope):
            for symbol in p.specifications:
                specification(g, symbol)
            p = p.process
        process(g, p)
        yield


def specification(g: Generator, symbol: typed.Specification) -> None:
    """Give a symbol its place, and what must lie there before it is used.

    Channels become empty; a BOOL or BYTE has zeros in the rest of its word.
    """
    if isinstance(symbol, typed.Abbreviated):
        g.mark(symbol.place)
        values.abbreviate(g, symbol)
        return
    base = base_of(symbol.type)
    if symbol.address is not None or isinstance(base, TimerType):
        return
    if vectors.belongs(g, symbol):
        vectors.declare(g, symbol)
    else:
        g.homes[symbol] = Home(g.frame.allocate(size_in_words(symbol.type)))
    if isinstance(base, ChannelType):
        _empty_channels(g, g.homes[symbol], symbol)
    else:
        temporaries.clear(g, symbol)


def _empty_channels(g: Generator, home: Home, symbol: typed.Declared) -> None:
    words = size_in_words(symbol.type)
    if words <= _UNROLLED and not home.indirect:
        for word in range(words):
            g.emit("mint")
            g.store_slot(home.slot, word)
        return
    with g.frame.scope():
        block = g.frame.allocate(2)
        g.emit("ldc", 0)
        g.store_slot(block)
        g.emit("ldc", words)
        g.store_slot(block, 1)
        with loop(g, block):
            g.emit("mint")
            g.load_slot(block)
            (g.load_slot if home.indirect else g.slot_address)(home.slot)
            g.emit("wsub")
            g.emit("stnl", 0)


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
        values.load(g, replicator.start)
        g.store_slot(block)
        values.load(g, replicator.count)
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


def _sequence(g: Generator, p: typed.Sequence) -> None:
    if p.replicator is not None:
        g.mark(p.place)
    if p.replicator is not None and _count_of(p.replicator) == 0:
        return
    with replicated(g, p.replicator):
        for part in p.processes:
            process(g, part)


def _count_of(replicator: typed.Replicator) -> int | None:
    return replicator.count.value if isinstance(replicator.count, typed.Constant) else None


def _while(g: Generator, p: typed.While) -> None:
    start, end = g.code.place(Label("while")), Label("end while")
    if not _always(p.condition):
        values.branch_if_false(g, p.condition, end)
    process(g, p.process)
    g.code.branch("j", start)
    g.code.place(end)


def _always(condition: typed.Expression) -> bool:
    return isinstance(condition, typed.Constant) and condition.value != 0


def _conditional(g: Generator, p: typed.Conditional) -> None:
    end = Label("end if")
    if _choices(g, p, end):
        g.mark(p.place)
        _stop(g)
    g.code.place(end)


def _choices(g: Generator, p: typed.Conditional, end: Label) -> bool:
    """Generate the choices; each goes on at ``end``. Return whether none may have been true."""
    if p.replicator is not None and _count_of(p.replicator) == 0:
        return True
    open_ = True
    with g.frame.scope():
        for symbol in p.specifications:
            specification(g, symbol)
        with replicated(g, p.replicator):
            for choice in p.choices:
                if isinstance(choice, typed.Conditional):
                    open_ = _choices(g, choice, end)
                else:
                    open_ = _choice(g, choice, end)
                if not open_:
                    break
    return open_ or p.replicator is not None


def _choice(g: Generator, choice: typed.Choice, end: Label) -> bool:
    following = Label("next choice")
    g.mark(choice.place)
    with g.frame.scope():
        for symbol in choice.specifications:
            specification(g, symbol)
        always = _always(choice.condition)
        if not always:
            values.branch_if_false(g, choice.condition, following)
        process(g, choice.process)
        g.code.branch("j", end)
    g.code.place(following)
    return not always


def _selection(g: Generator, p: typed.Selection) -> None:
    """Compare with one value after the other: ``ldl s; ldc v; diff; cj``."""
    with g.frame.scope():
        selector = temporaries.kept(g, p.selector)
        branches, otherwise = [], None
        for option in p.options:
            body = partial(process, g, option.process)
            branches += [(number, body) for number in option.values]
            if not option.values:
                otherwise = body
        dispatch(g, selector, branches, otherwise)


def dispatch(
    g: Generator,
    selector: typed.Expression,
    branches: Sequence[tuple[int, Callable[[], None]]],
    otherwise: Callable[[], None] | None,
) -> None:
    """Generate the code of the branch whose number the selector is; numbers may share one."""
    end = Label("end case")
    labels: dict[Callable[[], None], Label] = {}
    for number, body in branches:
        label = labels.setdefault(body, Label(f"case {number}"))
        if selector.type is Primitive.INT64:
            constant = typed.Constant(selector.place, Primitive.INT64, number)
            equal = typed.Binary(selector.place, Primitive.BOOL, "=", selector, constant)
            values.branch_if_true(g, equal, label)
            continue
        values.load(g, selector)
        if number != 0:
            g.emit("ldc", number)
            g.emit("diff")
        g.code.branch("cj", label)
    if otherwise is None:
        _stop(g)
    else:
        otherwise()
        g.code.branch("j", end)
    for body, label in labels.items():
        g.code.place(label)
        body()
        g.code.branch("j", end)
    g.code.place(end)
