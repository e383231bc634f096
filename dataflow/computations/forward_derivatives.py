"""Derivatives of forward dynamics: dqdd/dq, dqdd/dqd and M^-1, which is dqdd/dtau.

Accelerations and M^-1 by the parts of forward dynamics, M = L' D L; then the derivatives of inverse
dynamics at these accelerations; then -M^-1 times both. With M^-1 and the accelerations given, as
public accelerators have it, only the last product is added.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Mapping, Sequence

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.computations.computation import Computation, Inputs, Quantity
from dataflow.computations.derivative_entries import Entry, Named, folded_entries
from dataflow.computations.derivative_families import Family
from dataflow.computations.forward_dynamics import proved_bounds, rotor_inertias
from dataflow.computations.inverse_dynamics import motion_quantities
from dataflow.computations.motion import (
    position_quantities,
    rate_quantities,
    torque_quantities,
)
from dataflow.equations.composite_bodies import mass_matrix as traced_mass_matrix
from dataflow.equations.derivatives import Square, composite_derivatives
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import JointFrameLink, joint_frame_links, regrouped
from dataflow.equations.pivots import solved_by_pivots
from dataflow.equations.recursions import newton_euler_torques
from dataflow.equations.vector import PlaneRotation, Real
from dataflow.graph.scalar import Scalar, Tracer
from golden.derivatives import inverse_dynamics_derivatives
from golden.equations_of_motion import mass_matrix
from golden.limits import require_limits
from golden.newton_euler import inverse_dynamics
from golden.robot import Robot
from golden.trajectory import Trajectory, random_states

NAME = "forward-derivatives"
"""By which the command line knows the computation."""

INVERSE_MASS = "inverse-mass"
"""What ``--given`` may name."""

POSITION = Family("position", "dqdd_dq", "derivatives of accelerations by positions")
RATE = Family("rate", "dqdd_dqd", "derivatives of accelerations by rates")
INVERSE = Family("inverse-mass", "inverse_mass", "inverse of the mass matrix", symmetric=True)

_SAMPLES = 500
_MARGIN = 1.25
"""By which M^-1 on its ports may exceed the largest of the samples."""


@dataclasses.dataclass(frozen=True)
class _Kind:
    """Whether M^-1 is given, and whether motors' rotors count."""

    given: bool
    actuators: bool

    @property
    def families(self) -> tuple[Family, ...]:
        """What comes out."""
        return (POSITION, RATE) if self.given else (POSITION, RATE, INVERSE)


def forward_derivatives(*, given: bool = False, actuators: bool = False) -> Computation:
    """Return the computation; M^-1 and qdd are inputs, in place of tau, if ``given``."""
    kind = _Kind(given, actuators)
    return Computation(
        name=NAME,
        quantity="derivative",
        inputs=functools.partial(_inputs, kind),
        outputs=functools.partial(_outputs, kind),
        trace=functools.partial(_trace, kind),
        states=functools.partial(_states, kind),
        reference=functools.partial(_reference, kind),
    )


def forward_entries(
    robot: Robot, *, given: bool = False, actuators: bool = False
) -> tuple[Entry, ...]:
    """Return every entry, computed or the same in all states."""
    return _entries(_Kind(given, actuators), robot)


def _inputs(kind: _Kind, robot: Robot) -> tuple[Quantity, ...]:
    if robot.is_coupled or robot.base_body is not None:
        problem = f"{robot.name} has a free base, or joints that follow others"
        raise InputError("--algorithm", f"{NAME}: {problem}", "an arm on a base that stands")
    require_limits(robot)
    if not kind.given:
        return (*position_quantities(robot), *rate_quantities(robot), *torque_quantities(robot))
    largest = _largest_inverse(robot, kind.actuators)
    inverse = [
        Quantity(
            INVERSE.port(i, j), _inverse_unit(robot, i, j), INVERSE.array,
            INVERSE.place(i, j, robot.n), float(largest[i, j]), i + 1,
        )
        for i, j in INVERSE.places(robot.n)
    ]  # fmt: skip
    return (*motion_quantities(robot), *inverse)


def _inverse_unit(robot: Robot, row: int, column: int) -> str:
    slides = sum(robot.joints[k].coordinate_unit == "m" for k in (row, column))
    return ("1/(kg m2)", "1/(kg m)", "1/kg")[slides]


@functools.lru_cache(maxsize=16)
def _largest_inverse(robot: Robot, actuators: bool) -> Reals:
    states = random_states(robot, _SAMPLES, 1)
    largest = np.abs(_inverted(robot, states.q, actuators)).max(axis=0) * _MARGIN
    return np.asarray(np.maximum(largest, 1e-6 * largest.max()))


