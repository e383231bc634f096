"""Where the files of the library lie, and which of them `#USE` and `#INCLUDE` mean."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent
"""The folder of the assembly and of the occam sources."""


PREDEFINED = (
    "predefined.occ",
    "predsngl.occ",
    "preddbl.occ",
    "predbits.occ",
    "predarit.occ",
    "predieee.occ",
)
"""Files of routines that every program knows without `#USE`."""
_COMPILERS = ("occam2", "occam8", "occama", "occamutl", "virtual")
_INCLUDED = re.compile(r'^#INCLUDE "([^"]+\.occ)"', re.MULTILINE)


def libraries() -> dict[str, tuple[Path, ...]]:
    """Return the occam libraries by name: the file of that name and those it includes."""
    files = sorted(FOLDER.glob("*.occ"))
    parts = {path: _parts(path) for path in files}
    inner = {part for path, found in parts.items() for part in found if part != path}
    kept = [path for path in files if path not in inner and path.name not in PREDEFINED]
    return {path.stem: parts[path] for path in kept}


def _parts(path: Path) -> tuple[Path, ...]:
    """Return a file of the library and the occam sources it includes."""
    found = [path]
    for name in _INCLUDED.findall(path.read_text(encoding="utf-8")):
        found += _parts(FOLDER / name)
    return tuple(found)


def is_compilers(name: str) -> bool:
    """Tell whether a library is one that INMOS's compiler itself needs: there is nothing in it."""
    return Path(name.replace("\\", "/")).name.lower().removesuffix(".lib") in _COMPILERS


def find(name: str) -> Path | None:
    """Return the library file that ``#INCLUDE`` or ``#USE`` names; None if there is none.

    ``hostio.inc`` is itself; a library, ``hostio.lib`` or ``hostio``, is the occam source of that
    name. Case does not matter, nor does the folder in front.
    """
    wanted = name.replace("\\", "/").rpartition("/")[2].lower()
    for candidate in (wanted, wanted.removesuffix(".lib") + ".occ"):
        path = FOLDER / candidate
        if path.suffix in (".inc", ".occ") and path.is_file():
            return path
    return None
