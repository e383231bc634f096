"""Large arrays above the code, or in workspace below it: the same results, other places."""

import numpy as np

from golden.load import load_robot
from golden.trajectory import random_trajectory
from occam.build import build
from papers.programs import find
from papers.run import ROBOT, Settings, compile_for, run


def test_without_a_vector_space_arrays_lie_below_the_code():
    path = find("scsnea", None).path
    above, below = build(path), build(path, vector_space=False)
    (with_space,), (without,) = (each.images.values() for each in (above, below))
    assert with_space.vectors > 7000  # a trajectory of 300 points and its torques
    assert without.vectors == 0
    assert without.above + without.below > with_space.above + with_space.below + 7000
    (placed,) = below.placements.values()
    assert placed.code > 4 * 7000  # frames lie below the workspace pointer, code above


def test_a_network_s_programs_and_their_torques_are_the_same():
    program = find("pscsnea", None)
    trajectory = random_trajectory(load_robot(ROBOT), 3, 1989)
    above, below = (
        run(compile_for(program, Settings(vector_space=space)), trajectory)
        for space in (True, False)
    )
    assert np.array_equal(above.torques, below.torques)
    assert all(image.vectors == 0 for image in below.built.images.values())