def _inverted(robot: Robot, q: Reals, actuators: bool) -> Reals:
    """Return M^-1, (..., n, n), symmetric; raises InputError where a joint moves nothing."""
    try:
        inverse = np.linalg.inv(mass_matrix(robot, q, actuators=actuators))
    except np.linalg.LinAlgError:
        problem = "a joint moves nothing: M is singular"
        raise InputError(robot.name, problem, "inertia behind every joint") from None
    return np.asarray((inverse + np.swapaxes(inverse, -1, -2)) / 2.0)


@functools.lru_cache(maxsize=16)
def _entries(kind: _Kind, robot: Robot) -> tuple[Entry, ...]:
    reach = {each.name: each.limit for each in _inputs(kind, robot)}

    def trace(tracer: Tracer) -> Named:
        return _traced_entries(kind, robot, tracer, Inputs(tracer, reach))

    return folded_entries(robot.n, kind.families, trace)


def _computed(kind: _Kind, robot: Robot) -> list[Entry]:
    found = [each for each in _entries(kind, robot) if each.constant is None]
    if not found:
        raise InputError(robot.name, "no derivative that a state changes", "another arm")
    return found


def _outputs(kind: _Kind, robot: Robot) -> tuple[Quantity, ...]:
    largest = largest_forward_entries(robot, given=kind.given, actuators=kind.actuators)
    return tuple(
        Quantity(
            each.name, forward_unit_of(each.family, robot, each.row, each.column),
            each.family.array, each.family.place(each.row, each.column, robot.n),
            largest[each.name], each.row + 1,
        )
        for each in _computed(kind, robot)
    )  # fmt: skip


def forward_unit_of(family: Family, robot: Robot, row: int, column: int) -> str:
    """Return an entry's unit, such as ``1/s2``."""
    if family is INVERSE:
        return _inverse_unit(robot, row, column)
    units = [robot.joints[k].coordinate_unit for k in (row, column)]
    seconds = "s2" if family is POSITION else "s"
    return f"1/{seconds}" if units[0] == units[1] else f"{units[0]}/{units[1]}/{seconds}"


@functools.lru_cache(maxsize=16)
def largest_forward_entries(
    robot: Robot, *, given: bool = False, actuators: bool = False
) -> dict[str, float]:
    """Return each entry's largest magnitude in random states within the limits, by port's name."""
    kind = _Kind(given, actuators)
    motion = random_states(robot, _SAMPLES, 1)
    every = _entries(kind, robot)
    found = _golden(kind, robot, _states(kind, robot, motion), every)
    peaks = np.abs(found).max(axis=0).tolist()
    return dict(zip((each.name for each in every), peaks, strict=True))


def _states(kind: _Kind, robot: Robot, trajectory: Trajectory) -> dict[str, Reals]:
    q, qd, qdd = trajectory.q, trajectory.qd, trajectory.qdd
    if kind.given:
        inverse = _inverted(robot, q, kind.actuators).reshape(len(q), -1)
        return {"q": q, "qd": qd, "qdd": qdd, INVERSE.array: inverse}
    rotors = rotor_inertias(robot) if kind.actuators else np.zeros(robot.n)
    return {"q": q, "qd": qd, "tau": inverse_dynamics(robot, q, qd, qdd) + rotors * qdd}


def _reference(kind: _Kind, robot: Robot, states: Mapping[str, Reals]) -> Reals:
    return _golden(kind, robot, states, _computed(kind, robot))


