"""The streams of the iserver protocol: the console and the files of one directory.

Streams behave as those of C, whose functions the protocol names: the end-of-file mark is set by a
read that found the end, the error mark by an operation that failed, and a seek clears the former.
"""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, TypeVar, cast

from emulator.transputer.iserver.console import Console, Keyboard
from emulator.transputer.iserver.sandbox import Refused, Sandbox

_STREAMS_MAXIMUM = 64
"""Open files of one program; more are refused, so that it cannot use up the host's descriptors."""

_POSITION_MAXIMUM = 2**31 - 1

_BINARY, _TEXT = 1, 2
"""File types; a host with one line ending treats them alike."""

_MODES: dict[int, tuple[int, bool, str]] = {
    1: (os.O_RDONLY, False, "rb"),
    2: (os.O_WRONLY | os.O_CREAT, True, "wb"),
    3: (os.O_WRONLY | os.O_CREAT | os.O_APPEND, False, "ab"),
    4: (os.O_RDWR, False, "r+b"),
    5: (os.O_RDWR | os.O_CREAT, True, "w+b"),
    6: (os.O_RDWR | os.O_CREAT | os.O_APPEND, False, "a+b"),
}
"""Open modes: input, output, append, update an existing file, update a new one, append update."""

_ORIGINS = {1: io.SEEK_SET, 2: io.SEEK_CUR, 3: io.SEEK_END}


Result = TypeVar("Result")


class Stream:
    """One open stream: a file of the sandbox, or an end of the console.

    Parameters
    ----------
    file
        What is read and written.
    owned
        Whether closing the stream closes the file: the console stays open for the host.
    """

    def __init__(self, file: BinaryIO | Keyboard, owned: bool = True) -> None:
        self.file = file
        self.owned = owned
        self.ended = False
        self.error: OSError | None = None

    def read(self, size: int) -> bytes:
        """Read ``size`` bytes, fewer at the end of the file."""
        data = self._mark(lambda: self.file.read(size))
        self.ended |= len(data) < size
        return data

    def gets(self, size: int) -> bytes | None:
        """Read a line of less than ``size`` bytes without its end; None at the end of the file."""
        room = size - 1
        if room < 1:
            return None
        line = self._mark(lambda: self.file.readline(room))
        self.ended |= len(line) < room and not line.endswith(b"\n")
        return line.removesuffix(b"\n") if line else None

    def write(self, data: bytes) -> int:
        """Write all of ``data``; returns how many bytes were taken."""
        return self._mark(lambda: self._writer().write(data))

    def flush(self) -> None:
        """Hand everything written to the host."""
        if not isinstance(self.file, Keyboard):
            self._mark(self.file.flush)

    def seek(self, offset: int, origin: int) -> None:
        """Move to ``offset`` bytes from the start, the position or the end (origin 1, 2, 3)."""
        if origin not in _ORIGINS:
            raise Refused("no such origin")
        self._mark(lambda: self._writer().seek(offset, _ORIGINS[origin]))
        self.ended = False

    def tell(self) -> int:
        """Return the position in bytes from the start."""
        position = self._mark(lambda: self._writer().tell())
        if position > _POSITION_MAXIMUM:
            raise Refused("the position does not fit in 31 bits")
        return position

    def close(self) -> None:
        """Close a file; flush an end of the console."""
        if self.owned and not isinstance(self.file, Keyboard):
            self._mark(self.file.close)
        else:
            self.flush()

    def _writer(self) -> BinaryIO:
        if isinstance(self.file, Keyboard):
            raise Refused("the keyboard cannot be written or moved")
        return self.file

    def _mark(self, operation: Callable[[], Result]) -> Result:
        """Run an operation of the host; remember its failure and raise it as OSError."""
        try:
            return operation()
        except OSError as error:
            self.error = error
            raise
        except ValueError as error:  # a file already closed, a position before its start
            self.error = OSError(errno.EINVAL, str(error))
            raise self.error from error


class Streams:
    """The stream identifiers of one program: 0, 1, 2 are the console, files come after.

    Parameters
    ----------
    sandbox
        Where names are followed.
    console
        Standard input, output and error.
    """

    def __init__(self, sandbox: Sandbox, console: Console) -> None:
        self.sandbox = sandbox
        self._streams = {
            0: Stream(console.keyboard, owned=False),
            1: Stream(console.screen, owned=False),
            2: Stream(console.errors, owned=False),
        }

    def __getitem__(self, identifier: int) -> Stream:
        """Return an open stream; raises OSError for an identifier that was not given out."""
        try:
            return self._streams[identifier]
        except KeyError:
            raise Refused("no such stream") from None

    def open(self, name: bytes, kind: int, mode: int) -> int:
        """Open a file and return its stream identifier; raises OSError when that is refused."""
        if kind not in (_BINARY, _TEXT):
            raise Refused("no such file type")
        if mode not in _MODES:
            raise Refused("no such open mode")
        if len(self._streams) >= _STREAMS_MAXIMUM:
            raise Refused("too many open files")
        flags, truncate, access = _MODES[mode]
        descriptor = self.sandbox.open(name, flags, truncate)
        identifier = next(n for n in range(_STREAMS_MAXIMUM) if n not in self._streams)
        self._streams[identifier] = Stream(cast(BinaryIO, os.fdopen(descriptor, access)))
        return identifier

    def close(self, identifier: int) -> None:
        """Close a stream; raises OSError when what it held could not be written."""
        stream = self[identifier]
        if stream.owned:
            del self._streams[identifier]
        stream.close()

    def close_all(self) -> None:
        """Close the files and flush the console, whatever fails."""
        for stream in self._streams.values():
            with suppress(OSError):
                stream.close()
        self.sandbox.close()
