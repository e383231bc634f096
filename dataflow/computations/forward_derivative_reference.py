"""What golden makes of derivatives of forward dynamics: states with their M^-1, and every entry."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.computations.derivative_entries import Entry
from dataflow.computations.forward_derivative_families import INVERSE, POSITION, RATE, Kind
from dataflow.computations.forward_dynamics import golden_accelerations, rotor_inertias
from golden.derivatives import inverse_dynamics_derivatives
from golden.equations_of_motion import mass_matrix
from golden.newton_euler import inverse_dynamics
from golden.pivots import inverted
from golden.robot import Robot
from golden.trajectory import Trajectory, random_states

SAMPLES = 500
"""Random states of which the largest entries are taken."""

_MARGIN = 1.25
"""By which M^-1 on its ports may exceed the largest of the samples."""


@functools.lru_cache(maxsize=16)
def largest_inverse(robot: Robot, actuators: bool) -> Reals:
    """Return what the entries of M^-1 stay within on their ports, (n, n); motors' rotors or not.

    Raises
    ------
    InputError
        A joint moves nothing.
    """
    states = random_states(robot, SAMPLES, 1)
    largest = np.abs(_inverted(robot, states.q, actuators)).max(axis=0) * _MARGIN
    return np.asarray(np.maximum(largest, 1e-6 * largest.max()))


def _inverted(robot: Robot, q: Reals, actuators: bool) -> Reals:
    """Return M^-1, (..., n, n), symmetric; raises InputError where a joint moves nothing."""
    try:
        return inverted(mass_matrix(robot, q, actuators=actuators))
    except np.linalg.LinAlgError:
        problem = "a joint moves nothing: M is singular"
        raise InputError(robot.name, problem, "inertia behind every joint") from None


def forward_states(kind: Kind, robot: Robot, trajectory: Trajectory) -> dict[str, Reals]:
    """Return what goes in, by array's name: a motion with M^-1, or with the torques that make it.

    A row for each of its points: q, qd, qdd or tau, (points, n), and M^-1, (points, n n).

    Raises
    ------
    InputError
        A joint moves nothing.
    """
    q, qd, qdd = trajectory.q, trajectory.qd, trajectory.qdd
    if kind.given:
        inverse = _inverted(robot, q, kind.actuators).reshape(len(q), -1)
        return {"q": q, "qd": qd, "qdd": qdd, INVERSE.array: inverse}
    rotors = rotor_inertias(robot) if kind.actuators else np.zeros(robot.n)
    return {"q": q, "qd": qd, "tau": inverse_dynamics(robot, q, qd, qdd) + rotors * qdd}


def golden_entries(
    kind: Kind, robot: Robot, states: Mapping[str, Reals], chosen: Sequence[Entry]
) -> Reals:
    """Return golden's values of entries, (points, entries); rotors count, friction does not."""
    q, qd = states["q"], states["qd"]
    if kind.given:
        found = inverse_dynamics_derivatives(robot, q, qd, states["qdd"])
        given = states[INVERSE.array].reshape(*q.shape, robot.n)
        upper = np.triu(given)
        inverse = upper + np.swapaxes(np.triu(given, 1), -1, -2)
        by_position, by_rate = found.position, found.rate
    else:
        inverse = _inverted(robot, q, kind.actuators)
        push = golden_accelerations(robot, states, actuators=kind.actuators)
        found = inverse_dynamics_derivatives(robot, q, qd, push)
        by_position, by_rate = found.position, found.rate
    arrays = {POSITION: -inverse @ by_position, RATE: -inverse @ by_rate, INVERSE: inverse}
    columns = [arrays[each.family][..., each.row, each.column] for each in chosen]
    return np.stack(columns, axis=-1)
