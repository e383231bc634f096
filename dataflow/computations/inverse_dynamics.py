"""Inverse dynamics: the joint torques that make a robot move so, by two algorithms.

Of a robot whose base moves the base's motion enters as well, and its wrench comes out.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.computations.computation import Computation, Inputs, Quantity, Trace
from dataflow.computations.drives import traced_turns
from dataflow.computations.followers import (
    check_wrapping,
    folded,
    gathered_torques,
    traced_drives,
)
from dataflow.computations.golden_rounding import golden_rounding
from dataflow.computations.loaded_rounding import loaded_rounding, without_surroundings
from dataflow.computations.motion import (
    acceleration_quantities,
    position_quantities,
    rate_quantities,
    torque_quantities,
)
from dataflow.computations.surroundings import (
    NO_EXTRAS,
    Extras,
    base_motion,
    base_wrench_quantities,
    held_wrench,
    outside_quantities,
)
from dataflow.equations.drive import Drive
from dataflow.equations.economies import ECONOMIES, Economy
from dataflow.equations.joint_frames import (
    JointFrameLink,
    joint_frame_links,
    pseudo_inertia,
    regrouped,
    regrouped_onto,
)
from dataflow.equations.link_deviations import with_deviations
from dataflow.equations.newton_euler import LinkMotion, Wrench, link_wrench, total
from dataflow.equations.newton_euler import base_motion as resting_base
from dataflow.equations.parallel_axes import group_heads, parallel_frames, with_parallel_frames
from dataflow.equations.recursions import ALGORITHMS, EnterStage, Held, newton_euler_from
from dataflow.equations.short_newton_euler import base_wrench, short_torques_from
from dataflow.equations.vector import Real
from dataflow.graph.scalar import Tracer
from golden.limits import require_limits
from golden.loaded import loaded_dynamics
from golden.newton_euler import inverse_dynamics
from golden.robot import Actuator, Robot
from golden.surroundings import BASE_MOTION, BASE_WRENCH
from golden.trajectory import Trajectory


def motion_quantities(robot: Robot) -> tuple[Quantity, ...]:
    """Return a motion's coordinates: all q, then all qd, then all qdd.

    Raises
    ------
    InputError
        A limit of a joint is unknown: the formats come from the limits.
    """
    require_limits(robot)
    return (
        *position_quantities(robot),
        *rate_quantities(robot),
        *acceleration_quantities(robot),
    )


def inverse_dynamics_with(algorithm: str, extras: Extras = NO_EXTRAS) -> Computation:
    """Return the computation of joint torques by an algorithm, with ports and terms beside.

    Raises
    ------
    InputError
        An algorithm that has no such ports.
    """
    if extras.ports and algorithm != "newton-euler":
        raise InputError("--ports", f"given beside --algorithm {algorithm}", "newton-euler")
    computation = Computation(
        name=algorithm,
        quantity="torque",
        inputs=functools.partial(_inputs, algorithm, extras),
        outputs=_outputs,
        trace=functools.partial(_trace, algorithm, extras),
        states=_states,
        reference=functools.partial(_reference, extras),
        rounding=functools.partial(_rounding, extras),
        counting=tuple(
            functools.partial(_counting_trace, algorithm, extras, parallel)
            for parallel in (False, True)
        ),
    )
    if algorithm != "newton-euler":
        return computation
    return dataclasses.replace(
        computation, economies=_economies, economical=functools.partial(_short_trace, extras)
    )


def _inputs(algorithm: str, extras: Extras, robot: Robot) -> tuple[Quantity, ...]:
    if robot.base_body is not None and algorithm != "newton-euler":
        raise InputError("--free-base", f"given beside --algorithm {algorithm}", "newton-euler")
    return (*motion_quantities(robot), *outside_quantities(robot, extras))


def _outputs(robot: Robot) -> tuple[Quantity, ...]:
    return (*torque_quantities(robot), *base_wrench_quantities(robot))


def _trace(algorithm: str, extras: Extras, robot: Robot, tracer: Tracer, inputs: Inputs) -> None:
    """Run an algorithm's link steps in the joints' frames, inertia regrouped."""
    robot = folded(robot) if robot.is_coupled else robot
    _trace_links(algorithm, extras, robot, _framed(robot), tracer, inputs)


def _counting_trace(
    algorithm: str, extras: Extras, parallel: bool, robot: Robot, tracer: Tracer, inputs: Inputs
) -> None:
    """Run the textbook's steps with constants that know how far the exact ones may be.

    Other ways to write the equations give the same torques for the same constants, so what these
    being off makes of the torques is the same for all that have these links.
    """
    robot = folded(robot) if robot.is_coupled else robot
    framed = _framed(robot, parallel)
    framed = dataclasses.replace(framed, links=with_deviations(robot, framed.links))
    _trace_links(algorithm, extras, robot, framed, tracer, inputs)


@dataclasses.dataclass(frozen=True)
class _Framed:
    """A robot's links as the steps work on them, inertia regrouped.

    Attributes
    ----------
    links
        Its links, in frames that move with the joints.
    frames
        By link, (3, 3): what turns its joint's frame into that one.
    on_base
        The pseudo-inertia of the base with what went to it, (4, 4).
    """

    links: list[JointFrameLink]
    frames: list[Reals]
    on_base: Reals


def _framed(robot: Robot, parallel: bool = False) -> _Framed:
    """Return a robot's links; if asked for, frames of parallel axes not turned to each other."""
    links = joint_frame_links(robot)
    frames: list[Reals] = [np.eye(3)] * len(links)
    if parallel:
        links, frames = parallel_frames(links)
    if robot.base_body is None:
        return _Framed(regrouped(links), frames, np.zeros((4, 4)))
    links, on_base = regrouped_onto(links, pseudo_inertia(robot.base_body))
    return _Framed(links, frames, on_base)


