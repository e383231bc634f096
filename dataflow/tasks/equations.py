"""The Newton-Euler equations of one link, cut into the tasks of Zeng and Egan.

`NINETEEN` is their figure 2, `TEN` their figure 3; `SPLIT` takes A v' of the link before out of the
third task of figure 3, as their queues for four processes do. Where the print is wrong the
equations are as they must be (`papers/zeng_egan/README.md` lists the faults): vectors about to be
turned are added in the axes of frame i - 1, the moment n_i is taken about the origin of frame
i - 1, and what a sliding joint adds to v' is turned into the link's axes.

Names of values: w, dw, dv for the angular velocity and acceleration and the acceleration of the
frame's origin; F, N for what the link's mass needs; f, n for what the link before exerts; t for the
torque or force of the joint; V1 to V11 for the paper's VEC1 to VEC11, A for the split off part.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.tasks.arithmetic import Arithmetic
from dataflow.tasks.link_state import LinkState

Read = Callable[[str, int], Reals]
"""Gives a value by its name and by how many links beyond this one it belongs to (-1, 0 or 1)."""

Compute = Callable[[Arithmetic, LinkState, Read], Reals]


@dataclass(frozen=True)
class Equation:
    """A task (number/i) of every link i: the value it writes, and how it computes it."""

    number: int
    writes: str
    compute: Compute


def _angular_velocity(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    before = read("w", -1)
    if link.revolute:
        before = do.add_along_z(before, link.speed)
    return do.transform(link.turn, before)


def _turning_rate(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    """VEC1 = w_(i-1) x (z0 qd), in the axes of frame i - 1."""
    if not link.revolute:
        return np.zeros(3)
    return do.cross(read("w", -1), np.array([0.0, 0.0, link.speed]))


def _angular_acceleration_from_rate(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    before = read("dw", -1)
    if link.revolute:
        before = do.add_along_z(do.add(before, read("V1", 0)), link.acceleration)
    return do.transform(link.turn, before)


def _angular_acceleration(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    before = read("dw", -1)
    if link.revolute:
        rate = do.cross(read("w", -1), np.array([0.0, 0.0, link.speed]))
        before = do.add_along_z(do.add(before, rate), link.acceleration)
    return do.transform(link.turn, before)


def _acceleration_before(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    """VEC2 = A (v'_(i-1) [+ z0 qdd]): the joint's acceleration in the link's axes."""
    before = read("dv", -1)
    if not link.revolute:
        before = do.add_along_z(before, link.acceleration)
    return do.transform(link.turn, before)


def _sliding_velocity(do: Arithmetic, link: LinkState) -> Reals:
    """2 A z0 qd, half of which w x turns into Coriolis acceleration."""
    return do.scale(2.0, do.scale(link.speed, link.axis))


def _velocity_across(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    """VEC3 = w x p* [+ 2 A z0 qd]."""
    velocity = do.cross(read("w", 0), link.offset)
    return velocity if link.revolute else do.add(_sliding_velocity(do, link), velocity)


def _tangential(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    return do.cross(read("dw", 0), link.offset)


def _acceleration_from_parts(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    return do.add(do.cross(read("w", 0), read("V3", 0)), read("V2", 0), read("V4", 0))


def _relative_acceleration(do: Arithmetic, link: LinkState, read: Read) -> list[Reals]:
    """Return what the link's turning and its joint's sliding add to the acceleration."""
    w, dw = read("w", 0), read("dw", 0)
    parts = [do.cross(dw, link.offset), do.cross(w, do.cross(w, link.offset))]
    if not link.revolute:
        parts.append(do.cross(w, _sliding_velocity(do, link)))
    return parts


def _acceleration(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    return do.add(_acceleration_before(do, link, read), *_relative_acceleration(do, link, read))


def _acceleration_after_split(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    return do.add(read("A", 0), *_relative_acceleration(do, link, read))


def _centripetal_of_centre(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    w = read("w", 0)
    return do.cross(w, do.cross(w, link.centre))


def _tangential_of_centre(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    return do.cross(read("dw", 0), link.centre)


def _inertial_force_from_parts(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    return do.scale(link.mass, do.add(read("V5", 0), read("V6", 0), read("dv", 0)))


def _inertial_force(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    tangential = _tangential_of_centre(do, link, read)
    centripetal = _centripetal_of_centre(do, link, read)
    return do.scale(link.mass, do.add(tangential, centripetal, read("dv", 0)))


def _moment_of_acceleration(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    return do.transform(link.inertia, read("dw", 0))


def _gyroscopic_moment(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    w = read("w", 0)
    return do.cross(w, do.transform(link.inertia, w))


def _inertial_moment_from_parts(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    return do.add(read("V7", 0), read("V8", 0))


def _inertial_moment(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    linear = _moment_of_acceleration(do, link, read)
    return do.add(linear, _gyroscopic_moment(do, link, read))


def _force(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    return do.add(do.transform(link.turn_beyond, read("f", 1)), read("F", 0))


def _moment_of_force_beyond(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    return do.cross(link.offset_beyond, read("f", 1))


def _moment_beyond_from_part(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    return do.transform(link.turn_beyond, do.add(read("n", 1), read("V9", 0)))


def _moment_beyond(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    lever = _moment_of_force_beyond(do, link, read)
    return do.transform(link.turn_beyond, do.add(read("n", 1), lever))


def _moment_of_inertial_force(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    return do.cross(do.add(link.offset, link.centre), read("F", 0))


def _moment(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    return do.add(read("V10", 0), read("V11", 0), read("N", 0))


def _torque(do: Arithmetic, link: LinkState, read: Read) -> Reals:
    effort = do.dot(read("n" if link.revolute else "f", 0), link.axis)
    do.operations += 2  # b qd, and its sum with the effort
    return np.array([effort + link.damping * link.speed])


NINETEEN = (
    Equation(1, "w", _angular_velocity),
    Equation(2, "V1", _turning_rate),
    Equation(3, "dw", _angular_acceleration_from_rate),
    Equation(4, "V2", _acceleration_before),
    Equation(5, "V3", _velocity_across),
    Equation(6, "V4", _tangential),
    Equation(7, "dv", _acceleration_from_parts),
    Equation(8, "V5", _centripetal_of_centre),
    Equation(9, "V6", _tangential_of_centre),
    Equation(10, "F", _inertial_force_from_parts),
    Equation(11, "V7", _moment_of_acceleration),
    Equation(12, "V8", _gyroscopic_moment),
    Equation(13, "N", _inertial_moment_from_parts),
    Equation(14, "f", _force),
    Equation(15, "V9", _moment_of_force_beyond),
    Equation(16, "V10", _moment_beyond_from_part),
    Equation(17, "V11", _moment_of_inertial_force),
    Equation(18, "n", _moment),
    Equation(19, "t", _torque),
)

TEN = (
    Equation(1, "w", _angular_velocity),
    Equation(2, "dw", _angular_acceleration),
    Equation(3, "dv", _acceleration),
    Equation(4, "F", _inertial_force),
    Equation(5, "N", _inertial_moment),
    Equation(6, "f", _force),
    Equation(7, "V10", _moment_beyond),
    Equation(8, "V11", _moment_of_inertial_force),
    Equation(9, "n", _moment),
    Equation(10, "t", _torque),
)

SPLIT = tuple(
    Equation(3, "dv", _acceleration_after_split) if equation.number == 3 else equation
    for equation in TEN
)

SPLIT_OFF = Equation(11, "A", _acceleration_before)
