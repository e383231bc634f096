"""Who carries whom: sets of links by hand, and against their definitions on random trees."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from golden import connectivity
from golden.load import load_robot
from golden.robot import Joint, JointType, Link, Robot

#     base
#     /  \
#    0    4
#   / \    \
#  1   3    5
#  |
#  2
TWO_ARMS = (-1, 0, 1, 0, -1, 4)

trees = st.integers(1, 12).flatmap(lambda n: st.tuples(*(st.integers(-1, i - 1) for i in range(n))))


def robot_of(parents, names=None):
    joint = Joint(JointType.REVOLUTE, 0.0, (-1.0, 1.0), 1.0, 1.0, 1.0)
    still = (np.eye(3), np.zeros(3), 1.0, np.zeros(3), np.eye(3))
    names = names or [""] * len(parents)
    links = (
        Link(joint, *still, parent=parent, name=name)
        for parent, name in zip(parents, names, strict=True)
    )
    return Robot("tree", "", tuple(links))


def test_two_arms():
    robot = robot_of(TWO_ARMS)
    assert robot.parents == TWO_ARMS
    assert not robot.is_chain
    assert robot.tips == (2, 3, 5)
    assert [robot.children(i) for i in range(-1, 6)] == [(0, 4), (1, 3), (2,), (), (), (5,), ()]
    assert [robot.path(i) for i in range(6)] == [(0,), (0, 1), (0, 1, 2), (0, 3), (4,), (4, 5)]
    assert [robot.subtree(i) for i in range(6)] == [
        (0, 1, 2, 3), (1, 2), (2,), (3,), (4, 5), (5,),
    ]  # fmt: skip
    assert robot.path(-1) == ()


@given(trees)
def test_sets_are_those_of_their_definitions(parents):
    n = len(parents)
    for i in range(n):
        path = connectivity.path(parents, i)
        assert path[-1] == i
        assert [connectivity.BASE, *path[:-1]] == [parents[j] for j in path]
        assert connectivity.subtree(parents, i) == tuple(
            j for j in range(n) if i in connectivity.path(parents, j)
        )
    below = [j for i in range(-1, n) for j in connectivity.children(parents, i)]
    assert sorted(below) == list(range(n))
    robot = robot_of(parents)
    assert robot.is_chain == (len(robot.tips) == 1)


def test_links_without_a_parent_hang_on_the_one_before():
    puma = load_robot("puma560")
    assert puma.parents == (-1, 0, 1, 2, 3, 4)
    assert puma.is_chain
    assert puma.tips == (5,)
    assert dataclasses.replace(puma, links=puma.links[:3]).parents == (-1, 0, 1)
    assert robot_of((None, None, 0, None)).parents == (-1, 0, 0, 2)


@pytest.mark.parametrize(
    ("parents", "place", "problem"),
    [
        ((0,), "links[0].parent", "0 is no link before it; allowed: -1, the base:"),
        (
            (-1, 1),
            "links[1].parent",
            "1 is no link before it; allowed: an int from -1, the base, to 0",
        ),
        ((-1, 2, 0), "links[1].parent", "2 is no link before it"),
        ((-1, -2), "links[1].parent", "-2 is no link before it"),
        ((-1, True), "links[1].parent", "True is not an int"),
        ((-1, 0.0), "links[1].parent", "0.0 is not an int"),
        ((-1, "0"), "links[1].parent", "'0' is not an int"),
    ],
)
def test_a_parent_is_an_earlier_link(parents, place, problem):
    with pytest.raises(InputError) as caught:
        robot_of(parents)
    assert caught.value.place == place
    assert problem in str(caught.value)


def test_a_name_is_given_once():
    assert [link.name for link in robot_of((-1, 0, 0), ["hub", "", ""]).links] == ["hub", "", ""]
    with pytest.raises(InputError, match=r"links\[2\]\.name: 'hub' is already links\[0\]"):
        robot_of((-1, 0, 0), ["hub", "rod", "hub"])


def test_a_placement_is_what_lies_between_two_joints():
    joint = Joint(JointType.REVOLUTE, 0.0, (-1.0, 1.0), 1.0, 1.0, 1.0)
    c, s = math.cos(0.3), math.sin(0.3)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    tilt = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    body = (1.0, np.zeros(3), np.eye(3))
    hub = Link(joint, turn, np.array([1.0, 0.0, 0.0]), *body)
    rod = Link(joint, np.eye(3), np.zeros(3), *body, 0, tilt, np.array([0.0, 2.0, 0.0]))
    post = Link(joint, np.eye(3), np.zeros(3), *body, -1, turn, np.array([0.0, 0.0, 3.0]))
    robot = Robot("three", "", (hub, rod, post), tilt, np.array([0.0, 0.0, 1.0]))
    expected = [
        (tilt, [0.0, 0.0, 1.0]),
        (turn @ tilt, [1.0 - 2.0 * s, 2.0 * c, 0.0]),
        (tilt @ turn, [0.0, -3.0, 1.0]),
    ]
    for i, (rotation, translation) in enumerate(expected):
        found = robot.placement(i)
        np.testing.assert_allclose(found[0], rotation, atol=1e-15)
        np.testing.assert_allclose(found[1], translation, atol=1e-15)
    puma = load_robot("puma560")
    for i in range(1, 6):
        np.testing.assert_array_equal(puma.placement(i)[0], puma.links[i - 1].rotation)
        np.testing.assert_array_equal(puma.placement(i)[1], puma.links[i - 1].translation)