def _trace_links(
    algorithm: str, extras: Extras, robot: Robot, framed: _Framed, tracer: Tracer, inputs: Inputs
) -> None:
    links, enter = framed.links, _stages(tracer)
    drives = traced_drives(robot, tracer, inputs, links)
    if robot.base_body is None and not extras.ports:
        torques = ALGORITHMS[algorithm](tracer, links, drives, robot.gravity, enter)
    else:
        start, held = _outside(robot, extras, framed, tracer, inputs)
        torques, carried = newton_euler_from(tracer, links, drives, start, enter, held)
        if robot.base_body is not None:
            enter("backward_0")
            body = _base_link(framed)
            _give_base(tracer, total(tracer, 0, link_wrench(tracer, 0, body, start), carried))
    _give(robot, extras, tracer, drives, torques)


def _stages(tracer: Tracer) -> EnterStage:
    def enter(stage: str) -> None:
        tracer.stage = stage

    return enter


def _give(
    robot: Robot, extras: Extras, tracer: Tracer, drives: list[Drive], torques: list[Real]
) -> None:
    """Make torques the outputs, with what motors add."""
    if extras.actuators:
        torques = driven(robot, tracer, drives, torques)
    for i, torque in enumerate(gathered_torques(robot, torques)):
        tracer.stage = f"backward_{robot.leaders[i] + 1}"
        tracer.output(f"tau{i + 1}", torque)


def _economies(robot: Robot) -> tuple[str, ...]:
    """Return the names of the economies that a robot may profit from.

    Sums of angles are those of ports: a follower's is none.
    """
    links = with_parallel_frames(joint_frame_links(robot))
    parallel = any(head != i for i, head in enumerate(group_heads(links)))
    grouped = (Economy.PARALLEL_AXES, Economy.HEAD)
    allowed = parallel and not robot.is_coupled
    return tuple(each.name for each in ECONOMIES if allowed or each not in grouped)


def _short_trace(extras: Extras, names: frozenset[str]) -> Trace:
    """Return the trace of Newton-Euler with economies, given by name."""
    economies = [Economy[name] for name in names]

    def trace(robot: Robot, tracer: Tracer, inputs: Inputs) -> None:
        robot = folded(robot) if robot.is_coupled else robot
        framed = _framed(robot, parallel := Economy.PARALLEL_AXES in economies)
        links, enter = framed.links, _stages(tracer)
        drives = traced_drives(robot, tracer, inputs, links)
        turns = traced_turns(tracer, inputs, links, drives) if parallel else drives
        start, held = _outside(robot, extras, framed, tracer, inputs)
        torques, carried = short_torques_from(
            tracer, links, drives, turns, start, enter, economies, held
        )
        if robot.base_body is not None:
            enter("backward_0")
            _give_base(tracer, base_wrench(tracer, _base_link(framed), start, carried, economies))
        _give(robot, extras, tracer, drives, torques)

    return trace


