"""Torques, their derivatives by positions and rates, and M, by composite bodies in joints' frames.

After J. Carpentier, N. Mansard (2018) and S. Singh, R. P. Russell, P. M. Wensing (2022): see
`golden.derivatives`, which has the same in base coordinates. Here the frames are those of the
joints, z the axis, and velocities are relative to each joint's origin, which saves the linear
velocity. With the moments of `dataflow.equations.moments`, omega, a and U of
`dataflow.equations.newton_euler`, f and n what the joint bears, w = omega x z, e = U z and
I(v) = tr(S) v - S v, a revolute joint has the wrenches (moment; force)

    F1 = I(z); z x h
    F2 = 2 (I(w) + (-Zzx, -Zzy, Zxx + Zyy); w x h + z x l)
    F3 = I(e) + h x (a x z) + 2 (tr(Z) w - Z' w) + z x n; e x h + m (a x z) + 2 w x l + z x f

and the couple F4 = 2 (-Zxz, -Zyz, Zxx + Zyy); a prismatic one F1 = h x z; m z,
F2 = 2 (h x w; m w), F3 = h x e + z x f; m e and F4 = 2 l x z. They go down to every joint j below i
as wrenches do, F4 by F4 += 2 u x force(F1) as well. There F1, F2, F3 give M_ji, dtau_j/dqd_i and
dtau_j/dq_i, as a torque follows from a wrench; F1 and F4 give the other half, dtau_i/dqd_j and
dtau_i/dq_j.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.arrays import Reals
from dataflow.equations import newton_euler
from dataflow.equations.derivative_columns import (
    Columns,
    fallen_axis,
    own_columns,
    rate_axis,
    turned_axis,
)
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import JointFrameLink
from dataflow.equations.moments import Moments, own_moments
from dataflow.equations.newton_euler import LinkMotion, Wrench
from dataflow.equations.recursions import EnterStage
from dataflow.equations.vector import (
    ZERO,
    Operations,
    Real,
    Vector,
    along_z,
    cross,
    dot,
    transform,
)
from golden.connectivity import BASE

Square = list[list[Real]]
"""A row for each torque, a column for each joint."""


@dataclass(frozen=True)
class Derivatives:
    """Torques, dtau/dq, dtau/dqd and M, in the links' order; 0.0 where joints do not meet."""

    torques: list[Real]
    position: Square
    rate: Square
    mass: Square


def composite_derivatives(
    ops: Operations,
    links: Sequence[JointFrameLink],
    drives: Sequence[Drive],
    gravity: Reals,
    enter: EnterStage,
) -> Derivatives:
    """Return torques and derivatives (N m or N; by rad or m, by rad/s or m/s; kg m2, kg m, kg)."""
    n = len(links)
    motions = {BASE: newton_euler.base_motion(gravity)}
    own = []
    for i, (link, drive) in enumerate(zip(links, drives, strict=True)):
        enter(f"forward_{i + 1}")
        motions[i] = newton_euler.forward(ops, i + 1, link, drive, motions[link.parent])
        own.append(newton_euler.link_wrench(ops, i + 1, link, motions[i]))
    torques: list[Real] = [0.0] * n
    position, rate, mass = ([[0.0] * n for _ in links] for _ in range(3))
    found = Derivatives(torques, position, rate, mass)
    beyond: dict[int, list[tuple[Wrench, JointFrameLink]]] = {}
    moments: dict[int, Moments] = {}
    columns: dict[int, dict[int, Columns]] = {}
    for i, link in reversed(list(enumerate(links))):
        enter(f"backward_{i + 1}")
        drive, motion = drives[i], motions[i]
        borne = newton_euler.total(ops, i + 1, own[i], beyond.get(i, []))
        torques[i] = borne.moment.z if link.revolute else borne.force.z
        alone = own_moments(link, motion.omega)
        whole = (alone.plus(moments[i]) if i in moments else alone).keep(ops, i + 1)
        met = columns.setdefault(i, {})
        met[i] = own_columns(
            ops, i + 1, revolute=link.revolute, body=whole, motion=motion, borne=borne
        )
        for k, column in met.items():
            _meet(ops, found, i, k, column, link, motion)
        if link.parent == BASE:
            continue
        passed = _passed_down(ops, i + 1, drive, borne)
        beyond.setdefault(link.parent, []).append((passed, link))
        lever = _Lever(ops, i + 1, link, drive, motion, motions[link.parent])
        below = lever.moments(whole)
        have = moments.get(link.parent)
        moments[link.parent] = below if have is None else have.plus(below)
        for k, column in met.items():
            moved = lever.columns(column, f"F{k + 1}_past_{i + 1}")
            kept = moved.keep(ops, f"F{k + 1}_to", link.parent + 1)
            columns.setdefault(link.parent, {})[k] = kept
    return found


