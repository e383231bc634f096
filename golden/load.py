"""Robots by the name of one that comes with the project, or by the path of a file."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from common.errors import InputError
from common.inputs import check_input
from common.suggestions import nearest
from golden import mjcf
from golden.limits import with_assumptions
from golden.robot import Robot
from golden.toml import robot_file
from golden.urdf import robot as urdf
from golden.urdf.selection import Selection

_WITH_NAMES = (".urdf", ".xacro", ".xml", ".mjcf")
"""Suffixes of files whose links and joints have names."""


def robot_names() -> tuple[str, ...]:
    """Return the names of the robots that come with the project, sorted."""
    stems = (Path(entry.name) for entry in resources.files("golden.robots").iterdir())
    return tuple(sorted(path.stem for path in stems if path.suffix == ".toml"))


def load_robot(
    path_or_name: str | Path,
    selection: Selection = urdf.EVERYTHING,
    xacro: Mapping[str, str] | None = None,
    *,
    assume: bool = True,
) -> Robot:
    """Read a robot that comes with the project, by name, or any robot from a file, by path.

    Parameters
    ----------
    path_or_name
        One of `robot_names`, or the path of a `.toml` or `.urdf` file, of xacro (`.xacro`) or MJCF
        (`.xml`, `.mjcf`).
    selection
        The part of a robot that is meant; not of a TOML file's.
    xacro
        Arguments of a xacro file, by name.
    assume
        Whether to fill in acceleration limits that the file does not tell, with a warning:
        `golden.limits.with_assumptions`. Without it the file's limits alone, to
        which others are to be added.

    Raises
    ------
    common.errors.InputError
        There is no such robot or file, or something in the file is wrong. It names the file, the
        field (such as ``links[2].inertia``), the value and what is allowed. Or there is a selection
        and no URDF file.

    Warns
    -----
    common.errors.InputWarning
        A value is likely to be a mistake: see golden/robots/README.md.
    """
    robot = _as_told(path_or_name, selection, xacro)
    return with_assumptions(robot, str(path_or_name)) if assume else robot


def _as_told(
    path_or_name: str | Path, selection: Selection, xacro: Mapping[str, str] | None
) -> Robot:
    text = str(path_or_name)
    known = robot_names()
    path = Path(path_or_name)
    suffix = path.suffix.lower()
    if xacro and suffix != ".xacro":
        raise InputError("--xacro", f"{text} is no xacro file", "a .xacro file")
    if not selection.is_everything and suffix not in _WITH_NAMES:
        problem = "has links and joints without names: no part of it can be chosen"
        raise InputError(
            text, problem, "--tip, --base, --lock, --joints and --free-base with a .urdf file"
        )
    if text in known:
        entry = resources.files("golden.robots") / f"{text}.toml"
        return robot_file.parse(entry.read_text("utf-8"), f"{text}.toml")
    allowed = f"{', '.join(known)}, or the path of a .toml or .urdf file"
    if suffix == ".xml":
        check_input(path, allowed, urdf.LARGEST)
    if suffix == ".mjcf" or (suffix == ".xml" and mjcf.is_mjcf(path)):
        return mjcf.load(path_or_name, selection)
    if suffix in _WITH_NAMES:
        return urdf.load(path_or_name, selection, xacro)
    if suffix != ".toml":
        problem = "is a directory" if _is_folder(path) else _unknown(text, known)
        raise InputError(text or "robot", problem, allowed)
    check_input(path, allowed, urdf.LARGEST)
    try:
        return robot_file.parse(path.read_text("utf-8-sig"), text)
    except UnicodeDecodeError as error:
        problem = f"not UTF-8 text (byte {error.start})"
        raise InputError(text, problem, "a TOML file") from None
    except OSError as error:
        raise InputError(text, f"cannot be read: {error.strerror}", allowed) from None


def _unknown(name: str, known: tuple[str, ...]) -> str:
    near = nearest(name, known)
    return "no arm of that name" + (f" (did you mean {near}?)" if near else "")


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
