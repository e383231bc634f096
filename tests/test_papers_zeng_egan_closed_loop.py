"""The controller leads the hand where it should, and shared tasks give the same torques."""

import numpy as np
import pytest

from dataflow.tasks.memory import ReadTooEarly
from emulator.multiprocessor.schedules import plan
from emulator.multiprocessor.simulate import simulate
from papers.zeng_egan.claims import END, START
from papers.zeng_egan.closed_loop import BLOCKS, PERIOD, SAMPLES, in_order, run_loop
from papers.zeng_egan.machines import load_machine
from papers.zeng_egan.versions import paper_robot

ARM = paper_robot()


@pytest.fixture(scope="module")
def loop():
    return run_loop(ARM, START, END, "newton")


def test_the_hand_follows(loop):
    # Position to a millimetre on a way of some 16 cm in 0.2 s, direction to a third of a degree.
    assert loop.errors.shape == (SAMPLES, 2)
    assert loop.errors[:, 0].max() < 1e-3
    assert loop.errors[:, 1].max() < 6e-3
    assert loop.errors[-1, 0] < 5e-4


def test_shared_dynamics_give_the_same_motion():
    machine = load_machine("multimax")

    def shared(graph, memory):
        program = plan(graph, machine, "local", 3).program
        simulate(graph, machine, program, 3, 0, memory)

    near = START + (END - START) / 20
    loop = run_loop(ARM, START, near, "newton", samples=6)
    parallel = run_loop(ARM, START, near, "newton", shared, samples=6)
    np.testing.assert_allclose(parallel.torques, loop.torques, rtol=0, atol=1e-9)
    assert parallel.operations == loop.operations


def test_an_error_dies_away():
    # A kick at the first sample; nothing but the feedback knows of it.
    kicks = [200.0]

    def kicked(graph, memory):
        in_order(graph, memory)
        memory.values["t[1]"] = memory.values["t[1]"] + (kicks.pop() if kicks else 0.0)

    loop = run_loop(ARM, START, START, "newton", kicked)
    errors = loop.errors[:, 0]
    assert errors.max() > 1e-3
    # After a kick, an error that is critically damped at 20/s goes as t exp(-20 t): it is largest
    # after 0.05 s, and after 0.2 s it is 4 exp(-3) of that.
    assert errors.argmax() * PERIOD == pytest.approx(0.05, abs=0.01)
    assert errors[-1] / errors.max() == pytest.approx(4 * np.exp(-3), abs=0.02)


def test_a_controller_that_leaves_tasks_out_is_noticed():
    def half(graph, memory):
        for task in graph.in_order[::2]:
            memory.do(graph.by_number[task])

    with pytest.raises(ReadTooEarly):
        run_loop(ARM, START, END, "newton", half)


def test_operations_of_the_parts(loop):
    assert set(loop.operations) == set(BLOCKS)
    assert loop.operations["dynamic control"] == 1200 * SAMPLES
    assert loop.operations["kinematics"] == 535 * SAMPLES
    assert loop.operations["next accelerations"] == 30 * SAMPLES


def test_dynamics_are_two_thirds_inside_and_a_fifth_of_all(loop):
    inner = 1200 / (1200 + 535 + 18 + 30)
    assert loop.inner_share == pytest.approx(inner)
    assert 0.15 < loop.dynamics_share < 0.25
