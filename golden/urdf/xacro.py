"""Xacro files, expanded by packages that are kept: the optional `xacrodoc`, which brings xacro.

What it adds to xacro is ``$(find PACKAGE)`` without ROS: packages are looked for in the folders
above the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from common.errors import InputError


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
        problem = " ".join(f"{error}".split()) or type(error).__name__
        raise InputError(file, f"cannot be expanded: {problem}", f"xacro, or {first}") from None
    return text.encode()


def _expander(file: str, first: str) -> tuple[ModuleType, ModuleType]:
    try:
        import xacro
        from xacrodoc import packages
    except ImportError:
        allowed = f"pip install 'torqueflow[xacro]', or {first}"
        raise InputError(file, "is xacro, whose expander is not installed", allowed) from None
    return xacro, packages
