"""Derivatives of forward dynamics: dqdd/dq, dqdd/dqd and M^-1, which is dqdd/dtau.

Accelerations and M^-1 by the parts of forward dynamics, M = L' D L; then the derivatives of inverse
dynamics at these accelerations; then -M^-1 times both. With M^-1 and the accelerations given, as
public accelerators have it, only the last product is added.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.computations.computation import Computation, Inputs, Quantity
from dataflow.computations.derivative_entries import Entry, Named, folded_entries
from dataflow.computations.forward_derivative_families import (
    INVERSE,
    Kind,
    forward_unit_of,
    inverse_unit_of,
)
from dataflow.computations.forward_derivative_reference import (
    SAMPLES,
    forward_states,
    golden_entries,
    largest_inverse,
)
from dataflow.computations.forward_derivative_rounding import forward_derivative_rounding
from dataflow.computations.forward_derivative_steps import traced_entries
from dataflow.computations.motion import (
    motion_quantities,
    position_quantities,
    rate_quantities,
    torque_quantities,
)
from dataflow.graph.scalar import Tracer
from golden.limits import require_limits
from golden.robot import Robot
from golden.trajectory import random_states

NAME = "forward-derivatives"
"""By which the command line knows the computation."""

INVERSE_MASS = "inverse-mass"
"""What ``--given`` may name."""


def forward_derivatives(*, given: bool = False, actuators: bool = False) -> Computation:
    """Return the computation; M^-1 and qdd are inputs, in place of tau, if ``given``."""
    kind = Kind(given, actuators)
    return Computation(
        name=NAME,
        quantity="derivative",
        inputs=functools.partial(_inputs, kind),
        outputs=functools.partial(_outputs, kind),
        trace=functools.partial(_trace, kind),
        states=functools.partial(forward_states, kind),
        reference=functools.partial(_reference, kind),
        rounding=functools.partial(_rounding, kind),
    )


def forward_entries(
    robot: Robot, *, given: bool = False, actuators: bool = False
) -> tuple[Entry, ...]:
    """Return every entry, computed or the same in all states."""
    return _entries(Kind(given, actuators), robot)


def _inputs(kind: Kind, robot: Robot) -> tuple[Quantity, ...]:
    if robot.is_coupled or robot.base_body is not None:
        problem = f"{robot.name} has a free base, or joints that follow others"
        raise InputError("--algorithm", f"{NAME}: {problem}", "an arm on a base that stands")
    require_limits(robot)
    if not kind.given:
        return (*position_quantities(robot), *rate_quantities(robot), *torque_quantities(robot))
    largest = largest_inverse(robot, kind.actuators)
    inverse = [
        Quantity(
            INVERSE.port(i, j), inverse_unit_of(robot, i, j), INVERSE.array,
            INVERSE.place(i, j, robot.n), float(largest[i, j]), i + 1,
        )
        for i, j in INVERSE.places(robot.n)
    ]  # fmt: skip
    return (*motion_quantities(robot), *inverse)


@functools.lru_cache(maxsize=16)
def _entries(kind: Kind, robot: Robot) -> tuple[Entry, ...]:
    reach = {each.name: each.limit for each in _inputs(kind, robot)}

    def trace(tracer: Tracer) -> Named:
        return traced_entries(kind, robot, tracer, Inputs(tracer, reach))

    return folded_entries(robot.n, kind.families, trace)


def _computed(kind: Kind, robot: Robot) -> list[Entry]:
    found = [each for each in _entries(kind, robot) if each.constant is None]
    if not found:
        raise InputError(robot.name, "no derivative that a state changes", "another arm")
    return found


def _outputs(kind: Kind, robot: Robot) -> tuple[Quantity, ...]:
    largest = largest_forward_entries(robot, given=kind.given, actuators=kind.actuators)
    return tuple(
        Quantity(
            each.name, forward_unit_of(each.family, robot, each.row, each.column),
            each.family.array, each.family.place(each.row, each.column, robot.n),
            largest[each.name], each.row + 1,
        )
        for each in _computed(kind, robot)
    )  # fmt: skip


@functools.lru_cache(maxsize=16)
def largest_forward_entries(
    robot: Robot, *, given: bool = False, actuators: bool = False
) -> dict[str, float]:
    """Return each entry's largest magnitude in random states within the limits, by port's name."""
    kind = Kind(given, actuators)
    motion = random_states(robot, SAMPLES, 1)
    every = _entries(kind, robot)
    found = golden_entries(kind, robot, forward_states(kind, robot, motion), every)
    peaks = np.abs(found).max(axis=0).tolist()
    return dict(zip((each.name for each in every), peaks, strict=True))


def _reference(kind: Kind, robot: Robot, states: Mapping[str, Reals]) -> Reals:
    return golden_entries(kind, robot, states, _computed(kind, robot))


def _rounding(kind: Kind, robot: Robot, reaches: Mapping[str, Reals]) -> Reals:
    found = forward_derivative_rounding(kind, robot, reaches)
    return np.array([found[each.family][each.row, each.column] for each in _computed(kind, robot)])


def _trace(kind: Kind, robot: Robot, tracer: Tracer, inputs: Inputs) -> None:
    found = traced_entries(kind, robot, tracer, inputs)
    for each in _computed(kind, robot):
        tracer.stage = f"product_{each.row + 1}"
        tracer.output(each.name, found[each.name])


FORWARD_DERIVATIVES = forward_derivatives()
"""Of the links alone, all from the torques."""
