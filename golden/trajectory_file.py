"""Reading and writing trajectories: CSV with a header, or NPZ."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from common.files import is_device, open_output
from golden.states_file import EXTENSIONS, StateArray, joint_array, read_states
from golden.trajectory import Trajectory

_ROWS = 8192  # written at once
_ARRAYS = ("q", "qd", "qdd")
_DRIVEN = ("q", "qd", "tau")
TIME = StateArray("t", ("t",), needed=False)
"""The column, or array, of a point's time: s."""


def column_names(n: int, arrays: tuple[str, ...] = _ARRAYS) -> list[str]:
    """Return q1..qn, qd1..qdn, qdd1..qddn, or the columns of other arrays."""
    return [name for array in _joint_arrays(n, arrays) for name in array.columns]


def read_trajectory(path: str | Path, n: int) -> Trajectory:
    """Read a trajectory for a robot of n joints: a file with just the arrays q, qd and qdd.

    Radians, metres, seconds; format and errors are those of `golden.states_file.read_states`.
    """
    arrays = read_states(path, _joint_arrays(n))
    return Trajectory(arrays["q"], arrays["qd"], arrays["qdd"])


def read_driven_states(path: str | Path, n: int) -> tuple[Reals, Reals, Reals]:
    """Read positions, speeds and torques for a robot of n joints, (points, n) each.

    As `read_trajectory`, with tau (N m, N) in place of qdd.
    """
    arrays = read_states(path, _joint_arrays(n, _DRIVEN))
    return arrays["q"], arrays["qd"], arrays["tau"]


def write_trajectory(path: str | Path, trajectory: Trajectory, time: Reals | None = None) -> None:
    """Write a `.csv` or `.npz` file that is read back to the same bits; to a device, CSV.

    With `time`, (points,), s, there is a column or array t before the others. The file appears as a
    whole or not at all.
    """
    arrays = {name: getattr(trajectory, name) for name in _ARRAYS}
    layout = _joint_arrays(trajectory.n)
    if time is not None:
        arrays, layout = {TIME.name: time[:, None], **arrays}, [TIME, *layout]
    _write_states(Path(path), arrays, layout)


def _write_states(path: Path, arrays: Mapping[str, Reals], layout: Sequence[StateArray]) -> None:
    if path.suffix.lower() == ".npz":
        with open_output(path) as file:
            np.savez(file, allow_pickle=False, **arrays)
    elif path.suffix.lower() == ".csv" or is_device(path):
        columns = [name for array in layout for name in array.columns]
        write_csv(path, columns, np.hstack(list(arrays.values())))
    else:
        raise InputError(str(path), f"extension {path.suffix!r} is unknown", EXTENSIONS)


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


def _joint_arrays(n: int, arrays: tuple[str, ...] = _ARRAYS) -> list[StateArray]:
    return [joint_array(name, n) for name in arrays]
