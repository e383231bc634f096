"""Where a command writes: refused before any work is done, and never over what it reads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from golden.errors import InputError
from golden.files import check_destination


def check_outputs(outputs: Mapping[str, str | None], inputs: Mapping[str, str | None]) -> None:
    """Check the files that a command will write against each other and against what it reads.

    Parameters
    ----------
    outputs
        Paths by the option that names them; None where the option is not given.
    inputs
        Paths by what they are in words, such as ``the trajectory``; None likewise.

    Raises
    ------
    InputError
        A destination is a directory or lies in none, or is another of these files.
    """
    taken = {Path(path).resolve(): what for what, path in inputs.items() if path is not None}
    for option, path in outputs.items():
        if path is None:
            continue
        check_destination(path)
        place = Path(path).resolve()
        if place in taken:
            raise InputError(option, f"{path!r} is {taken[place]}", "another file")
        taken[place] = f"the file of {option}"


def robot_file(robot: str | None) -> str | None:
    """The path in an argument that is an arm's name or the path of its file; None if a name."""
    return robot if robot is not None and Path(robot).suffix else None
