"""What a link holds or pushes, told by numbers that are not known before: a payload, a wrench.

Both are told in the link's distal frame and brought to the frame of its joint, where the link steps
work: the payload's mass, first moment h and second moments S (the 4x4 pseudo-inertia of
`dataflow.equations.joint_frames`, under the constant transform between the two), so that force and
moment are those of `dataflow.equations.newton_euler.link_wrench`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from common.arrays import Reals
from dataflow.equations.newton_euler import LinkMotion, Wrench, antisymmetric_part
from dataflow.equations.vector import Operations, Real, Vector, cross, transform

Rows = Sequence[Sequence[Real]]
"""A 3x3 matrix of scalars."""


@dataclass(frozen=True)
class Payload:
    """A body in a frame, with bounds of its numbers.

    Attributes
    ----------
    mass, mass_bound
        kg.
    first
        Mass times centre of mass, kg m.
    second, second_bound
        S, kg m2, symmetric, and a bound of its Frobenius norm.
    """

    mass: Real
    mass_bound: float
    first: Vector
    second: Rows
    second_bound: float

    @classmethod
    def from_inertia(
        cls, mass: Real, mass_bound: float, first: Vector, inertia: Sequence[Real], bound: float
    ) -> Payload:
        """Return a body from its inertia about the origin: xx yy zz xy yz xz, each within a bound.

        S is half the trace times the identity, less the inertia.
        """
        xx, yy, zz, xy, yz, xz = inertia
        second = (
            ((yy + zz - xx) * 0.5, -xy, -xz),
            (-xy, (xx + zz - yy) * 0.5, -yz),
            (-xz, -yz, (xx + yy - zz) * 0.5),
        )
        size = bound * math.sqrt(3 * 1.5**2 + 6)
        return cls(mass, mass_bound, first, second, size)

    def moved(self, ops: Operations, number: int, rotation: Reals, translation: Reals) -> Payload:
        """Return it in the frame in which its present frame stands so; (3, 3) and (3,), m."""
        turned = transform(rotation, self.first)
        offset = Vector.constant(translation)
        first = (turned + offset.scaled(self.mass, self.mass_bound)).keep(ops, "load_h", number)
        r, p, h = rotation.tolist(), translation.tolist(), turned.components
        axes = range(3)
        second: list[list[Real]] = [[0.0] * 3 for _ in axes]
        length, lever = offset.norm, turned.norm
        size = self.second_bound + 2 * lever * length + self.mass_bound * length**2
        for i in axes:
            for j in range(i, 3):
                entry = sum(
                    (self.second[k][m] * (r[i][k] * r[j][m]) for k in axes for m in axes), start=0.0
                )
                entry = entry + h[i] * p[j] + h[j] * p[i] + self.mass * (p[i] * p[j])
                name = f"load_S_{'xyz'[i]}{'xyz'[j]}_{number}"
                second[i][j] = second[j][i] = ops.keep(name, entry, size)
        return Payload(self.mass, self.mass_bound, first, second, size)

    def wrench(self, ops: Operations, number: int, motion: LinkMotion) -> Wrench:
        """Return what moves it with a link: m a + U h, and r x (U r) over its mass plus h x a."""
        force = motion.acceleration.scaled(self.mass, self.mass_bound)
        force = force + motion.tensor.times(self.first)
        moment = antisymmetric_part(motion.tensor, self.second, self.second_bound)
        moment = moment + cross(self.first, motion.acceleration)
        return Wrench(force.keep(ops, "load_F", number), moment.keep(ops, "load_N", number))


def moved_wrench(wrench: Wrench, rotation: Reals, translation: Reals) -> Wrench:
    """Return a wrench at the frame in which its present frame stands so."""
    force = transform(rotation, wrench.force)
    lever = cross(Vector.constant(translation), force)
    return Wrench(force, transform(rotation, wrench.moment) + lever)
