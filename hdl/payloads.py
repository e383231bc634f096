"""Sets of numbers as payloads and back: the first port in the lowest bits, two's complement."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from common.arrays import Integers
from dataflow.design import Port

WORD = 32
"""Bits of a word: what Verilator has its wide ports in."""

Words = npt.NDArray[np.uint32]


def bits(ports: tuple[Port, ...]) -> int:
    """Return the bits of a payload."""
    return sum(port.format.width for port in ports)


def words(integers: Integers, ports: tuple[Port, ...]) -> Words:
    """Return payloads as words of 32 bits, the lowest first.

    Parameters
    ----------
    integers
        Numbers in their ports' formats, shape (sets, ports).

    Returns
    -------
    Shape (sets, words), as many words as the payload's bits need; those beyond are zero.
    """
    rows = np.zeros((-(-bits(ports) // WORD), len(integers)), dtype=np.uint32)
    position = 0
    for column, port in zip(integers.T, ports, strict=True):
        field = column.astype(np.uint64) & np.uint64((1 << port.format.width) - 1)
        _put(rows, position, field, port.format.width)
        position += port.format.width
    return np.ascontiguousarray(rows.T)


def with_tags(rows: Words, width: int, tags: Words, tag_bits: int) -> Words:
    """Return payloads of so many bits with each one's tag above.

    Parameters
    ----------
    rows
        Payloads as of `words`.
    tags
        Shape (sets, words), the lowest word first, zeros beyond their bits.
    """
    whole = np.zeros((-(-(width + tag_bits) // WORD), len(rows)), dtype=np.uint32)
    whole[: rows.shape[1]] = rows.T
    for done, column in zip(range(0, tag_bits, WORD), tags.T, strict=True):
        _put(whole, width + done, column.astype(np.uint64), min(WORD, tag_bits - done))
    return np.ascontiguousarray(whole.T)


def _put(rows: Words, position: int, field: npt.NDArray[np.uint64], width: int) -> None:
    """Put numbers of so many bits, 64 at most, from a bit on into words, shape (words, sets)."""
    word, place = divmod(position, WORD)
    left = width + place
    spread = field << np.uint64(place)
    rows[word] |= spread.astype(np.uint32)  # the lowest 32 bits
    if left > WORD:
        rows[word + 1] |= (spread >> np.uint64(WORD)).astype(np.uint32)
    if left > 2 * WORD:
        rows[word + 2] |= (field >> np.uint64(2 * WORD - place)).astype(np.uint32)


def packed(integers: Integers, ports: tuple[Port, ...]) -> npt.NDArray[np.uint8]:
    """Return payloads as bytes, the lowest first, shape (sets, bytes); arguments as for `words`."""
    rows = words(integers, ports).astype("<u4").view(np.uint8)
    return rows[:, : -(-bits(ports) // 8)]


def unpacked(payload: int, ports: tuple[Port, ...]) -> list[int]:
    """Return the numbers of a payload."""
    values = []
    for port in ports:
        values.append(signed(payload & ((1 << port.format.width) - 1), port.format.width))
        payload >>= port.format.width
    return values


def signed(word: int, width: int) -> int:
    """Return a word as a two's complement number."""
    return word - ((word >> (width - 1)) << width)


def known(shown: str) -> bool:
    """Tell whether every bit that a simulator shows is 0 or 1."""
    return set(shown) <= {"0", "1"}
