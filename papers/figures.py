"""What a paper prints, figure by figure, and what became of each: the form of a verdict.

A figure is one number of the print, a polynomial in n, or a short form such as ``c 0 -s``. They
come from the `printed.toml` of a paper: every entry of ``numbers`` that is printed, every cell of
``tables`` and the words of ``claims`` (papers/README.md tells the fields). `papers.judging` sets
ours beside them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

from common.errors import InputError
from common.fields import Fields
from papers.printed import Paper

Key = tuple[str, ...]
"""``(number,)``, ``(number, "0")`` in a row of them, ``(table, row, column)`` or ``(claim,)``."""

Printed = Decimal | str
"""A number with the digits of the print, or a text."""

BLANK = "-"
"""A cell in which the print has nothing."""

_LIST = ("value",)
"""The columns of a table that is a list: its rows are called ``place: quantity``."""

CLAIM = "words"
"""The unit of a claim."""


class Verdict(StrEnum):
    """What is said of a figure."""

    REPRODUCED = "reproduced"
    """Ours is the same: exactly for counts, within 10 % for times."""
    DIFFERS = "differs"
    """Ours is another, and the note says why."""
    INCONSISTENT = "inconsistent"
    """The paper's own numbers contradict it."""
    UNDECIDED = "undecided"
    """What is missing to decide it stands in the note."""


@dataclass(frozen=True)
class Figure:
    """One figure of a paper.

    Attributes
    ----------
    key
        Unique in its paper.
    place
        Where it stands, with table and row.
    quantity, unit
        What it is, in the unit of the print.
    printed
        Itself.
    """

    key: Key
    place: str
    quantity: str
    unit: str
    printed: Printed


@dataclass(frozen=True)
class Judged:
    """A figure with a verdict: a row of the report.

    Attributes
    ----------
    paper, place, quantity, unit
        Whose, and as in `Figure`.
    printed, ours
        Numbers or texts; ours is None where there is none.
    ratio
        Ours over theirs, where both are numbers and theirs is not zero.
    verdict, note
        Why, where it is not reproduced; how, where that is worth saying.
    """

    paper: str
    place: str
    quantity: str
    unit: str
    printed: float | str
    ours: float | str | None
    ratio: float | None
    verdict: Verdict
    note: str

    @property
    def is_claim(self) -> bool:
        """Whether it is a claim in words, which no score counts."""
        return self.unit == CLAIM


def printed_figures(paper: Paper) -> tuple[Figure, ...]:
    """Return every figure of a paper's `printed.toml`, claims last, in the order of the file.

    Raises
    ------
    InputError
        A table or a claim has a wrong field, or a row is longer or shorter than the columns.
    """
    file = paper.folder / "printed.toml"
    content = tomllib.loads(file.read_text("utf-8"), parse_float=Decimal)
    place = f"{paper.folder.name}/{file.name}"
    numbers = [f for key, entry in content["numbers"].items() for f in _number(key, entry)]
    tables = [
        figure
        for key, entry in content.get("tables", {}).items()
        for figure in _table(key, Fields(entry, place, f"tables.{key}"))
    ]
    claims = [
        _claim(key, Fields(entry, place, f"claims.{key}"))
        for key, entry in content.get("claims", {}).items()
    ]
    return tuple(numbers + tables + claims)


def _number(key: str, entry: dict[str, Any]) -> Iterator[Figure]:
    """Yield the figures of an entry of ``numbers``, whose fields `papers.printed` has checked."""
    if entry["kind"] != "printed":
        return
    place, what, unit = entry["place"], entry["what"], entry["unit"]
    if "value" in entry:
        yield Figure((key,), place, what, unit, _printed(entry["value"]))
        return
    for number, value in enumerate(entry["values"]):
        told = f"{what}: number {number + 1}"
        yield Figure((key, str(number)), place, told, unit, _printed(value))


def _table(key: str, fields: Fields) -> Iterator[Figure]:
    what, place, unit = fields.text("what"), fields.text("place"), fields.text("unit")
    columns = fields.texts("columns")
    rows = fields.take("rows", "lists of cells by the name of the row")
    fields.finish()
    for row, cells in rows.items():
        if not isinstance(cells, list) or len(cells) != len(columns):
            allowed = f"a list of {len(columns)} cells, one a column"
            raise InputError(f"{fields.place('rows')}.{row}", f"{cells!r}", allowed)
        for column, cell in zip(columns, cells, strict=True):
            if cell != BLANK:
                where, told = f"{place}, {row}", f"{what}: {column}"
                if columns == _LIST:
                    where, _, told = row.partition(": ")
                yield Figure((key, row, column), where, told, unit, _printed(cell))


def _claim(key: str, fields: Fields) -> Figure:
    figure = Figure((key,), fields.text("place"), "claim", CLAIM, fields.text("words"))
    fields.finish()
    return figure


def _printed(value: int | Decimal | str) -> Printed:
    return value if isinstance(value, str) else Decimal(value)
