"""From an arm's input ports to the words of tables: cells, their middles, and their codes.

A word of b bits divides the range of an input into 2^b equal cells; a table has the value at the
middle of each. A word of fewer bits is the upper bits of the same number, in binary and in Gray's
code, so one quantiser an input serves every term.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from common.arrays import Integers, Reals
from common.errors import InputError
from dataflow.boolean.functions import Interval
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.design import Port
from dataflow.lowering.tracing import port_formats
from dataflow.numbers.formats import Constant, Format
from golden.robot import JointType, Robot

_GUARD_BITS = 4
"""Bits that a scale factor has beyond the word's: an edge is off by 1/32 of a cell at most."""


class InputCode(enum.Enum):
    """How the number of a cell is written."""

    GRAY = "gray"
    BINARY = "binary"


@dataclass(frozen=True)
class Word:
    """One input of an arm, and the range that its cells divide.

    Attributes
    ----------
    port
        Where it enters.
    lowest, highest
        The outer edges of the first and the last cell: rad, m, and per second. An angle's are
        those of a whole turn, and it wraps; other inputs beyond them count as in the last cell.
    """

    port: Port
    lowest: float
    highest: float

    @property
    def turns(self) -> bool:
        """Whether it is an angle."""
        return self.port.unit == "turn"

    @property
    def step(self) -> float:
        """What the port's lowest bit stands for: rad, m, and per second."""
        return self.port.format.resolution * (2.0 * math.pi if self.turns else 1.0)

    @property
    def symmetric(self) -> bool:
        """Whether the range is the same on both sides of zero."""
        return self.lowest == -self.highest

    def middles(self, bits: int) -> Reals:
        """Return the middle of each of 2^bits cells, (2^bits,): rad, m, and per second."""
        cells = 1 << bits
        half_cell = (self.highest - self.lowest) / 2.0 / cells
        # An odd multiple of half a cell, so that the middles are exactly symmetric.
        centre = (self.highest + self.lowest) / 2.0
        places = 2.0 * np.arange(cells, dtype=np.float64) - (cells - 1)
        return np.asarray(centre + places * half_cell, dtype=np.float64)


def words_of(robot: Robot, width: int) -> dict[str, Word]:
    """Return every input of an arm by its port's name, in the order of its ports.

    Ranges are whole turns of an angle, and for the rest the limits of the joint.

    Parameters
    ----------
    width
        Bits of the ports, as in `dataflow.build.build_array`.

    Raises
    ------
    InputError
        A joint has no finite limit.
    """
    formats = port_formats(_limited(robot), NEWTON_EULER, width)
    words: dict[str, Word] = {}
    for prefix, unit in (("q", ""), ("qd", "/s"), ("qdd", "/s2")):
        for i, joint in enumerate(robot.joints, start=1):
            name = f"{prefix}{i}"
            if prefix == "q":
                low, high = joint.position_limits
            else:
                high = joint.velocity_limit if prefix == "qd" else joint.acceleration_limit
                low = -high
            named = joint.coordinate_unit + unit
            if prefix == "q" and joint.type is JointType.REVOLUTE:
                low, high, named = -math.pi, math.pi, "turn"
            port = Port(name, i, len(words), formats[name], named, prefix, i - 1)
            words[name] = Word(port, low, high)
    return words


def _limited(robot: Robot) -> Robot:
    """Refuse an arm that lacks a limit."""
    for i, joint in enumerate(robot.joints, start=1):
        limits = {
            "position_limits": joint.position_limits[1] - joint.position_limits[0],
            "velocity_limit": joint.velocity_limit,
            "acceleration_limit": joint.acceleration_limit,
            "torque_limit": joint.torque_limit,
        }
        if joint.type is JointType.REVOLUTE:
            del limits["position_limits"]  # a turn is the range of an angle
        for name, value in limits.items():
            if not 0.0 < value < math.inf:
                place = f"robot {robot.name}, joint {i}, {name}"
                raise InputError(place, f"{value:g}", "a finite limit above 0: it is quantised")
    return robot


@dataclass(frozen=True)
class Quantiser:
    """The number of the cell that an input lies in, from the integer on its port.

    cell = ((port - middle) factor >> shift) + 2^(bits - 1), kept within 0 to 2^bits - 1. With a
    factor of 1 that is wiring; an angle needs no limits.
    """

    word: Word
    bits: int

    @property
    def middle(self) -> int:
        """The port's integer at the middle of the range."""
        centre = (self.word.highest + self.word.lowest) / 2.0
        return round(centre / self.word.step)

    @cached_property
    def _scale(self) -> Constant:
        half = (self.word.highest - self.word.lowest) / 2.0 / self.word.step
        return Constant.nearest(2.0 ** (self.bits - 1) / half, self.bits + 1 + _GUARD_BITS)

    @property
    def factor(self) -> int:
        """What the port's integer is multiplied with: 1 where the range is a power of two."""
        return self._scale.integer

    @property
    def shift(self) -> int:
        """Low bits that are dropped from the product."""
        return self._scale.fraction

    def cells(self, integers: Integers) -> Integers:
        """Return the cell of each of a port's integers."""
        half = 1 << (self.bits - 1) if self.bits else 0
        number = ((integers - self.middle) * self.factor >> self.shift) + half
        cells: Integers = np.clip(number, 0, (1 << self.bits) - 1)
        return cells

    def edges(self, bits: int) -> Interval:
        """Return the least and largest input that lands in each cell of a word of `bits` bits.

        (2^bits,) each: rad, m, and per second. They hold rounding onto the port, to nearest; what
        lies beyond the word's range is left out, as the joint's limits leave it out.
        """
        cells = 1 << bits
        first = (np.arange(cells, dtype=np.int64) << (self.bits - bits)) - (
            1 << (self.bits - 1) if self.bits else 0
        )
        starts = self.middle - (-(first << self.shift) // self.factor)
        form: Format = self.word.port.format
        starts[0] = form.lowest
        ends = np.append(starts[1:], form.highest + 1)
        low = np.asarray((starts - 0.5) * self.word.step, dtype=np.float64)
        high = np.asarray((ends - 0.5) * self.word.step, dtype=np.float64)
        if self.word.turns:
            return low, high
        return (
            np.clip(low, self.word.lowest, self.word.highest),
            np.clip(high, self.word.lowest, self.word.highest),
        )


def encoded(cells: Integers, bits: int, code: InputCode, *, even: bool) -> Integers:
    """Return the code of cells of a word; without its first bit where the term is even in it.

    Gray's code without its first bit is the same for a cell and for its mirror image. In binary the
    lower half has to be mirrored first.
    """
    if code is InputCode.GRAY:
        pattern = cells ^ (cells >> 1)
    elif even:
        half = 1 << (bits - 1)
        pattern = np.where(cells < half, ~cells, cells)
    else:
        pattern = cells
    return pattern & ((1 << (bits - even)) - 1)


def cell_of(pattern: Integers, bits: int, code: InputCode, *, even: bool) -> Integers:
    """Return the cell that a code names; of two mirror images the upper one."""
    cells = pattern | (1 << (bits - 1) if even else 0)
    if code is InputCode.GRAY:
        shift = 1
        while shift < bits:
            cells = cells ^ (cells >> shift)
            shift *= 2
    return cells
