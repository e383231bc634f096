"""Xacro files, expanded by packages that are kept: the optional `xacrodoc`, which brings xacro.

What it adds to xacro is ``$(find PACKAGE)`` without ROS: packages are looked for in the folders
above the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from common.errors import InputError

_CLASS = re.compile(r"<class '[\w.]+'>: ")


def expanded(path: str | Path, arguments: Mapping[str, str]) -> bytes:
    """Return the URDF text that a xacro file stands for.

    Parameters
    ----------
    arguments
        What ``$(arg NAME)`` is, by name, where the file's default is not meant.

    Raises
    ------
    InputError
        The expander is not installed, or refuses the file.
    """
    file = str(path)
    name = Path(file).name
    first = f"a file that is expanded first: xacro {name} > {Path(name).stem.split('.')[0]}.urdf"
    xacro, packages = _expander(file, first)
    try:
        packages.walk_up_from(Path(file).resolve())
        text: str = xacro.process_file(file, mappings=dict(arguments)).toxml()
    except Exception as error:  # the package, and the expressions in the file, raise anything
        problem = f"cannot be expanded: {_said(error)}"
        raise InputError(file, problem, f"xacro, or {first}") from None
    return text.encode()


def _said(error: Exception) -> str:
    """Return what an error says, once: the expander repeats what it passes on, with its class."""
    text = " ".join(_CLASS.sub("", str(error)).split())
    half = text[: len(text) // 2]
    if text == f"{half} {half}":
        return half
    return text or type(error).__name__


def _expander(file: str, first: str) -> tuple[ModuleType, ModuleType]:
    try:
        import xacro
        from xacrodoc import packages
    except ImportError:
        allowed = f"pip install 'torqueflow[xacro]', or {first}"
        raise InputError(file, "is xacro, whose expander is not installed", allowed) from None
    return xacro, packages
