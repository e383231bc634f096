"""States of a robot in a file: named arrays, as CSV with a header or as NPZ.

A CSV column has its array's name and, where the array has several, its own ending: q1, q2, t. An
NPZ file has the arrays themselves.
"""

from __future__ import annotations

import csv
import lzma
import zipfile
import zlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from common.arrays import Reals
from common.errors import InputError
from common.inputs import MEBIBYTE, check_input
from common.numerals import INFINITE, NUMBER

_LARGEST = 4096 * MEBIBYTE
_ROWS = 8192  # parsed at once
_BARE = b"\x93NUMPY"  # how a single array begins
_PLAIN = frozenset("0123456789+-.eE \t")
EXTENSIONS = "a .csv or .npz file"
"""What a file of states may be, for messages."""

# What numpy and zipfile raise for files of another kind, cut short, damaged, or encrypted.
_NO_NPZ = (
    ValueError, EOFError, RuntimeError, NotImplementedError, OverflowError, SyntaxError,
    zipfile.BadZipFile, zlib.error, lzma.LZMAError,
)  # fmt: skip


@dataclass(frozen=True)
class StateArray:
    """One array of a file: its name, its columns' names, and whether it must be there."""

    name: str
    columns: tuple[str, ...]
    needed: bool = True

    @property
    def words(self) -> str:
        """Its columns, for messages: the first and the last."""
        first, *others = self.columns
        return f"{first}..{others[-1]}" if others else first


def joint_array(name: str, n: int, *, needed: bool = True) -> StateArray:
    """Return an array with a number for each of n joints, counted from 1: q1..qn."""
    return StateArray(name, tuple(f"{name}{i + 1}" for i in range(n)), needed)


def read_states(
    path: str | Path, arrays: Sequence[StateArray], usual: Collection[str] = ()
) -> dict[str, Reals]:
    """Read arrays, (points, columns), by name; those that are not needed may be missing.

    `usual` names those that may be missing but are told of, in messages, as if they were needed.

    A `.csv` file has a header with the arrays' columns, in any order, and one row of numbers for
    each point. It is read as a stream: the text is never held as a whole. A `.npz` file has arrays
    of shape (points, columns), or (points,) for a single column.

    Raises
    ------
    InputError
        Anything else; it names the row and the column. Rows count as an editor counts lines.
    """
    path = Path(path)
    readers = {".csv": _read_csv, ".npz": _read_npz}
    if path.suffix.lower() not in readers:
        raise InputError(str(path), f"extension {path.suffix!r} is unknown", EXTENSIONS)
    check_input(path, EXTENSIONS, _LARGEST)
    try:
        return readers[path.suffix.lower()](path, arrays, usual)
    except UnicodeDecodeError:
        raise InputError(str(path), "not UTF-8 text", "a CSV file with a header") from None
    except OSError as error:
        problem = f"cannot be read: {error.strerror or error}"  # bzip2's faults have no number
        raise InputError(str(path), problem, EXTENSIONS) from None


def _read_csv(path: Path, arrays: Sequence[StateArray], usual: Collection[str]) -> dict[str, Reals]:
    # The rows are counted first, so that the numbers are held once.
    lines = _count_lines(path)
    points = 0
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.reader(file)
        try:
            names, present = _header(
                path, next(rows, None), arrays, _allowed_columns(arrays, usual)
            )
            found = {each.name: np.empty((lines, len(each.columns))) for each in present}
            order = {each.name: [names.index(name) for name in each.columns] for each in present}
            for block in _blocks(path, rows, names):
                piece = slice(points, points + len(block))
                for name, array in found.items():
                    array[piece] = block[:, order[name]]
                points += len(block)
        except csv.Error as error:
            raise InputError(f"{path}: line {rows.line_num}", str(error), "CSV") from None
    if not points:
        raise InputError(str(path), "no rows after the header", "one row or more")
    return {name: array[:points] for name, array in found.items()}


def _count_lines(path: Path) -> int:
    """Return the number of line ends, of any system: no more rows follow a header."""
    with path.open("rb") as file:
        pieces = iter(lambda: file.read(1 << 20), b"")
        return sum(piece.count(b"\n") + piece.count(b"\r") for piece in pieces)


def _header(
    path: Path, header: list[str] | None, arrays: Sequence[StateArray], allowed: str
) -> tuple[list[str], list[StateArray]]:
    """Return the columns' names and the arrays that are there."""
    if not header:
        raise InputError(str(path), "empty", f"a header with {allowed}")
    names = [name.strip() for name in header]
    place = f"{path}: line 1"
    expected = [name for each in arrays for name in each.columns]
    if not set(names) & set(expected):
        raise InputError(place, "no header", f"a header with {allowed}")
    present = [each for each in arrays if each.needed or set(each.columns) & set(names)]
    for each in present:
        for name in each.columns:
            if name not in names:
                raise InputError(place, f"column {name!r} is missing", allowed)
    for i, name in enumerate(names):
        if name not in expected:
            raise InputError(place, f"column {name!r} is unknown", allowed)
        if name in names[:i]:
            raise InputError(place, f"column {name!r} stands twice", allowed)
    return names, present


