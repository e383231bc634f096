"""Rotations are orthonormal, and exact at quarter turns."""

import math

import numpy as np
import pytest

from golden.transforms import cos_sin, rotation_rpy, rotation_x, rotation_y, rotation_z


@pytest.mark.parametrize("quarters", range(-9, 10))
def test_quarter_turns_are_exact(quarters):
    expected = [(1, 0), (0, 1), (-1, 0), (0, -1)][quarters % 4]
    assert cos_sin(quarters * math.pi / 2) == expected
    assert cos_sin(math.radians(90 * quarters)) == expected
    for rotation in (rotation_x, rotation_y, rotation_z):
        matrix = rotation(quarters * math.pi / 2)
        assert set(matrix.ravel()) <= {-1.0, 0.0, 1.0}
        assert not np.signbit(matrix[matrix == 0]).any()


@pytest.mark.parametrize("angle", [1e-12, 0.3, -2.0, 7.0, math.pi / 2 + 1e-12])
def test_other_angles_are_left_alone(angle):
    assert cos_sin(angle) == (math.cos(angle), math.sin(angle))


def test_axes_and_order():
    np.testing.assert_array_equal(rotation_z(math.pi / 2) @ [1, 0, 0], [0, 1, 0])
    np.testing.assert_array_equal(rotation_x(math.pi / 2) @ [0, 1, 0], [0, 0, 1])
    np.testing.assert_array_equal(rotation_y(math.pi / 2) @ [0, 0, 1], [1, 0, 0])
    rpy = rotation_rpy(0.1, 0.2, 0.3)
    np.testing.assert_array_equal(rpy, rotation_z(0.3) @ rotation_y(0.2) @ rotation_x(0.1))
    np.testing.assert_allclose(rpy @ rpy.T, np.eye(3), atol=1e-15)
