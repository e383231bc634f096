"""A machine with its serializer held against the emulator: every beat, in every cycle."""

from __future__ import annotations

import random

import numpy as np

from common.arrays import Integers, Reals
from dataflow.beats import Beats
from dataflow.design import Design
from dataflow.numbers.ports import decode_outputs
from emulator.systolic import SystolicArray
from emulator.systolic.beats import beat_run
from hdl.payloads import signed
from hdl.simulate.beats import BeatSimulation
from hdl.simulate.stimulus import Stimulus
from torqueflow.report.comparison import Agreement, cycle_mismatches, latency


def random_tags(beats: Beats, points: int, seed: int) -> list[int]:
    """Return a tag for each set, every one of its values as likely; zeros if there is none."""
    rng = random.Random(seed)
    return [rng.getrandbits(beats.tag) if beats.tag else 0 for _ in range(points)]


def compare_beats(
    simulation: BeatSimulation, played: Stimulus, tags: list[int], golden: Reals
) -> Agreement:
    """Play a stimulus, each set with its tag, and compare all that was seen.

    A bit mismatch is a beat, in each cycle that shows it, of which data, last or tag differs, or a
    beat that is missing or too many. Results are put together from the beats that the RTL gave.

    Parameters
    ----------
    golden
        What the results should be, shape (points, outputs).
    """
    record = simulation.play(played, tags)
    design, beats = simulation.design, simulation.beats
    expected = beat_run(
        SystolicArray(design), beats, played.inputs, tags, played.valid, played.ready, played.reset
    )
    awake = ~played.reset
    both = (record.valid & expected.timeline.output_valid).tolist()
    told = zip(record.payload, expected.shown, both, strict=True)
    differing = sum(seen != due for seen, due, shown in told if shown)
    taken = np.flatnonzero(record.valid & played.ready & awake)
    words = [record.payload[cycle] or 0 for cycle in taken.tolist()]
    got = outputs_of(design, beats, words)[: len(golden)]
    results = decode_outputs(design, got)
    return Agreement(
        cycles=int(taken[-1]) + 1 if len(taken) else len(record.valid),
        latency=latency(record),
        bit_mismatches=differing + abs(len(words) - len(golden) * len(beats.beats)),
        cycle_mismatches=cycle_mismatches(record, expected.timeline, awake),
        errors=np.abs(results - golden[: len(got)]),
        results=results,
        golden=golden[: len(got)],
    )


def outputs_of(design: Design, beats: Beats, words: list[int]) -> Integers:
    """Return the integers of whole sets by the beats that they left in, (sets, outputs).

    Parameters
    ----------
    words
        Beats in the order in which they left, each with its data in the lowest bits.
    """
    count = len(beats.beats)
    rows = []
    for begin in range(0, len(words) - count + 1, count):
        row = [0] * len(design.outputs)
        for word, slices in zip(words[begin : begin + count], beats.beats, strict=True):
            for each in slices:
                bits = (word >> each.place) & ((1 << each.bits) - 1)
                row[each.output] |= bits << each.first
        widths = [port.format.width for port in design.outputs]
        rows.append([signed(bits, width) for bits, width in zip(row, widths, strict=True)])
    return np.array(rows, dtype=np.int64).reshape(len(rows), len(design.outputs))
