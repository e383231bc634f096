"""The host's keyboard and screen as the iserver protocol sees them.

A terminal is in one of two modes. In its own, which it begins and ends in, the host edits lines,
echoes what is typed and turns Return into a line feed. Once the program asks for a key, each key
comes as it is typed, Return as 13, and nothing is echoed, until the program reads from the stream
or the session ends: keys typed ahead are kept.
"""

from __future__ import annotations

import io
import select
import sys
import termios
from contextlib import suppress
from typing import Any, BinaryIO, Protocol

_INPUT_FLAGS, _LOCAL_FLAGS, _CONTROL = 0, 3, 6
"""Where they are in what `termios.tcgetattr` gives."""


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
        self._own_mode: list[Any] | None = None
        self.ended = False

    def read(self, size: int) -> bytes:
        """Read ``size`` bytes; fewer only at the end of input."""
        self.give_back()
        taken = bytearray()
        while len(taken) < size and (piece := self._take(size - len(taken))):
            taken += piece
        return bytes(taken)

    def readline(self, size: int) -> bytes:
        """Read up to and with a line feed, at most ``size`` bytes."""
        self.give_back()
        line = bytearray()
        while len(line) < size and not line.endswith(b"\n") and (piece := self._take(1)):
            line += piece
        return bytes(line)

    def key(self) -> int | None:
        """Wait for the next key; None at the end of input."""
        self._key_by_key()
        piece = self._take(1)
        return piece[0] if piece else None

    def poll(self) -> int | None:
        """Return a key that was already pressed, or None."""
        self._key_by_key()
        piece = self._take(1) if self._ready() else b""
        return piece[0] if piece else None

    def give_back(self) -> None:
        """Put a terminal into its own mode again."""
        if self._own_mode is not None:
            with suppress(termios.error):  # a terminal that is gone
                termios.tcsetattr(self._source.fileno(), termios.TCSANOW, self._own_mode)
            self._own_mode = None

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

    def _key_by_key(self) -> None:
        """Let a terminal give each key at once, as it is and without an echo; Ctrl-C stays."""
        if self._own_mode is not None:
            return
        try:
            descriptor = self._source.fileno()
            own = termios.tcgetattr(descriptor)
        except (io.UnsupportedOperation, termios.error):
            return
        mode = termios.tcgetattr(descriptor)
        mode[_INPUT_FLAGS] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR)
        mode[_LOCAL_FLAGS] &= ~(termios.ICANON | termios.ECHO)
        mode[_CONTROL][termios.VMIN], mode[_CONTROL][termios.VTIME] = 1, 0
        termios.tcsetattr(descriptor, termios.TCSANOW, mode)
        self._own_mode = own


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
