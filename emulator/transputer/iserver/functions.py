"""The functions of the iserver protocol: one request in, one answer out.

Tags, fields and results: INMOS, iserver 1.41 (1988-1992), `iserver.h`, `filec.c`, `hostc.c`,
`serverc.c`. Whatever the request, there is an answer: UNIMPLEMENTED to an unknown tag, ERROR to a
field that runs past the packet or an operation that the host or the sandbox refuses.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Mapping

from emulator.transputer.iserver.console import Console
from emulator.transputer.iserver.packet import SLICE_MAXIMUM, Fields, Malformed, as_int32, as_slice
from emulator.transputer.iserver.sandbox import Sandbox
from emulator.transputer.iserver.streams import Streams

_SCREEN = 1
"""The stream of standard output."""
_SUCCESS, _UNIMPLEMENTED, _ERROR = 0, 1, 129
"""Results of an operation."""

_VERSION, _HOST, _SYSTEM, _BOARD = 14, 7, 4, 2
"""Version 1.4 on a Sun 386 with SunOS and a B008: programs take from it that switches begin with
a minus sign and names are separated by a solidus."""


class Functions:
    """What a program may ask of its host.

    Parameters
    ----------
    sandbox
        The directory the program sees. The server closes it.
    console
        Standard input, output and error.
    environment
        All that SP.GETENV can find.
    command_line
        What SP.COMMANDLINE gives: the program's arguments; with the "all" flag, its name first.
    core
        Memory of the analysed root transputer from its lowest address, or None.
    clock
        Seconds since 1970 in UTC. With the host's clock a program that reads it is not
        reproducible; a run's start and the simulated time since then make one that is.

    Attributes
    ----------
    program_status
        What the program gave to SP.EXIT, or None while it has not.
    requests
        How many requests were answered.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        console: Console,
        environment: Mapping[bytes, bytes] | None = None,
        command_line: tuple[bytes, bytes] = (b"", b""),
        core: bytes | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.program_status: int | None = None
        self.requests = 0
        self._streams = Streams(sandbox, console)
        self._keyboard = console.keyboard
        self._environment = environment or {}
        self._command_line = command_line
        self._core = core
        self._clock = clock

    def answer(self, packet: bytes) -> bytes:
        """Answer one request, given without its length; the answer is given with its own."""
        self.requests += 1
        fields = Fields(packet)
        try:
            operation = self._OPERATIONS.get(fields.byte())
            body = operation(self, fields) if operation else bytes([_UNIMPLEMENTED])
        except (Malformed, OSError):
            body = bytes([_ERROR])
        body = body.ljust(6, b"\0")
        body += bytes(len(body) % 2)
        return struct.pack("<H", len(body)) + body

    def close(self) -> None:
        """Close the program's files, flush the console, give a terminal its own mode."""
        self._keyboard.give_back()
        self._streams.close_all()

    @property
    def screen_failure(self) -> OSError | None:
        """Why the screen could not be written, if it could not."""
        return self._streams[_SCREEN].error

    def _open(self, fields: Fields) -> bytes:
        name, kind, mode = fields.slice(), fields.byte(), fields.byte()
        return bytes([_SUCCESS]) + as_int32(self._streams.open(name, kind, mode))

    def _close(self, fields: Fields) -> bytes:
        self._streams.close(fields.int32())
        return bytes([_SUCCESS])

    def _read(self, fields: Fields) -> bytes:
        stream, size = self._streams[fields.int32()], fields.int16()
        return bytes([_SUCCESS]) + as_slice(stream.read(min(size, SLICE_MAXIMUM)))

    def _write(self, fields: Fields) -> bytes:
        stream, data = self._streams[fields.int32()], fields.slice()
        written = stream.write(data)
        if not stream.owned:
            stream.flush()
        return bytes([_SUCCESS]) + struct.pack("<H", written)

    def _gets(self, fields: Fields) -> bytes:
        stream, size = self._streams[fields.int32()], fields.int16()
        line = stream.gets(min(size, SLICE_MAXIMUM))
        return bytes([_ERROR]) if line is None else bytes([_SUCCESS]) + as_slice(line)

    def _puts(self, fields: Fields) -> bytes:
        stream, data = self._streams[fields.int32()], fields.slice()
        stream.write(data + b"\n")
        if not stream.owned:
            stream.flush()
        return bytes([_SUCCESS])

    def _flush(self, fields: Fields) -> bytes:
        self._streams[fields.int32()].flush()
        return bytes([_SUCCESS])

    def _seek(self, fields: Fields) -> bytes:
        stream, offset, origin = self._streams[fields.int32()], fields.int32(), fields.int32()
        stream.seek(offset, origin)
        return bytes([_SUCCESS])

    def _tell(self, fields: Fields) -> bytes:
        return bytes([_SUCCESS]) + as_int32(self._streams[fields.int32()].tell())

    def _eof(self, fields: Fields) -> bytes:
        return bytes([_SUCCESS if self._streams[fields.int32()].ended else _ERROR])

    def _ferror(self, fields: Fields) -> bytes:
        error = self._streams[fields.int32()].error
        if error is None:
            return bytes([_ERROR])
        text = (error.strerror or str(error)).encode()
        return bytes([_SUCCESS]) + as_int32(error.errno or 0) + as_slice(text)

    def _remove(self, fields: Fields) -> bytes:
        self._streams.sandbox.remove(fields.slice())
        return bytes([_SUCCESS])

    def _rename(self, fields: Fields) -> bytes:
        self._streams.sandbox.rename(fields.slice(), fields.slice())
        return bytes([_SUCCESS])

    def _getkey(self, _: Fields) -> bytes:
        key = self._keyboard.key()
        return bytes([_ERROR]) if key is None else bytes([_SUCCESS, key])

    def _pollkey(self, _: Fields) -> bytes:
        key = self._keyboard.poll()
        return bytes([_ERROR]) if key is None else bytes([_SUCCESS, key])

    def _getenv(self, fields: Fields) -> bytes:
        value = self._environment.get(fields.slice())
        return bytes([_ERROR]) if value is None else bytes([_SUCCESS]) + as_slice(value)

    def _time(self, _: Fields) -> bytes:
        now = int(self._clock())
        offset = time.localtime(now).tm_gmtoff
        return bytes([_SUCCESS]) + as_int32(now + offset) + as_int32(now)

    def _exit(self, fields: Fields) -> bytes:
        self.program_status = fields.int32()
        return bytes([_SUCCESS])

    def _command(self, fields: Fields) -> bytes:
        short, whole = self._command_line
        return bytes([_SUCCESS]) + as_slice(whole if fields.byte() else short)

    def _memory(self, fields: Fields) -> bytes:
        offset, size = fields.int32(), fields.int16()
        if self._core is None or not 0 <= offset < len(self._core):
            return bytes([_ERROR])
        return bytes([_SUCCESS]) + as_slice(self._core[offset : offset + size])

    def _version(self, _: Fields) -> bytes:
        return bytes([_SUCCESS, _VERSION, _HOST, _SYSTEM, _BOARD])

    # SP.SYSTEM (34) is left out: a booted program may not run the host's commands.
    _OPERATIONS: Mapping[int, Callable[[Functions, Fields], bytes]] = {
        10: _open,
        11: _close,
        12: _read,
        13: _write,
        14: _gets,
        15: _puts,
        16: _flush,
        17: _seek,
        18: _tell,
        19: _eof,
        20: _ferror,
        21: _remove,
        22: _rename,
        30: _getkey,
        31: _pollkey,
        32: _getenv,
        33: _time,
        35: _exit,
        40: _command,
        41: _memory,
        42: _version,
    }
