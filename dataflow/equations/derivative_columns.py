"""What a joint's unit rate and turn ask for of the mass beyond it: the columns of derivatives.

F1 to F4 of `dataflow.equations.derivatives` at the joint itself, in its own frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dataflow.equations.moments import Moments
from dataflow.equations.newton_euler import LinkMotion, Wrench
from dataflow.equations.vector import Operations, Vector, along_z, cross, dot


@dataclass(frozen=True)
class Columns:
    """F1, F2 and F3, wrenches, and the couple F4."""

    unit: Wrench
    rate: Wrench
    position: Wrench
    couple: Vector

    def keep(self, ops: Operations, name: str, number: int) -> Columns:
        """Name and round the components."""
        kept = [
            Wrench(each.force.keep(ops, f"{name}_{what}_f", number),
                   each.moment.keep(ops, f"{name}_{what}_n", number))
            for what, each in (("unit", self.unit), ("rate", self.rate), ("place", self.position))
        ]  # fmt: skip
        unit, rate, position = kept
        return Columns(unit, rate, position, self.couple.keep(ops, f"{name}_couple", number))


def own_columns(
    ops: Operations,
    number: int,
    *,
    revolute: bool,
    body: Moments,
    motion: LinkMotion,
    borne: Wrench,
) -> Columns:
    """Return those at the joint itself, of all mass beyond it and what the joint bears."""
    of_kind = _revolute_columns if revolute else _prismatic_columns
    return of_kind(ops, number, body, motion, borne).keep(ops, f"F{number}", number)


def rate_axis(motion: LinkMotion) -> Vector:
    """Return w = omega x z."""
    omega = motion.omega
    return Vector(omega.y, -1.0 * omega.x, 0.0, omega.norm)


def turned_axis(motion: LinkMotion) -> Vector:
    """Return e = U z."""
    return Vector.of((row[2] for row in motion.tensor.rows), motion.tensor.norm)


def fallen_axis(motion: LinkMotion) -> Vector:
    """Return a x z."""
    a = motion.acceleration
    return Vector(a.y, -1.0 * a.x, 0.0, a.norm)


def _around_z(v: Vector) -> Vector:
    """Return z x v."""
    return Vector(-1.0 * v.y, v.x, 0.0, v.norm)


def _revolute_columns(
    ops: Operations, number: int, body: Moments, motion: LinkMotion, borne: Wrench
) -> Columns:
    s, z, h, momentum = body.second, body.mixed, body.first, body.momentum
    w, e, fallen = rate_axis(motion), turned_axis(motion), fallen_axis(motion)
    size, rate_size = 2.0 * body.second_norm, 2.0 * body.mixed_norm
    inertia = _inertia_rows(ops, number, body)
    in_plane = z[0][0] + z[1][1]
    turned = _transposed_inertia_rows(ops, number, body)
    unit = Wrench(_around_z(h), Vector(-1.0 * s[0][2], -1.0 * s[1][2], inertia[2].z, size))
    mixed = Vector(-1.0 * z[2][0], -1.0 * z[2][1], in_plane, rate_size)
    rate = Wrench(
        (cross(w, h) + _around_z(momentum)).scaled(2.0, 2.0),
        (_product(inertia, w, size) + mixed).scaled(2.0, 2.0),
    )
    position = Wrench(
        cross(e, h) + fallen.scaled(body.mass, abs(body.mass))
        + cross(w, momentum).scaled(2.0, 2.0) + _around_z(borne.force),
        _product(inertia, e, size) + cross(h, fallen)
        + _product(turned, w, rate_size).scaled(2.0, 2.0) + _around_z(borne.moment),
    )  # fmt: skip
    couple = Vector(-2.0 * z[0][2], -2.0 * z[1][2], 2.0 * in_plane, 2.0 * rate_size)
    return Columns(unit, rate, position, couple)


def _prismatic_columns(
    ops: Operations, number: int, body: Moments, motion: LinkMotion, borne: Wrench
) -> Columns:
    h, m, size = body.first, body.mass, abs(body.mass)
    w, e = rate_axis(motion), turned_axis(motion)
    unit = Wrench(along_z(m, size), _around_z(h).scaled(-1.0, 1.0))
    rate = Wrench(w.scaled(2.0 * m, 2.0 * size), cross(h, w).scaled(2.0, 2.0))
    position = Wrench(e.scaled(m, size), cross(h, e) + _around_z(borne.force))
    return Columns(unit, rate, position, _around_z(body.momentum).scaled(-2.0, 2.0))


def _inertia_rows(ops: Operations, number: int, body: Moments) -> tuple[Vector, Vector, Vector]:
    """Return tr(S) 1 - S."""
    s, size = body.second, 2.0 * body.second_norm
    sums = s[1][1] + s[2][2], s[2][2] + s[0][0], s[0][0] + s[1][1]
    x, y, z = (
        ops.keep(f"I_{axis}_{number}", total, size) for axis, total in zip("xyz", sums, strict=True)
    )
    return (
        Vector(x, -1.0 * s[0][1], -1.0 * s[0][2], size),
        Vector(-1.0 * s[1][0], y, -1.0 * s[1][2], size),
        Vector(-1.0 * s[2][0], -1.0 * s[2][1], z, size),
    )


def _transposed_inertia_rows(
    ops: Operations, number: int, body: Moments
) -> tuple[Vector, Vector, Vector]:
    """Return tr(Z) 1 - Z'.

    It lengthens a unit vector v to 2 |Z| at most: the length is convex in Z, so largest at an
    orthogonal Z, and there |tr(Z) v - Z' v| is at most 2 for any angle and axis.
    """
    z, size = body.mixed, 2.0 * body.mixed_norm
    trace = z[0][0] + z[1][1] + z[2][2]
    a, b, c = (ops.keep(f"Zd_{'xyz'[k]}_{number}", trace - z[k][k], size) for k in range(3))
    return (
        Vector(a, -1.0 * z[1][0], -1.0 * z[2][0], size),
        Vector(-1.0 * z[0][1], b, -1.0 * z[2][1], size),
        Vector(-1.0 * z[0][2], -1.0 * z[1][2], c, size),
    )


def _product(rows: Sequence[Vector], v: Vector, norm: float) -> Vector:
    return Vector.of((dot(row, v) for row in rows), norm * v.norm)