def _meet(
    ops: Operations,
    found: Derivatives,
    j: int,
    i: int,
    column: Columns,
    link: JointFrameLink,
    motion: LinkMotion,
) -> None:
    """Enter what joint i's columns give at joint j, below i or i itself."""
    unit, couple = column.unit, column.couple
    w, e = rate_axis(motion), turned_axis(motion)
    if link.revolute:
        spin = ops.keep(f"spin_{i + 1}_{j + 1}", dot(unit.moment, w), unit.moment.norm * w.norm)
        found.rate[i][j] = couple.z + 2.0 * spin
        found.position[i][j] = (
            dot(couple, w) + dot(unit.moment, e) + dot(unit.force, fallen_axis(motion))
        )
        at = unit.moment.z, column.rate.moment.z, column.position.moment.z
    else:
        found.rate[i][j] = 2.0 * dot(unit.force, w)
        found.position[i][j] = dot(unit.force, e)
        at = unit.force.z, column.rate.force.z, column.position.force.z
    found.mass[i][j] = found.mass[j][i] = at[0]
    if i != j:
        found.rate[j][i], found.position[j][i] = at[1], at[2]


def _passed_down(ops: Operations, number: int, drive: Drive, borne: Wrench) -> Wrench:
    """Return a wrench in the frame before a joint: (12) as `newton_euler.backward` has it."""
    if drive.rotation is None:
        lever = cross(along_z(drive.slide, drive.slide_bound), borne.force)
        return Wrench(borne.force, (borne.moment + lever).keep(ops, "passed_n", number))
    return Wrench(
        drive.rotation.forward(borne.force).keep(ops, "passed_f", number),
        drive.rotation.forward(borne.moment).keep(ops, "passed_n", number),
    )


class _Lever:
    """The way from a joint's moving frame to its parent's: the joint, then a constant pose."""

    def __init__(
        self,
        ops: Operations,
        number: int,
        link: JointFrameLink,
        drive: Drive,
        motion: LinkMotion,
        parent: LinkMotion,
    ) -> None:
        self.ops, self.number, self.link, self.drive = ops, number, link, drive
        self.place = Vector.constant(link.translation)
        self.speed = cross(parent.omega, self.place).keep(ops, "u", number)
        self.slide = along_z(drive.slide, drive.slide_bound)
        self.slip = ZERO
        if drive.rotation is None:
            slip = cross(motion.omega, self.slide) + along_z(drive.rate, drive.rate_bound)
            self.slip = slip.keep(ops, "slip", number)

    def moments(self, body: Moments) -> Moments:
        """Return moments about the parent's origin, in its axes."""
        if self.drive.rotation is None:
            before = body.shifted(self.slide, self.slip)
        else:
            before = body.turned(self.ops, self.number, self.drive.rotation)
        return before.transformed(self.link.rotation).shifted(self.place, self.speed)

    def columns(self, given: Columns, name: str) -> Columns:
        """Return F1 to F4 at the parent's origin, in its axes."""
        unit, couple = given.unit, given.couple
        if self.drive.rotation is None:
            couple = couple + cross(self.slip, unit.force).scaled(2.0, 2.0)
        unit = self._wrench(unit, f"{name}_unit")
        couple = self._across(couple, f"{name}_couple")
        couple = couple + cross(self.speed, unit.force).scaled(2.0, 2.0)
        return Columns(
            unit,
            self._wrench(given.rate, f"{name}_rate"),
            self._wrench(given.position, f"{name}_place"),
            couple,
        )

    def _wrench(self, given: Wrench, name: str) -> Wrench:
        moment = given.moment
        if self.drive.rotation is None:
            moment = moment + cross(self.slide, given.force)
        force = self._across(given.force, f"{name}_f")
        return Wrench(force, self._across(moment, f"{name}_n") + cross(self.place, force))

    def _across(self, vector: Vector, name: str) -> Vector:
        if self.drive.rotation is not None:
            vector = self.drive.rotation.forward(vector)
        return transform(self.link.rotation, vector.keep(self.ops, name, self.number))
