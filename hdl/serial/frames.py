"""Frames of a serial line, as a host writes and reads them.

A frame is the COBS of its content (Cheshire and Baker, "Consistent overhead byte stuffing", 1999),
then a zero byte, which stands nowhere else. The content is a tag, a set, and the CRC-32 of IEEE
802.3 over both, each with its lowest byte first. An answer has its request's tag. The CRC goes on
from one that depends on the whole design and on the direction: a frame for another machine, or one
that a loop in the cable sends back, is as wrong as a broken one.
"""

from __future__ import annotations

from binascii import crc32
from dataclasses import dataclass

from common.description import described
from common.errors import InputError
from dataflow.design import Design, Port
from hdl.payloads import bits

TAG_BYTES = 4
"""Bytes that tell which request an answer belongs to."""

CRC_BYTES = 4
"""Bytes of the checksum."""

END = 0
"""The byte behind each frame, and nowhere else."""

_MOST_BYTES = 253
"""The longest content whose COBS never needs the code of a block without a zero behind it."""


@dataclass(frozen=True)
class Frame:
    """One direction's frames.

    Attributes
    ----------
    set_bits
        Bits of a set.
    start
        The CRC that a frame's own goes on from.
    """

    set_bits: int
    start: int

    @property
    def set_bytes(self) -> int:
        """Bytes of a set."""
        return -(-self.set_bits // 8)

    @property
    def content_bytes(self) -> int:
        """Bytes of tag, set and CRC."""
        return TAG_BYTES + self.set_bytes + CRC_BYTES

    @property
    def line_bytes(self) -> int:
        """Bytes on the line: content, the code ahead of it, the end."""
        return self.content_bytes + 2

    def packed(self, tag: int, payload: bytes) -> bytes:
        """Return the frame of a set as it goes onto the line, its end included."""
        from cobs import cobs

        body = tag.to_bytes(TAG_BYTES, "little") + payload
        checksum = crc32(body, self.start).to_bytes(CRC_BYTES, "little")
        return bytes(cobs.encode(body + checksum)) + bytes([END])

    def unpacked(self, frame: bytes) -> tuple[int, bytes] | None:
        """Return tag and set of what stood ahead of an end, or None if anything is wrong."""
        from cobs import cobs

        try:
            content = bytes(cobs.decode(frame))
        except cobs.DecodeError:
            return None
        body, checksum = content[:-CRC_BYTES], content[-CRC_BYTES:]
        if len(content) != self.content_bytes:
            return None
        if crc32(body, self.start) != int.from_bytes(checksum, "little"):
            return None
        return int.from_bytes(body[:TAG_BYTES], "little"), body[TAG_BYTES:]


def request_frame(design: Design) -> Frame:
    """Return the frames that a host sends: sets of inputs. Raises InputError if one is too long."""
    return _frame(design, "inputs", design.inputs)


def answer_frame(design: Design) -> Frame:
    """Return the frames that a machine sends: sets of outputs. Raises InputError likewise."""
    return _frame(design, "outputs", design.outputs)


def _frame(design: Design, direction: str, ports: tuple[Port, ...]) -> Frame:
    """Return the frames of some ports."""
    identity = "\0".join((*described(design), direction))
    frame = Frame(bits(ports), crc32(identity.encode()))
    if frame.content_bytes > _MOST_BYTES:
        most = 8 * (_MOST_BYTES - TAG_BYTES - CRC_BYTES)
        raise InputError(f"serial {direction}", f"{frame.set_bits} bits a set", f"up to {most}")
    return frame
