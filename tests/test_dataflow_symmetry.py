"""Branches that are each other's images: found, and computed by one stage in turns."""

import dataclasses

import numpy as np
import pytest

from dataflow.build import build, build_array
from dataflow.computations.catalogue import computation_named
from dataflow.lowering.request import Request
from dataflow.numbers.ports import encode
from dataflow.symmetry import alike
from dataflow.timing.cost import cost
from dataflow.topologies import ARRAY
from golden.generators import random_robot
from golden.robot import JointType, Robot
from golden.trajectory import random_trajectory
from hdl.simulate.simulator import Simulation
from torqueflow.report.comparison import compare, stimulus

MIRROR = np.diag([1.0, -1.0, 1.0])


def branch(seed, letters="RP"):
    return random_robot(np.random.default_rng(seed), len(letters), joint_types=letters).links


def mirrored(link):
    """The link's image in the plane y = 0: angles turn the other way."""
    joint = dataclasses.replace(link.joint, offset=-link.joint.offset)
    return dataclasses.replace(
        link, joint=joint, rotation=MIRROR @ link.rotation @ MIRROR,
        translation=MIRROR @ link.translation, center_of_mass=MIRROR @ link.center_of_mass,
        inertia=MIRROR @ link.inertia @ MIRROR,
    )  # fmt: skip


def body(trunk, *branches):
    """Branches side by side on a trunk, each a list of links that form a chain."""
    links = [dataclasses.replace(trunk, parent=-1)]
    for k, chain in enumerate(branches):
        for i, link in enumerate(chain):
            parent = len(links) - 1 if i else 0
            mount = np.array([0.1, 0.2 * k, 0.0]) if i == 0 else np.zeros(3)
            links.append(dataclasses.replace(link, parent=parent, mount_translation=mount))
    return Robot("body", "", tuple(links))


TRUNK = branch(9, "R")[0]
LEG = branch(1)
OTHER = branch(2)


def test_an_image_is_found_wherever_it_is_mounted():
    right = [mirrored(link) for link in LEG]
    assert alike(body(TRUNK, LEG, right)) == [(1, 3), (2, 4)]
    assert alike(body(TRUNK, LEG, LEG, right)) == [(1, 3, 5), (2, 4, 6)]


def test_what_differs_is_no_image():
    heavy = [LEG[0], dataclasses.replace(LEG[1], mass=LEG[1].mass * 1.001)]
    longer = [dataclasses.replace(LEG[0], translation=LEG[0].translation * 1.01), LEG[1]]
    for others in (OTHER, heavy, longer, LEG[:1], branch(1, "PR")):
        assert alike(body(TRUNK, LEG, others)) == []
    assert alike(random_robot(np.random.default_rng(1), 4)) == []


def test_what_slides_is_no_image_of_what_turns():
    bare = dataclasses.replace(LEG[0], mass=0.0, inertia=np.zeros((3, 3)))
    sliding = dataclasses.replace(bare.joint, type=JointType.PRISMATIC)
    assert alike(body(TRUNK, [bare], [bare])) == [(1, 2)]
    assert alike(body(TRUNK, [bare], [dataclasses.replace(bare, joint=sliding)])) == []


def test_limbs_with_fingers_are_alike_as_a_whole():
    links = list(body(TRUNK, LEG, LEG).links)
    finger = branch(5, "R")[0]
    for tip in (2, 2, 4, 4):
        links.append(dataclasses.replace(finger, parent=tip))
    robot = Robot("hands", "", tuple(links))
    assert alike(robot) == [(1, 3), (2, 4), (5, 6, 7, 8)]


def test_images_share_a_stage_and_its_multipliers():
    robot = body(TRUNK, LEG, [mirrored(link) for link in LEG], OTHER)
    newton_euler = computation_named("newton-euler")
    design = build(Request(robot, newton_euler, ARRAY, 14, 4, textbook=True))
    names = [stage.name for stage in design.stages]
    assert sorted(names) == sorted([
        "forward_1", "forward_2_4", "forward_3_5", "forward_6", "forward_7",
        "backward_7", "backward_6", "backward_3_5", "backward_2_4", "backward_1",
    ])  # fmt: skip
    apart = dataclasses.replace(ARRAY, staged=lambda graph, robot, interval: graph)
    alone = build(Request(robot, newton_euler, apart, 14, 4, textbook=True))
    assert cost(design).multiply == cost(alone).multiply
    assert cost(design).multipliers < cost(alone).multipliers


@pytest.mark.parametrize(("interval", "most"), [(1, 1), (2, 2), (3, 3), (5, 3)])
def test_no_more_share_than_the_interval_has_cycles(interval, most):
    design = build_array(body(TRUNK, LEG, LEG, LEG), width=14, initiation_interval=interval)
    names = [stage.name for stage in design.stages]
    assert max(name.count("_") for name in names) == most


def test_a_shared_stage_is_the_emulator_to_the_bit_and_cycle(tmp_path):
    robot = body(TRUNK, LEG[:1], [mirrored(link) for link in LEG[:1]])
    computation = computation_named("newton-euler")
    design = build(Request(robot, computation, ARRAY, 14, 3))
    assert {"forward_2_3", "backward_2_3"} <= {stage.name for stage in design.stages}
    assert any(len({design.operations[i].operands for i in tree}) > 1 for tree in design.trees)
    states = computation.states(robot, random_trajectory(robot, 6, 1))
    played = stimulus(design, encode(design, states), stall=0.2, seed=3)
    golden = computation.reference(robot, states)
    agreement = compare(Simulation(design, "icarus", tmp_path), played, golden)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (0, 0)
    bounds = [design.knowledge[port.operation].error for port in design.outputs]
    assert np.all(agreement.errors <= bounds)
