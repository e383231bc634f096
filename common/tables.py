"""How every command prints: one console, one kind of table, one way to write a number."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console
from rich.table import Column, Table

_WIDTH = 110  # where the output is not a terminal
_NARROWEST = 30
_GAP = 2  # blanks before a column


def console() -> Console:
    """Return standard output, wide enough for a table where it is not a terminal.

    Text from files is printed as it is: brackets in it are no markup.
    """
    width = None if Console().is_terminal else _WIDTH
    return Console(highlight=False, markup=False, width=width)


def table(title: str, *columns: str) -> Table:
    """Return an empty table, its first column to the left and the others to the right."""
    result = Table(title=title, title_justify="left", box=None, pad_edge=False)
    result.min_width = len(title)
    for i, column in enumerate(columns):
        result.add_column(column, justify="left" if i == 0 else "right", no_wrap=True)
    return result


def show(screen: Console, shown: Table) -> None:
    """Print a table with every digit, no wider than the screen.

    Columns that have no room beside the first are put below, under the first once more. Only where
    the first and one other are wider than the screen, lines run over its edge.
    """
    for column in shown.columns:
        if column.no_wrap:
            column.min_width = max(cell_len(str(t)) for t in (column.header, *column.cells))
    for place, columns in enumerate(_groups(shown, screen.width)):
        if place:
            screen.print()
        part = Table(
            title=None if place else shown.title, title_justify="left", box=None, pad_edge=False
        )
        part.min_width = None if place else min(shown.min_width or 0, screen.width)
        part.columns = columns
        part.rows = shown.rows
        _print(screen, part)


def show_pairs(screen: Console, pairs: Iterable[tuple[str, str]], indent: int) -> None:
    """Print names, each with a text beside it that goes on under itself."""
    for name, text in pairs:
        show_text(screen, text, f"{name:<{indent}}", " " * indent)


def show_text(screen: Console, text: str, first: str = "", others: str = "") -> None:
    """Print a text in lines no wider than the terminal, behind what the first and the others have.

    A word that is wider, such as a path, stays whole; and all of it where no terminal is, for
    whoever looks for words in a file.
    """
    if not screen.is_terminal:
        screen.print(f"{first}{text}".rstrip(), soft_wrap=True)
        return
    told = textwrap.fill(
        text, max(screen.width, _NARROWEST), initial_indent=first, subsequent_indent=others,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    screen.print(told or first.rstrip(), soft_wrap=True)


def _groups(shown: Table, width: int) -> list[list[Column]]:
    """Return the columns in groups that fit, the first of them in each; one group if none does."""
    first, *others = shown.columns
    sizes = {id(column): column.min_width or _longest_word(column) for column in shown.columns}
    room = width - sizes[id(first)]
    if any(sizes[id(column)] + _GAP > room for column in others):
        return [shown.columns]
    groups: list[list[Column]] = []
    left = 0
    for column in others:
        needed = sizes[id(column)] + _GAP
        if not groups or needed > left:
            groups.append([first])
            left = room
        groups[-1].append(column)
        left -= needed
    return groups or [[first]]


def _longest_word(column: Column) -> int:
    """Return the width of a column whose texts go on in further lines."""
    texts = (str(text) for text in (column.header, *column.cells))
    return max((cell_len(word) for text in texts for word in text.split()), default=0)


def _print(screen: Console, shown: Table) -> None:
    """Print a table; into a file without the blanks that fill its lines."""
    if screen.is_terminal:
        screen.print(shown, crop=False)
        return
    with screen.capture() as captured:
        screen.print(shown, crop=False)
    for line in captured.get().splitlines():
        screen.print(line.rstrip(), soft_wrap=True)


def number(value: float) -> str:
    """Return a number with up to six digits, and no minus before a zero."""
    return f"{value + 0.0:.6g}"


def limit(value: float) -> str:
    """Return a limit as `number` does; a question mark where it is infinite, that is unknown."""
    return number(value) if math.isfinite(value) else "?"


def known_or_none(value: float) -> float | None:
    """Return a limit for JSON, which has no infinity: None where it is unknown."""
    return value if math.isfinite(value) else None
