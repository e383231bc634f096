"""How every command prints: one console, one kind of table, one way to write a number."""

from __future__ import annotations

import math

from rich.console import Console
from rich.table import Table

_WIDTH = 110  # where the output is not a terminal


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
    """Print a table; lines longer than the screen run over its edge, so that no digit is lost."""
    for column in shown.columns:
        if column.no_wrap:
            column.min_width = max(len(str(text)) for text in (column.header, *column.cells))
    screen.print(shown, crop=False)


def number(value: float) -> str:
    """Return a number with up to six digits, and no minus before a zero."""
    return f"{value + 0.0:.6g}"


def limit(value: float) -> str:
    """Return a limit as `number` does; a question mark where it is infinite, that is unknown."""
    return number(value) if math.isfinite(value) else "?"


def known_or_none(value: float) -> float | None:
    """Return a limit for JSON, which has no infinity: None where it is unknown."""
    return value if math.isfinite(value) else None
