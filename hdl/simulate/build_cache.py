"""Compiled machines that are kept, so that the same one is not compiled again.

An entry is a folder with the file that a simulator runs, and a sheet: the file's digest and what
was counted when it was built. It appears whole, by being renamed, and goes whole; so any number of
runs may read, add and drop entries at the same time without a lock. What is damaged counts as
missing.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

from common.cache import user_cache
from common.scratch import ScratchFolder

_MOST_ENTRIES = 40
_MOST_BYTES = 300_000_000
"""What is kept at most; an entry of the PUMA 560's array has a few megabytes."""

_ABANDONED = 24 * 3600
"""Seconds after which nobody can still be at work on an entry."""

_FILE, _SHEET = "program", "sheet.json"


class BuildCache:
    """Compiled machines by their `build_key`.

    Parameters
    ----------
    folder
        Where they are kept; the user's cache if None. What cannot be written there is not kept.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = user_cache("builds") if folder is None else folder

    def fetch(self, key: str, program: Path) -> dict[str, Any] | None:
        """Copy an entry's file to a place and return what was counted; None if it is not there."""
        entry = self.folder / key
        try:
            sheet = json.loads((entry / _SHEET).read_text("utf-8"))
            program.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(entry / _FILE, program)
            if sheet["sha256"] != _digest(program):
                raise ValueError("the file is damaged")
            os.utime(entry)
            counted: dict[str, Any] = sheet["counted"]
        except (OSError, ValueError, KeyError, TypeError):
            program.unlink(missing_ok=True)
            return None
        return counted

    def keep(self, key: str, program: Path, counted: dict[str, Any]) -> None:
        """Add an entry, and drop those that were used longest ago beyond what is kept."""
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with ScratchFolder(self.folder, ".") as name:
                made = Path(name) / "entry"
                made.mkdir()
                shutil.copy(program, made / _FILE)
                sheet = {"sha256": _digest(made / _FILE), "counted": counted}
                (made / _SHEET).write_text(json.dumps(sheet), "utf-8")
                self._drop(self.folder / key)  # one that is damaged
                made.rename(self.folder / key)
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        """Drop what is beyond the bounds, and what a run that was killed left half made."""
        for left in self.folder.glob(".*"):
            if left.stat().st_mtime < time.time() - _ABANDONED:
                shutil.rmtree(left, ignore_errors=True)
        entries = [path for path in self.folder.iterdir() if not path.name.startswith(".")]
        entries.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        total = 0
        for count, entry in enumerate(entries, start=1):
            total += (entry / _FILE).stat().st_size
            if count > _MOST_ENTRIES or (total > _MOST_BYTES and count > 1):
                self._drop(entry)

    def _drop(self, entry: Path) -> None:
        """Take an entry away whole, if it is there."""
        with (
            ScratchFolder(self.folder, ".") as gone,
            contextlib.suppress(FileNotFoundError),
        ):
            entry.rename(Path(gone) / "entry")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        digest = sha256()
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()
