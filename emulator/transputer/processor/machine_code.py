"""Where the machine code of the compiled functions is kept, and when it may be used again.

numba's own cache looks at one function's file, though the function holds machine code of what it
calls, in other files. So here a folder is named after a digest of all the sources that machine
code can depend on: code of other sources is never found. A folder is made, and the oldest ones
beside it go, when code is written; importing a module writes and removes nothing.

The folder lies in `NUMBA_CACHE_DIR` if that is set, else in this package's ``__pycache__``, else,
where the package may only be read, in the user's cache folder. Where none of these may be written,
or a disk is full, nothing is kept, and each process compiles for itself.
"""

# ruff: noqa: ANN401 - numba has no types for its own machinery
from __future__ import annotations

import os
import pickle
import shutil
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator  # noqa: PLC2701
from numba.core.runtime import rtsys
from numba.misc.appdirs import AppDirs

_HERE = Path(__file__).parent
_SOURCES = (_HERE, _HERE.parent / "isa")
_PREFIX = "transputer-"
FOLDERS_KEPT = 4
"""So many versions of the sources keep their machine code, so that a developer can go back."""


def digest(folders: tuple[Path, ...] = _SOURCES) -> str:
    """Return a digest of all Python files in some folders, names and contents."""
    found = sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            text = path.read_bytes()
            found.update(f"{path.relative_to(folder.parent)} {len(text)}\n".encode() + text)
    return found.hexdigest()[:32]


def _places() -> Iterator[Path]:
    """Yield the folders in which machine code may be kept, the best first."""
    if config.CACHE_DIR:
        yield Path(config.CACHE_DIR)
    yield _HERE / "__pycache__"
    yield Path(AppDirs("torqueflow", appauthor=False).user_cache_dir)


def _writable(place: Path) -> bool:
    """Return whether a folder can be written, or made."""
    there = next(folder for folder in (place, *place.parents) if folder.exists())
    return place.is_absolute() and os.access(there, os.W_OK | os.X_OK)


DIGEST = digest()
FOLDER = next((place / f"{_PREFIX}{DIGEST}" for place in _places() if _writable(place)), None)
"""Where this version's machine code is, or will be; None: nowhere."""


def forget_old_versions(place: Path) -> None:
    """Remove the machine code of all but the versions written last."""
    folders = sorted(place.glob(f"{_PREFIX}*"), key=lambda folder: folder.stat().st_mtime)
    for folder in folders[:-FOLDERS_KEPT]:
        shutil.rmtree(folder, ignore_errors=True)


class Locator(_CacheLocator):  # type: ignore[misc]
    """Tells numba where the machine code of a function is."""

    _py_file = str(_HERE)  # told where numba does not keep code, as under NUMBA_OPT=0

    @classmethod
    def from_function(cls, function: Any, file: str) -> Locator:
        """Return the locator of a function."""
        return cls()

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(FOLDER)

    def get_source_stamp(self) -> str:
        """Return what has to be the same for code to be used again."""
        return DIGEST

    def get_disambiguator(self) -> str:
        """Return nothing: no two functions of a file have the same name."""
        return ""


class Files(CompileResultCacheImpl):  # type: ignore[misc]
    """numba's format of what is kept, in the place that `Locator` tells."""

    _locator_classes = (Locator,)


class MachineCode(FunctionCache):  # type: ignore[misc]
    """What is kept of one function; failures of the disk count as having nothing."""

    _impl_class = Files

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return a function's machine code for some argument types, or None.

        numba's own method first imports all that can be compiled, scipy's linear algebra too, which
        takes longer than the rest of a start. To run what is there only the runtime is needed, and
        the compiler imports the rest when it is asked.
        """
        rtsys.initialize(target)
        with suppress(OSError, EOFError, pickle.UnpicklingError):
            return self._load_overload(signature, target)

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep machine code, unless the sources have been edited since they were read."""
        with suppress(OSError):
            if digest() == DIGEST:
                super().save_overload(signature, result)
                forget_old_versions(Path(self.cache_path).parent)


def keep(dispatcher: Any) -> None:
    """Let the machine code of a function be kept and found again."""
    if FOLDER is not None:
        dispatcher._cache = MachineCode(dispatcher.py_func)
