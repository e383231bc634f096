"""Inverse dynamics: the joint torques that make a robot move so, by two algorithms."""

from __future__ import annotations

import functools
from collections.abc import Mapping

import numpy as np

from common.arrays import Reals
from dataflow.computations.computation import TURN, Computation, Inputs, Quantity
from dataflow.computations.golden_rounding import golden_rounding
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import JointFrameLink, joint_frame_links, regrouped
from dataflow.equations.link_deviations import with_deviations
from dataflow.equations.recursions import ALGORITHMS
from dataflow.equations.vector import PlaneRotation
from dataflow.graph.scalar import Tracer
from golden import newton_euler
from golden.limits import require_limits
from golden.robot import JointType, Robot
from golden.trajectory import Trajectory


def motion_quantities(robot: Robot) -> tuple[Quantity, ...]:
    """Return a motion's coordinates: all q, then all qd, then all qdd.

    Raises
    ------
    InputError
        A limit of a joint is unknown: the formats come from the limits.
    """
    require_limits(robot)
    joints = list(enumerate(robot.joints, start=1))
    positions = [
        Quantity(
            f"q{i}", TURN if joint.type is JointType.REVOLUTE else "m", "q", i - 1,
            float(np.max(np.abs(joint.position_limits))), i,
        )
        for i, joint in joints
    ]  # fmt: skip
    rates = [
        Quantity(f"qd{i}", f"{joint.coordinate_unit}/s", "qd", i - 1, joint.velocity_limit, i)
        for i, joint in joints
    ]
    accelerations = [
        Quantity(f"qdd{i}", f"{joint.coordinate_unit}/s2", "qdd", i - 1, limit, i)
        for (i, joint), limit in zip(joints, robot.acceleration_limits.tolist(), strict=True)
    ]
    return (*positions, *rates, *accelerations)


def _torque_quantities(robot: Robot) -> tuple[Quantity, ...]:
    return tuple(
        Quantity(f"tau{i}", joint.effort_unit, "tau", i - 1, joint.torque_limit, i)
        for i, joint in enumerate(robot.joints, start=1)
    )


def _trace(algorithm: str, robot: Robot, tracer: Tracer, inputs: Inputs) -> None:
    """Run an algorithm's link steps in the joints' frames, inertia regrouped."""
    links = with_deviations(robot, regrouped(joint_frame_links(robot)))
    drives = [traced_drive(tracer, inputs, i, link) for i, link in enumerate(links, start=1)]

    def enter(stage: str) -> None:
        tracer.stage = stage

    torques = ALGORITHMS[algorithm](tracer, links, drives, robot.gravity, enter)
    for i, torque in enumerate(torques, start=1):
        tracer.stage = f"backward_{i}"
        tracer.output(f"tau{i}", torque)


def traced_drive(tracer: Tracer, inputs: Inputs, i: int, link: JointFrameLink) -> Drive:
    """Return joint ``i``'s coordinates, each with the largest magnitude that its port admits."""
    tracer.stage = f"forward_{i}"
    position, rate, acceleration = (inputs[f"{name}{i}"] for name in ("q", "qd", "qdd"))
    moving = functools.partial(
        Drive, rate.value, acceleration.value, rate.reach, acceleration.reach
    )
    if link.revolute:
        return moving(rotation=PlaneRotation(*tracer.cosine_and_sine(position.value, str(i))))
    return moving(slide=position.value, slide_bound=position.reach)


def _states(robot: Robot, trajectory: Trajectory) -> dict[str, Reals]:
    return {"q": trajectory.q, "qd": trajectory.qd, "qdd": trajectory.qdd}


def _reference(robot: Robot, states: Mapping[str, Reals]) -> Reals:
    return newton_euler.inverse_dynamics(robot, states["q"], states["qd"], states["qdd"])


def _rounding(robot: Robot, reaches: Mapping[str, Reals]) -> Reals:
    return golden_rounding(robot, reaches["q"], reaches["qd"], reaches["qdd"])


def _inverse_dynamics(algorithm: str) -> Computation:
    return Computation(
        name=algorithm,
        quantity="torque",
        inputs=motion_quantities,
        outputs=_torque_quantities,
        trace=functools.partial(_trace, algorithm),
        states=_states,
        reference=_reference,
        rounding=_rounding,
    )


NEWTON_EULER = _inverse_dynamics("newton-euler")
"""Torques by Newton-Euler: `dataflow.equations.newton_euler`."""

LAGRANGIAN = _inverse_dynamics("lagrangian")
"""Torques by the recursive Lagrangian: `dataflow.equations.lagrangian`."""
