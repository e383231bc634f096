"""L' D L from the tips: it solves, and no pivot or factor leaves what is proved of it."""

import numpy as np
import pytest

from dataflow.equations.joint_frames import joint_frame_links
from dataflow.equations.pivots import pivot_bounds, solved_by_pivots
from dataflow.equations.vector import Plain
from golden.equations_of_motion import mass_matrix
from golden.generators import random_parents, random_robot
from golden.load import load_robot
from golden.robot import JointType


def robots():
    rng = np.random.default_rng(12)
    chains = [random_robot(rng, n) for n in (1, 3, 6)]
    sliding = [random_robot(rng, 4, joint_types=types) for types in ("RPRP", "RPPR", "PPRP")]
    trees = [random_robot(rng, n, parents=random_parents(rng, n)) for n in (4, 7)]
    return [load_robot("puma560"), load_robot("stanford"), *chains, *sliding, *trees]


def slides_of(robot, reach=1.0):
    prismatic = [joint.type is JointType.PRISMATIC for joint in robot.joints]
    return [reach if slides else 0.0 for slides in prismatic]


def states(robot, count, reach=1.0):
    rng = np.random.default_rng(5)
    return rng.uniform(-1, 1, (count, robot.n)) * np.where(
        np.array(slides_of(robot)) > 0, reach, np.pi
    )


def lower(mass):
    return [[mass[i, j] for j in range(i + 1)] for i in range(len(mass))]


class Recorded(Plain):
    """Keeps what the factorisation names, with its bounds."""

    def __init__(self):
        self.values = {}

    def keep(self, name, value, bound=np.inf):
        self.values[name] = (value, bound)
        return value


@pytest.mark.parametrize("rotor", [0.0, 0.3])
@pytest.mark.parametrize("robot", robots(), ids=lambda robot: robot.name)
def test_it_solves_within_its_bounds(robot, rotor):
    rotors = np.full(robot.n, rotor)
    bounds = pivot_bounds(joint_frame_links(robot), slides_of(robot), rotors)
    rng = np.random.default_rng(2)
    for q in states(robot, 40):
        mass = mass_matrix(robot, q) + np.diag(rotors)
        right = rng.uniform(-10, 10, robot.n)
        seen = Recorded()
        lowest = {}

        def reciprocal(name, value, least, lowest=lowest):
            lowest[name] = (value, least)
            return 1.0 / value

        x = solved_by_pivots(
            seen, reciprocal, lower(mass), right, [10.0] * robot.n, bounds, lambda stage: None
        )
        np.testing.assert_allclose(mass @ x, right, atol=1e-8 * max(1, np.abs(mass).max()))
        for name, (value, least) in lowest.items():
            assert value >= least * (1 - 1e-9), name
        for name, (value, bound) in seen.values.items():
            assert abs(value) <= bound * (1 + 1e-9), name


def test_bounds_are_not_far_off():
    """A bound that nothing comes near would be of no use: pivots within 10 of PUMA's wrist's."""
    robot = load_robot("puma560")
    bounds = pivot_bounds(joint_frame_links(robot), slides_of(robot), np.zeros(6))
    last = min(mass_matrix(robot, q)[5, 5] for q in states(robot, 5))
    assert bounds.pivots[5] == pytest.approx(last)
    largest = max(mass_matrix(robot, q)[0, 0] for q in states(robot, 300))
    assert largest <= bounds.largest(0) < 12 * largest


def test_what_slides_counts_where_it_has_slid_nearest():
    robot = random_robot(np.random.default_rng(8), 2, joint_types="RP")
    links = joint_frame_links(robot)
    bound = pivot_bounds(links, [0.0, 0.8], np.zeros(2)).pivots[0]
    pivots = []
    for slide in np.linspace(-0.8, 0.8, 401):
        mass = mass_matrix(robot, np.array([0.3, slide]))
        pivots.append(mass[0, 0] - mass[1, 0] ** 2 / mass[1, 1])
    assert min(pivots) == pytest.approx(bound, rel=1e-3)


def test_branches_keep_their_zeros():
    robot = random_robot(np.random.default_rng(1), 3, parents=(-1, -1, 0))
    mass = lower(mass_matrix(robot, np.zeros(3)))
    mass[1][0] = mass[2][1] = 0.0
    seen = Recorded()
    bounds = pivot_bounds(joint_frame_links(robot), slides_of(robot), np.zeros(3))
    solved_by_pivots(
        seen, lambda n, v, least: 1.0 / v, mass, [1.0] * 3, [1.0] * 3, bounds, lambda stage: None
    )
    assert seen.values["L_2_1"][0] == seen.values["L_3_2"][0] == 0.0
    assert seen.values["L_3_1"][0] != 0.0
