import numpy as np
import pytest

from common.errors import InputError
from dataflow.boolean.hybrid import build_hybrid
from dataflow.boolean.rules import Rules
from dataflow.boolean.sizes import MOST_INPUTS
from dataflow.boolean.targets import hybrid_for_error
from emulator.boolean import BooleanTorques
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states
from tests.boolean_arms import planar_3r, prismatic_revolute, upright


@pytest.mark.parametrize(
    ("robot", "share"),
    [(lambda: load_robot("machado_2r"), 0.05), (planar_3r, 0.2), (prismatic_revolute, 0.02),
     (upright, 0.01)],
)  # fmt: skip
def test_the_error_that_was_asked_for_is_proved_and_kept(robot, share):
    hybrid = hybrid_for_error(robot(), Rules(), share)
    bounds = hybrid.torque_bounds() / robot().torque_limits
    assert np.all(bounds <= share)
    states = random_states(robot(), 20_000, 2)
    got = hybrid.torques(BooleanTorques(hybrid).torques(hybrid.on_ports(states)))
    golden = inverse_dynamics(robot(), states.q, states.qd, states.qdd)
    assert np.all(np.abs(got - golden) <= bounds * robot().torque_limits)


def test_the_bound_of_the_papers_bits_takes_fewer_bits():
    robot = load_robot("machado_2r")
    rules = build_hybrid(robot, Rules(actuators=True))
    share = float(np.max(rules.torque_bounds() / robot.torque_limits))
    fewest = hybrid_for_error(robot, Rules(actuators=True), share)
    counted = [sum(t.sized.input_bits for t in h.tables) for h in (rules, fewest)]
    assert counted[0] == 122
    assert counted[1] <= 110


def test_words_of_one_term_may_have_other_bits():
    hybrid = hybrid_for_error(load_robot("machado_2r"), Rules(), 0.05)
    assert any(len(set(t.sized.word_bits)) > 1 for t in hybrid.tables)
    assert all(t.sized.input_bits <= MOST_INPUTS for t in hybrid.tables)


def test_every_bit_is_needed():
    """With one bit less in any word the bound would be missed: shown on an arm of one term."""
    hybrid = hybrid_for_error(upright(), Rules(), 0.01)
    (table,) = hybrid.tables
    limit = upright().torque_limits[0]
    cell = 2 * table.sized.amplitude / 2 ** table.sized.word_bits[0]
    assert hybrid.torque_bounds()[0] > 0.005 * limit
    assert cell + table.sized.resolution / 2 > 0.01 * limit


def test_an_error_that_no_size_can_reach_is_refused_by_the_term():
    with pytest.raises(InputError, match=r"term T14 of q2, qd1, qd2: .* more than 20 input bits"):
        hybrid_for_error(load_robot("machado_2r"), Rules(), 0.001)


@pytest.mark.parametrize("share", [0.0, -0.1, 0.6, float("nan")])
def test_a_share_out_of_range_is_refused(share):
    with pytest.raises(InputError, match=r"--torque-error: .* above 0, up to 0.5"):
        hybrid_for_error(load_robot("machado_2r"), Rules(), share)
