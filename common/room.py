"""What is said where there is no room: on a full disk, or beyond a limit of a file's size."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

from common.errors import InputError

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says of a write for which there is no room."""


@contextlib.contextmanager
def room_in(folder: str | Path) -> Iterator[None]:
    """Tell writes into a folder that find no room, which name no file, in one line.

    Raises
    ------
    InputError
        There is no room: the system said so, or a program that writes there did.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        raise _full(error.filename or folder, error.strerror or str(error)) from error
    except RuntimeError as error:
        said = next((word for word in map(os.strerror, NO_ROOM) if word in str(error)), None)
        if said is None:
            raise
        raise _full(folder, said) from error


def _full(place: str | Path, said: str) -> InputError:
    return InputError(str(place), f"cannot be written: {said}", "a folder with room")
