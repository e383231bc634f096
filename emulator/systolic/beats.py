"""Sets that leave in beats: what stands on the output of a machine with a serializer, when.

A set is shown beat by beat: the first in the cycle in which the machine alone would show the set,
the next in the cycle after a beat was taken. With the last the set is delivered.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from common.arrays import Flags, Integers
from dataflow.beats import Beats, with_beats
from dataflow.design import Design
from emulator.systolic.array import SystolicArray, checked_inputs
from emulator.systolic.timing import Account, Timeline, followed

_WORD = 32
"""Bits of a word of `beat_words`."""


class _BeatAccount(Account):
    """An account whose consumer takes as many beats a set as the design has."""

    def __init__(self, design: Design, sets: int) -> None:
        super().__init__(design, sets)
        self.count = design.beats
        self.beat = 0
        self.beats: list[int] = []

    def step(self, cycle: int, consumer_ready: bool) -> None:
        """Pass a cycle without reset; the set is delivered with its last beat."""
        self.beats.append(self.beat)
        super().step(cycle, consumer_ready and self.beat == self.count - 1)
        _, _, shown, _, _ = self.history[-1]
        if shown and consumer_ready:
            self.beat = (self.beat + 1) % self.count

    def clear(self, cycle: int) -> None:
        """Pass a cycle with reset high, after which a set begins with its first beat."""
        self.beats.append(self.beat)
        super().clear(cycle)
        self.beat = 0


def beat_handshake(
    design: Design,
    valid: npt.ArrayLike,
    ready: npt.ArrayLike,
    reset: npt.ArrayLike | None = None,
    *,
    sets: int,
) -> tuple[Timeline, Integers]:
    """Follow the contract through every cycle where a set leaves in ``design.beats`` beats.

    Parameters and errors are those of `emulator.systolic.handshake`.

    Returns
    -------
    timeline, beat
        The handshakes of the machine behind the serializer, ``output_ready`` so high with the last
        beat alone; and the beat that is shown while valid, from 0 on, shape (cycles,).
    """
    account = _BeatAccount(design, sets)
    timeline = followed(account, valid, ready, reset)
    beat = np.array(account.beats, dtype=np.int64)
    inner = timeline.output_ready & (beat == design.beats - 1)
    return dataclasses.replace(timeline, output_ready=inner), beat


@dataclass(frozen=True)
class BeatRun:
    """A design whose sets leave in beats, fed with inputs under given handshakes.

    Attributes
    ----------
    timeline
        The handshakes, as `beat_handshake` returns them.
    shown
        The output's payload in every cycle: data, above it last, above it the tag; None where
        nothing is shown.
    """

    timeline: Timeline
    shown: list[int | None]


def beat_run(
    array: SystolicArray,
    beats: Beats,
    inputs: npt.ArrayLike,
    tags: Sequence[int],
    valid: Flags,
    ready: Flags,
    reset: Flags | None = None,
) -> BeatRun:
    """Offer ``inputs``, shape (points, inputs), each with its tag, and follow every cycle.

    Errors are those of `emulator.systolic.run`.
    """
    integers = checked_inputs(array.design, inputs)
    timeline, beat = beat_handshake(
        with_beats(array.design, beats), valid, ready, reset, sets=len(integers)
    )
    outputs = array.outputs(integers[: len(timeline.accepted)]).tolist()

    @functools.cache
    def payload(front: int, number: int) -> int:
        last = number == len(beats.beats) - 1
        word = data_of(beats, number, outputs[front]) | last << beats.width
        return word | tags[front] << (beats.width + 1) if beats.tag else word

    seen = zip(timeline.output_valid.tolist(), timeline.front.tolist(), beat.tolist(), strict=True)
    return BeatRun(timeline, [payload(*which) if shown else None for shown, *which in seen])


def data_of(beats: Beats, number: int, outputs: Sequence[int]) -> int:
    """Return the bits of one beat of a set by its outputs' integers."""
    word = 0
    for each in beats.beats[number]:
        bits = (outputs[each.output] >> each.first) & ((1 << each.bits) - 1)
        word |= bits << each.place
    return word


def beat_words(
    beats: Beats, outputs: Integers, tags: npt.NDArray[np.uint32]
) -> npt.NDArray[np.uint32]:
    """Return what is shown of many sets, as words of 32 bits, the lowest first.

    Parameters
    ----------
    outputs
        Integers, shape (sets, outputs).
    tags
        Shape (sets, words), as many words as a tag's bits need; zeros beyond its bits.

    Returns
    -------
    Shape (sets, beats, words): in each beat data, above it last, above it the tag.
    """
    size = -(-beats.payload_bits // _WORD)
    shown = np.zeros((len(beats.beats), size, len(outputs)), dtype=np.uint32)
    for slices, beat in zip(beats.beats, shown, strict=True):
        for each in slices:
            for done in range(0, each.bits, _WORD):
                bits = min(_WORD, each.bits - done)
                field = (outputs[:, each.output] >> (each.first + done)) & ((1 << bits) - 1)
                _put(beat, each.place + done, field.astype(np.uint64))
        for number, column in enumerate(tags.T):
            _put(beat, beats.width + 1 + _WORD * number, column.astype(np.uint64))
    last, place = divmod(beats.width, _WORD)
    shown[-1, last] |= np.uint32(1 << place)
    return np.ascontiguousarray(shown.transpose(2, 0, 1))


def _put(beat: npt.NDArray[np.uint32], place: int, field: npt.NDArray[np.uint64]) -> None:
    """Put numbers of up to 32 bits into words, shape (words, sets), from a bit on."""
    word, shift = divmod(place, _WORD)
    spread = field << np.uint64(shift)
    beat[word] |= (spread & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    if word + 1 < len(beat):
        beat[word + 1] |= (spread >> np.uint64(_WORD)).astype(np.uint32)
