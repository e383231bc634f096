"""Forward dynamics: the joint accelerations that torques cause, rotors included or not.

The bias by Newton-Euler at zero accelerations, M by composite bodies, both with inertia regrouped,
and M = L' D L from the tips to the base. Torques are those at the joints: what friction leaves.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.computations.computation import Computation, Inputs, Quantity
from dataflow.computations.forward_constants import distances_of_constants
from dataflow.computations.motion import (
    acceleration_quantities,
    position_quantities,
    rate_quantities,
    torque_quantities,
)
from dataflow.computations.solved_rounding import solved_rounding
from dataflow.equations.composite_bodies import mass_matrix as traced_mass_matrix
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import joint_frame_links, regrouped
from dataflow.equations.pivots import Bounds, pivot_bounds, solved_by_pivots
from dataflow.equations.recursions import newton_euler_torques
from dataflow.equations.vector import PlaneRotation
from dataflow.graph.scalar import Scalar, Tracer
from golden.equations_of_motion import coriolis_torque, gravity_torque, mass_matrix
from golden.joint import JointType
from golden.limits import require_limits
from golden.pivots import solved
from golden.robot import Robot
from golden.trajectory import Trajectory


def _state_quantities(robot: Robot) -> tuple[Quantity, ...]:
    """Return q, qd and the torques.

    Raises
    ------
    InputError
        A limit of a joint is unknown, joints follow others, or the base moves.
    """
    if robot.is_coupled or robot.base_body is not None:
        problem = f"forward: {robot.name} has a free base, or joints that follow others"
        raise InputError("--algorithm", problem, "an arm on a base that stands")
    require_limits(robot)
    return (*position_quantities(robot), *rate_quantities(robot), *torque_quantities(robot))


def _acceleration_quantities(robot: Robot) -> tuple[Quantity, ...]:
    return tuple(acceleration_quantities(robot))


def rotor_inertias(robot: Robot) -> Reals:
    """Return what each motor's rotor is at its joint, (n,), kg m2 or kg: G^2 Jm."""
    actuators = [joint.actuator for joint in robot.joints]
    return np.array([0.0 if a is None else a.gear_ratio**2 * a.motor_inertia for a in actuators])


def proved_bounds(robot: Robot, slides: list[float], rotors: Reals) -> Bounds:
    """Return what is proved of M; raises InputError where a pivot may be zero."""
    bounds = pivot_bounds(joint_frame_links(robot), slides, rotors)
    for name, lowest in zip(robot.joint_names, bounds.pivots.tolist(), strict=True):
        if not lowest > 0.0:
            problem = "its own link has no inertia about its axis, and it has no rotor"
            raise InputError(
                f"{robot.name}: joint {name}", problem,
                "a pivot that is proved to be positive (--actuators adds rotors)",
            )  # fmt: skip
    return bounds


def _trace(actuators: bool, robot: Robot, tracer: Tracer, inputs: Inputs) -> None:
    links = regrouped(joint_frame_links(robot))
    drives, slides, torques, reaches = [], [], [], []
    for i, link in enumerate(links, start=1):
        tracer.stage = f"forward_{i}"
        position, rate, torque = (inputs[f"{name}{i}"] for name in ("q", "qd", "tau"))
        if link.revolute:
            turn = PlaneRotation(*tracer.cosine_and_sine(position.value, str(i)))
            drives.append(Drive(rate.value, 0.0, rate.reach, 0.0, rotation=turn))
        else:
            drives.append(
                Drive(
                    rate.value, 0.0, rate.reach, 0.0,
                    slide=position.value, slide_bound=position.reach,
                )
            )  # fmt: skip
        slides.append(0.0 if link.revolute else position.reach)
        torques.append(torque.value)
        reaches.append(torque.reach)

    def enter(stage: str) -> None:
        tracer.stage = stage

    rotors = rotor_inertias(robot) if actuators else np.zeros(robot.n)
    bounds = proved_bounds(robot, slides, rotors)
    bias = newton_euler_torques(tracer, links, drives, robot.gravity, enter)
    mass = traced_mass_matrix(tracer, links, drives, enter)
    right = []
    for i in range(robot.n):
        tracer.stage = f"backward_{i + 1}"
        kept = tracer.keep(f"bias_{i + 1}", bias[i])
        reaches[i] += _bound(kept, tracer)
        right.append(torques[i] - kept)
        mass[i][i] = mass[i][i] + float(rotors[i])
    found = solved_by_pivots(tracer, tracer.reciprocal, mass, right, reaches, bounds, enter)
    for i, acceleration in enumerate(found, start=1):
        tracer.stage = f"solve_{i}"
        tracer.output(f"qdd{i}", acceleration)


def _bound(form: Scalar, tracer: Tracer) -> float:
    """Return the proved bound of a kept form: those of its terms added up."""
    total = 0.0
    for factors, coefficient in form.terms.items():
        bounds = [tracer.graph.nodes[i].bound for i in factors]
        total += abs(coefficient) * math.prod(bounds)
    return total


def _states(actuators: bool, robot: Robot, trajectory: Trajectory) -> dict[str, Reals]:
    q, qd, qdd = trajectory.q, trajectory.qd, trajectory.qdd
    mass = mass_matrix(robot, q, actuators=actuators)
    torques = np.einsum("...ij,...j->...i", mass, qdd) + _bias(robot, q, qd)
    return {"q": q, "qd": qd, "tau": torques}


def _bias(robot: Robot, q: Reals, qd: Reals) -> Reals:
    return coriolis_torque(robot, q, qd) + gravity_torque(robot, q)


def golden_accelerations(
    robot: Robot, states: Mapping[str, Reals], *, actuators: bool = False
) -> Reals:
    """Return golden's accelerations for q, qd and tau, (points, n), rad/s2 or m/s2."""
    q, qd = states["q"], states["qd"]
    mass = mass_matrix(robot, q, actuators=actuators)
    right = states["tau"] - _bias(robot, q, qd)
    return solved(mass, right)


def _reference(actuators: bool, robot: Robot, states: Mapping[str, Reals]) -> Reals:
    return golden_accelerations(robot, states, actuators=actuators)


def bounds_within(robot: Robot, reaches: Mapping[str, Reals], *, actuators: bool) -> Bounds:
    """Return what is proved of M for positions up to these; errors as for `proved_bounds`."""
    sliding = [joint.type is JointType.PRISMATIC for joint in robot.joints]
    slides = np.where(sliding, reaches["q"], 0.0).tolist()
    rotors = rotor_inertias(robot) if actuators else np.zeros(robot.n)
    return proved_bounds(robot, slides, rotors)


def _rounding(actuators: bool, robot: Robot, reaches: Mapping[str, Reals]) -> Reals:
    bounds = bounds_within(robot, reaches, actuators=actuators)
    constants = distances_of_constants(robot, reaches)
    return solved_rounding(robot, reaches, bounds, constants).accelerations.error


def _forward(name: str, actuators: bool) -> Computation:
    return Computation(
        name=name,
        quantity="acceleration",
        inputs=_state_quantities,
        outputs=_acceleration_quantities,
        trace=functools.partial(_trace, actuators),
        states=functools.partial(_states, actuators),
        reference=functools.partial(_reference, actuators),
        rounding=functools.partial(_rounding, actuators),
    )


FORWARD = _forward("forward", actuators=False)
"""Accelerations of the links alone."""

FORWARD_WITH_ROTORS = _forward("forward-actuators", actuators=True)
"""Accelerations with the motors' rotors on the diagonal of M."""
