"""A machine's compiled RTL held against emulator and golden over as many sets as one likes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from common.arrays import Integers, Reals
from dataflow.computations.computation import Computation
from dataflow.design import Design
from dataflow.numbers.ports import decode_outputs, encode, has_directions, with_rest
from emulator.systolic import SystolicArray
from golden.robot import Robot
from golden.trajectory import Trajectory
from hdl.bench.fast import FastBench, Tally


@dataclass(frozen=True)
class Passed:
    """What such a check found; its members are those of `torqueflow.report.comparison.Agreement`.

    Attributes
    ----------
    bit_mismatches
        Cycles that show a set of results which differs from the emulator's; sets missing too.
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
    """

    robot: Robot
    computation: Computation
    design: Design
    motions: Iterator[Trajectory]
    clip: bool
    source: str
    passed: Callable[[int], None]
    clipped: int = 0
    _points: int = 0
    _largest: list[Reals] = field(default_factory=list)
    _squares: list[Reals] = field(default_factory=list)

    def run(self, bench: FastBench, stall: float, seed: int) -> Passed:
        """Play all of it."""
        tally = bench.play(self._batches(), stall, seed)
        return self._found(tally)

    def _batches(self) -> Iterator[tuple[Integers, Integers]]:
        emulator = SystolicArray(self.design)
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
            yield encoded.integers, outputs
            self.passed(len(outputs))

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
