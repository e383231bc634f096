"""`compare` notices whatever hardware may do wrong; the hardware here is the emulator, spoilt."""

import dataclasses
import functools

import numpy as np
import pytest

from dataflow.build import build_array
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.numbers.ports import decode_outputs, encode
from emulator.systolic import run
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_trajectory
from hdl.simulate.record import Record
from torqueflow.report.comparison import compare, latency, stall_patterns, stimulus

POINTS = 12


@functools.cache
def arm():
    return load_robot("machado_2r")


@functools.cache
def design(interval=1):
    return build_array(arm(), "newton-euler", 14, interval)


class Hardware:
    """A simulation whose record is the emulator's, but for what `spoil` does to it."""

    def __init__(self, design, spoil=lambda record, played: record):
        self.design, self.spoil = design, spoil

    def play(self, played):
        expected = run(self.design, played.inputs, played.valid, played.ready, played.reset)
        line = expected.timeline
        record = Record(
            ready=line.input_ready.copy(),
            valid=line.output_valid.copy(),
            accepted=line.input_transfer.copy(),
            outputs=expected.shown.copy(),
            unknown=np.zeros(line.cycles, dtype=bool),
            probes={},
        )
        return self.spoil(record, played)


def found(spoil=lambda record, played: record, stall=0.0, interval=1, points=POINTS):
    motion = random_trajectory(arm(), points, 3)
    states = NEWTON_EULER.states(arm(), motion)
    encoded = encode(design(interval), states)
    played = stimulus(design(interval), encoded, stall, 5)
    golden = NEWTON_EULER.reference(arm(), states)
    return compare(Hardware(design(interval), spoil), played, golden)


@pytest.mark.parametrize("interval", [1, 3])
@pytest.mark.parametrize("stall", [0.0, 0.4, 0.9])
def test_the_right_hardware_has_no_mismatch(stall, interval):
    agreement = found(stall=stall, interval=interval)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (0, 0)
    assert agreement.latency == design(interval).latency
    assert agreement.errors.shape == (POINTS, 2)


@pytest.mark.parametrize("interval", [1, 3])
def test_cycles_without_stalls(interval):
    # The last of the sets is taken (POINTS - 1) intervals after the first, which is in cycle 0.
    cycles = (POINTS - 1) * interval + design(interval).latency + 1
    assert found(interval=interval).cycles == cycles


def test_errors_are_distances_from_golden():
    motion = random_trajectory(arm(), POINTS, 3)
    encoded = encode(design(), vars(motion))
    always = np.ones(POINTS + design().latency + 1, dtype=bool)
    torques = run(design(), encoded.integers, always, always).delivered
    tau = inverse_dynamics(arm(), motion.q, motion.qd, motion.qdd)
    np.testing.assert_array_equal(found().errors, np.abs(decode_outputs(design(), torques) - tau))
    assert found().errors.max() > 0


@pytest.mark.parametrize("joint", [0, 1])
@pytest.mark.parametrize("bit", [0, 7])
def test_one_wrong_bit(joint, bit):
    def spoil(record, played):
        cycle = np.flatnonzero(record.valid)[4]
        record.outputs[cycle, joint] ^= 1 << bit
        return record

    agreement = found(spoil)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (1, 0)
    difference = np.abs(agreement.errors - found().errors)
    assert np.count_nonzero(difference) == 1
    assert difference[4, joint] > 0


def test_a_held_payload_that_changes_while_it_waits():
    changed = []

    def spoil(record, played):
        waiting = record.valid & ~played.ready
        cycle = np.flatnonzero(waiting)[2]
        record.outputs[cycle, 1] += 1
        changed.append(cycle)
        return record

    agreement = found(spoil, stall=0.5)
    assert changed
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (1, 0)
    np.testing.assert_array_equal(agreement.errors, found(stall=0.5).errors)


def test_an_unknown_bit_spoils_all_torques_of_its_cycle():
    def spoil(record, played):
        cycle = np.flatnonzero(record.valid)[3]
        record.unknown[cycle] = True
        record.outputs[cycle] = 0  # as the reader of a record leaves it
        return record

    agreement = found(spoil)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (2, 0)


def test_an_unknown_bit_counts_where_the_torques_happen_to_be_right():
    def spoil(record, played):
        record.unknown[np.flatnonzero(record.valid)[3]] = True
        return record

    assert found(spoil).bit_mismatches == 2


