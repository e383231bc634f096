import itertools

import numpy as np
import pytest

from dataflow.boolean.bounds import term_errors
from dataflow.boolean.hybrid import build_hybrid
from dataflow.boolean.rules import Rules
from emulator.boolean import BooleanTorques
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states
from tests.boolean_arms import ARMS


def made(robot, precision, **rules):
    return build_hybrid(robot, Rules(precision=precision, **rules))


@pytest.mark.parametrize("robot", [*ARMS, lambda: load_robot("machado_2r")])
def test_bounds_hold_at_every_corner_and_middle_of_every_cell(robot):
    hybrid = made(robot(), 5)
    for table in hybrid.tables:
        errors = term_errors(table, hybrid.quantisers)
        names = [w.port.name for w in table.words]
        widths = table.sized.word_bits
        edges = [hybrid.quantisers[n].edges(b) for n, b in zip(names, widths, strict=True)]
        axes = np.meshgrid(*(np.arange(1 << b) for b in widths), indexing="ij")
        cells, bits = dict(zip(names, axes, strict=True)), dict(zip(names, widths, strict=True))
        number = table.values[table.addresses(cells, bits)] * table.sized.resolution
        worst = np.zeros(errors.shape)
        for shares in itertools.product((0.0, 0.3, 0.5, 1.0), repeat=len(names)):
            at = {
                n: (low + share * (high - low))[cells[n]]
                for n, (low, high), share in zip(names, edges, shares, strict=True)
            }
            worst = np.maximum(worst, np.abs(number - table.sized.term(at)))
        assert np.all(worst <= errors)
        assert worst.max() >= 0.85 * errors.max()  # a bound far above would show nothing


def seen(robot, hybrid, points):
    states = random_states(robot, points, 5)
    got = hybrid.torques(BooleanTorques(hybrid).torques(hybrid.on_ports(states)))
    actuators = hybrid.rules.actuators
    golden = inverse_dynamics(robot, states.q, states.qd, states.qdd, actuators=actuators)
    return np.abs(got - golden)


def test_the_papers_sizes_err_as_was_found_and_within_their_bound():
    """The issue's figures: a trial apart from this code, 2 million states."""
    robot = load_robot("machado_2r")
    hybrid = made(robot, 8, actuators=True)
    errors = seen(robot, hybrid, 1_000_000)
    bounds = hybrid.torque_bounds()
    assert np.all(errors <= bounds)
    assert errors.max(axis=0) == pytest.approx([2.7, 1.83], abs=0.15)
    assert np.sqrt((errors**2).mean(axis=0)) == pytest.approx([0.500, 0.403], abs=2e-3)
    assert bounds == pytest.approx([4.29, 2.38], abs=5e-3)


@pytest.mark.parametrize("robot", ARMS)
@pytest.mark.parametrize("precision", [4, 6])
def test_torques_of_other_arms_stay_within_their_bounds(robot, precision):
    hybrid = made(robot(), precision)
    errors = seen(robot(), hybrid, 50_000)
    assert np.all(errors <= hybrid.torque_bounds())
