"""How far golden's derivatives may be from the exact ones: its own rounding in float64.

The steps are those of `golden.derivatives` and `golden.kinematics.frames`, on largest magnitudes:
running error analysis (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition,
SIAM 2002, section 3.3). Signs are not looked at, so the bound is about a million times what is
seen; next to what hardware rounds it is little all the same.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from common.arrays import Reals
from dataflow.computations.golden_rounding import deviation_of_constants
from dataflow.equations.link_deviations import rotation_deviation
from dataflow.numbers.approximate import ROUNDING
from dataflow.numbers.knowledge import SLACK
from dataflow.numbers.rounded_arrays import RoundedArray
from golden.actuators import actuator_torque, rotor_inertia, viscous_friction
from golden.connectivity import BASE
from golden.coupling import coupling_matrix
from golden.robot import JointType, Link, Robot
from golden.transforms import rotation_z

_MOTOR = 12.0
"""Roundings of a motor's torque: three products of up to three factors, and their sum."""


def derivative_rounding(
    robot: Robot, reaches: Mapping[str, Reals], *, actuators: bool = False
) -> dict[str, Reals]:
    """Return bounds of the rounding of golden's torques and derivatives, by family's key.

    ``torque`` (n,), ``position``, ``rate`` and ``mass`` (n, n), in SI units.

    Parameters
    ----------
    reaches
        The largest magnitudes of q, qd and qdd, (n,) each: rad or m, and so on.
    """
    coupling = RoundedArray.of(coupling_matrix(robot))
    offsets = [link.joint.follows.offset if link.joint.follows else 0.0 for link in robot.links]
    q = coupling @ RoundedArray.of(reaches["q"]) + RoundedArray.of(np.array(offsets))
    qd, qdd = (coupling @ RoundedArray.of(reaches[name]) for name in ("qd", "qdd"))
    free = rounded_derivatives(robot.uncoupled, q, qd, qdd)
    found = {"torque": coupling.T @ free["torque"]}
    for key in ("position", "rate", "mass"):
        found[key] = coupling.T @ free[key] @ coupling
    if actuators:
        moving = np.abs(reaches["qd"]), np.abs(reaches["qdd"])
        torque = np.maximum(
            np.abs(actuator_torque(robot, moving[0], moving[1])),
            np.abs(actuator_torque(robot, -moving[0], -moving[1])),
        )
        for key, motor in (
            ("torque", torque), ("rate", viscous_friction(robot)), ("mass", rotor_inertia(robot)),
        ):  # fmt: skip
            size = np.abs(motor)
            found[key] = found[key] + RoundedArray(size, _MOTOR * ROUNDING * size)
    return {key: SLACK * each.error for key, each in found.items()}


def rounded_derivatives(
    robot: Robot, q: RoundedArray, qd: RoundedArray, qdd: RoundedArray
) -> dict[str, RoundedArray]:
    """Return golden's torques and derivatives of free joints, motors apart, with their rounding.

    By family's key, as `derivative_rounding` has them; q, qd and qdd, (n,), may be off themselves.
    """
    swept = _Sweep(robot, q, qd, qdd)
    return {
        "torque": swept.torque, "position": swept.position, "rate": swept.rate, "mass": swept.mass
    }  # fmt: skip