def test_unknown_bits_without_valid_do_not_matter():
    def spoil(record, played):
        record.unknown[~record.valid] = True
        record.outputs[~record.valid] = -1
        return record

    agreement = found(spoil)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (0, 0)


def test_one_late_valid():
    def spoil(record, played):
        last = np.flatnonzero(record.valid)[-1]
        record.valid[[last, last + 1]] = False, True
        record.outputs[last + 1] = record.outputs[last]
        return record

    agreement = found(spoil)
    assert agreement.cycle_mismatches == 2
    assert agreement.bit_mismatches == 0
    assert agreement.cycles == found().cycles + 1


def test_everything_late_by_a_cycle():
    def spoil(record, played):
        return dataclasses.replace(
            record, valid=np.roll(record.valid, 1), outputs=np.roll(record.outputs, 1, axis=0)
        )

    agreement = found(spoil)
    assert agreement.latency == design().latency + 1
    assert agreement.cycle_mismatches == 2


def test_one_dropped_set():
    def spoil(record, played):
        record.valid[np.flatnonzero(record.valid)[5]] = False
        return record

    agreement = found(spoil)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (2, 1)
    assert agreement.errors.shape == (POINTS - 1, 2)


def test_one_extra_set():
    def spoil(record, played):
        last = np.flatnonzero(record.valid)[-1]
        record.valid[last + 1] = True
        record.outputs[last + 1] = record.outputs[last]
        return record

    agreement = found(spoil)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (2, 1)
    assert agreement.errors.shape == (POINTS, 2)


def test_two_sets_that_changed_places():
    def spoil(record, played):
        first, second = np.flatnonzero(record.valid)[4:6]
        record.outputs[[first, second]] = record.outputs[[second, first]]
        return record

    assert found(spoil).bit_mismatches == 4


@pytest.mark.parametrize("signal", ["ready", "accepted"])
def test_an_input_handshake_that_differs(signal):
    def spoil(record, played):
        getattr(record, signal)[2] ^= True
        return record

    agreement = found(spoil)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (0, 1)


def test_no_torques_at_all():
    def spoil(record, played):
        record.valid[:] = False
        return record

    agreement = found(spoil)
    assert agreement.latency is None
    assert agreement.bit_mismatches == 2 * POINTS
    assert agreement.cycle_mismatches == POINTS
    assert agreement.errors.shape == (0, 2)


def test_nothing_taken():
    def spoil(record, played):
        record.ready[:] = record.accepted[:] = record.valid[:] = False
        return record

    agreement = found(spoil)
    assert agreement.latency is None
    assert agreement.cycles == POINTS + design().latency + 1


@pytest.mark.parametrize(
    ("accepted", "valid", "cycles"),
    [([0, 1, 0, 0], [0, 0, 0, 1], 2), ([1, 0], [1, 0], 0), ([0, 0], [0, 1], None)],
)
def test_latency(accepted, valid, cycles):
    flags = [np.array(column, dtype=bool) for column in (accepted, valid)]
    nothing = np.zeros((len(valid), 1), dtype=np.int64)
    record = Record(flags[0], flags[1], flags[0], nothing, nothing[:, 0] > 0, {})
    assert latency(record) == cycles


@pytest.mark.parametrize("interval", [1, 3])
@pytest.mark.parametrize("stall", [0.0, 0.4, 0.95])
def test_stall_patterns_deliver_all_and_end_soon(stall, interval):
    valid, ready = stall_patterns(design(interval), 50, stall, 1)
    line = run(design(interval), np.zeros((50, 6), dtype=int), valid, ready).timeline
    assert len(line.delivered) == 50
    assert line.delivered.min() >= 0
    # One cycle more, in which a set too many would show.
    assert len(valid) == len(ready) == line.delivered.max() + 2


def test_stall_patterns_pause_as_often_as_asked():
    valid, ready = stall_patterns(design(), 4000, 0.3, 1)
    assert np.mean(valid) == pytest.approx(0.7, abs=0.03)
    assert np.mean(ready) == pytest.approx(0.7, abs=0.03)
    assert not np.array_equal(valid, ready)


def test_stall_patterns_follow_the_seed():
    first = stall_patterns(design(), 30, 0.4, 1)
    again = stall_patterns(design(), 30, 0.4, 1)
    other = stall_patterns(design(), 30, 0.4, 2)
    for one, two in zip(first, again, strict=True):
        np.testing.assert_array_equal(one, two)
    length = min(len(first[0]), len(other[0]))
    assert not np.array_equal(first[0][:length], other[0][:length])
