"""Derivatives of inverse dynamics: tau, dtau/dq, dtau/dqd and M of a motion, in one pass.

Two forms give them: composite bodies (`dataflow.equations.derivatives`), and tangents of
Newton-Euler's own graph (`dataflow.graph.tangent`). Of matrices that are symmetric the upper
triangle is all there is.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.computations.computation import Computation, Inputs, Quantity
from dataflow.computations.derivative_entries import Entry, Named, folded_entries
from dataflow.computations.derivative_families import FAMILIES, Family, unit_of
from dataflow.computations.derivative_forms import COMPOSITE, FORMS
from dataflow.computations.derivative_rounding import derivative_rounding
from dataflow.computations.followers import check_wrapping
from dataflow.computations.motion import motion_quantities
from dataflow.graph.scalar import Tracer
from golden.derivatives import InverseDerivatives, inverse_dynamics_derivatives
from golden.robot import Robot
from golden.trajectory import Trajectory, random_states

NAME = "inverse-derivatives"
"""By which the command line knows the computation."""

_SAMPLES = 2000
"""Random states within the limits whose largest entries stand for what occurs."""


def inverse_derivatives(
    families: tuple[Family, ...] = FAMILIES, *, form: str = COMPOSITE, actuators: bool = False
) -> Computation:
    """Return the computation of these families, by a form, with motors if ``actuators``."""
    return Computation(
        name=NAME,
        quantity="derivative",
        inputs=_inputs,
        outputs=functools.partial(_outputs, families, actuators),
        trace=functools.partial(_trace, families, form, actuators),
        states=_states,
        reference=functools.partial(_reference, families, actuators),
        rounding=functools.partial(_rounding, families, actuators),
    )


@functools.lru_cache(maxsize=16)
def entries(robot: Robot, *, actuators: bool = False) -> tuple[Entry, ...]:
    """Return every entry of all families, in the order of the ports; errors as for `_inputs`.

    Which are constant is what the tracer folds for this robot: it needs no state.
    """
    reach = {each.name: each.limit for each in _inputs(robot)}

    def trace(tracer: Tracer) -> Named:
        return FORMS[COMPOSITE](actuators, robot, tracer, Inputs(tracer, reach))

    return folded_entries(robot.n, FAMILIES, trace)


def computed_entries(
    robot: Robot, families: tuple[Family, ...] = FAMILIES, *, actuators: bool = False
) -> list[Entry]:
    """Return the entries of these families that have ports.

    Raises
    ------
    InputError
        There is none: nothing depends on the state. Or a limit of a joint is unknown, or the base
        is free.
    """
    every = entries(robot, actuators=actuators)
    found = [each for each in every if each.family in families and each.constant is None]
    if not found:
        problem = f"{robot.name} has no entry there that a state changes"
        raise InputError("--outputs", problem, ", ".join(family.key for family in FAMILIES))
    return found


@functools.lru_cache(maxsize=16)
def largest_entries(robot: Robot, *, actuators: bool = False) -> dict[str, float]:
    """Return each entry's largest magnitude in random states within the limits, by port's name."""
    states = random_states(robot, _SAMPLES, 1)
    found = inverse_dynamics_derivatives(
        robot, states.q, states.qd, states.qdd, actuators=actuators
    )
    every = entries(robot, actuators=actuators)
    peaks = np.max(np.abs(_columns(found, every)), axis=0).tolist()
    return dict(zip((each.name for each in every), peaks, strict=True))


def _inputs(robot: Robot) -> tuple[Quantity, ...]:
    if robot.base_body is not None:
        problem = f"given beside --algorithm {NAME}"
        raise InputError("--free-base", problem, "newton-euler")
    return motion_quantities(robot)


def _outputs(families: tuple[Family, ...], actuators: bool, robot: Robot) -> tuple[Quantity, ...]:
    limits = largest_entries(robot, actuators=actuators) | {
        f"tau{i + 1}": joint.torque_limit for i, joint in enumerate(robot.joints)
    }
    return tuple(
        Quantity(
            each.name, unit_of(each.family, robot, each.row, each.column), each.family.array,
            each.family.place(each.row, each.column, robot.n), limits[each.name], each.row + 1,
        )
        for each in computed_entries(robot, families, actuators=actuators)
    )  # fmt: skip


def _columns(found: InverseDerivatives, chosen: Sequence[Entry]) -> Reals:
    """Return golden's values of entries, (points, entries)."""
    arrays = {
        "torque": found.torque[..., None], "position": found.position,
        "rate": found.rate, "mass": found.mass,
    }  # fmt: skip
    columns = [arrays[each.family.key][..., each.row, each.column] for each in chosen]
    return np.stack(columns, axis=-1)


def _reference(
    families: tuple[Family, ...], actuators: bool, robot: Robot, states: Mapping[str, Reals]
) -> Reals:
    motion = states["q"], states["qd"], states["qdd"]
    found = inverse_dynamics_derivatives(robot, *motion, actuators=actuators)
    return _columns(found, computed_entries(robot, families, actuators=actuators))


def _rounding(
    families: tuple[Family, ...], actuators: bool, robot: Robot, reaches: Mapping[str, Reals]
) -> Reals:
    """Return bounds of golden's own rounding, one for each output."""
    found = derivative_rounding(robot, reaches, actuators=actuators)
    found["torque"] = found["torque"][:, None]
    computed = computed_entries(robot, families, actuators=actuators)
    return np.array([found[each.family.key][each.row, each.column] for each in computed])


def _states(robot: Robot, trajectory: Trajectory) -> dict[str, Reals]:
    if robot.is_coupled:
        check_wrapping(robot, trajectory)
    return {"q": trajectory.q, "qd": trajectory.qd, "qdd": trajectory.qdd}


def _trace(
    families: tuple[Family, ...],
    form: str,
    actuators: bool,
    robot: Robot,
    tracer: Tracer,
    inputs: Inputs,
) -> None:
    found = FORMS[form](actuators, robot, tracer, inputs)
    for each in computed_entries(robot, families, actuators=actuators):
        tracer.stage = f"backward_{robot.leaders[each.lowest] + 1}"
        tracer.output(each.name, found[each.name])


INVERSE_DERIVATIVES = inverse_derivatives()
"""All families, of the links alone."""
