"""Where the files of the library lie, and which of them `#USE` and `#INCLUDE` mean."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
"""The folder of the assembly and of the occam sources."""


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
