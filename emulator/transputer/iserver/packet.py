"""The fields of the iserver protocol's packets: taken from a request, put into an answer.

Bytes; 16-bit and 32-bit integers, low byte first; slices: a 16-bit length and that many bytes
(INMOS, iserver 1.41, 1988-1992, `pack.h`).
"""

from __future__ import annotations

import struct

REQUEST_MAXIMUM = 1040
"""Bytes of a request after its length: 510 in the first servers, 1040 in the last."""

REQUEST_MINIMUM = 6
"""Bytes of the shortest request after its length, in INMOS's servers."""

SLICE_MAXIMUM = REQUEST_MAXIMUM - 3
"""Bytes of a slice that one answer can hold beside the result and the slice's own length."""


class Malformed(Exception):
    """A field runs past the end of its packet."""


class Fields:
    """Takes the fields of one request in order; raises `Malformed` past its end."""

    def __init__(self, packet: bytes) -> None:
        self._packet = packet
        self._at = 0

    def _take(self, size: int) -> bytes:
        piece = self._packet[self._at : self._at + size]
        if len(piece) < size:
            raise Malformed
        self._at += size
        return piece

    def byte(self) -> int:
        """Take one byte."""
        return self._take(1)[0]

    def int16(self) -> int:
        """Take an unsigned 16-bit integer."""
        return int.from_bytes(self._take(2), "little")

    def int32(self) -> int:
        """Take a signed 32-bit integer."""
        return int.from_bytes(self._take(4), "little", signed=True)

    def slice(self) -> bytes:
        """Take a length and that many bytes."""
        return self._take(self.int16())


def as_int32(value: int) -> bytes:
    """Give the low 32 bits of ``value``, low byte first."""
    return struct.pack("<I", value & 0xFFFFFFFF)


def as_slice(data: bytes) -> bytes:
    """Give ``data`` with its length before it, cut to what an answer can hold."""
    data = data[:SLICE_MAXIMUM]
    return struct.pack("<H", len(data)) + data
