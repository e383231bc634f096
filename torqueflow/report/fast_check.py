"""A machine's compiled RTL held against emulator and golden over as many sets as one likes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from common.arrays import Integers, Reals
from dataflow.beats import Beats
from dataflow.computations.computation import Computation
from dataflow.design import Design
from dataflow.numbers.ports import decode_outputs, encode, has_directions, with_rest
from emulator.systolic import SystolicArray
from emulator.systolic.beats import beat_words
from golden.robot import Robot
from golden.trajectory import Trajectory
from hdl.bench.fast import FastBench, Tally
from hdl.payloads import WORD, Words, bits, with_tags, words


@dataclass(frozen=True)
class Passed:
    """What such a check found; its members are those of `torqueflow.report.comparison.Agreement`.

    Attributes
    ----------
    bit_mismatches
        Cycles that show results, or a beat of them, unlike the emulator's; sets missing too.
    cycle_mismatches
        Cycles in which ready or valid is not what the design's contract says.
    error_max, error_rms
        Of the emulator's results against golden, (outputs,), in the ports' units: of the RTL's
        too where there is no bit mismatch.
    clipped
        Input values beyond their ports' formats.
    """

    cycles: int
    latency: int | None
    bit_mismatches: int
    cycle_mismatches: int
    error_max: Reals | None
    error_rms: Reals | None
    clipped: int


@dataclass
class Check:
    """The sets of one check, made batch by batch, and what becomes of their errors.

    Parameters
    ----------
    motions
        States, batch by batch.
    clip
        Whether values beyond their ports' formats are saturated; else they raise InputError.
    source
        Where the states come from, for messages.
    passed
        Is called with how many sets each batch had, once it is on its way.
    beats
        In which a set leaves, each set with a random tag; None if it leaves at once and alone.
    """

    robot: Robot
    computation: Computation
    design: Design
    motions: Iterator[Trajectory]
    clip: bool
    source: str
    passed: Callable[[int], None]
    beats: Beats | None = None
    clipped: int = 0
    _points: int = 0
    _largest: list[Reals] = field(default_factory=list)
    _squares: list[Reals] = field(default_factory=list)

    def run(self, bench: FastBench, stall: float, seed: int) -> Passed:
        """Play all of it."""
        tally = bench.play_words(self._batches(seed), stall, seed)
        return self._found(tally)

    def _batches(self, seed: int) -> Iterator[tuple[Words, Words]]:
        emulator, rng = SystolicArray(self.design), np.random.default_rng(seed)
        turns = has_directions(self.design)
        for motion in self.motions:
            states = self.computation.states(self.robot, motion)
            states = with_rest(self.design, states) if turns else states
            encoded = encode(self.design, states, clip=self.clip, source=self.source)
            outputs = emulator.outputs(encoded.integers)
            golden = self.computation.reference(self.robot, states)
            errors = np.abs(decode_outputs(self.design, outputs) - golden)
            self._largest.append(errors.max(axis=0))
            self._squares.append(np.sum(errors**2, axis=0))
            self._points += len(errors)
            self.clipped += encoded.clipped
            yield self._payloads(encoded.integers, outputs, rng)
            self.passed(len(outputs))

    def _payloads(
        self, inputs: Integers, outputs: Integers, rng: np.random.Generator
    ) -> tuple[Words, Words]:
        """Return what goes in, a row a set, and what must come, beat behind beat."""
        design, beats = self.design, self.beats
        given = words(inputs, design.inputs)
        if beats is None:
            return given, words(outputs, design.outputs)
        tags = _random_tags(beats.tag, len(inputs), rng)
        given = with_tags(given, bits(design.inputs), tags, beats.tag)
        return given, beat_words(beats, outputs, tags).reshape(len(outputs), -1)

    def _found(self, tally: Tally) -> Passed:
        missing = self._points - tally.sets
        return Passed(
            tally.cycles,
            tally.latency,
            tally.wrong + missing,
            tally.astray,
            np.max(self._largest, axis=0),
            np.sqrt(np.sum(self._squares, axis=0) / self._points),
            self.clipped,
        )


def _random_tags(width: int, sets: int, rng: np.random.Generator) -> Words:
    """Return a tag of so many bits for each set, (sets, words), the lowest word first."""
    tags = rng.integers(0, 1 << WORD, (sets, -(-width // WORD)), dtype=np.uint32)
    if width % WORD:
        tags[:, -1] &= np.uint32((1 << width % WORD) - 1)
    return tags
