"""Motion and wrench at the frames of a rigid body, and what it takes to move one.

The centripetal and tangential terms are gathered in one matrix per body, as in W. Khalil, J. F.
Kleinfinger: Minimum operations and minimum parameters of the dynamic models of tree structure
robots. IEEE J. Robotics and Automation 3(6), 1987, 517-526.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from common.arrays import Reals
from golden.rigid_body import RigidBody
from golden.robot import Link
from golden.vectors import (
    BatchMatrix,
    BatchScalar,
    BatchVector,
    add,
    cross,
    matrix,
    minus,
    plus,
    scale,
    times,
    transform,
    transform_back,
    vector,
)


@dataclasses.dataclass
class FrameMotion:
    """A frame's motion in its own axes: angular velocity and acceleration, acceleration."""

    omega: BatchVector
    alpha: BatchVector
    acceleration: BatchVector


@dataclasses.dataclass
class Wrench:
    """A force and a moment about a frame's origin, in the frame's axes."""

    force: BatchVector
    moment: BatchVector

    def __add__(self, other: Wrench) -> Wrench:
        return Wrench(add(self.force, other.force), add(self.moment, other.moment))


def body_wrench(body: Link | RigidBody, motion: FrameMotion, spin: BatchMatrix) -> Wrench:
    """Return the wrench that a body needs to move so, in the frame that it is told in."""
    center = vector(body.center_of_mass)
    force = scale(float(body.mass), add(motion.acceleration, transform(spin, center)))
    inertia = matrix(body.inertia)
    momentum = transform(inertia, motion.omega)
    euler = add(transform(inertia, motion.alpha), cross(motion.omega, momentum))
    return Wrench(force, add(euler, cross(center, force)))


def across_body(
    rotation: Reals, translation: Reals, motion: FrameMotion
) -> tuple[FrameMotion, BatchMatrix]:
    """Return the motion of a frame fixed to the same body, given its pose there, and its spin."""
    turn = matrix(rotation)
    omega = transform_back(turn, motion.omega)
    alpha = transform_back(turn, motion.alpha)
    spin = spin_of(omega, alpha)
    way = vector(rotation.T @ translation)
    acceleration = add(transform_back(turn, motion.acceleration), transform(spin, way))
    return FrameMotion(omega, alpha, acceleration), spin


def carried(rotation: Reals, translation: Reals, wrench: Wrench) -> Wrench:
    """Return a wrench at the frame in which its present frame has this pose."""
    turn = matrix(rotation)
    force = transform(turn, wrench.force)
    moment = add(transform(turn, wrench.moment), cross(vector(translation), force))
    return Wrench(force, moment)


def spin_of(omega: BatchVector, alpha: BatchVector) -> BatchMatrix:
    """Return U with U r = alpha x r + omega x (omega x r)."""
    x, y, z = omega
    xx, yy, zz = times(x, x), times(y, y), times(z, z)
    xy, yz, xz = times(x, y), times(y, z), times(x, z)
    diagonal: list[BatchScalar] = [minus(0.0, plus(yy, zz)), minus(0.0, plus(xx, zz))]
    diagonal.append(minus(0.0, plus(xx, yy)))
    return [
        [diagonal[0], minus(xy, alpha[2]), plus(xz, alpha[1])],
        [plus(xy, alpha[2]), diagonal[1], minus(yz, alpha[0])],
        [minus(xz, alpha[1]), plus(yz, alpha[0]), diagonal[2]],
    ]


def columns(array: Reals) -> tuple[Reals, ...]:
    """Return the columns of an array (points, n), each (points,) and contiguous."""
    return tuple(np.ascontiguousarray(array[:, i]) for i in range(array.shape[1]))


def xyz(array: Reals) -> BatchVector:
    """Return an array (points, 3) as a vector."""
    x, y, z = columns(array)
    return x, y, z