def _allowed_columns(arrays: Sequence[StateArray], usual: Collection[str]) -> str:
    needed = [each for each in arrays if each.needed or each.name in usual]
    others = ", ".join(each.words for each in arrays if each not in needed)
    count = sum(len(each.columns) for each in needed)
    text = f"the {count} columns {', '.join(each.words for each in needed)}"
    return f"{text}, perhaps with {others}" if others else text


def _blocks(path: Path, rows: Iterator[list[str]], names: list[str]) -> Iterator[Reals]:
    """Yield the numbers of up to `_ROWS` rows at a time."""
    block: list[list[str]] = []
    lines: list[int] = []
    for row in rows:
        if not row:  # an empty line, as editors leave at the end
            continue
        line = rows.line_num  # type: ignore[attr-defined]
        if len(row) != len(names):
            place = f"{path}: line {line}"
            raise InputError(place, f"{len(row)} entries", f"{len(names)}, as the header has")
        block.append(row)
        lines.append(line)
        if len(block) == _ROWS:
            yield _numbers(path, block, lines, names)
            block, lines = [], []
    if block:
        yield _numbers(path, block, lines, names)


def _numbers(path: Path, block: list[list[str]], lines: list[int], names: list[str]) -> Reals:
    if all(_PLAIN.issuperset("".join(row)) for row in block):  # spares a search in each entry
        try:
            numbers = np.array(block, dtype=np.float64)
            if np.isfinite(numbers).all():
                return numbers
        except ValueError:
            pass  # the search below tells where
    for line, row in zip(lines, block, strict=True):
        for name, entry in zip(names, row, strict=True):
            _check_entry(f"{path}: line {line}, column {name!r}", entry)
    return np.array([[float(entry) for entry in row] for row in block])


def _check_entry(place: str, entry: str) -> None:
    word = entry.strip(" \t")
    if not NUMBER.fullmatch(word) and not INFINITE.fullmatch(word):
        raise InputError(place, f"{entry!r} is not a number", "a finite number")
    if not np.isfinite(float(word)):
        raise InputError(place, f"{entry!r} is not finite", "a finite number")


def _read_npz(path: Path, arrays: Sequence[StateArray], usual: Collection[str]) -> dict[str, Reals]:
    allowed = _allowed_arrays(arrays, usual)
    try:
        with path.open("rb") as file:
            if file.read(len(_BARE)) != _BARE and not zipfile.is_zipfile(file):
                raise InputError(str(path), "not an NPZ file", allowed)
            file.seek(0)
            archive = np.load(file, allow_pickle=False)
            if not isinstance(archive, np.lib.npyio.NpzFile):
                raise InputError(str(path), "holds one bare array", allowed)
            members = _checked_members(path, archive, arrays, allowed)
            found = {
                each.name: _checked(archive[each.name], f"{path}: {each.name}", len(each.columns))
                for each in arrays
                if each.name in members
            }
    except InputError:
        raise
    except MemoryError:
        raise InputError(str(path), "does not fit in memory", allowed) from None
    except _NO_NPZ as error:
        problem = "not an NPZ file, or a damaged one"
        if "allow_pickle" in str(error):
            problem = "holds Python objects"
        raise InputError(str(path), problem, allowed) from None
    first = next(iter(found))
    for name, array in found.items():
        if len(array) != len(found[first]):
            problem = f"{len(array)} rows, but {first} has {len(found[first])}"
            raise InputError(f"{path}: {name}", problem, "arrays of one shape")
    return found


def _allowed_arrays(arrays: Sequence[StateArray], usual: Collection[str]) -> str:
    names = [each.name for each in arrays if each.needed or each.name in usual]
    others = ", ".join(each.name for each in arrays if each.name not in names)
    columns = next(len(each.columns) for each in arrays if each.needed)
    text = f"a .npz file with arrays {', '.join(names)} of shape (points, {columns})"
    return f"{text}, perhaps with {others}" if others else text


def _checked_members(
    path: Path, archive: np.lib.npyio.NpzFile, arrays: Sequence[StateArray], allowed: str
) -> list[str]:
    """Return the names in an archive in which no array is missing, unknown or there twice."""
    assert archive.zip is not None  # as long as it is open
    members = [name.removesuffix(".npy") for name in archive.zip.namelist()]
    for each in arrays:
        if each.needed and each.name not in members:
            raise InputError(f"{path}: {each.name}", "missing", allowed)
    for i, name in enumerate(members):
        if name not in [each.name for each in arrays]:
            raise InputError(f"{path}: {name}", "unknown array", allowed)
        if name in members[:i]:
            raise InputError(f"{path}: {name}", "stands twice", allowed)
    return members


def _checked(array: NDArray[np.generic] | bytes, place: str, n: int) -> Reals:
    if isinstance(array, bytes):
        raise InputError(place, "is no array", f"(points, {n}), one point or more")
    if array.dtype.kind not in "iuf":
        raise InputError(place, f"type {array.dtype}", "numbers")
    if n == 1 and array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2 or array.shape[1] != n or len(array) == 0:
        raise InputError(place, f"shape {array.shape}", f"(points, {n}), one point or more")
    numbers = array.astype(np.float64)
    bad = np.argwhere(~np.isfinite(numbers))
    if len(bad):
        row, column = bad[0]
        where = f"{place}[{row}, {column}]"
        raise InputError(where, f"{numbers[row, column]} is not finite", "finite numbers")
    return numbers
