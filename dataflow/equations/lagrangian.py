"""The distributed recursive Lagrangian, one link's step of each phase.

The jobs of Zalzala and Morris, (26)-(41), on 3x3 matrices in base coordinates, after Hollerbach
(1980). Orientation W, its derivatives and D are taken in the frame that moves with the joint (see
`dataflow.equations.joint_frames`), so A_j = R_j Rz(q_j) with a constant R_j, p*_j is constant and
job 10 needs no arithmetic; Rz commutes with Q, so d W_j / d q_j = W_j Q and job 5 needs none
either. Faults of the print mended here: r*/m in (31), (32) is the first moment m r*; m_j^2 in (37)
is m_j; (39) lacks the mass carried beyond the next joint times p*; (29)'s sign is that of p* from
frame j-1 to j. Prismatic joints, which the paper leaves out, follow from p_j = p_{j-1} + W_{j-1} p*
+ W_j z q_j.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import JointFrameLink
from dataflow.equations.matrix import Matrix, outer, rotated_rows, turned_rows, without_z
from dataflow.equations.vector import (
    ZERO,
    Operations,
    Real,
    Vector,
    along_z,
    spectral_norm,
    transform,
)
from dataflow.numbers.approximate import plain


@dataclass(frozen=True)
class OrientationMotion:
    """Phase 1's state: W, its two derivatives and the origin's acceleration, in base axes."""

    orientation: Matrix
    orientation_rate: Matrix
    orientation_acceleration: Matrix
    acceleration: Vector


@dataclass(frozen=True)
class Load:
    """Phase 2's state, or one link's part of it (the starred quantities).

    D (kg m2/s2; rows in the joint's frame, columns in the base's), e (N, base axes), c (kg m,
    joint's frame) and the mass carried (kg).
    """

    inertia_moment: Matrix
    inertia_force: Vector
    first_moment: Vector
    mass: float


_STILL = Matrix((ZERO, ZERO, ZERO), 0.0)


def base_motion() -> OrientationMotion:
    """Return the base at rest; gravity enters through job (I,8) alone."""
    rows = [Vector.constant(row) for row in np.eye(3)]
    return OrientationMotion(Matrix.from_rows(rows, 1.0), _STILL, _STILL, ZERO)


def forward(
    ops: Operations, number: int, link: JointFrameLink, drive: Drive, parent: OrientationMotion
) -> OrientationMotion:
    """Return jobs (I,1) to (I,4): (26), (27), (28), (29)."""
    turned = parent.orientation.times_constant(link.rotation)
    rate = parent.orientation_rate.times_constant(link.rotation)
    second = parent.orientation_acceleration.times_constant(link.rotation)
    acceleration = parent.acceleration + parent.orientation_acceleration.times_vector(
        link.translation
    )
    if drive.rotation is None:
        slide = along_z(drive.slide, drive.slide_bound)
        coriolis = rate.column_z().scaled(2.0, 2.0)
        acceleration = (
            acceleration
            + second.column_z().scaled(slide.z, drive.slide_bound)
            + coriolis.scaled(drive.rate, drive.rate_bound)
            + turned.column_z().scaled(drive.acceleration, drive.acceleration_bound)
        )
        return OrientationMotion(
            turned.keep(ops, "W", number),
            rate.keep(ops, "dW", number),
            second.keep(ops, "ddW", number),
            acceleration.keep(ops, "ddp", number),
        )

    squared = ops.keep(f"rate_squared_{number}", drive.rate * drive.rate, drive.rate_bound**2)
    turned = turned.turned(drive.rotation).keep(ops, "W", number)
    rate = rate.turned(drive.rotation) + turned.times_q().scaled(drive.rate, drive.rate_bound)
    rate = rate.keep(ops, "dW", number)
    # With the new rate in place of A times the old one, (28)'s W Q^2 q'^2 changes its sign, and
    # minus Q^2 keeps the first two columns.
    second = (
        second.turned(drive.rotation)
        + rate.times_q().scaled(2.0, 2.0).scaled(drive.rate, drive.rate_bound)
        + without_z(turned).scaled(squared, drive.rate_bound**2)
        + turned.times_q().scaled(drive.acceleration, drive.acceleration_bound)
    )
    second = second.keep(ops, "ddW", number)
    return OrientationMotion(turned, rate, second, acceleration.keep(ops, "ddp", number))


def link_load(
    ops: Operations, number: int, link: JointFrameLink, motion: OrientationMotion
) -> Load:
    """Return jobs (I,6) and (I,7): e* and D* of (31), (32), with (37)'s m p'' in e*."""
    first, second = link.first_moment, link.second_moments
    acceleration = motion.orientation_acceleration
    force = acceleration.times_vector(first) + motion.acceleration.scaled(link.mass, link.mass)
    # J W''^T: row i is the sum over k of J_ik times column k of W''.
    size = spectral_norm(second)
    rows = [
        acceleration.times_vector(second[i])
        + motion.acceleration.scaled(plain(first[i]), abs(float(first[i])))
        for i in range(3)
    ]
    norm = (
        size * acceleration.norm
        + float(np.linalg.norm(first.astype(float))) * motion.acceleration.norm
    )
    return Load(
        Matrix.from_rows(rows, norm).keep(ops, "Dstar", number),
        force.keep(ops, "estar", number),
        Vector.constant(first),
        link.mass,
    )


def gravity_row(ops: Operations, number: int, motion: OrientationMotion, gravity: Reals) -> Vector:
    """Return job (I,8): g* = g^T dW/dq of (33), a row in the joint's frame."""
    derivative = motion.orientation.times_q()
    x, y, z = (float(value) for value in gravity)
    rows = derivative.rows
    values = (a * x + b * y + c * z for a, b, c in zip(*(r.components for r in rows), strict=True))
    bound = math.hypot(x, y, z) * motion.orientation.norm
    return Vector.of(values, bound).keep(ops, "gstar", number)


def backward(
    ops: Operations,
    number: int,
    drive: Drive,
    own: Load,
    beyond: Sequence[tuple[Load, JointFrameLink]],
) -> tuple[Load, Load]:
    """Return jobs (II,1), (II,2), (II,4): D, e, c of (36), (37), (39).

    ``beyond`` has each child's load, in the frame before the child's joint moves, and the child;
    returned are the load in this joint's frame, from which the torque is taken, and the one in the
    frame before it moves.
    """
    moment, force, first = own.inertia_moment, own.inertia_force, own.first_moment
    mass = own.mass
    for carried, child in beyond:
        offset = Vector.constant(child.translation)
        moment = moment + rotated_rows(child.rotation, carried.inertia_moment)
        moment = moment + outer(offset, carried.inertia_force)
        force = force + carried.inertia_force
        first = first + transform(child.rotation, carried.first_moment)
        first = first + offset.scaled(carried.mass, abs(carried.mass))
        mass = mass + carried.mass
    load = Load(
        moment.keep(ops, "D", number),
        force.keep(ops, "e", number),
        first.keep(ops, "c", number),
        mass,
    )
    if drive.rotation is None:
        slide = along_z(drive.slide, drive.slide_bound)
        moved = load.inertia_moment + outer(slide, load.inertia_force)
        first = load.first_moment + slide.scaled(mass, abs(mass))
        passed = Load(
            moved.keep(ops, "passed_D", number),
            load.inertia_force,
            first.keep(ops, "passed_c", number),
            mass,
        )
        return load, passed
    turned = turned_rows(drive.rotation, load.inertia_moment).keep(ops, "passed_D", number)
    first = drive.rotation.forward(load.first_moment).keep(ops, "passed_c", number)
    return load, Load(turned, load.inertia_force, first, mass)


def torque(
    ops: Operations,
    number: int,
    drive: Drive,
    motion: OrientationMotion,
    load: Load,
    gravity: Reals,
) -> Real:
    """Return jobs (II,3), (II,5), (II,6): (38), (40), (41)."""
    if drive.rotation is None:
        axis = motion.orientation.column_z()
        weight = Vector.constant(gravity * load.mass)
        force = load.inertia_force
        return sum(
            (
                axis_i * (force_i - weight_i)
                for axis_i, force_i, weight_i in zip(
                    axis.components, force.components, weight.components, strict=True
                )
            ),
            start=0.0,
        )
    derivative = motion.orientation.times_q()
    inertial = sum(
        (
            row.x * column_x + row.y * column_y
            for row, column_x, column_y in zip(
                derivative.rows,
                load.inertia_moment.rows[0].components,
                load.inertia_moment.rows[1].components,
                strict=True,
            )
        ),
        start=0.0,
    )
    pull = gravity_row(ops, number, motion, gravity)
    inertial = ops.keep(f"taustar_{number}", inertial)
    return inertial - (
        pull.x * load.first_moment.x + pull.y * load.first_moment.y + pull.z * load.first_moment.z
    )
