"""Standard output when its reader has gone, or its device is full."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def whole_output() -> Iterator[None]:
    """Print to standard output; a reader who has seen enough (`| head`) is no error."""
    try:
        yield
        if sys.stdout is not None:  # as it is where its descriptor was closed at the start
            sys.stdout.flush()
    except BrokenPipeError:
        discard_output()


def flush_output() -> None:
    """Print what is still held for standard output, if anybody reads it."""
    with whole_output():
        pass


def discard_output() -> None:
    """Drop what is still held for standard output, or Python would try again and complain."""
    if sys.stdout is None:
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
