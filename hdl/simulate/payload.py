"""Payloads as simulators take and show them: bytes of a set, fields of a word, known bits."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from common.arrays import Integers
from dataflow.design import Port

_PACKED_AT_ONCE = 8192
"""Sets whose bits are spread out in memory together."""


def known(bits: str) -> bool:
    """Tell whether every bit is 0 or 1."""
    return set(bits) <= {"0", "1"}


def packed(integers: Integers, ports: tuple[Port, ...]) -> npt.NDArray[np.uint8]:
    """Return a row of little-endian bytes a set, the first port in the lowest bits."""
    total = sum(port.format.width for port in ports)
    rows = np.empty((len(integers), -(-total // 8)), dtype=np.uint8)
    for start in range(0, len(integers), _PACKED_AT_ONCE):
        piece = integers[start : start + _PACKED_AT_ONCE]
        bits = np.zeros((len(piece), 8 * rows.shape[1]), dtype=np.uint8)
        position = 0
        for column, port in zip(piece.T, ports, strict=True):
            width = port.format.width
            bits[:, position : position + width] = (column[:, None] >> np.arange(width)) & 1
            position += width
        rows[start : start + len(piece)] = np.packbits(bits, axis=1, bitorder="little")
    return rows


def unpacked(word: int, ports: tuple[Port, ...]) -> list[int]:
    """Return the signed fields of a payload."""
    values = []
    for port in ports:
        values.append(signed(word & ((1 << port.format.width) - 1), port.format.width))
        word >>= port.format.width
    return values


def signed(word: int, width: int) -> int:
    """Return a word as a two's complement number."""
    return word - ((word >> (width - 1)) << width)