class _Sweep:
    """Golden's sweeps over the links of a robot whose joints are all free."""

    def __init__(self, robot: Robot, q: RoundedArray, qd: RoundedArray, qdd: RoundedArray) -> None:
        self.robot, n = robot, len(robot.links)
        base = max(1.0, float(np.linalg.norm(robot.base_translation)))
        self.unsure = max(
            deviation_of_constants(robot),
            (rotation_deviation(robot.base_rotation) + 4.0 * ROUNDING) * base,
        )
        self.torque = RoundedArray.zeros(n)
        self.position, self.rate, self.mass = (RoundedArray.zeros(n, n) for _ in range(3))
        self._bodies(q, qd, qdd)
        self._backwards()

    def _bodies(self, q: RoundedArray, qd: RoundedArray, qdd: RoundedArray) -> None:
        robot, still = self.robot, RoundedArray.zeros(6)
        weight = RoundedArray.of(np.concatenate([np.zeros(3), robot.gravity]))
        poses = {BASE: self._transform(robot.base_rotation, robot.base_translation)}
        velocities, accelerations = {BASE: still}, {BASE: weight}
        self.axes: list[RoundedArray] = []
        self.rates: list[RoundedArray] = []
        self.pushes: list[RoundedArray] = []
        self.inertias: list[RoundedArray] = []
        self.forces: list[RoundedArray] = []
        self.coriolis: list[RoundedArray] = []
        for i, (link, parent) in enumerate(zip(robot.links, robot.parents, strict=True)):
            axis = self._axis(link, poses[parent])
            poses[i] = _followed(poses[parent], self._moved(link, q[i]))
            before = _motion_cross(velocities[parent])
            rate = before @ axis
            push = _motion_cross(accelerations[parent]) @ axis + before @ rate
            v = velocities[i] = velocities[parent] + axis * qd[i]
            a = accelerations[i] = accelerations[parent] + axis * qdd[i] + rate * qd[i]
            inertia = self._inertia(link, poses[i])
            momentum, crossing = inertia @ v, _motion_cross(v).T
            self.axes.append(axis)
            self.rates.append(rate)
            self.pushes.append(push)
            self.inertias.append(inertia)
            self.forces.append(inertia @ a + crossing @ momentum)
            turned = crossing @ inertia - inertia @ _motion_cross(v)
            self.coriolis.append(turned + _crossed_by(momentum))

    def _backwards(self) -> None:
        robot, axes, rates = self.robot, self.axes, self.rates
        for i in reversed(range(len(robot.links))):
            axis, inertia = axes[i], self.inertias[i]
            force, double = self.forces[i], self.coriolis[i]
            self.torque[i] = axis @ force
            unit, turned = inertia @ axis, double.T @ axis
            by_rate = double @ axis + 2.0 * (inertia @ rates[i])
            by_position = double @ rates[i] + inertia @ self.pushes[i] + _crossed_by(force) @ axis
            for j in robot.path(i):
                self.mass[i, j] = self.mass[j, i] = axes[j] @ unit
                self.rate[j, i] = axes[j] @ by_rate
                self.position[j, i] = axes[j] @ by_position
                self.rate[i, j] = turned @ axes[j] + 2.0 * (unit @ rates[j])
                self.position[i, j] = turned @ rates[j] + unit @ self.pushes[j]
            if (parent := robot.parents[i]) != BASE:
                for each in (self.inertias, self.forces, self.coriolis):
                    each[parent] = each[parent] + each[i]

    def _constant(self, values: Reals) -> RoundedArray:
        return RoundedArray.of(values, self.unsure)

    def _transform(self, rotation: Reals, translation: Reals) -> RoundedArray:
        found = RoundedArray.of(np.eye(4))
        found[:3, :3], found[:3, 3] = self._constant(rotation), self._constant(translation)
        return found

    def _axis(self, link: Link, parent: RoundedArray) -> RoundedArray:
        """Return the axis of a joint in base coordinates, (6,)."""
        mount = _followed(parent, self._mount(link))
        axis, found = mount[:3, 2], RoundedArray.zeros(6)
        if link.joint.type is JointType.REVOLUTE:
            found[:3], found[3:] = axis, _skew(mount[:3, 3]) @ axis
        else:
            found[3:] = axis
        return found

    def _moved(self, link: Link, q: RoundedArray) -> RoundedArray:
        """Return a link's transform from its parent's frame, (4, 4)."""
        joint = RoundedArray.of(np.eye(4))
        if link.joint.type is JointType.REVOLUTE:
            angle = q + self._constant(np.asarray(link.joint.offset))
            turn = RoundedArray(np.ones((2, 2)), np.full((2, 2), angle.error + ROUNDING))
            joint[:2, :2] = turn
        else:
            joint[:3, :3] = self._constant(rotation_z(link.joint.offset))
            joint[2, 3] = q
        moved = _followed(joint, self._transform(link.rotation, link.translation))
        return _followed(self._mount(link), moved)

    def _mount(self, link: Link) -> RoundedArray:
        return self._transform(link.mount_rotation, link.mount_translation)

    def _inertia(self, link: Link, pose: RoundedArray) -> RoundedArray:
        """Return a body's inertia in base coordinates, (6, 6)."""
        turn, mass = pose[:3, :3], float(link.mass)
        centre = turn @ self._constant(link.center_of_mass) + pose[:3, 3]
        own = turn @ self._constant(link.inertia) @ turn.T
        across = _skew(centre)
        first, found = mass * across, RoundedArray.zeros(6, 6)
        own.size[:] = np.minimum(own.size, np.linalg.norm(link.inertia, 2))
        found[:3, :3] = own + first @ across
        found[:3, 3:] = found[3:, :3] = first
        found[3:, 3:] = RoundedArray.of(mass * np.eye(3))
        return found


def _followed(first: RoundedArray, then: RoundedArray) -> RoundedArray:
    """Return the product of two transforms, (4, 4): no element of a rotation is above one."""
    found = first @ then
    found.size[:3, :3] = np.minimum(found.size[:3, :3], 1.0)
    return found


def _skew(v: RoundedArray) -> RoundedArray:
    """As `golden.spatial.skew`; signs count for nothing here."""
    found = RoundedArray.zeros(3, 3)
    for i, j, k in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
        found[i, j] = found[j, i] = v[k]
    return found


def _motion_cross(v: RoundedArray) -> RoundedArray:
    """As `golden.spatial.motion_cross`; its transpose is `force_cross`."""
    found = RoundedArray.zeros(6, 6)
    found[:3, :3] = found[3:, 3:] = _skew(v[:3])
    found[3:, :3] = _skew(v[3:])
    return found


def _crossed_by(f: RoundedArray) -> RoundedArray:
    """As `golden.spatial.crossed_by`."""
    found = RoundedArray.zeros(6, 6)
    found[:3, :3] = _skew(f[:3])
    found[:3, 3:] = found[3:, :3] = _skew(f[3:])
    return found
