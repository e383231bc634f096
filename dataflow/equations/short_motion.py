"""Newton-Euler, one link's step forward, written with the economies of `Economy`.

The equations are those of `dataflow.equations.newton_euler`, (5) to (10) of Zomaya and Morris, in
the same frames. Where no economy applies, a step computes what the textbook's does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.equations.drive import Drive
from dataflow.equations.economies import Economy
from dataflow.equations.inertia import Inertia, combined_moment
from dataflow.equations.joint_frames import JointFrameLink
from dataflow.equations.newton_euler import LinkMotion, Tensor, Wrench, inertial_moment, tensor
from dataflow.equations.turned_tensor import TurnedTensor
from dataflow.equations.vector import ZERO, Operations, PlaneRotation, Real, Vector, along_z, cross
from dataflow.numbers.approximate import Approximate


@dataclass(frozen=True)
class OwnWrench:
    """What moves a link's mass, in up to two frames whose parts add up.

    Attributes
    ----------
    force, moment
        In the moving frame; N and N m, about the origin.
    early_force, early_moment
        In the frame before the joint turns.
    factors
        Of a tip: the two values whose constant multiples are the moment's x and y, and the
        constants.
    """

    force: Vector = ZERO
    moment: Vector = ZERO
    early_force: Vector = ZERO
    early_moment: Vector = ZERO
    factors: tuple[tuple[Real, float], tuple[Real, float]] | None = None


@dataclass(frozen=True)
class Step:
    """What a step forward leaves.

    Attributes
    ----------
    omega, alpha
        rad/s and rad/s2, in the moving frame.
    before
        omega and alpha of what carries the first of the parallel joints, in the frame before it.
    point
        The acceleration, m/s2, of a point that moves with the link, given in the moving frame, and
        of the child, counted from 1, whose origin it is.
    own
        What moves the link's mass, and what it holds.
    """

    omega: Vector
    alpha: Vector
    before: tuple[Vector, Vector]
    point: Callable[[Reals, int], Vector]
    own: OwnWrench


@dataclass(frozen=True)
class Approach:
    """Where a link's step starts.

    Attributes
    ----------
    number, link, drive
        The joint, counted from 1, and its own motion.
    turn
        The parallel joints that end in it, taken as one; ``drive`` where there is one only.
    before
        As `Step` has it.
    acceleration
        Of the frame's origin, before the joint itself turns; a slide not counted.
    economies
        What may be used.
    held
        What the link holds or pushes: its wrench from the link's motion, in the moving frame.
    """

    number: int
    link: JointFrameLink
    drive: Drive
    turn: Drive
    before: tuple[Vector, Vector]
    acceleration: Vector
    economies: Collection[Economy]
    held: Callable[[LinkMotion], Wrench] | None = None

    @property
    def rate(self) -> Vector:
        """What the joints add to omega."""
        return along_z(self.turn.rate, self.turn.rate_bound)

    @property
    def push(self) -> Vector:
        """What they add to alpha, or a slide to the acceleration."""
        return along_z(self.turn.acceleration, self.turn.acceleration_bound)


def sliding_step(ops: Operations, at: Approach) -> Step:
    """Return the step of a prismatic joint."""
    omega = at.before[0].keep(ops, "omega", at.number)
    alpha = at.before[1].keep(ops, "alpha", at.number)
    rates = tensor(ops, at.number, omega, alpha)
    slide = along_z(at.drive.slide, at.drive.slide_bound)
    coriolis = cross(omega, at.rate).scaled(2.0, 2.0)
    acceleration = at.acceleration + rates.times(slide) + coriolis + at.push
    acceleration = acceleration.keep(ops, "acceleration", at.number)
    return _moving_step(ops, at, omega, alpha, acceleration, rates)


def turning_step(ops: Operations, at: Approach, rotation: PlaneRotation) -> Step:
    """Return the step of a revolute joint; ``rotation`` is by its own angle."""
    omega, alpha = _turned_rates(ops, at)
    acceleration = rotation.backward(at.acceleration).keep(ops, "acceleration", at.number)
    return _moving_step(ops, at, omega, alpha, acceleration, tensor(ops, at.number, omega, alpha))


def _turned_rates(ops: Operations, at: Approach) -> tuple[Vector, Vector]:
    turning = _rotation(at.turn)
    omega = (turning.backward(at.before[0]) + at.rate).keep(ops, "omega", at.number)
    alpha = turning.backward(at.before[1]) + cross(omega, at.rate) + at.push
    return omega, alpha.keep(ops, "alpha", at.number)


def _moving_step(
    ops: Operations, at: Approach, omega: Vector, alpha: Vector, acceleration: Vector, rates: Tensor
) -> Step:
    """Return the step whose wrench is taken in the moving frame."""
    motion = LinkMotion(omega, alpha, acceleration, rates)
    own = own_wrench(ops, at.number, at.link, motion, at.economies)
    if at.held is not None:
        own += at.held(motion)

    def point(place: Reals, child: int) -> Vector:
        return acceleration + rates.times(Vector.constant(place))

    return Step(omega, alpha, at.before, point, OwnWrench(own.force, own.moment))


def own_wrench(
    ops: Operations,
    number: int,
    link: JointFrameLink,
    motion: LinkMotion,
    economies: Collection[Economy],
) -> Wrench:
    """Return what moves a body's mass, in its frame: `newton_euler.link_wrench` with economies."""
    first = Vector.constant(link.first_moment)
    force = motion.acceleration.scaled(link.mass, link.mass) + motion.tensor.times(first)
    if Economy.COMBINED_INERTIA in economies:
        inertia = Inertia.constant(link.second_moments)
        turning = motion.omega, motion.alpha, motion.tensor
        moment = combined_moment(ops, str(number), inertia, *turning)
    else:
        moment = inertial_moment(motion.tensor, link.second_moments)
    moment = moment + cross(first, motion.acceleration)
    if Economy.UNROUNDED_OWN not in economies:
        force, moment = force.keep(ops, "F", number), moment.keep(ops, "N", number)
    return Wrench(force, moment)