def _golden(
    kind: _Kind, robot: Robot, states: Mapping[str, Reals], chosen: Sequence[Entry]
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
        bias = inverse_dynamics(robot, q, qd, np.zeros_like(q))
        push = (inverse @ (states["tau"] - bias)[..., None])[..., 0]
        found = inverse_dynamics_derivatives(robot, q, qd, push)
        by_position, by_rate = found.position, found.rate
    arrays = {POSITION: -inverse @ by_position, RATE: -inverse @ by_rate, INVERSE: inverse}
    columns = [arrays[each.family][..., each.row, each.column] for each in chosen]
    return np.stack(columns, axis=-1)


def _trace(kind: _Kind, robot: Robot, tracer: Tracer, inputs: Inputs) -> None:
    found = _traced_entries(kind, robot, tracer, inputs)
    for each in _computed(kind, robot):
        tracer.stage = f"product_{each.row + 1}"
        tracer.output(each.name, found[each.name])


def _traced_entries(kind: _Kind, robot: Robot, tracer: Tracer, inputs: Inputs) -> Named:
    links, n = regrouped(joint_frame_links(robot)), robot.n
    drives = _drives(tracer, inputs, links)

    def enter(stage: str) -> None:
        tracer.stage = stage

    if kind.given:
        pushes = [inputs[f"qdd{i + 1}"] for i in range(n)]
        known = [(push.value, push.reach) for push in pushes]
        tracer.stage = "product_1"
        inverse: Square = [[0.0] * n for _ in range(n)]
        for i, j in INVERSE.places(n):
            inverse[i][j] = inverse[j][i] = inputs[INVERSE.port(i, j)].value
    else:
        known, inverse = _solved(kind, robot, tracer, inputs, links, drives)
    moving = [
        dataclasses.replace(drive, acceleration=value, acceleration_bound=bound)
        for drive, (value, bound) in zip(drives, known, strict=True)
    ]
    found = composite_derivatives(tracer, links, moving, robot.gravity, enter)
    named: dict[str, Real] = {}
    for family, square in ((POSITION, found.position), (RATE, found.rate)):
        kept: Square = []
        for i, row in enumerate(square):
            tracer.stage = f"backward_{i + 1}"
            kept.append(
                [tracer.keep(f"{family.key}_{i + 1}_{j + 1}", each) for j, each in enumerate(row)]
            )
        for i, j in family.places(n):
            tracer.stage = f"product_{i + 1}"
            total = sum((inverse[i][k] * kept[k][j] for k in range(n)), start=tracer.scalar(0.0))
            named[family.port(i, j)] = -total
    named |= {INVERSE.port(i, j): inverse[i][j] for i, j in INVERSE.places(n)}
    return named


def _drives(tracer: Tracer, inputs: Inputs, links: Sequence[JointFrameLink]) -> list[Drive]:
    """Return drives at rest of acceleration."""
    drives = []
    for i, link in enumerate(links, start=1):
        tracer.stage = f"forward_{i}"
        position, rate = inputs[f"q{i}"], inputs[f"qd{i}"]
        still = Drive(rate.value, 0.0, rate.reach, 0.0)
        if link.revolute:
            turn = PlaneRotation(*tracer.cosine_and_sine(position.value, str(i)))
            drives.append(dataclasses.replace(still, rotation=turn))
        else:
            drives.append(
                dataclasses.replace(still, slide=position.value, slide_bound=position.reach)
            )
    return drives


class _Prefixed:
    """The tracer's operations, names with a prefix: equations that run more than once."""

    def __init__(self, tracer: Tracer, prefix: str) -> None:
        self.tracer, self.prefix = tracer, prefix

    def keep(self, name: str, value: Real, bound: float = math.inf) -> Scalar:
        """Name and round a value; what another run has kept is that run's."""
        return self.tracer.keep(f"{self.prefix}_{name}", value, bound)

    def reciprocal(self, name: str, value: Real, lowest: float) -> Scalar:
        """Return one over a value."""
        return self.tracer.reciprocal(f"{self.prefix}_{name}", value, lowest)


def _solved(
    kind: _Kind,
    robot: Robot,
    tracer: Tracer,
    inputs: Inputs,
    links: Sequence[JointFrameLink],
    drives: Sequence[Drive],
) -> tuple[list[tuple[Real, float]], Square]:
    """Return the accelerations, each with what it stays within, and M^-1."""

    def enter(stage: str) -> None:
        tracer.stage = stage

    n = robot.n
    rotors = rotor_inertias(robot) if kind.actuators else np.zeros(n)
    bounds = proved_bounds(robot, [drive.slide_bound for drive in drives], rotors)
    still = _Prefixed(tracer, "bias")
    bias = newton_euler_torques(still, links, drives, robot.gravity, enter)
    mass = traced_mass_matrix(tracer, links, drives, enter)
    right, reaches = [], []
    for i in range(n):
        tracer.stage = f"backward_{i + 1}"
        torque = inputs[f"tau{i + 1}"]
        kept = tracer.keep(f"bias_{i + 1}", bias[i])
        right.append(torque.value - kept)
        reaches.append(torque.reach + tracer.size(tracer.scalar(kept).terms))
        mass[i][i] = mass[i][i] + float(rotors[i])

    def solved(name: str, told: Sequence[Real], sizes: Sequence[float]) -> list[Real]:
        ops = _Prefixed(tracer, name)
        return solved_by_pivots(ops, ops.reciprocal, mass, told, sizes, bounds, enter)

    found = solved("qdd", right, reaches)
    known = [(each, tracer.size(tracer.scalar(each).terms)) for each in found]
    inverse: Square = [[0.0] * n for _ in range(n)]
    for j in range(n):
        unit = [float(i == j) for i in range(n)]
        column = solved(f"unit_{j + 1}", unit, unit)
        for i in range(j + 1):
            inverse[i][j] = inverse[j][i] = column[i]
    return known, inverse


FORWARD_DERIVATIVES = forward_derivatives()
"""Of the links alone, all from the torques."""
