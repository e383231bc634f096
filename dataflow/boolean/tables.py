"""A term's truth table: the number for every pattern of its input bits."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import numpy as np

from common.arrays import Flags, Integers
from dataflow.boolean.quantiser import InputCode, Word, cell_of, encoded
from dataflow.boolean.sizes import SizedTerm


class OutputCode(enum.Enum):
    """How a number comes out of the logic."""

    TWOS = "twos"
    """Two's complement: ready for the adder."""
    GRAY = "gray"
    """Gray's code of the number plus half its range: neighbours differ in one bit."""


@dataclass(frozen=True, eq=False)
class Table:
    """The numbers of one term.

    The first word's bits are the upper ones of a pattern, each word's first bit its highest.

    Attributes
    ----------
    sized
        The term and its bits.
    words
        Its input words, in the order of `Term.words`.
    input_code, output_code
        How inputs and outputs are written.
    values
        (2^input_bits,): for each pattern the term at the middle of its cell, in steps of
        `SizedTerm.resolution`, rounded to nearest and kept within ``output_bits``.
    """

    sized: SizedTerm
    words: tuple[Word, ...]
    input_code: InputCode
    output_code: OutputCode
    values: Integers

    @property
    def name(self) -> str:
        """The first of the term's names."""
        return self.sized.term.names[0]

    @property
    def widths(self) -> tuple[int, ...]:
        """Bits that each word gives to the pattern."""
        bits = zip(self.sized.word_bits, self.sized.even, strict=True)
        return tuple(b - dropped for b, dropped in bits)

    @property
    def lowest(self) -> int:
        """The smallest number in it."""
        return int(self.values.min())

    @property
    def highest(self) -> int:
        """The largest number in it."""
        return int(self.values.max())

    @cached_property
    def patterns(self) -> Integers:
        """(2^input_bits,): the output bits of each input pattern as one number."""
        return written(self.values, self.sized.output_bits, self.output_code)

    @cached_property
    def bits(self) -> Flags:
        """(output_bits, 2^input_bits): the truth table of each output, the lowest bit first."""
        places = np.arange(self.sized.output_bits)[:, np.newaxis]
        return (self.patterns >> places & 1).astype(np.bool_)

    @cached_property
    def digest(self) -> str:
        """A name of the function alone: equal tables of other terms have the same."""
        shape = f"{self.sized.input_bits} {self.sized.output_bits}:".encode()
        return sha256(shape + self.patterns.astype("<i8").tobytes()).hexdigest()

    def addresses(self, cells: Mapping[str, Integers], bits: Mapping[str, int]) -> Integers:
        """Return the pattern of each state from the cells of its words, which broadcast.

        Parameters
        ----------
        cells, bits
            By input: numbers of cells, and how many bits these have; upper bits are used.
        """
        address: Integers = np.zeros((), dtype=np.int64)
        sized = self.sized
        for word, width, even in zip(self.words, sized.word_bits, sized.even, strict=True):
            name = word.port.name
            upper = cells[name] >> (bits[name] - width)
            code = encoded(upper, width, self.input_code, even=even)
            address = np.asarray(address << (width - even) | code, dtype=np.int64)
        return address


def tabulated(
    sized: SizedTerm, words: Mapping[str, Word], input_code: InputCode, output_code: OutputCode
) -> Table:
    """Return a term's table; `sizes.check_width` must have passed it."""
    used = tuple(words[name] for name in sized.term.words)
    axes = {}
    for place, (word, bits, even) in enumerate(zip(used, sized.word_bits, sized.even, strict=True)):
        codes = np.arange(1 << (bits - even), dtype=np.int64)
        middles = word.middles(bits)[cell_of(codes, bits, input_code, even=even)]
        axes[word.port.name] = along(middles, place, len(used))
    shape = tuple(1 << (b - e) for b, e in zip(sized.word_bits, sized.even, strict=True))
    if sized.output_bits:
        numbers = np.floor(sized.term(axes) / sized.resolution + 0.5).astype(np.int64)
        half = 1 << (sized.output_bits - 1)
        numbers = np.clip(numbers, -half, half - 1)
    else:
        numbers = np.zeros(shape, dtype=np.int64)
    values = np.broadcast_to(numbers, shape).reshape(-1)
    return Table(sized, used, input_code, output_code, values)


def along(values: np.ndarray, axis: int, axes: int) -> np.ndarray:
    """Return a row of values as one axis of a grid."""
    shape = [1] * axes
    shape[axis] = len(values)
    return values.reshape(shape)


def written(values: Integers, bits: int, code: OutputCode) -> Integers:
    """Return the code words of numbers."""
    if bits == 0:
        return np.zeros_like(values)
    if code is OutputCode.TWOS:
        return values & ((1 << bits) - 1)
    shifted = values + (1 << (bits - 1))
    return shifted ^ (shifted >> 1)


def read(patterns: Integers, bits: int, code: OutputCode) -> Integers:
    """Return the numbers that code words stand for."""
    if bits == 0:
        return np.zeros_like(patterns)
    half = 1 << (bits - 1)
    if code is OutputCode.TWOS:
        return (patterns ^ half) - half
    shift = 1
    while shift < bits:
        patterns = patterns ^ (patterns >> shift)
        shift *= 2
    return patterns - half
