"""How far a long run has come, on a terminal's standard error, without disturbing the program."""

from __future__ import annotations

import io
import os
import time
from contextlib import suppress
from typing import BinaryIO, TextIO, cast

from emulator.transputer.iserver.console import Console

_SECONDS_BEFORE, _SECONDS_BETWEEN = 2.0, 0.5
_ERASED = "\r\x1b[K"


def at_terminal() -> bool:
    """Return whether there is a terminal to press Ctrl-C at: on any of the standard streams."""
    for descriptor in range(3):
        with suppress(OSError):
            if os.isatty(descriptor):
                return True
    return False


class Progress:
    """One line that says how far the simulation is, wiped away before the program uses its console.

    It is shown on a terminal only, after two seconds, and not while the program's own last line
    there is unfinished.

    Parameters
    ----------
    stream
        Where it goes, as a rule standard error.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._live = stream.isatty()
        self._next = time.monotonic() + _SECONDS_BEFORE
        self._shown = False
        self._line_open = False

    def show(self, seconds: float, instructions: int) -> None:
        """Show simulated seconds and executed instructions, if it is time to."""
        if not self._live or self._line_open or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _SECONDS_BETWEEN
        text = f"{seconds:.2f} s simulated, {instructions:,} instructions (Ctrl-C ends it)"
        self._stream.write(f"{_ERASED}{text}")
        self._stream.flush()
        self._shown = True

    def give_way_to(self, console: Console) -> None:
        """Wipe the line away before a program writes on its console."""
        if self._live:
            console.screen = cast(BinaryIO, _Watched(console.screen, self))
            console.errors = cast(BinaryIO, _Watched(console.errors, self))

    def before(self, data: bytes) -> None:
        """Wipe the line away before `data` is written on the terminal."""
        self.close()
        if data:
            self._line_open = not data.endswith(b"\n")

    def close(self) -> None:
        """Wipe the line away."""
        if self._shown:
            self._shown = False
            self._stream.write(_ERASED)
            self._stream.flush()


class _Watched(io.BufferedIOBase):
    """A stream of a program's console, before whose use the progress line goes."""

    def __init__(self, stream: BinaryIO, progress: Progress) -> None:
        self._stream = stream
        self._progress = progress

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self._progress.before(data)
        return self._stream.write(data)

    def flush(self) -> None:
        self._stream.flush()

    def seek(self, offset: int, origin: int = 0) -> int:
        return self._stream.seek(offset, origin)

    def tell(self) -> int:
        return self._stream.tell()
