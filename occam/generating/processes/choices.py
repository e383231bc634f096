"""IF and CASE, and STOP where nothing fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from occam import typed
from occam.generating.code import JumpTable, Label
from occam.generating.generator import Generator
from occam.generating.processes.loops import count_of, is_always, replicated
from occam.generating.processes.scopes import specification
from occam.generating.values.conditions import branch_if_false, branch_if_true
from occam.generating.values.loading import load_number
from occam.generating.values.temporaries import kept
from occam.language.types import Primitive

_TABLE_LEAST, _TABLE_SPREAD = 13, 2
"""From how many numbers on a table of jumps is used, and how many entries there may be for each."""


def stop(g: Generator) -> None:
    """Generate STOP: an error where errors are checked; the process does not go on."""
    if g.error_checks:
        g.emit("seterr")
    g.emit("stopp")
    g.stops.append(g.code.place(Label("stopped")))


def conditional(g: Generator, p: typed.Conditional) -> None:
    """Generate an IF; STOP if nothing is true."""
    end = Label("end if")
    if _choices(g, p, end):
        g.mark(p.place)
        stop(g)
    g.code.place(end)


def _choices(g: Generator, p: typed.Conditional, end: Label) -> bool:
    """Generate the choices; each goes on at ``end``. Return whether none may have been true."""
    if p.replicator is not None and count_of(p.replicator) == 0:
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
        always = is_always(choice.condition)
        if not always:
            branch_if_false(g, choice.condition, following)
        g.process(choice.process)
        g.code.branch("j", end)
    g.code.place(following)
    return not always


def selection(g: Generator, p: typed.Selection) -> None:
    """Compare with one value after the other, ``ldl s; ldc v; diff; cj``, or jump by a table."""
    with g.frame.scope():
        selector = kept(g, p.selector)
        branches, otherwise = [], None
        for option in p.options:
            body = partial(g.process, option.process)
            branches += [(number, body) for number in option.values]
            if not option.values:
                otherwise = body
        dispatch(g, selector, branches, otherwise)


def _is_dense(numbers: Mapping[int, Label]) -> bool:
    """Tell whether a table of jumps is worth it: many numbers, and few between them."""
    return len(numbers) >= _TABLE_LEAST and max(numbers) - min(numbers) < _TABLE_SPREAD * len(
        numbers
    )


def _jump(g: Generator, selector: typed.Expression, numbers: Mapping[int, Label]) -> None:
    """Go to a number's label by a table of jumps; go on behind it where there is no such number.

    ``ldc low; ldl s; gt``, ``ldl s; ldc high; gt``, then the entry's address and `gcall`.
    """
    low, high = min(numbers), max(numbers)
    other, start = Label("no case"), Label("table")
    table = JumpTable(tuple(numbers.get(n, other) for n in range(low, high + 1)))
    for first, second in ((low, None), (None, high)):
        for number in (first, second):
            if number is None:
                g.load(selector)
            else:
                load_number(g, number)
        g.emit("gt")
        g.emit("eqc", 0)
        g.code.branch("cj", other)
    g.load(selector)
    load_number(g, low)
    g.emit("diff")
    g.emit("ldc", lambda: table.entry_size)
    g.emit("prod")
    g.code.address(start)
    g.emit("bsub")
    g.emit("gcall")
    g.code.place(start)
    g.code.jump_table(table)
    g.code.place(other)


def _compare(g: Generator, selector: typed.Expression, numbers: Mapping[int, Label]) -> None:
    """Go to a number's label by one comparison after the other."""
    for number, label in numbers.items():
        if selector.type is Primitive.INT64:
            constant = typed.Constant(selector.place, Primitive.INT64, number)
            equal = typed.Binary(selector.place, Primitive.BOOL, "=", selector, constant)
            branch_if_true(g, equal, label)
            continue
        g.load(selector)
        if number != 0:
            g.emit("ldc", number)
            g.emit("diff")
        g.code.branch("cj", label)


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
        labels.setdefault(body, Label(f"case {number}"))
    numbers = {number: labels[body] for number, body in branches}
    if selector.type is not Primitive.INT64 and _is_dense(numbers):
        _jump(g, selector, numbers)
    else:
        _compare(g, selector, numbers)
    if otherwise is None:
        stop(g)
    else:
        otherwise()
        g.code.branch("j", end)
    for body, label in labels.items():
        g.code.place(label)
        body()
        g.code.branch("j", end)
    g.code.place(end)
