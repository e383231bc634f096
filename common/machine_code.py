"""Where machine code of compiled functions is kept, and when it may be used again.

numba's own cache looks at one function's file, though the function holds machine code of what it
calls, in other files. So here a folder is named after a digest of all the sources that machine
code can depend on: code of other sources is never found. A folder is made, and the oldest ones
beside it go, when code is written; importing a module writes and removes nothing.

The folder lies in `NUMBA_CACHE_DIR` if that is set, else in ``__pycache__`` beside the sources,
else, where those may only be read, in the user's cache folder. Where none of these may be written,
or a disk is full, nothing is kept, and each process compiles for itself.
"""

# ruff: noqa: ANN401 - numba has no types for its own machinery
from __future__ import annotations

import os
import pickle
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator  # noqa: PLC2701
from numba.core.runtime import rtsys
from numba.misc.appdirs import AppDirs

FOLDERS_KEPT = 4
"""So many versions of the sources keep their machine code, so that a developer can go back."""


def digest(sources: Sequence[Path]) -> str:
    """Return a digest of Python files, and of all in some folders: names and contents."""
    found = sha256()
    for source in sources:
        for path in sorted(source.rglob("*.py")) if source.is_dir() else [source]:
            text = path.read_bytes()
            found.update(f"{path.relative_to(source.parent)} {len(text)}\n".encode() + text)
    return found.hexdigest()[:32]


class Store:
    """The machine code of some sources.

    Parameters
    ----------
    name
        What its folders' names begin with.
    sources
        Files, and folders of files, that hold all functions, types and constants which the machine
        code is made of; the first stands where, or is the folder in which, code is kept.
    runtime_alone
        Whether the code runs with numba's runtime alone: it makes no array and draws no numbers.

    Attributes
    ----------
    digest
        Of the sources as they are read.
    folder
        Where this version's machine code is, or will be; None: nowhere.
    """

    def __init__(self, name: str, sources: Sequence[Path], *, runtime_alone: bool = False) -> None:
        self._prefix, self._sources = f"{name}-", tuple(sources)
        self.runtime_alone = runtime_alone
        self.digest = digest(self._sources)
        places = (place for place in self._places() if _writable(place))
        self.folder = next((place / f"{self._prefix}{self.digest}" for place in places), None)

    def keep(self, dispatcher: Any) -> None:
        """Let the machine code of a function be kept and found again."""
        if self.folder is not None:
            dispatcher._cache = MachineCode(dispatcher.py_func, self)

    @property
    def is_current(self) -> bool:
        """Whether the sources are what they were when they were read."""
        return digest(self._sources) == self.digest

    def forget_old_versions(self) -> None:
        """Remove the machine code of all but the versions written last."""
        if self.folder is not None:
            folders = list(self.folder.parent.glob(f"{self._prefix}*"))
            folders.sort(key=lambda folder: folder.stat().st_mtime)
            for folder in folders[:-FOLDERS_KEPT]:
                shutil.rmtree(folder, ignore_errors=True)

    def _places(self) -> Iterator[Path]:
        """Yield the folders in which machine code may be kept, the best first."""
        if config.CACHE_DIR:
            yield Path(config.CACHE_DIR)
        first = self._sources[0]
        yield (first if first.is_dir() else first.parent) / "__pycache__"
        yield Path(AppDirs("torqueflow", appauthor=False).user_cache_dir)


def _writable(place: Path) -> bool:
    """Return whether a folder can be written, or made."""
    there = next(folder for folder in (place, *place.parents) if folder.exists())
    return place.is_absolute() and os.access(there, os.W_OK | os.X_OK)


class _Locator(_CacheLocator):  # type: ignore[misc]
    """Tells numba where the machine code of a store's functions is."""

    def __init__(self, store: Store, file: str) -> None:
        self._store = store
        self._py_file = file  # told where numba does not keep code, as under NUMBA_OPT=0

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(self._store.folder)

    def get_source_stamp(self) -> str:
        """Return what has to be the same for code to be used again."""
        return self._store.digest

    def get_disambiguator(self) -> str:
        """Return nothing: no two functions of a file have the same name."""
        return ""


class _Locators:
    """What numba asks for a function's locator."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def from_function(self, function: Any, file: str) -> _Locator:
        """Return the locator of a function."""
        return _Locator(self._store, file)


class _Files(CompileResultCacheImpl):  # type: ignore[misc]
    """numba's format of what is kept, in the place that a store tells."""

    def __init__(self, function: Any, store: Store) -> None:
        self._locator_classes = [_Locators(store)]
        super().__init__(function)


class MachineCode(FunctionCache):  # type: ignore[misc]
    """What is kept of one function; failures of the disk count as having nothing."""

    def __init__(self, function: Any, store: Store) -> None:
        self._store = store
        self._impl_class = lambda function: _Files(function, store)
        super().__init__(function)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return a function's machine code for some argument types, or None.

        numba's own method first imports all that can be compiled, scipy's linear algebra too, which
        takes longer than the rest of a start. To run what needs the runtime alone only that is
        prepared, and the compiler imports the rest when it is asked.
        """
        if self._store.runtime_alone:
            rtsys.initialize(target)
        else:
            target.refresh()
        with suppress(OSError, EOFError, pickle.UnpicklingError):
            return self._load_overload(signature, target)

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep machine code, unless the sources have been edited since they were read."""
        with suppress(OSError):
            if self._store.is_current:
                super().save_overload(signature, result)
                self._store.forget_old_versions()
