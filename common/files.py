"""Writing files so that a reader never finds half of one."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from common.errors import InputError


@contextlib.contextmanager
def atomic_write(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file for writing that takes the place of `path` only when the block ends well.

    Raises
    ------
    InputError
        The folder is missing or not writable, or `path` is a directory.
    """
    path = Path(path).resolve()
    check_destination(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        problem = f"cannot be written: {error.strerror}"
        raise InputError(str(path), problem, "a file in a writable folder") from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def check_destination(path: str | Path) -> None:
    """Raise InputError unless a file at `path` can be made or replaced.

    Devices and pipes are refused: to replace `/dev/null` by a report would harm the machine.
    """
    path = Path(path)
    if path.is_dir():
        raise InputError(str(path), "is a directory", "the name of a file")
    if path.exists() and not path.is_file():
        raise InputError(str(path), "is no ordinary file", "a new or an ordinary file")
    folder = path.resolve().parent
    if not folder.is_dir():
        raise InputError(str(path), "its folder does not exist", "a file in a writable folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(str(path), "its folder is not writable", "a file in a writable folder")


def write_json(path: str | Path, data: dict[str, Any] | list[Any]) -> None:
    """Write a report for programs: UTF-8, an entry a line, whole or not at all.

    A NaN or an infinity is a programming fault: ValueError.

    Raises
    ------
    InputError
        As `atomic_write`.
    """
    encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    if isinstance(data, dict):
        text = "{\n" + ",\n".join(f"{encode(k)}: {encode(v)}" for k, v in data.items()) + "\n}\n"
    else:
        text = "[\n" + ",\n".join(encode(item) for item in data) + "\n]\n"
    with atomic_write(path) as file:
        file.write(text.encode())


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
