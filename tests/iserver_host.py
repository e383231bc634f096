"""A server with its console in memory, and the client's end of the iserver protocol."""

import io
import struct

from emulator.transputer.iserver.console import Console
from emulator.transputer.iserver.functions import Functions
from emulator.transputer.iserver.iserver import Iserver
from emulator.transputer.iserver.sandbox import Sandbox

OPEN, CLOSE, READ, WRITE, GETS, PUTS, FLUSH, SEEK, TELL, EOF, FERROR = range(10, 21)


REMOVE, RENAME = 21, 22


GETKEY, POLLKEY, GETENV, TIME, SYSTEM, EXIT = range(30, 36)


COMMAND, CORE, VERSION = 40, 41, 42


OK, UNIMPLEMENTED, ERROR = 0, 1, 129


INPUT, OUTPUT, APPEND, UPDATE, NEW_UPDATE, APPEND_UPDATE = range(1, 7)


def word(value):
    return struct.pack("<i", value)


def half(value):
    return struct.pack("<H", value)


def text(data):
    return half(len(data)) + data


def frame(body):
    body = body.ljust(6, b"\0")
    body += bytes(len(body) % 2)
    return half(len(body)) + body


def root_in(folder):
    """A root with a file, a directory, and beside it a secret that must stay out of reach."""
    (folder / "secret").write_bytes(b"secret")
    inside = folder / "root"
    (inside / "below").mkdir(parents=True)
    (inside / "poem").write_bytes(b"one\ntwo\nthree")
    (inside / "below" / "file").write_bytes(b"below")
    return inside


class Host:
    """A server with its console in memory, and the client's end of the protocol."""

    opened = []  # noqa: RUF012

    def __init__(self, root, writable=False, typed=b"", **options):
        Host.opened.append(self)
        self.screen, self.errors = io.BytesIO(), io.BytesIO()
        ends = [io.BufferedWriter(end) for end in (self.screen, self.errors)]
        console = Console(io.BytesIO(typed), *ends)
        self.server = Iserver(Functions(Sandbox(root, writable), console, **options))

    @classmethod
    def close_every_one(cls):
        while cls.opened:
            cls.opened.pop().server.close()

    def send(self, data):
        self.server.receive(data)
        return self.server.pending()

    def ask(self, tag, *fields):
        answer = self.send(frame(bytes([tag]) + b"".join(fields)))
        length = int.from_bytes(answer[:2], "little")
        assert length == len(answer) - 2
        assert length % 2 == 0
        assert length >= 6
        return answer[2], answer[3:]

    def open(self, name, mode=INPUT, kind=1):
        result, rest = self.ask(OPEN, text(name), bytes([kind, mode]))
        assert result == OK
        return rest[:4]

    def read(self, stream, size):
        result, rest = self.ask(READ, stream, half(size))
        assert result == OK
        count = int.from_bytes(rest[:2], "little")
        return rest[2 : 2 + count]
