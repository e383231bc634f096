"""Reading and writing trajectories: CSV with a header, or NPZ."""

from __future__ import annotations

import csv
import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from common.arrays import Reals
from common.errors import InputError
from common.files import open_output
from common.inputs import MEBIBYTE, check_input
from common.numerals import INFINITE, NUMBER
from golden.trajectory import Trajectory

_LARGEST = 4096 * MEBIBYTE
_ROWS = 8192  # parsed, or written, at once
_ARRAYS = ("q", "qd", "qdd")
_DRIVEN = ("q", "qd", "tau")
_BARE = b"\x93NUMPY"  # how a single array begins
_PLAIN = frozenset("0123456789+-.eE \t")
_EXTENSIONS = "a .csv or .npz file"
# What numpy and zipfile raise for files of another kind, cut short, damaged, or encrypted.
_NO_NPZ = (
    ValueError, EOFError, RuntimeError, NotImplementedError, OverflowError, SyntaxError,
    zipfile.BadZipFile, zlib.error, lzma.LZMAError,
)  # fmt: skip


def column_names(n: int, arrays: tuple[str, ...] = _ARRAYS) -> list[str]:
    """Return q1..qn, qd1..qdn, qdd1..qddn, or the columns of other arrays."""
    return [f"{name}{i + 1}" for name in arrays for i in range(n)]


def read_trajectory(path: str | Path, n: int) -> Trajectory:
    """Read a trajectory for a robot of n joints.

    A `.csv` file has a header with the columns of `column_names`, in any order, and one row of
    numbers for each point. It is read as a stream: the text is never held as a whole. A `.npz` file
    has the arrays q, qd and qdd of shape (points, n). Radians, metres, seconds.

    Raises
    ------
    InputError
        Anything else; it names the row and the column. Rows count as an editor counts lines.
    """
    return Trajectory(*_read(Path(path), n, _ARRAYS))


def read_driven_states(path: str | Path, n: int) -> tuple[Reals, Reals, Reals]:
    """Read positions, speeds and torques for a robot of n joints, (points, n) each.

    As `read_trajectory`, with tau (N m, N) in place of qdd.
    """
    q, qd, tau = _read(Path(path), n, _DRIVEN)
    return q, qd, tau


def _read(path: Path, n: int, arrays: tuple[str, ...]) -> list[Reals]:
    readers = {".csv": _read_csv, ".npz": _read_npz}
    if path.suffix.lower() not in readers:
        raise InputError(str(path), f"extension {path.suffix!r} is unknown", _EXTENSIONS)
    check_input(path, _EXTENSIONS, _LARGEST)
    try:
        return readers[path.suffix.lower()](path, n, arrays)
    except UnicodeDecodeError:
        raise InputError(str(path), "not UTF-8 text", "a CSV file with a header") from None
    except OSError as error:
        problem = f"cannot be read: {error.strerror or error}"  # bzip2's faults have no number
        raise InputError(str(path), problem, _EXTENSIONS) from None


def write_trajectory(path: str | Path, trajectory: Trajectory) -> None:
    """Write a `.csv` or `.npz` file that `read_trajectory` reads back to the same bits.

    The file appears as a whole or not at all.
    """
    path = Path(path)
    arrays = {name: getattr(trajectory, name) for name in _ARRAYS}
    if path.suffix.lower() == ".npz":
        with open_output(path) as file:
            np.savez(file, allow_pickle=False, **arrays)
    elif path.suffix.lower() == ".csv":
        write_csv(path, column_names(trajectory.n), np.hstack(list(arrays.values())))
    else:
        raise InputError(str(path), f"extension {path.suffix!r} is unknown", _EXTENSIONS)


