"""The one way in which every command writes: files whole or not at all, devices straight through.

A destination is a path that a user gave. Where an ordinary file is, or nothing yet, a file takes
its place only once it is complete. Character devices, pipes and the process's own descriptors
(``/dev/null``, ``/dev/stdout``, a named pipe) are written to as they are and never replaced.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from common.errors import InputError

_ALLOWED = "a file in a writable folder, a pipe, or a device with room"
_LINKS_MAXIMUM = 40
"""Symbolic links that are followed one after the other, as Linux does."""


@contextlib.contextmanager
def open_output(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a destination for writing bytes.

    An ordinary file appears, or replaces the one that was there, when the block ends well; if it
    does not, nothing has changed. A named pipe is waited for until somebody reads it, and a reader
    who has seen enough is no error.

    Raises
    ------
    InputError
        As `check_destination`; or the device is full, the pipe or folder has gone.
    """
    check_destination(path)
    path = Path(path)
    try:
        if not is_device(path):
            with _replacing(path.resolve()) as file:
                yield file
            return
        with contextlib.suppress(BrokenPipeError), _straight(path) as file:
            yield file
    except OSError as error:
        raise InputError(str(path), f"cannot be written: {error.strerror}", _ALLOWED) from error


def write_file(path: str | Path, data: bytes) -> None:
    """Write bytes to a destination; raises InputError as `open_output` does."""
    with open_output(path) as file:
        file.write(data)


def write_json(path: str | Path, data: dict[str, Any] | list[Any]) -> None:
    """Write a report for programs: UTF-8, an entry a line. Raises InputError as `open_output`.

    A NaN or an infinity is a programming fault: ValueError.
    """
    encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    if isinstance(data, dict):
        text = "{\n" + ",\n".join(f"{encode(k)}: {encode(v)}" for k, v in data.items()) + "\n}\n"
    else:
        text = "[\n" + ",\n".join(encode(item) for item in data) + "\n]\n"
    write_file(path, text.encode())


def check_destination(path: str | Path) -> None:
    """Check, before any work is done, that a destination can be written.

    Raises
    ------
    InputError
        A directory, a socket or a disk; a file whose folder is missing or not writable.
    """
    path = Path(path)
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        mode = stat.S_IFREG
    except OSError as error:
        raise InputError(str(path), f"cannot be written: {error.strerror}", _ALLOWED) from None
    if stat.S_ISDIR(mode):
        raise InputError(str(path), "is a directory", "the name of a file")
    if is_device(path):
        _check_open_for_writing(path)
    elif not stat.S_ISREG(mode):
        raise InputError(str(path), "is a disk or a socket", _ALLOWED)
    else:
        _check_folder(path)


def is_device(path: str | Path) -> bool:
    """Return whether a destination is written straight through, and not replaced by a file."""
    path = Path(path)
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode) or _own_descriptor(path) is not None


def try_folder(folder: Path) -> str | None:
    """Make and drop a file without a name in a folder; return what the system objects, or None.

    Permissions alone do not tell: root may write anywhere but in ``/proc``.
    """
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return error.strerror or str(error)
    return None


def _check_folder(path: Path) -> None:
    folder = path.resolve().parent
    if not folder.is_dir():
        raise InputError(str(path), "its folder does not exist", "a file in a writable folder")
    problem = try_folder(folder)
    if problem is not None:
        raise InputError(str(path), f"cannot be written: {problem}", "a file in a writable folder")


def _check_open_for_writing(path: Path) -> None:
    descriptor = _own_descriptor(path)
    if descriptor is None:
        writable = os.access(path, os.W_OK)
    else:
        writable = fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY
    if not writable:
        raise InputError(str(path), "is not open for writing", _ALLOWED)


def _own_descriptor(path: Path) -> int | None:
    """Return the number of the open descriptor that a path such as ``/dev/stdout`` means, if any.

    It must be written by its number: where it leads to an ordinary file, opening that once more
    would write over what was printed to it, and replacing it would lose what will be.
    """
    folders = {Path("/dev/fd"), Path("/proc/self/fd").resolve()}
    for _ in range(_LINKS_MAXIMUM):
        parent = path.parent.resolve()
        if parent in folders and path.name.isdecimal():
            return int(path.name)
        if not path.is_symlink():
            return None
        path = parent / path.readlink()
    return None


@contextlib.contextmanager
def _straight(path: Path) -> Iterator[IO[bytes]]:
    descriptor = _own_descriptor(path)
    if descriptor is None:
        with path.open("wb") as file:
            yield file
        return
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # as it is where its descriptor was closed at the start
            stream.flush()
    with os.fdopen(os.dup(descriptor), "wb") as file:
        yield file


@contextlib.contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    handle, name = tempfile.mkstemp(prefix=".torqueflow-", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
