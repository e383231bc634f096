import functools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.build import build_array
from dataflow.operators import Operator
from emulator.systolic import NONE, SystolicArray, run
from golden.load import load_robot

CYCLES = 300


@functools.cache
def array_of(interval):
    return SystolicArray(build_array(load_robot("stanford"), initiation_interval=interval))


def random_run(interval, seed, points=60, resets=True):
    array = array_of(interval)
    rng = np.random.default_rng(seed)
    inputs = np.stack(
        [
            rng.integers(p.format.lowest, p.format.highest, points, endpoint=True)
            for p in array.design.inputs
        ],
        axis=1,
    )
    valid, ready = rng.random((2, CYCLES)) < rng.random((2, 1))
    reset = (rng.random(CYCLES) < 0.01) & resets
    return inputs, run(array, inputs, valid, ready, reset)


seeds = st.integers(0, 2**32 - 1)
intervals = st.integers(1, 3)


@given(intervals, seeds)
def test_each_cycle_shows_the_torques_of_the_set_at_the_front(interval, seed):
    inputs, ran = random_run(interval, seed)
    every = array_of(interval).outputs(inputs)
    line = ran.timeline
    np.testing.assert_array_equal(ran.outputs, every[: len(line.accepted)])
    for k, cycle in enumerate(line.delivered):
        if cycle != NONE:
            np.testing.assert_array_equal(ran.shown[cycle], every[k])
    assert not ran.shown[~line.output_valid].any()
    np.testing.assert_array_equal(ran.shown[line.output_transfer], ran.delivered)


@given(intervals, seeds)
def test_without_reset_the_consumer_gets_all_torques_in_order(interval, seed):
    inputs, ran = random_run(interval, seed, resets=False)
    every = array_of(interval).outputs(inputs)
    np.testing.assert_array_equal(ran.delivered, every[: len(ran.delivered)])


@given(intervals, seeds, st.data())
def test_a_result_is_visible_when_its_set_has_its_age(interval, seed, data):
    inputs, ran = random_run(interval, seed)
    line, design = ran.timeline, ran.design
    nodes = array_of(interval).node_values(inputs)
    operation = data.draw(st.integers(0, len(design.operations) - 1))
    values, known = ran.visible(operation)
    age = design.operations[operation].ready
    if design.operations[operation].operator is Operator.CONSTANT:
        assert known.all()
        assert np.all(values == design.operations[operation].constant)
        return
    expected = {}
    for k, cycle in enumerate(line.accepted.tolist()):
        survives = not line.reset[cycle : cycle + age + 1].any()
        if cycle + age < CYCLES and survives:
            expected[cycle + age] = nodes[operation, k]
    assert np.flatnonzero(known).tolist() == list(expected)
    assert values[known].tolist() == list(expected.values())
    assert not values[~known].any()
    cycle = data.draw(st.integers(0, CYCLES - 1))
    assert ran.visible_in(operation, cycle) == expected.get(cycle)


def test_torque_reaches_the_queue_one_cycle_after_its_depth():
    array = array_of(1)
    inputs = np.array([[p.format.highest for p in array.design.inputs]])
    always = np.ones(array.design.latency + 3, dtype=bool)
    ran = run(array.design, inputs, always, always)
    assert np.flatnonzero(ran.timeline.output_valid).tolist() == [array.design.depth + 1]
    np.testing.assert_array_equal(ran.shown[array.design.depth + 1], array.outputs(inputs)[0])
    for column, output in enumerate(array.design.outputs):
        ready = array.design.operations[output.operation].ready
        assert ran.visible_in(output.operation, ready) == ran.outputs[0, column]
        assert ran.visible_in(output.operation, ready + 1) is None
        assert ran.visible_in(output.operation, ready - 1) is None


def test_more_cycles_than_inputs_and_more_inputs_than_cycles():
    array = array_of(1)
    inputs = np.zeros((5, len(array.design.inputs)), dtype=np.int64)
    always = np.ones(3, dtype=bool)
    assert len(run(array, inputs, always, always).outputs) == 3
    always = np.ones(100, dtype=bool)
    assert run(array, inputs, always, always).delivered.shape == (5, 6)
    assert run(array, inputs[:0], always, always).delivered.shape == (0, 6)


def test_wrong_node_or_cycle_is_named():
    _, ran = random_run(1, 0)
    with pytest.raises(InputError, match="operation: -1; allowed: 0 to"):
        ran.visible(-1)
    with pytest.raises(InputError, match=f"cycle: {CYCLES}; allowed: 0 to {CYCLES - 1}"):
        ran.visible_in(0, CYCLES)
