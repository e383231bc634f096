"""Sets that leave in beats, in the emulator: who is shown when, and every bit of the payload."""

import dataclasses
import functools

import numpy as np
import pytest

from dataflow.beats import planned_beats, with_beats
from dataflow.build import build_array
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from emulator.systolic import NONE, SystolicArray, handshake
from emulator.systolic.beats import beat_handshake, beat_run, beat_words


@functools.cache
def array():
    from golden.load import load_robot

    return SystolicArray(build_array(load_robot("machado_2r"), NEWTON_EULER, 14, 4))


def patterns(cycles, seed):
    rng = np.random.default_rng(seed)
    reset = rng.random(cycles) < 0.01
    return rng.random(cycles) < 0.6, rng.random(cycles) < 0.7, reset


def test_a_single_beat_is_the_machine_alone():
    signals = patterns(400, 1)
    line, beat = beat_handshake(array().design, *signals, sets=60)
    alone = handshake(array().design, *signals, sets=60)
    assert not beat.any()
    for name in vars(alone):
        np.testing.assert_array_equal(getattr(line, name), getattr(alone, name))


def test_a_set_leaves_with_its_last_beat_and_each_stays_until_it_is_taken():
    valid, ready, reset = patterns(900, 2)
    design = dataclasses.replace(array().design, beats=3)
    line, beat = beat_handshake(design, valid, ready, reset, sets=90)
    taken = line.output_valid & ready & ~reset
    assert (line.delivered != NONE).sum() > 30
    assert (line.lost != NONE).sum() > 0
    for number in np.flatnonzero(line.delivered != NONE):
        beats = beat[taken & (line.front == number)]
        assert beats.tolist() == [0, 1, 2]
        assert np.flatnonzero(taken & (line.front == number))[-1] == line.delivered[number]
    after = np.flatnonzero(~reset[:-1] & ~reset[1:])
    np.testing.assert_array_equal(beat[after + 1], (beat[after] + taken[after]) % 3)
    assert not beat[np.flatnonzero(reset[:-1]) + 1].any()


@pytest.mark.parametrize(("kind", "tag"), [("set", 9), ("words", 0), ("words", 5)])
def test_the_payload_is_the_outputs_then_last_then_the_tag(kind, tag):
    beats = planned_beats(array().design, kind, tag)
    rng = np.random.default_rng(3)
    inputs = rng.integers(-2000, 2000, (8, len(array().design.inputs)))
    tags = rng.integers(0, 1 << tag, 8).tolist()
    always = np.ones(120, dtype=bool)
    ran = beat_run(array(), beats, inputs, tags, always, always)
    shown = [word for word in ran.shown if word is not None]
    count, mask = len(beats.beats), (1 << beats.width) - 1
    assert len(shown) == 8 * count
    for k, outputs in enumerate(array().outputs(inputs).tolist()):
        words = shown[k * count : (k + 1) * count]
        joined = sum((word & mask) << (beats.width * i) for i, word in enumerate(words))
        for port, value in zip(array().design.outputs, outputs, strict=True):
            assert joined & ((1 << port.format.width) - 1) == value % (1 << port.format.width)
            joined >>= port.format.width
        assert joined == 0
        above = [word >> beats.width for word in words]
        assert above == [int(i == count - 1) | tags[k] << 1 for i in range(count)]


@pytest.mark.parametrize(("kind", "tag"), [("set", 0), ("set", 36), ("words", 5), ("words", 32)])
def test_words_of_many_sets_are_what_a_run_shows(kind, tag):
    beats = planned_beats(array().design, kind, tag)
    rng = np.random.default_rng(4)
    inputs = rng.integers(-2000, 2000, (8, len(array().design.inputs)))
    tags = [int(rng.integers(0, 1 << tag)) for _ in range(8)]
    rows = np.array([[t >> 32 * k & 0xFFFFFFFF for k in range(-(-tag // 32))] for t in tags])
    always = np.ones(120, dtype=bool)
    ran = beat_run(array(), beats, inputs, tags, always, always)
    found = beat_words(beats, array().outputs(inputs), rows.astype(np.uint32))
    assert found.shape[:2] == (8, with_beats(array().design, beats).beats)
    shown = [
        sum(int(word) << 32 * k for k, word in enumerate(beat))
        for beat in found.reshape(-1, found.shape[2])
    ]
    assert shown == [word for word in ran.shown if word is not None]