def _outside(
    robot: Robot, extras: Extras, framed: _Framed, tracer: Tracer, inputs: Inputs
) -> tuple[LinkMotion, Held]:
    """Return the base's motion, and what links hold."""
    held: dict[int, Callable[[LinkMotion], Wrench]] = {}
    if {"payload", "wrench"} & set(extras.ports):
        i = robot.index(extras.link)
        frame = framed.frames[i]
        held[i] = functools.partial(held_wrench, robot, tracer, inputs, extras, i, frame)
    base = base_motion(robot, tracer, inputs, extras)
    return resting_base(robot.gravity) if base is None else base, held


def _base_link(framed: _Framed) -> JointFrameLink:
    """Return the base as a body in its own frame."""
    return JointFrameLink(True, np.eye(3), np.zeros(3), framed.on_base)


def _give_base(tracer: Tracer, wrench: Wrench) -> None:
    """Make a base's wrench the outputs."""
    parts = (*wrench.force.components, *wrench.moment.components)
    for name, part in zip(BASE_WRENCH.columns, parts, strict=True):
        tracer.output(name, part)


def driven(robot: Robot, tracer: Tracer, drives: list[Drive], torques: list[Real]) -> list[Real]:
    """Return the torques with what the motors behind the gears add: `golden.actuators`."""
    result = list(torques)
    for i, (link, drive) in enumerate(zip(robot.links, drives, strict=True)):
        if link.joint.actuator is not None:
            tracer.stage = f"backward_{i + 1}"
            result[i] = result[i] + _motor(tracer, link.joint.actuator, drive, str(i + 1))
    return result


def _motor(tracer: Tracer, actuator: Actuator, drive: Drive, name: str) -> Real:
    """Return G^2 Jm qdd + G^2 B qd + |G| Tc."""
    gear = abs(actuator.gear_ratio)
    added = drive.acceleration * (gear**2 * actuator.motor_inertia)
    added = added + drive.rate * (gear**2 * actuator.viscous_friction)
    coulomb = gear * actuator.coulomb_positive, gear * actuator.coulomb_negative
    if any(coulomb):
        forwards, backwards = tracer.directions(drive.rate, name)
        added = added + forwards * coulomb[0] + backwards * coulomb[1]
    return added


def _states(robot: Robot, trajectory: Trajectory) -> dict[str, Reals]:
    if robot.is_coupled:
        check_wrapping(robot, trajectory)
    motion = {"q": trajectory.q, "qd": trajectory.qd, "qdd": trajectory.qdd}
    return {**motion, **trajectory.beside}


def _reference(extras: Extras, robot: Robot, states: Mapping[str, Reals]) -> Reals:
    motion = states["q"], states["qd"], states["qdd"]
    base = None
    if robot.base_body is not None:
        omega, alpha, acceleration = (states[array.name] for array in BASE_MOTION)
        base = omega, alpha, acceleration
    elif not extras.ports:
        return inverse_dynamics(robot, *motion, actuators=extras.actuators)
    outside = {name: states[name] for name in extras.ports}
    tau, wrench = loaded_dynamics(
        robot, *motion, link=extras.link, base=base, actuators=extras.actuators, **outside
    )
    return tau if base is None else np.hstack([tau, wrench])


def _rounding(extras: Extras, robot: Robot, reaches: Mapping[str, Reals]) -> Reals:
    """Return golden's own rounding, whatever acts on the robot."""
    if not without_surroundings(robot, extras):
        return loaded_rounding(robot, reaches, extras)
    return golden_rounding(robot, reaches["q"], reaches["qd"], reaches["qdd"])


NEWTON_EULER = inverse_dynamics_with("newton-euler")
"""Torques by Newton-Euler: `dataflow.equations.newton_euler`."""

LAGRANGIAN = inverse_dynamics_with("lagrangian")
"""Torques by the recursive Lagrangian: `dataflow.equations.lagrangian`."""
