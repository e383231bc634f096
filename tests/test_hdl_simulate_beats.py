"""A machine with its serializer in Icarus: every beat, bit and cycle as the emulator has them."""

import dataclasses
import functools

import numpy as np
import pytest

from dataflow.beats import planned_beats
from dataflow.build import build_array
from dataflow.computations.derivatives import INVERSE_DERIVATIVES
from emulator.systolic import SystolicArray
from emulator.systolic.beats import beat_run
from golden.load import load_robot
from hdl.simulate.beats import BeatSimulation
from hdl.simulate.stimulus import Stimulus

pytestmark = pytest.mark.slow


@functools.cache
def design(interval):
    return build_array(load_robot("machado_2r"), INVERSE_DERIVATIVES, 14, interval)


def seen_and_due(folder, made, beats, interval, seed):
    """What the RTL shows under random stalls and resets, and what the emulator does."""
    rng = np.random.default_rng(seed)
    cycles = 600
    inputs = rng.integers(-2000, 2000, (40, len(made.inputs)))
    tags = [int.from_bytes(rng.bytes(32), "little") >> (256 - beats.tag) for _ in inputs]
    signals = rng.random(cycles) < 0.6, rng.random(cycles) < 0.8, rng.random(cycles) < 0.01
    record = BeatSimulation(made, beats, "icarus", folder).play(Stimulus(inputs, *signals), tags)
    return record, beat_run(SystolicArray(design(interval)), beats, inputs, tags, *signals)


@pytest.mark.parametrize(
    ("kind", "interval", "tag"),
    [("set", 1, 90), ("columns", 3, 0), ("columns", 5, 8), ("words", 8, 32)],
)
def test_every_beat_bit_and_cycle(tmp_path, kind, interval, tag):
    beats = planned_beats(design(interval), kind, tag)
    record, due = seen_and_due(tmp_path, design(interval), beats, interval, interval)
    line = due.timeline
    awake = ~line.reset
    assert sum(word is not None for word in record.payload) > 25
    np.testing.assert_array_equal(record.valid[awake], line.output_valid[awake])
    np.testing.assert_array_equal(record.ready[awake], line.input_ready[awake])
    np.testing.assert_array_equal(record.accepted[awake], line.input_transfer[awake])
    for cycle in np.flatnonzero(awake):
        assert record.payload[cycle] == due.shown[cycle]


def test_a_machine_that_gives_its_beats_in_another_order_is_found(tmp_path):
    beats = planned_beats(design(3), "columns")
    turned = dataclasses.replace(beats, beats=beats.beats[::-1])
    record, _ = seen_and_due(tmp_path, design(3), turned, 3, 1)
    _, due = seen_and_due(tmp_path / "right", design(3), beats, 3, 1)
    awake = np.flatnonzero(~due.timeline.reset)
    assert any(record.payload[cycle] != due.shown[cycle] for cycle in awake)
