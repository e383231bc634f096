"""What motors add: hand calculation, signs, rest."""

import numpy as np
import pytest

from common.errors import InputError
from golden.actuators import actuator_torque
from golden.generators import planar
from golden.load import load_robot

ZERO = np.zeros(6)


@pytest.fixture(scope="module")
def puma():
    return load_robot("puma560")


def test_inertia_goes_with_the_square_of_the_gear(puma):
    tau = actuator_torque(puma, ZERO, np.ones(6))
    assert tau[0] == pytest.approx(62.6111**2 * 200e-6, rel=1e-14)
    assert tau[5] == pytest.approx(76.686**2 * 33e-6, rel=1e-14)


def test_friction_follows_the_joints_direction_also_behind_a_negative_gear(puma):
    forwards = actuator_torque(puma, np.ones(6), ZERO)
    backwards = actuator_torque(puma, -np.ones(6), ZERO)
    assert forwards[0] == pytest.approx(62.6111**2 * 1.48e-3 + 62.6111 * 0.395, rel=1e-14)
    assert backwards[0] == pytest.approx(-(62.6111**2) * 1.48e-3 - 62.6111 * 0.435, rel=1e-14)
    assert forwards[1] == pytest.approx(107.815**2 * 0.817e-3 + 107.815 * 0.126, rel=1e-14)
    assert backwards[1] == pytest.approx(-(107.815**2) * 0.817e-3 - 107.815 * 0.071, rel=1e-14)


def test_coulomb_friction_does_not_grow_with_speed(puma):
    slow, fast = (actuator_torque(puma, np.full(6, speed), ZERO) for speed in (1e-9, 1.0))
    gear = np.array([joint.actuator.gear_ratio for joint in puma.joints])
    viscous = gear**2 * [joint.actuator.viscous_friction for joint in puma.joints]
    np.testing.assert_allclose(fast - slow, viscous, rtol=1e-8)


def test_nothing_at_rest_and_nothing_without_motors(puma):
    np.testing.assert_array_equal(actuator_torque(puma, ZERO, ZERO), ZERO)
    np.testing.assert_array_equal(actuator_torque(puma, -ZERO, ZERO), ZERO)
    np.testing.assert_array_equal(actuator_torque(planar(2), [3, -3], [1, 1]), [0, 0])


def test_batches_and_bad_input(puma):
    assert actuator_torque(puma, np.ones((4, 1, 6)), np.ones((3, 6))).shape == (4, 3, 6)
    with pytest.raises(InputError, match="qd: shape"):
        actuator_torque(puma, np.ones(5), ZERO)
    with pytest.raises(InputError, match=r"qdd\[2\]: inf"):
        actuator_torque(puma, ZERO, [0, 0, np.inf, 0, 0, 0])