def base_step(base: LinkMotion) -> Step:
    """Return what the base leaves to the joints on it."""

    def point(place: Reals, child: int) -> Vector:
        return base.acceleration + base.tensor.times(Vector.constant(place))

    return Step(base.omega, base.alpha, (ZERO, ZERO), point, OwnWrench())


def head_step(ops: Operations, at: Approach, rotation: PlaneRotation) -> Step:
    """Return the step of the first of parallel joints: all of it in the frame before it turns.

    There the motion is known without the joint's angle, and may have fewer components; the
    inertia is turned instead. The next of the joints needs no omega and no alpha from here.
    """
    number = at.number
    omega = at.before[0] + at.rate
    alpha = at.before[1] + cross(at.before[0], at.rate) + at.push
    rates = tensor(ops, number, omega, alpha)
    turned = TurnedTensor(ops, number, rotation, omega, alpha, rates)
    inertia = Inertia.constant(at.link.second_moments).turned(ops, number, turned)
    first = rotation.forward(Vector.constant(at.link.first_moment)).keep(ops, "ms", number)
    force = at.acceleration.scaled(at.link.mass, at.link.mass) + rates.times(first)
    moment = combined_moment(ops, str(number), inertia, omega, alpha, rates)
    moment = moment + cross(first, at.acceleration)
    if Economy.UNROUNDED_OWN not in at.economies:
        force, moment = force.keep(ops, "F", number), moment.keep(ops, "N", number)

    def point(place: Reals, child: int) -> Vector:
        return rotation.backward(at.acceleration) + turned.times(place, child)

    return Step(
        rotation.backward(omega),
        rotation.backward(alpha),
        at.before,
        point,
        OwnWrench(early_force=force, early_moment=moment),
    )


def is_tip(link: JointFrameLink) -> bool:
    """Tell whether a link without children has two second moments, about its axes, alone."""
    second = link.second_moments
    rest = second - np.diag([second[0, 0], second[1, 1], 0.0])
    return link.revolute and not (rest.any() or link.first_moment.any() or link.mass)


def tip_step(ops: Operations, at: Approach) -> Step:
    """Return the step of a link that `is_tip`.

    N = (Syy U_zy, -Sxx U_zx, (Sxx - Syy) x y + (Sxx + Syy) alpha_z). With rho the parent's alpha,
    turned, alpha's x and y are rho_x + y qd and rho_y - x qd; so U_zy = y (z + qd) + rho_x and
    U_zx = x (z + qd) - rho_y.
    """
    number, drive = at.number, at.turn
    turning = _rotation(drive)
    omega = (turning.backward(at.before[0]) + at.rate).keep(ops, "omega", number)
    rho = turning.backward(at.before[1])
    x, y, z = omega.components
    norm = rho.norm + omega.norm**2  # of y z + y qd: omega's bound holds qd, once for each
    wide = ops.keep(f"omega_z_and_rate_{number}", z + drive.rate, omega.norm + drive.rate_bound)
    zy = ops.keep(f"U_zy_{number}", y * wide + rho.x, norm)
    zx = ops.keep(f"U_zx_{number}", x * wide - rho.y, norm)
    push = ops.keep(
        f"alpha_z_{number}", rho.z + drive.acceleration, rho.norm + drive.acceleration_bound
    )
    sxx, syy = (float(at.link.second_moments[k, k]) for k in (0, 1))
    about_z = push * (sxx + syy)
    apart = sxx - syy
    if math.isclose(sxx, syy, rel_tol=1e-9):
        apart = Approximate(0.0, abs(apart))  # left out, and counted
    about_z = about_z + x * y * apart
    alpha = rho + cross(omega, at.rate) + at.push
    size = math.sqrt(2.0) * math.hypot(sxx, syy)
    moment = Vector(zy * syy, zx * -sxx, about_z, (alpha.norm + omega.norm**2) * size)
    return Step(
        omega, alpha, at.before, lambda place, child: ZERO,
        OwnWrench(moment=moment, factors=((zy, syy), (zx, -sxx))),
    )  # fmt: skip


def _rotation(drive: Drive) -> PlaneRotation:
    if drive.rotation is None:
        raise ValueError("a slide does not turn")
    return drive.rotation
