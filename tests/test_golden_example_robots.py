"""Every model of example-robot-data, as it is: what Pinocchio finds, or the reason in docs."""

import warnings

import numpy as np
import pinocchio as pin
import pytest

from common.errors import InputError, InputWarning
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from tests.example_robots import REFUSED, TAKEN, couplings, models, rows
from tests.pinocchio_robots import model_positions, states

POINTS = 100
MOST_REFUSED = 0.05


def quietly(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        return load_robot(path)


def test_the_table_has_every_model():
    assert set(rows()) == set(models())


def test_nearly_all_that_move_are_taken():
    moving = [file for file in REFUSED if "no joint moves" not in rows()[file][2]]
    assert len(moving) <= MOST_REFUSED * (len(moving) + len(TAKEN))


@pytest.mark.parametrize("file", REFUSED)
def test_the_reason_is_the_message(file):
    with pytest.raises(InputError) as caught:
        quietly(models()[file])
    assert rows()[file][2] in str(caught.value)


@pytest.mark.parametrize("file", TAKEN)
def test_a_model_agrees_with_pinocchio(file):
    path = models()[file]
    robot, model = quietly(path), pin.buildModelFromUrdf(str(path))
    joints, k, c = couplings(path, robot.joint_names)
    assert rows()[file][:2] == (str(robot.n), str(model.nv))
    assert len(joints) == model.nv
    speeds = [model.idx_vs[model.getJointId(name)] for name in joints]
    data = model.createData()
    q, qd, qdd = states(robot.n, POINTS, 1)
    expected = np.empty((POINTS, robot.n))
    for i in range(POINTS):
        v, a = np.zeros((2, model.nv))
        v[speeds], a[speeds] = k @ qd[i], k @ qdd[i]
        tau = pin.rnea(model, data, model_positions(model, joints, k @ q[i] + c), v, a)
        expected[i] = tau[speeds] @ k
    found = inverse_dynamics(robot, q, qd, qdd)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * np.abs(expected).max())
