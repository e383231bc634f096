"""Every formulation on trees: what may change in a tree's description without changing a torque."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golden.formulations import FORMULATIONS
from golden.generators import random_robot
from golden.trajectory import random_states
from golden.transforms import homogeneous
from tests.random_trees import trees

chains = st.builds(
    lambda seed, n: random_robot(np.random.default_rng(seed), n, base=True),
    st.integers(0, 2**32),
    st.integers(1, 8),
)
seeds = st.integers(0, 2**32)


@pytest.mark.parametrize("name", FORMULATIONS)
@settings(max_examples=30)
@given(chain=chains, seed=seeds)
def test_a_chain_told_by_its_parents_is_the_same_chain(name, chain, seed):
    links = [
        dataclasses.replace(link, parent=i - 1, mount_rotation=np.eye(3))
        for i, link in enumerate(chain.links)
    ]
    told = dataclasses.replace(chain, links=tuple(links))
    state = random_states(chain, 2, seed)
    arguments = (state.q, state.qd, state.qdd)
    compute = FORMULATIONS[name]
    np.testing.assert_array_equal(compute(told, *arguments), compute(chain, *arguments))


@pytest.mark.parametrize("name", FORMULATIONS)
@settings(max_examples=30)
@given(robot=st.one_of(chains, trees(most=8)), seed=seeds)
def test_a_mount_may_be_moved_into_the_parents_body(name, robot, seed):
    """P on a link's only child says the same as X of the link, told in another distal frame."""
    hosts = [i for i in range(robot.n) if len(robot.children(i)) == 1]
    links = list(robot.links)
    for host in hosts:
        (child,) = robot.children(host)
        mount = homogeneous(links[child].mount_rotation, links[child].mount_translation)
        links[child] = dataclasses.replace(
            links[child], mount_rotation=np.eye(3), mount_translation=np.zeros(3)
        )
        links[host] = with_distal_frame(links[host], mount)
    state = random_states(robot, 2, seed)
    arguments = (state.q, state.qd, state.qdd)
    expected = FORMULATIONS[name](robot, *arguments)
    moved = dataclasses.replace(robot, links=tuple(links))
    assert_agree(FORMULATIONS[name](moved, *arguments), expected, 1e-11)


@pytest.mark.parametrize("name", FORMULATIONS)
@settings(max_examples=30)
@given(robot=trees(most=8), seed=seeds)
def test_the_torques_of_a_branch_are_its_own(name, robot, seed):
    """What hangs on the base moves by itself: its torques are those of a robot without the rest."""
    state = random_states(robot, 2, seed)
    tau = FORMULATIONS[name](robot, state.q, state.qd, state.qdd)
    for root in robot.children(-1):
        branch = list(robot.subtree(root))
        links = [
            dataclasses.replace(
                robot.links[i],
                parent=branch.index(robot.parents[i]) if i != root else -1,
            )
            for i in branch
        ]
        alone = dataclasses.replace(robot, links=tuple(links))
        parts = (part[:, branch] for part in (state.q, state.qd, state.qdd))
        assert_agree(FORMULATIONS[name](alone, *parts), tau[:, branch], 1e-12)


def with_distal_frame(link, pose):
    """The same body, its distal frame at this pose in the one it had."""
    whole = homogeneous(link.rotation, link.translation) @ pose
    back = pose[:3, :3].T
    return dataclasses.replace(
        link,
        rotation=whole[:3, :3],
        translation=whole[:3, 3],
        center_of_mass=back @ (link.center_of_mass - pose[:3, 3]),
        inertia=back @ link.inertia @ back.T,
    )


def assert_agree(tau, expected, tolerance):
    size = max(float(np.abs(expected).max()), 1.0)
    np.testing.assert_allclose(tau, expected, rtol=0, atol=tolerance * size)
