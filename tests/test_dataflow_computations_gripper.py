"""A third computation, a gripper's place from the joint angles, from equations to verified RTL.

All that it takes is in this file: nothing else in the project knows of it.
"""

import json

import numpy as np
import pytest

from dataflow.build import build
from dataflow.computations.computation import TURN, Computation, Quantity
from dataflow.equations.joint_frames import joint_frame_links
from dataflow.equations.vector import PlaneRotation, Vector, along_z, transform
from dataflow.lowering.request import Request
from dataflow.numbers.ports import decode_inputs, decode_outputs, encode
from dataflow.topologies import TOPOLOGIES
from emulator.systolic import SystolicArray
from golden.kinematics import frames
from golden.load import load_robot
from golden.robot import JointType
from golden.trajectory import random_trajectory
from hdl.simulate.simulator import Simulation
from hdl.verilog import sheet
from torqueflow.report.comparison import compare, stimulus
from torqueflow.report.simulation import Session, simulation_report


def positions(robot):
    return tuple(
        Quantity(
            f"q{i}", TURN if joint.type is JointType.REVOLUTE else "m", "q", i - 1,
            float(np.max(np.abs(joint.position_limits))), i,
        )
        for i, joint in enumerate(robot.joints, start=1)
    )  # fmt: skip


def place(robot):
    reach = sum(np.linalg.norm(link.translation) for link in robot.links) + 1.0
    return tuple(Quantity(axis, "m", "place", k, reach) for k, axis in enumerate("xyz"))


def trace(robot, tracer, inputs):
    """From the gripper to the base: turned by each joint, then carried to the joint before."""
    gripper = Vector.constant(robot.links[-1].translation)
    for i, link in reversed(list(enumerate(joint_frame_links(robot), start=1))):
        tracer.stage = f"link_{i}"
        q = inputs[f"q{i}"]
        if link.revolute:
            turn = PlaneRotation(*tracer.cosine_and_sine(q.value, str(i)))
            gripper = turn.forward(gripper)
        else:
            gripper = gripper + along_z(q.value, q.reach)
        gripper = transform(link.rotation, gripper) + Vector.constant(link.translation)
        gripper = gripper.keep(tracer, "p", i)
    for axis, value in zip("xyz", gripper.components, strict=True):
        tracer.output(axis, value)


def reference(robot, states):
    return frames(robot, states["q"])[..., -1, :3, 3]


GRIPPER = Computation(
    name="gripper",
    quantity="position",
    inputs=positions,
    outputs=place,
    trace=trace,
    states=lambda robot, motion: {"q": motion.q},
    reference=reference,
)

MACHINES = [
    ("puma560", "array", 3),
    ("machado_2r", "ring", None),
    pytest.param("puma560", "array", 1, marks=pytest.mark.slow),
    pytest.param("stanford", "ring", 12, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "topology", "interval"), MACHINES)
def test_the_emulator_is_within_its_proved_bound_of_golden(name, topology, interval):
    robot = load_robot(name)
    design = build(Request(robot, GRIPPER, TOPOLOGIES[topology], 18, interval))
    rng = np.random.default_rng(1)
    low, high = (
        [getattr(port.format, end) for port in design.inputs] for end in ("lowest", "highest")
    )
    integers = rng.integers(low, high, (2000, robot.n), endpoint=True)
    found = decode_outputs(design, SystolicArray(design).outputs(integers))
    errors = np.abs(found - reference(robot, decode_inputs(design, integers)))
    bounds = [design.knowledge[port.operation].error for port in design.outputs]
    assert np.all(errors <= bounds)
    assert max(bounds) < 1e-3


@pytest.mark.parametrize(("name", "topology", "interval"), MACHINES)
def test_the_rtl_is_the_emulator_in_every_bit_and_cycle(name, topology, interval, tmp_path):
    robot = load_robot(name)
    design = build(Request(robot, GRIPPER, TOPOLOGIES[topology], 16, interval))
    states = GRIPPER.states(robot, random_trajectory(robot, 40, 3))
    encoded = encode(design, states)
    simulation = Simulation(design, "icarus", tmp_path)
    played = stimulus(design, encoded, stall=0.3, seed=2)
    agreement = compare(simulation, played, GRIPPER.reference(robot, states))
    assert (agreement.bit_mismatches, agreement.cycle_mismatches) == (0, 0)
    assert agreement.latency == design.latency
    state = simulation.state
    session = Session(
        robot.name, GRIPPER, design, topology, "icarus", 40, encoded.clipped, state.registers,
        state.memory, agreement, 1.0,
    )  # fmt: skip
    report = simulation_report(session)
    assert report["checks_hold"]
    assert [output["name"] for output in report["outputs"]] == ["x", "y", "z"]
    assert report["position_error_max"] == agreement.errors.max(axis=0).tolist()
    assert "torque_error_max" not in report


def test_the_sheet_tells_how_to_connect_it():
    design = build(Request(load_robot("puma560"), GRIPPER))
    told = json.loads(json.dumps(sheet(design)))
    assert (told["module"], told["algorithm"]) == ("position_array", "gripper")
    assert [field["name"] for field in told["input"]["fields"]] == [f"q{i}" for i in range(1, 7)]
    assert [field["unit"] for field in told["output"]["fields"]] == ["m", "m", "m"]
    assert [field["joint"] for field in told["output"]["fields"]] == [None, None, None]
