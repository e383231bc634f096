"""Real robots as RTL: a gripper, a dual arm, a quadruped, a humanoid, equal to the emulator.

Their files come with example-robot-data; limits that the files lack are the same for all joints.
"""

import dataclasses
from importlib.metadata import distribution

import numpy as np
import pytest

from dataflow.build import build
from dataflow.computations.inverse_dynamics import inverse_dynamics_with
from dataflow.computations.surroundings import NO_EXTRAS, random_outside
from dataflow.lowering.request import Request
from dataflow.numbers.ports import encode
from dataflow.topologies import TOPOLOGIES
from golden.limits import Limits, with_limits
from golden.load import load_robot
from golden.surroundings import Surroundings
from golden.trajectory import random_states
from golden.urdf.selection import Selection
from hdl.simulate.simulator import Simulation
from torqueflow.report.comparison import compare, stimulus

FILES = "cmeel.prefix/share/example-robot-data/robots"
REST = Limits((-1.0, 1.0), 2.0, 10.0, 100.0)
BASE = Surroundings(3.0, 10.0, 20.0, 2000.0, 1000.0)
HAND = Selection(base="panda_link6", free_base=True)
WALKING = Selection(free_base=True)
DUAL_ARM, ALIKE = "dual arm", "quadruped whose legs share stages"
ROBOTS = [
    pytest.param("panda_description/urdf/panda.urdf", HAND, "array", 2, 8, 3, id="gripper"),
    pytest.param(
        "baxter_description/urdf/baxter.urdf", Selection(), "ring", 64, 4, 19, id=DUAL_ARM,
        marks=pytest.mark.slow,
    ),
    pytest.param(
        "go2_description/urdf/go2.urdf", WALKING, "ring", 64, 4, 12, id="quadruped",
        marks=pytest.mark.slow,
    ),
    pytest.param(
        "go2_description/urdf/go2.urdf", WALKING, "array", 8, 4, 12, id=ALIKE,
        marks=pytest.mark.slow,
    ),
    pytest.param(
        "romeo_description/urdf/romeo_small.urdf", Selection(), "ring", 128, 2, 31, id="humanoid",
        marks=pytest.mark.slow,
    ),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::common.errors.InputWarning")
@pytest.mark.parametrize(("file", "part", "topology", "interval", "points", "links"), ROBOTS)
def test_every_bit_and_cycle(file, part, topology, interval, points, links, request, tmp_path):
    path = distribution("example-robot-data").locate_file(f"{FILES}/{file}")
    robot = with_limits(load_robot(path, part), {}, REST)
    robot = dataclasses.replace(robot, surroundings=BASE)
    assert len(robot.links) == links
    computation = inverse_dynamics_with("newton-euler")
    design = build(Request(robot, computation, TOPOLOGIES[topology], 18, interval))
    outside = random_outside(robot, NO_EXTRAS, points, 1)
    motion = dataclasses.replace(random_states(robot, points, 1), beside=outside)
    states = computation.states(robot, motion)
    golden = computation.reference(robot, states)
    played = stimulus(design, encode(design, states), stall=0.2, seed=1)
    # These take minutes to run in Icarus, and a minute to compile in Verilator.
    simulator = "verilator" if request.node.callspec.id in (DUAL_ARM, ALIKE) else "icarus"
    simulation = Simulation(design, simulator, tmp_path, optimised=False)
    agreement = compare(simulation, played, golden)
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (0, 0)
    assert agreement.latency == design.latency
    bounds = [design.knowledge[port.operation].error for port in design.outputs]
    assert agreement.errors.shape == (points, len(design.outputs))
    assert np.all(agreement.errors <= bounds)
