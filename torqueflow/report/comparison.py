"""An array's RTL held against its emulator, bit for bit and cycle for cycle, and against golden."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from common.arrays import Flags, Reals
from dataflow.design import Design
from dataflow.numbers.ports import Encoded, decode_outputs
from emulator.systolic import SystolicArray, Timeline, run
from emulator.systolic.beats import beat_handshake
from hdl.simulate.beats import BeatRecord
from hdl.simulate.record import Record
from hdl.simulate.simulator import Simulation
from hdl.simulate.stimulus import Stimulus


@dataclass(frozen=True)
class Agreement:
    """What the comparison found.

    Attributes
    ----------
    cycles
        Clock cycles from the first one after reset to the last delivery, both included.
    latency
        Cycles from the first input transfer to the first results offered; None if there were none.
    bit_mismatches
        Results, in every cycle that shows them, that differ from the emulator's or have an
        unknown bit; and the values of each set that is missing or too many.
    cycle_mismatches
        Cycles in which ready, valid or an input transfer differs from the emulator's.
    errors
        Distance of each delivered result from golden, shape (delivered points, outputs), in the
        ports' units.
    results, golden
        Both of each delivered point, shapes and units likewise.
    """

    cycles: int
    latency: int | None
    bit_mismatches: int
    cycle_mismatches: int
    errors: Reals
    results: Reals
    golden: Reals

    @property
    def error_max(self) -> Reals | None:
        """The largest error of each result; None if none came."""
        return self.errors.max(axis=0) if len(self.errors) else None

    @property
    def error_rms(self) -> Reals | None:
        """The root of each result's mean squared error; None if none came."""
        return np.sqrt(np.mean(self.errors**2, axis=0)) if len(self.errors) else None


def stall_patterns(design: Design, points: int, stall: float, seed: int) -> tuple[Flags, Flags]:
    """Return when a producer offers and a consumer takes, each pausing with probability ``stall``.

    As many cycles as ``points`` sets need to be delivered, beat by beat, by the emulator's count.
    """
    rng = np.random.default_rng(seed)
    span = points * design.initiation_interval + design.latency + 8
    while True:
        cycles = math.ceil(span / (1.0 - stall) ** 2)
        valid, ready = rng.random((2, cycles)) >= stall
        timeline, _ = beat_handshake(design, valid, ready, sets=points)
        delivered = timeline.delivered
        if len(delivered) == points and delivered.min() >= 0:
            needed = int(delivered.max()) + 2
            return valid[:needed], ready[:needed]
        span *= 2


def stimulus(design: Design, encoded: Encoded, stall: float, seed: int) -> Stimulus:
    """Return the inputs with their stalls, without a reset on the way."""
    valid, ready = stall_patterns(design, len(encoded.integers), stall, seed)
    return Stimulus(encoded.integers, valid, ready, np.zeros(len(valid), dtype=bool))


def compare(simulation: Simulation, played: Stimulus, golden: Reals) -> Agreement:
    """Play a stimulus and compare all that was seen.

    Parameters
    ----------
    golden
        What the results should be, shape (points, outputs).
    """
    record = simulation.play(played)
    design = simulation.design
    expected = run(SystolicArray(design), played.inputs, played.valid, played.ready, played.reset)
    awake = ~played.reset
    transfers = record.valid & played.ready & awake
    got = record.outputs[transfers]
    points = len(played.inputs)
    common = min(len(got), points)
    # Every cycle in which results are shown counts, not only the one in which they leave.
    both = record.valid & expected.timeline.output_valid
    differs = (record.outputs != expected.shown) | record.unknown[:, np.newaxis]
    differing = int(np.count_nonzero(differs[both]))
    missing = abs(len(got) - points) * len(design.outputs)
    results = decode_outputs(design, got[:common])
    deliveries = np.flatnonzero(transfers)
    return Agreement(
        cycles=int(deliveries[-1]) + 1 if len(deliveries) else len(record.valid),
        latency=latency(record),
        bit_mismatches=differing + missing,
        cycle_mismatches=cycle_mismatches(record, expected.timeline, awake),
        errors=np.abs(results - golden[:common]),
        results=results,
        golden=golden[:common],
    )


def cycle_mismatches(record: Record | BeatRecord, timeline: Timeline, awake: Flags) -> int:
    """Return the cycles, those in reset apart, whose handshake is not the emulator's."""
    differs = (
        (record.ready != timeline.input_ready)
        | (record.valid != timeline.output_valid)
        | (record.accepted != timeline.input_transfer)
    )
    return int(np.count_nonzero(differs & awake))


def latency(record: Record | BeatRecord) -> int | None:
    """Return the cycles from the first set taken to the first one shown, if both are there."""
    if not record.accepted.any() or not record.valid.any():
        return None
    return int(np.argmax(record.valid) - np.argmax(record.accepted))
