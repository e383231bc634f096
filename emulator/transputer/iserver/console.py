"""The host's keyboard and screen as the iserver protocol sees them."""

from __future__ import annotations

import io
import select
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Protocol


class ByteSource(Protocol):
    """Where typed bytes come from: a raw file, or `io.BytesIO` in tests."""

    def read(self, size: int, /) -> bytes | None:
        """Return at most ``size`` bytes, at least one unless the source has ended."""
        ...

    def fileno(self) -> int:
        """Return the descriptor, or raise `io.UnsupportedOperation` when there is none."""
        ...


class Keyboard:
    """Standard input: by the byte, by the line, and key by key without waiting for a line."""

    def __init__(self, source: ByteSource) -> None:
        self._source = source
        self.ended = False

    def read(self, size: int) -> bytes:
        """Read ``size`` bytes; fewer only at the end of input."""
        taken = bytearray()
        while len(taken) < size and (piece := self._take(size - len(taken))):
            taken += piece
        return bytes(taken)

    def readline(self, size: int) -> bytes:
        """Read up to and with a line feed, at most ``size`` bytes."""
        line = bytearray()
        while len(line) < size and not line.endswith(b"\n") and (piece := self._take(1)):
            line += piece
        return bytes(line)

    def key(self) -> int | None:
        """Wait for the next key; None at the end of input."""
        with self._without_lines():
            piece = self._take(1)
        return piece[0] if piece else None

    def poll(self) -> int | None:
        """Return a key that was already pressed, or None."""
        with self._without_lines():
            piece = self._take(1) if self._ready() else b""
        return piece[0] if piece else None

    def _take(self, size: int) -> bytes:
        piece = self._source.read(size) or b""
        self.ended = not piece
        return piece

    def _ready(self) -> bool:
        try:
            descriptor = self._source.fileno()
        except io.UnsupportedOperation:
            return True
        return bool(select.select([descriptor], [], [], 0)[0])

    @contextmanager
    def _without_lines(self) -> Iterator[None]:
        """Let a terminal give each key at once, and put it back as it was."""
        try:
            descriptor = self._source.fileno()
            before = termios.tcgetattr(descriptor)
        except (io.UnsupportedOperation, termios.error):
            yield
            return
        tty.setcbreak(descriptor, termios.TCSANOW)
        try:
            yield
        finally:
            termios.tcsetattr(descriptor, termios.TCSANOW, before)


class Console:
    """Standard input, output and error of a booted program.

    Parameters
    ----------
    keyboard, screen, errors
        Streams 0, 1 and 2 of the protocol. `Console.standard` gives the process's own.
    """

    def __init__(self, keyboard: ByteSource, screen: BinaryIO, errors: BinaryIO) -> None:
        self.keyboard = Keyboard(keyboard)
        self.screen = screen
        self.errors = errors

    @classmethod
    def standard(cls) -> Console:
        """Return the console of this process; a closed standard input reads as ended."""
        try:
            # Unbuffered, so that `select` sees every byte that was typed and not yet taken.
            keyboard: ByteSource = open(0, "rb", buffering=0, closefd=False)  # noqa: SIM115
        except OSError:
            keyboard = io.BytesIO()
        return cls(keyboard, sys.stdout.buffer, sys.stderr.buffer)
