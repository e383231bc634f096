"""The Boolean hybrid, exact to the bit and to the clock cycle.

It executes tables, products or diagrams by their own rules: every pattern of a term once, when the
object is made, so that a batch of states is a look-up a term, whatever the form. Cycles are those
of the contract in `dataflow.boolean.hybrid`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from common.arrays import Integers
from common.errors import InputError
from dataflow.boolean.forms import Logic
from dataflow.boolean.hybrid import Hybrid
from dataflow.boolean.tables import read
from emulator.systolic.timing import NONE, Timeline, handshake

_CHUNK = 16384
"""States at once: what is in between stays in the cache."""


class BooleanTorques:
    """What a hybrid computes, to the bit.

    Parameters
    ----------
    hybrid
        Words, quantisers, terms and sums.
    logic
        What stands for each table, by `Table.digest`; the tables themselves if None.
    """

    def __init__(self, hybrid: Hybrid, logic: Mapping[str, Logic] | None = None) -> None:
        self.hybrid = hybrid
        numbers: dict[str, npt.NDArray[np.int32]] = {}
        for table in hybrid.tables:
            if table.digest not in numbers:
                form = table if logic is None else logic[table.digest]
                bits = table.sized.output_bits
                values = read(form.patterns, bits, table.output_code)
                numbers[table.digest] = values.astype(np.int32)
        self._numbers = {table.name: numbers[table.digest] for table in hybrid.tables}

    def torques(self, inputs: npt.ArrayLike) -> Integers:
        """Return the whole numbers on the outputs, (points, n).

        Parameters
        ----------
        inputs
            (points, 3 n): integers on the ports, in the order of ``hybrid.inputs``.

        Raises
        ------
        InputError
            The shape is another, or a number does not fit its port.
        """
        integers = self._checked(inputs)
        result = np.empty((len(integers), len(self.hybrid.sums)), dtype=np.int64)
        for begin in range(0, len(integers), _CHUNK):
            piece = slice(begin, begin + _CHUNK)
            self._chunk(integers[piece], result[piece])
        return result

    def _chunk(self, integers: Integers, result: Integers) -> None:
        """Fill in the torques of some states."""
        hybrid = self.hybrid
        cells = {
            name: quantiser.cells(integers[:, place])
            for place, (name, quantiser) in enumerate(hybrid.quantisers.items())
        }
        bits = {name: quantiser.bits for name, quantiser in hybrid.quantisers.items()}
        for column, joint in enumerate(hybrid.sums):
            total = np.zeros(len(integers), dtype=np.int64)
            for table in joint.tables:
                looked_up = self._numbers[table.name][table.addresses(cells, bits)]
                total += looked_up * np.int64(table.sized.term.copies)
            result[:, column] = total

    def _checked(self, inputs: npt.ArrayLike) -> Integers:
        """Return integers that are on the ports' formats."""
        array = np.asarray(inputs)
        ports = self.hybrid.inputs
        if array.ndim != 2 or array.shape[1] != len(ports) or array.dtype.kind not in "iu":
            given = f"shape {array.shape} of {array.dtype}"
            raise InputError("inputs", given, f"integers of shape (points, {len(ports)})")
        lowest = np.array([port.format.lowest for port in ports])
        highest = np.array([port.format.highest for port in ports])
        outside = (array < lowest) | (array > highest)
        if outside.any():
            row, column = (int(i) for i in np.argwhere(outside)[0])
            allowed = f"{lowest[column]} to {highest[column]}"
            place = f"inputs row {row + 1}, {ports[column].name}"
            raise InputError(place, str(array[row, column]), allowed)
        return array.astype(np.int64, copy=False)


@dataclass(frozen=True)
class BooleanRun:
    """A hybrid fed with inputs under given handshakes.

    Attributes
    ----------
    timeline
        The handshakes.
    torques
        Of the sets that were taken, lost ones too, (sets, n).
    """

    timeline: Timeline
    torques: Integers

    @property
    def shown(self) -> Integers:
        """(cycles, n): the torques on the output where valid is high, zeros elsewhere."""
        result = np.zeros((self.timeline.cycles, self.torques.shape[1]), dtype=np.int64)
        valid = self.timeline.output_valid
        result[valid] = self.torques[self.timeline.front[valid]]
        return result

    @property
    def delivered(self) -> Integers:
        """The torques that the consumer got, in order, (deliveries, n)."""
        got: Integers = self.torques[self.timeline.delivered != NONE]
        return got


def run_boolean(
    emulator: BooleanTorques,
    inputs: npt.ArrayLike,
    valid: npt.ArrayLike,
    ready: npt.ArrayLike,
    reset: npt.ArrayLike | None = None,
) -> BooleanRun:
    """Offer ``inputs``, (points, 3 n), one after the other, and follow every cycle.

    Parameters and errors of the handshakes are those of `emulator.systolic.timing.handshake`.
    """
    integers = np.asarray(inputs)
    timeline = handshake(
        emulator.hybrid,  # type: ignore[arg-type]  # it asks for interval, latency and queue only
        valid,
        ready,
        reset,
        sets=len(integers),
    )
    return BooleanRun(timeline, emulator.torques(integers[: len(timeline.accepted)]))
