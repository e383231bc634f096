"""The file of a sweep's rows: appended to as they come, so that a break loses none."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from common.errors import InputError
from common.files import check_destination
from common.inputs import MEBIBYTE, check_input

COLUMNS = (
    "key", "robot", "joints", "algorithm", "topology", "ii", "width", "target", "proof_effort",
    "refused", "latency_cycles",
    "products", "constant_products", "additions", "multipliers", "adders", "delay_bits",
    "luts_estimate", "flip_flops_estimate", "error", "error_bound", "limit", "bit_mismatches",
    "cycle_mismatches", "error_max", "within_bounds",
    "luts", "flip_flops", "multiplier_blocks", "memory_blocks", "device", "clock_mhz", "latency_ns",
    "routed_luts", "routed_flip_flops", "cpu_seconds",
)  # fmt: skip
"""One design a row; what was not found out is empty, a list is written as JSON."""

_LARGEST = 256 * MEBIBYTE
"""Bytes of a file of results: half a million designs."""

Row = dict[str, Any]


def rows_of(path: str) -> dict[str, Row]:
    """Return the rows of a file by their key; none if it does not exist.

    A last row that a break cut short is left out.

    Raises
    ------
    InputError
        The file is not such a file.
    """
    if not Path(path).exists():
        return {}
    lines = _whole_lines(path).splitlines(keepends=True)
    reader = csv.reader(lines, strict=True)
    if lines and next(reader) != list(COLUMNS):
        raise InputError(path, "its first line is another", ",".join(COLUMNS))
    found = {}
    for number, cells in enumerate(reader, start=2):
        row = _row(f"{path}, row {number}", cells)
        found[row["key"]] = row
    return found


def _row(place: str, cells: list[str]) -> Row:
    """Return the values of a line; raises InputError."""
    if len(cells) != len(COLUMNS):
        raise InputError(place, f"{len(cells)} cells", str(len(COLUMNS)))
    texts = ("key", "robot", "algorithm", "topology", "target", "refused", "device")
    row: Row = {}
    for column, cell in zip(COLUMNS, cells, strict=True):
        try:
            row[column] = None if cell == "" else cell if column in texts else json.loads(cell)
        except ValueError as error:
            raise InputError(
                f"{place}, {column}", repr(cell), "a number, or a JSON list"
            ) from error
    return row


@contextmanager
def more_of(path: str) -> Iterator[Callable[[Row], None]]:
    """Open a file of results, new or not, and yield what appends a row to it.

    A row is there as soon as it is appended. A last row that a break cut short is cut off.

    Raises
    ------
    InputError
        The file cannot be written; from the yielded function: there is no room for the row.
    """
    check_destination(path)
    whole = len(_whole_lines(path).encode()) if Path(path).exists() else 0

    with Path(path).open("r+b" if whole else "wb") as file:
        file.truncate(whole)
        file.seek(whole)

        def append(row: Row) -> None:
            try:
                file.write(_line([_cell(row.get(column)) for column in COLUMNS]).encode())
                file.flush()
            except OSError as error:
                problem = f"cannot be written: {error.strerror}"
                raise InputError(path, problem, "a device with room") from error

        if not whole:
            file.write(_line(COLUMNS).encode())
        yield append


def _whole_lines(path: str) -> str:
    """Return the text of a file up to its last line's end; raises InputError."""
    check_input(path, "a .csv file of results", _LARGEST)
    try:
        text = Path(path).read_bytes().decode()
    except UnicodeDecodeError as error:
        raise InputError(path, "is no text", "a .csv file of results") from error
    return text[: text.rfind("\n") + 1]


def _cell(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def _line(cells: Iterable[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
