"""Xacro files, expanded by packages that are kept: the optional `xacrodoc`, which brings xacro.

What it adds to xacro is ``$(find PACKAGE)`` without ROS. Packages are looked for in the folders
above the file, then beside those, as repositories and workspaces (``src``) have them, then by ROS.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

from common.errors import InputError

_MANIFEST = "package.xml"

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
        packages.reset()  # of an earlier file's folders, whose packages may have the same names
        packages.update_package_cache(_packages_beside(Path(file).resolve()))
        packages.walk_up_from(Path(file).resolve())
        text: str = xacro.process_file(file, mappings=dict(arguments)).toxml()
    except Exception as error:  # the package, and the expressions in the file, raise anything
        problem = f"cannot be expanded: {_said(error)}"
        raise InputError(file, problem, f"xacro, or {first}") from None
    return text.encode()


def _packages_beside(path: Path) -> dict[str, str]:
    """Return the folders of packages above a file and beside those, nearest first, by name."""
    found: dict[str, str] = {}
    for own in (folder for folder in path.parents if (folder / _MANIFEST).is_file()):
        beside = sorted(own.parent.glob(f"*/{_MANIFEST}"))
        for workspace in (own.parent, own.parent.parent):
            if workspace.name == "src":
                beside += sorted(workspace.glob(f"*/{_MANIFEST}"))
                beside += sorted(workspace.glob(f"*/*/{_MANIFEST}"))
        for manifest in (own / _MANIFEST, *beside):
            name = _package_name(manifest)
            if name is not None:
                found.setdefault(name, str(manifest.parent))
    return found


def _package_name(manifest: Path) -> str | None:
    """Return the name that a package says it has; None where that cannot be read."""
    try:
        text = ElementTree.parse(manifest).findtext("name") if manifest.is_file() else None
    except (OSError, ElementTree.ParseError):
        return None
    return (text or "").strip() or None


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