def write_csv(path: str | Path, columns: list[str], rows: Reals) -> None:
    """Write a header and rows, (points, columns), exactly; whole or not at all."""
    with open_output(path) as file:
        text = io.TextIOWrapper(file, "utf-8", newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        for start in range(0, len(rows), _ROWS):
            writer.writerows(rows[start : start + _ROWS].tolist())
        text.flush()
        text.detach()


def _read_csv(path: Path, n: int, wanted: tuple[str, ...]) -> list[Reals]:
    # The rows are counted first, so that the numbers are held once.
    arrays = [np.empty((_count_lines(path), n)) for _ in wanted]
    points = 0
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.reader(file)
        try:
            names = _header(path, next(rows, None), n, wanted)
            order = [names.index(name) for name in column_names(n, wanted)]
            for block in _blocks(path, rows, names):
                piece = slice(points, points + len(block))
                for i, array in enumerate(arrays):
                    array[piece] = block[:, order[i * n : (i + 1) * n]]
                points += len(block)
        except csv.Error as error:
            raise InputError(f"{path}: line {rows.line_num}", str(error), "CSV") from None
    if not points:
        raise InputError(str(path), "no rows after the header", "one row or more")
    return [array[:points] for array in arrays]


def _count_lines(path: Path) -> int:
    """Return the number of line ends, of any system: no more rows follow a header."""
    with path.open("rb") as file:
        pieces = iter(lambda: file.read(1 << 20), b"")
        return sum(piece.count(b"\n") + piece.count(b"\r") for piece in pieces)


def _header(path: Path, header: list[str] | None, n: int, wanted: tuple[str, ...]) -> list[str]:
    expected = column_names(n, wanted)
    allowed = f"the {3 * n} columns {', '.join(f'{name}1..{name}{n}' for name in wanted)}"
    if not header:
        raise InputError(str(path), "empty", f"a header with {allowed}")
    names = [name.strip() for name in header]
    place = f"{path}: line 1"
    if not set(names) & set(expected):
        raise InputError(place, "no header", f"a header with {allowed}")
    for name in expected:
        if name not in names:
            raise InputError(place, f"column {name!r} is missing", allowed)
    for i, name in enumerate(names):
        if name not in expected:
            raise InputError(place, f"column {name!r} is unknown", allowed)
        if name in names[:i]:
            raise InputError(place, f"column {name!r} stands twice", allowed)
    return names


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


def _read_npz(path: Path, n: int, wanted: tuple[str, ...]) -> list[Reals]:
    allowed = f"a .npz file with arrays {', '.join(wanted)} of shape (points, {n})"
    try:
        with path.open("rb") as file:
            if file.read(len(_BARE)) != _BARE and not zipfile.is_zipfile(file):
                raise InputError(str(path), "not an NPZ file", allowed)
            file.seek(0)
            archive = np.load(file, allow_pickle=False)
            if not isinstance(archive, np.lib.npyio.NpzFile):
                raise InputError(str(path), "holds one bare array", allowed)
            _check_members(path, archive, wanted, allowed)
            arrays = [_checked(archive[name], f"{path}: {name}", n) for name in wanted]
    except InputError:
        raise
    except MemoryError:
        raise InputError(str(path), "does not fit in memory", allowed) from None
    except _NO_NPZ as error:
        problem = "holds Python objects" if "allow_pickle" in str(error) else "not an NPZ file"
        raise InputError(str(path), problem, allowed) from None
    for name, array in zip(wanted, arrays, strict=True):
        if array.shape != arrays[0].shape:
            problem = f"{len(array)} rows, but q has {len(arrays[0])}"
            raise InputError(f"{path}: {name}", problem, "arrays of one shape")
    return arrays


def _check_members(
    path: Path, archive: np.lib.npyio.NpzFile, wanted: tuple[str, ...], allowed: str
) -> None:
    """Refuse an archive in which an array is missing, unknown or there twice."""
    assert archive.zip is not None  # as long as it is open
    members = [name.removesuffix(".npy") for name in archive.zip.namelist()]
    for name in wanted:
        if name not in members:
            raise InputError(f"{path}: {name}", "missing", allowed)
    for i, name in enumerate(members):
        if name not in wanted:
            raise InputError(f"{path}: {name}", "unknown array", allowed)
        if name in members[:i]:
            raise InputError(f"{path}: {name}", "stands twice", allowed)


def _checked(array: NDArray[np.generic] | bytes, place: str, n: int) -> Reals:
    if isinstance(array, bytes):
        raise InputError(place, "is no array", f"(points, {n}), one point or more")
    if array.dtype.kind not in "iuf":
        raise InputError(place, f"type {array.dtype}", "numbers")
    if array.ndim != 2 or array.shape[1] != n or len(array) == 0:
        raise InputError(place, f"shape {array.shape}", f"(points, {n}), one point or more")
    numbers = array.astype(np.float64)
    bad = np.argwhere(~np.isfinite(numbers))
    if len(bad):
        row, column = bad[0]
        where = f"{place}[{row}, {column}]"
        raise InputError(where, f"{numbers[row, column]} is not finite", "finite numbers")
    return numbers
