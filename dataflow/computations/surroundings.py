"""What acts from outside the joints, as ports: base motion, gravity, payload, wrench."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.computations.computation import Inputs, Quantity
from dataflow.equations.load import Payload, moved_wrench
from dataflow.equations.newton_euler import LinkMotion, Wrench, tensor
from dataflow.equations.vector import ZERO, Vector
from dataflow.graph.scalar import Tracer
from golden.robot import STANDARD_GRAVITY, Robot
from golden.states_file import StateArray
from golden.surroundings import (
    BASE_ACCELERATION,
    BASE_ALPHA,
    BASE_MOTION,
    BASE_OMEGA,
    BASE_WRENCH,
    GRAVITY,
    LOADS,
    PAYLOAD,
    UNITS,
    WRENCH,
    field_of,
)

PORTS = tuple(LOADS)
"""What ``--ports`` may name."""


@dataclass(frozen=True)
class Extras:
    """What a machine computes with beside the joints' motion.

    Attributes
    ----------
    ports
        Out of `PORTS`: arrays that enter by ports of their own.
    link
        The index of the link that holds the payload and exerts the wrench; None for a chain's last.
    actuators
        Whether the terms of `golden.actuators.actuator_torque` are added.
    """

    ports: tuple[str, ...] = ()
    link: int | None = None
    actuators: bool = False


NO_EXTRAS = Extras()


def outside_arrays(robot: Robot, extras: Extras) -> tuple[StateArray, ...]:
    """Return the arrays that enter by ports, beside q, qd and qdd.

    Raises
    ------
    InputError
        There is no such port, or gravity stands beside a base that moves.
    """
    for name in extras.ports:
        if name not in PORTS:
            raise InputError("--ports", f"{name!r} is unknown", ", ".join(PORTS))
    moves = robot.base_body is not None
    if moves and "gravity" in extras.ports:
        problem = "gravity beside a base that moves, whose acceleration has gravity in it"
        raise InputError("--ports", problem, "one of the two")
    wanted = tuple(array for name, array in LOADS.items() if name in extras.ports)
    return (*BASE_MOTION, *wanted) if moves else wanted


def outside_quantities(robot: Robot, extras: Extras) -> tuple[Quantity, ...]:
    """Return the numbers of `outside_arrays`, each with its limit.

    Raises
    ------
    InputError
        As there; or a limit is unknown.
    """
    arrays = outside_arrays(robot, extras)
    _require(robot, arrays)
    return tuple(each for array in arrays for each in _quantities(robot, array))


def base_wrench_quantities(robot: Robot) -> tuple[Quantity, ...]:
    """Return the wrench that must act on a base that moves; none of one that stands."""
    return _quantities(robot, BASE_WRENCH) if robot.base_body is not None else ()


def random_outside(robot: Robot, extras: Extras, points: int, seed: int) -> dict[str, Reals]:
    """Return arrays, (points, columns) by name, each number uniform within its limit; no mass < 0.

    Equal seeds give equal numbers.
    """
    rng = np.random.default_rng(seed)
    found: dict[str, Reals] = {}
    for array in outside_arrays(robot, extras):
        reach = [quantity.limit for quantity in _quantities(robot, array)]
        found[array.name] = rng.uniform(-1.0, 1.0, (points, len(reach))) * reach
        if array is PAYLOAD:
            found[array.name][:, 0] = np.abs(found[array.name][:, 0])
    return found


def base_motion(robot: Robot, tracer: Tracer, inputs: Inputs, extras: Extras) -> LinkMotion | None:
    """Return the base's motion if ports tell it; None if it is constant."""
    tracer.stage = "forward_0"
    if robot.base_body is not None:
        omega, alpha, acceleration = (
            _vector(inputs, array.columns) for array in (BASE_OMEGA, BASE_ALPHA, BASE_ACCELERATION)
        )
        return LinkMotion(omega, alpha, acceleration, tensor(tracer, 0, omega, alpha))
    if "gravity" in extras.ports:
        falling = _vector(inputs, GRAVITY.columns).scaled(-1.0, 1.0)
        return LinkMotion(ZERO, ZERO, falling, tensor(tracer, 0, ZERO, ZERO))
    return None


def held_wrench(
    robot: Robot,
    tracer: Tracer,
    inputs: Inputs,
    extras: Extras,
    i: int,
    frame: Reals,
    motion: LinkMotion,
) -> Wrench:
    """Return what link i's payload needs and what it exerts, in the frame that its step works in.

    ``frame`` turns the joint's frame into that one, (3, 3):
    `dataflow.equations.parallel_axes.parallel_frames`.
    """
    link = robot.links[i]
    rotation, translation = frame @ link.rotation, frame @ link.translation
    found = Wrench(ZERO, ZERO)
    if "payload" in extras.ports:
        names = PAYLOAD.columns
        mass = inputs[names[0]]
        inertia = [inputs[name] for name in names[4:]]
        payload = Payload.from_inertia(
            mass.value, mass.reach, _vector(inputs, names[1:4]),
            [each.value for each in inertia], max(each.reach for each in inertia),
        ).moved(tracer, i + 1, rotation, translation)  # fmt: skip
        found += payload.wrench(tracer, i + 1, motion)
    if "wrench" in extras.ports:
        columns = WRENCH.columns
        exerted = Wrench(_vector(inputs, columns[:3]), _vector(inputs, columns[3:]))
        found += moved_wrench(exerted, rotation, translation)
    return found


def _vector(inputs: Inputs, names: tuple[str, ...]) -> Vector:
    parts = [inputs[name] for name in names]
    return Vector.of((part.value for part in parts), math.hypot(*(part.reach for part in parts)))


def _quantities(robot: Robot, array: StateArray) -> tuple[Quantity, ...]:
    limits = dataclasses.asdict(robot.surroundings)
    if not math.isfinite(limits["gravity"]):
        limits["gravity"] = float(np.linalg.norm(robot.gravity)) or STANDARD_GRAVITY
    return tuple(
        Quantity(name, UNITS[field_of(name)], array.name, k, limits[field_of(name)])
        for k, name in enumerate(array.columns)
    )


def _require(robot: Robot, arrays: tuple[StateArray, ...]) -> None:
    if robot.base_body is not None:
        arrays = (*arrays, BASE_WRENCH)
    each = [quantity for array in arrays for quantity in _quantities(robot, array)]
    unknown = dict.fromkeys(field_of(q.name) for q in each if not math.isfinite(q.limit))
    if unknown:
        words = ", ".join(name.replace("_", " ") for name in unknown)
        tables: dict[str, list[str]] = {}
        for name in unknown:
            table, _, key = name.partition("_")
            tables.setdefault(table, []).append(key)
        told = (f"[{table}] with {', '.join(keys)}" for table, keys in tables.items())
        allowed = f"{' and '.join(told)} in --limits FILE"
        raise InputError(robot.name, f"no limit of {words}", allowed)
