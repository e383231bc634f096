"""Inverse dynamics: the joint torques that make a robot move so, by two algorithms.

Of a robot whose base moves the base's motion enters as well, and its wrench comes out.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.computations.computation import Computation, Quantity
from dataflow.computations.followers import check_wrapping
from dataflow.computations.golden_rounding import golden_rounding
from dataflow.computations.inverse_dynamics_steps import (
    counting_trace,
    economies_of,
    short_trace,
    torque_trace,
)
from dataflow.computations.loaded_rounding import loaded_rounding, without_surroundings
from dataflow.computations.motion import motion_quantities, torque_quantities
from dataflow.computations.surroundings import (
    NO_EXTRAS,
    Extras,
    base_wrench_quantities,
    outside_quantities,
)
from golden.loaded import loaded_dynamics
from golden.newton_euler import inverse_dynamics
from golden.robot import Robot
from golden.surroundings import BASE_MOTION
from golden.trajectory import Trajectory


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
        trace=functools.partial(torque_trace, algorithm, extras),
        states=_states,
        reference=functools.partial(_reference, extras),
        rounding=functools.partial(_rounding, extras),
        counting=tuple(
            functools.partial(counting_trace, algorithm, extras, parallel)
            for parallel in (False, True)
        ),
    )
    if algorithm != "newton-euler":
        return computation
    return dataclasses.replace(
        computation, economies=economies_of, economical=functools.partial(short_trace, extras)
    )


def _inputs(algorithm: str, extras: Extras, robot: Robot) -> tuple[Quantity, ...]:
    if robot.base_body is not None and algorithm != "newton-euler":
        raise InputError("--free-base", f"given beside --algorithm {algorithm}", "newton-euler")
    return (*motion_quantities(robot), *outside_quantities(robot, extras))


def _outputs(robot: Robot) -> tuple[Quantity, ...]:
    return (*torque_quantities(robot), *base_wrench_quantities(robot))


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
