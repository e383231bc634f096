"""Where a command writes: refused before any work is done, and never over what it reads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from common.errors import InputError
from common.files import check_destination


class Taken:
    """Files that a command reads or will write, and what each of them is in words."""

    def __init__(self, inputs: Mapping[Path, str]) -> None:
        self._files = {path.resolve(): what for path, what in inputs.items()}

    def take(self, option: str, path: Path) -> str | None:
        """Let an option have a file; return what the file is already, None if it was free."""
        place = path.resolve()
        what = self._files.get(place)
        self._files[place] = f"the file of {option}"
        return what


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
    files = Taken({Path(path): what for what, path in inputs.items() if path is not None})
    for option, path in outputs.items():
        if path is None:
            continue
        check_destination(path)
        if what := files.take(option, Path(path)):
            raise InputError(option, f"{path!r} is {what}", "another file")


def robot_file(robot: str | None) -> str | None:
    """The path in an argument that is an arm's name or the path of its file; None if a name."""
    return robot if robot is not None and Path(robot).suffix else None
