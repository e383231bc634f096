"""Modified Denavit-Hartenberg rows: Craig's own product, and another package's torques."""

import math

import numpy as np
import pytest

from common.errors import InputError
from golden.kinematics import link_pose
from golden.newton_euler import inverse_dynamics
from golden.toml.robot_file import parse

JOINT = """[links.joint]
type = "{kind}"
position_limits = [-1, 1]
velocity_limit = 1
acceleration_limit = 1
torque_limit = 1
"""


def text_of(rows, kinds, bodies, row="mdh"):
    """A file with a row (a, alpha, d, theta), and mass, centre and inertia, for each link."""
    parts = ['name = "modified"\n']
    for (a, alpha, d, theta), kind, (mass, center, inertia) in zip(
        rows, kinds, bodies, strict=True
    ):
        parts.append(
            f"[[links]]\n{row} = {{ a = {a}, alpha = {alpha}, d = {d}, theta = {theta} }}\n"
            f"mass = {mass}\ncenter_of_mass = {list(center)}\n"
            f"inertia = {[float(x) for x in inertia]}\n{JOINT.format(kind=kind)}"
        )
    return "".join(parts)


def craig(a, alpha, d, theta):
    """Craig's (3.6)."""
    ct, st, ca, sa = math.cos(theta), math.sin(theta), math.cos(alpha), math.sin(alpha)
    return np.array([
        [ct, -st, 0, a],
        [st * ca, ct * ca, -sa, -sa * d],
        [st * sa, ct * sa, ca, ca * d],
        [0, 0, 0, 1],
    ])  # fmt: skip


def random_rows(seed, n):
    rng = np.random.default_rng(seed)
    rows = rng.uniform(-1.5, 1.5, (n, 4)).tolist()
    bodies = [
        (
            float(rng.uniform(1, 3)),
            rng.uniform(-0.3, 0.3, 3).tolist(),
            [0.3, 0.25, 0.2, 0.01, 0, 0.02],
        )
        for _ in range(n)
    ]
    return rows, bodies


@pytest.mark.parametrize("kinds", ["RRR", "RPR", "PRP"])
def test_poses_are_craigs(kinds):
    rows, bodies = random_rows(len(kinds), 3)
    words = ["revolute" if kind == "R" else "prismatic" for kind in kinds]
    robot = parse(text_of(rows, words, bodies), "m.toml")
    q = np.array([0.4, -0.7, 0.9])
    pose = np.eye(4)
    for i, (a, alpha, d, theta) in enumerate(rows):
        turned, slid = (theta + q[i], d) if kinds[i] == "R" else (theta, d + q[i])
        pose = pose @ craig(a, alpha, slid, turned)
        np.testing.assert_allclose(link_pose(robot, q, i), pose, atol=1e-14)


def test_torques_are_the_toolboxs(rtb):
    rows, bodies = random_rows(7, 4)
    links = [
        rtb.RevoluteMDH(
            a=a, alpha=alpha, d=d, offset=theta, m=mass, r=center,
            I=[inertia[0], inertia[1], inertia[2], inertia[3], inertia[4], inertia[5]],
        )
        for (a, alpha, d, theta), (mass, center, inertia) in zip(rows, bodies, strict=True)
    ]  # fmt: skip
    other = rtb.DHRobot(links, gravity=[0, 0, -9.81])
    robot = parse(text_of(rows, ["revolute"] * 4, bodies), "m.toml")
    q, qd, qdd = np.random.default_rng(1).uniform(-2, 2, (3, 6, 4))
    expected = np.array([other.rne(*state) for state in zip(q, qd, qdd, strict=True)])
    np.testing.assert_allclose(inverse_dynamics(robot, q, qd, qdd), expected, rtol=1e-9, atol=1e-9)


def test_a_slider_that_rises_weighs_what_it_should():
    """2 kg accelerated upwards at 1 m/s2: an old toolbox lost the joint's own acceleration."""
    text = text_of([(0, 0, 0, 0)], ["prismatic"], [(2.0, [0, 0, 0], [0.0] * 6)])
    assert inverse_dynamics(parse(text, "m.toml"), [0.0], [0.0], [1.0]) == pytest.approx([21.62])


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("mass =", "dh = {}\nmass =", "links[0].mdh: stands beside dh"),
        ("mass =", "rpy = [0, 0, 0]\nmass =", "links[0].rpy: stands beside mdh"),
        (
            'type = "rev',
            'offset = 1\ntype = "rev',
            "offset: stands beside mdh; allowed: theta in mdh",
        ),
        ("alpha", "twist", "links[0].mdh.twist: unknown field"),
    ],
)
def test_bad_rows(old, new, problem):
    rows, bodies = random_rows(1, 1)
    with pytest.raises(InputError) as caught:
        parse(text_of(rows, ["revolute"], bodies).replace(old, new, 1), "m.toml")
    assert problem in str(caught.value)
