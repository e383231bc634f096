"""What a command reads: an ordinary file of a sensible size, or one line that says what it is."""

from __future__ import annotations

import stat
from pathlib import Path

from common.errors import InputError

MEBIBYTE = 1 << 20
SPECIAL = "is a pipe, a device or a socket"
"""What is said of a path that leads to none of the files that are read."""


def check_input(path: str | Path, allowed: str, largest: int) -> None:
    """Raise InputError unless a path leads to an ordinary file that may be read.

    A pipe or a device is refused before it is opened: reading it might never end.

    Parameters
    ----------
    path
        Of the file, or of a link to it.
    allowed
        What may stand there, for the message.
    largest
        The most bytes that it may have.
    """
    place = str(path)
    try:
        found = Path(path).stat()
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(place, "no such file", allowed) from None
    except OSError as error:
        raise InputError(place, f"cannot be read: {error.strerror}", allowed) from None
    except ValueError as error:  # a zero byte in the name
        raise InputError(repr(place), f"cannot be read: {error}", allowed) from None
    if stat.S_ISDIR(found.st_mode):
        raise InputError(place, "is a directory", allowed)
    if not stat.S_ISREG(found.st_mode):
        raise InputError(place, SPECIAL, allowed)
    if found.st_size > largest:
        problem = f"{found.st_size} bytes"
        raise InputError(place, problem, f"{allowed}, {largest // MEBIBYTE} MiB at most")


def is_special(path: str | Path) -> bool:
    """Return whether a path leads to a pipe, a device or a socket: reading it might never end."""
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return False  # whoever reads it tells why
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def read_text(path: str | Path, allowed: str, largest: int) -> str:
    """Return the text, UTF-8, of an ordinary file; parameters and errors as for `check_input`.

    A byte-order mark is no part of it.
    """
    check_input(path, allowed, largest)
    try:
        return Path(path).read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(str(path), f"not UTF-8 text (byte {error.start})", allowed) from None
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}", allowed) from None
