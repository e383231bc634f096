"""Where a command writes: refused before any work is done, and never over what it reads."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from common.errors import InputError
from common.files import check_destination, is_device, try_folder

Destinations = Mapping[str, str | Path | None]
"""Paths by the option that names them; None where the option is not given."""


def check_outputs(outputs: Destinations, inputs: Mapping[str, str | Path | None]) -> None:
    """Check the files that a command will write, against each other and against what it reads.

    Parameters
    ----------
    outputs
        The destinations.
    inputs
        Paths by what they are in words, such as ``the trajectory``; None likewise.

    Raises
    ------
    InputError
        A destination cannot be written (`check_destination`), or is another of these files.
    """
    for path in outputs.values():
        if path is not None:
            check_destination(path)
    check_apart(outputs, inputs.items())


def check_apart(outputs: Destinations, inputs: Iterable[tuple[str, str | Path | None]]) -> None:
    """Raise InputError if a file that will be written is read too, or written twice.

    Devices and pipes are let pass: two reports may well go to ``/dev/null``.
    """
    # realpath, unlike Path.resolve, also answers for links that lead to themselves
    taken = {Path(os.path.realpath(path)): what for what, path in inputs if path is not None}
    for option, path in outputs.items():
        if path is None or is_device(path):
            continue
        place = Path(os.path.realpath(path))
        if place in taken:
            raise InputError(option, f"{str(path)!r} is {taken[place]}", "another file")
        taken[place] = f"the file of {option}"


def check_output_folder(option: str, path: str) -> None:
    """Raise InputError unless a folder is there, or can be made there with all above it."""
    folder = Path(path)
    try:
        if folder.is_dir():
            return
        if folder.exists():
            raise InputError(option, f"{path!r} is a file", "a folder, new or not")
        above = next(parent for parent in folder.absolute().parents if parent.exists())
    except OSError as error:
        raise _unmade(option, path, error.strerror) from None
    problem = try_folder(above)
    if problem is not None:
        raise _unmade(option, path, problem)


def make_output_folder(option: str, path: str) -> None:
    """Make a folder, and all above it that are missing; raises InputError if it cannot be."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unmade(option, path, error.strerror) from None


def _unmade(option: str, path: str, problem: str | None) -> InputError:
    return InputError(option, f"{path!r} cannot be made: {problem}", "a folder where you may write")


def robot_file(robot: str | None) -> str | None:
    """Return the path in an argument that is an arm's name or its file's path; None if a name."""
    return robot if robot is not None and Path(robot).suffix else None
