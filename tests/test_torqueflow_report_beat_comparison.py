"""Beats of RTL held against the emulator's: whatever differs in a bit or a cycle is counted."""

import dataclasses
import functools

import numpy as np
import pytest

from dataflow.beats import planned_beats, with_beats
from dataflow.build import build_array
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.numbers.ports import decode_outputs, encode
from emulator.systolic import SystolicArray
from emulator.systolic.beats import beat_run
from golden.load import load_robot
from golden.trajectory import random_states
from hdl.simulate.beats import BeatRecord
from torqueflow.report.beat_comparison import compare_beats, random_tags
from torqueflow.report.comparison import stimulus

POINTS = 12


@functools.cache
def played():
    """Design, beats, stimulus, tags, golden."""
    robot = load_robot("machado_2r")
    made = build_array(robot, NEWTON_EULER, 18, 4)
    beats = planned_beats(made, "words", 32)
    design = with_beats(made, beats)
    states = NEWTON_EULER.states(robot, random_states(robot, POINTS, 1))
    done = stimulus(design, encode(design, states), 0.3, 2)
    golden = NEWTON_EULER.reference(robot, states)
    return design, beats, done, random_tags(beats, POINTS, 5), golden


class Emulated:
    """In the place of a simulation: the emulator's beats, but for what ``spoil`` does to them."""

    def __init__(self, spoil):
        self.design, self.beats, *_ = played()
        self.spoil = spoil

    def play(self, stimulus, tags):
        ran = beat_run(
            SystolicArray(self.design), self.beats, stimulus.inputs, tags,
            stimulus.valid, stimulus.ready, stimulus.reset,
        )  # fmt: skip
        line = ran.timeline
        return self.spoil(
            BeatRecord(line.input_ready, line.output_valid, line.input_transfer, ran.shown)
        )


def compared(spoil=lambda record: record):
    _, _, stimulus, tags, golden = played()
    return compare_beats(Emulated(spoil), stimulus, tags, golden)


def flipped(bit, record):
    """One bit of the beat that leaves third is another, in that cycle alone."""
    _, _, stimulus, *_ = played()
    cycle = int(np.flatnonzero(record.valid & stimulus.ready)[2])
    payload = list(record.payload)
    payload[cycle] ^= 1 << bit
    return dataclasses.replace(record, payload=payload)


def unknown(record):
    payload = list(record.payload)
    payload[int(np.argmax(record.valid))] = None
    return dataclasses.replace(record, payload=payload)


def test_what_the_emulator_shows_agrees_and_is_put_together_again():
    design, _, stimulus, _, golden = played()
    found = compared()
    assert (found.bit_mismatches, found.cycle_mismatches) == (0, 0)
    outputs = SystolicArray(design).outputs(stimulus.inputs)
    np.testing.assert_array_equal(found.results, decode_outputs(design, outputs))
    np.testing.assert_array_equal(found.golden, golden)
    assert found.latency == design.latency
    assert len(stimulus.valid) - 2 <= found.cycles <= len(stimulus.valid)


@pytest.mark.parametrize("bit", [0, 31, 32, 33, 64], ids=["data", "data", "last", "tag", "tag"])
def test_each_bit_counts(bit):
    found = compared(functools.partial(flipped, bit))
    assert (found.bit_mismatches, found.cycle_mismatches) == (1, 0)


def test_an_unknown_bit_counts():
    assert compared(unknown).bit_mismatches == 1


def test_data_of_the_rtl_make_the_results():
    found, wrong = compared(), compared(functools.partial(flipped, 0))
    assert np.count_nonzero(found.results != wrong.results) == 1


def test_a_beat_that_is_missing_and_its_cycle_count():
    def lost(record):
        _, _, stimulus, *_ = played()
        valid = record.valid.copy()
        valid[np.flatnonzero(valid & stimulus.ready)[-1]] = False
        return dataclasses.replace(record, valid=valid)

    found = compared(lost)
    assert found.bit_mismatches >= 1
    assert found.cycle_mismatches == 1
    assert len(found.results) == POINTS - 1


def test_tags_differ_and_follow_the_seed():
    _, beats, *_ = played()
    assert random_tags(beats, 50, 1) == random_tags(beats, 50, 1) != random_tags(beats, 50, 2)
    assert all(0 <= tag < 1 << 32 for tag in random_tags(beats, 50, 1))
    assert not any(random_tags(dataclasses.replace(beats, tag=0), 5, 1))
