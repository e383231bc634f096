"""Inverse dynamics: the joint torques that make a robot move so, by two algorithms."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence

import numpy as np

from common.arrays import Reals
from dataflow.computations.computation import TURN, Computation, Inputs, Quantity, Trace
from dataflow.computations.drives import traced_drive, traced_turns
from dataflow.computations.golden_rounding import golden_rounding
from dataflow.equations.economies import ECONOMIES, Economy
from dataflow.equations.joint_frames import JointFrameLink, joint_frame_links, regrouped
from dataflow.equations.link_deviations import with_deviations
from dataflow.equations.parallel_axes import group_heads, with_parallel_frames
from dataflow.equations.recursions import ALGORITHMS
from dataflow.equations.short_newton_euler import short_torques
from dataflow.graph.scalar import Scalar, Tracer
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
    _trace_links(algorithm, robot, regrouped(joint_frame_links(robot)), tracer, inputs)


def _counting_trace(algorithm: str, *, parallel: bool) -> Trace:
    """Return the textbook's trace with constants that know how far the exact ones may be.

    Other ways to write the equations give the same torques for the same constants, so what these
    being off makes of the torques is the same for all that have these links.
    """

    def trace(robot: Robot, tracer: Tracer, inputs: Inputs) -> None:
        links = joint_frame_links(robot)
        links = regrouped(with_parallel_frames(links) if parallel else links)
        _trace_links(algorithm, robot, with_deviations(robot, links), tracer, inputs)

    return trace


def _trace_links(
    algorithm: str, robot: Robot, links: Sequence[JointFrameLink], tracer: Tracer, inputs: Inputs
) -> None:
    drives = [traced_drive(tracer, inputs, i, link) for i, link in enumerate(links, start=1)]

    def enter(stage: str) -> None:
        tracer.stage = stage

    torques = ALGORITHMS[algorithm](tracer, links, drives, robot.gravity, enter)
    _give(tracer, torques)


def _economies(robot: Robot) -> tuple[str, ...]:
    """Return the names of the economies that a robot may profit from."""
    links = with_parallel_frames(joint_frame_links(robot))
    parallel = any(head != i for i, head in enumerate(group_heads(links)))
    grouped = (Economy.PARALLEL_AXES, Economy.HEAD)
    return tuple(each.name for each in ECONOMIES if parallel or each not in grouped)


def _short_trace(names: frozenset[str]) -> Trace:
    """Return the trace of Newton-Euler with economies, given by name."""
    economies = [Economy[name] for name in names]

    def trace(robot: Robot, tracer: Tracer, inputs: Inputs) -> None:
        links, parallel = joint_frame_links(robot), Economy.PARALLEL_AXES in economies
        links = regrouped(with_parallel_frames(links) if parallel else links)
        drives = [traced_drive(tracer, inputs, i, link) for i, link in enumerate(links, start=1)]
        turns = traced_turns(tracer, inputs, links, drives) if parallel else drives

        def enter(stage: str) -> None:
            tracer.stage = stage

        torques = short_torques(tracer, links, drives, turns, robot.gravity, enter, economies)
        _give(tracer, torques)

    return trace


def _give(tracer: Tracer, torques: Sequence[Scalar | float]) -> None:
    """Make torques the outputs."""
    for i, torque in enumerate(torques, start=1):
        tracer.stage = f"backward_{i}"
        tracer.output(f"tau{i}", torque)


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
        counting=(
            _counting_trace(algorithm, parallel=False),
            _counting_trace(algorithm, parallel=True),
        ),
    )


NEWTON_EULER = dataclasses.replace(
    _inverse_dynamics("newton-euler"), economies=_economies, economical=_short_trace
)
"""Torques by Newton-Euler: `dataflow.equations.newton_euler`."""

LAGRANGIAN = _inverse_dynamics("lagrangian")
"""Torques by the recursive Lagrangian: `dataflow.equations.lagrangian`."""
