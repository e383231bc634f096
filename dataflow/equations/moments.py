"""Moments of moving mass about the origin of a joint's frame: of first and second order, and rates.

Over all mass from a joint on, r from the origin, vel relative to the origin's velocity:
S = int r r', h = int r, m; Z = int r vel', l = int vel, each over dm. A body alone has vel =
omega x r, so Z = S W' and l = omega x h. What a child's frame has comes into its parent's by a
turn, and by a shift of origin p and of velocity u.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.equations.joint_frames import JointFrameLink
from dataflow.equations.vector import (
    Operations,
    PlaneRotation,
    Real,
    Vector,
    cross,
    spectral_norm,
    transform,
)

Elements = Sequence[Sequence[Real]]
"""A 3x3 matrix of scalars, rows first; equal elements of a symmetric one are one object."""


@dataclass(frozen=True)
class Moments:
    """Moments of some mass.

    Attributes
    ----------
    second
        S, kg m2, symmetric.
    first
        h, kg m.
    mass
        m, kg, known.
    mixed
        Z, kg m2/s.
    momentum
        l, kg m/s.
    second_norm, mixed_norm
        Bounds of the spectral norms of S and Z.
    """

    second: Elements
    first: Vector
    mass: float
    mixed: Elements
    momentum: Vector
    second_norm: float
    mixed_norm: float

    def plus(self, other: Moments) -> Moments:
        """Return those of both."""
        return Moments(
            _mirrored(_sum(self.second, other.second)),
            self.first + other.first,
            self.mass + other.mass,
            _sum(self.mixed, other.mixed),
            self.momentum + other.momentum,
            self.second_norm + other.second_norm,
            self.mixed_norm + other.mixed_norm,
        )

    def keep(self, ops: Operations, number: int) -> Moments:
        """Name and round the elements."""
        upper = [
            [ops.keep(f"S_{'xyz'[a]}{'xyz'[b]}_{number}", self.second[a][b], self.second_norm)
             if a <= b else 0.0 for b in range(3)]
            for a in range(3)
        ]  # fmt: skip
        mixed = [
            [ops.keep(f"Z_{'xyz'[a]}{'xyz'[b]}_{number}", self.mixed[a][b], self.mixed_norm)
             for b in range(3)]
            for a in range(3)
        ]  # fmt: skip
        return Moments(
            _mirrored(upper), self.first.keep(ops, "h", number), self.mass,
            mixed, self.momentum.keep(ops, "l", number), self.second_norm, self.mixed_norm,
        )  # fmt: skip

    def shifted(self, p: Vector, u: Vector) -> Moments:
        """Return those about a point from which the origin is at p and moves with u.

        int (r + p)(vel + u)' = Z + h u' + p (l + m u)', and so on.
        """
        r, m, size = p.components, self.mass, abs(self.mass)
        h, v = self.first.components, u.components
        moving = self.momentum + u.scaled(m, size)
        far = moving.components
        mixed = [
            [self.mixed[a][b] + h[a] * v[b] + r[a] * far[b] for b in range(3)] for a in range(3)
        ]
        second = [
            [self.second[a][b] + r[a] * h[b] + h[a] * r[b] + m * (r[a] * r[b])
             if a <= b else 0.0 for b in range(3)]
            for a in range(3)
        ]  # fmt: skip
        return Moments(
            _mirrored(second), self.first + p.scaled(m, size), m, mixed, moving,
            self.second_norm + 2.0 * p.norm * self.first.norm + size * p.norm**2,
            self.mixed_norm + self.first.norm * u.norm + p.norm * moving.norm,
        )  # fmt: skip

    def turned(self, ops: Operations, number: int, turn: PlaneRotation) -> Moments:
        """Return those in the frame before the joint turned."""
        double = _double_angle(ops, number, turn)
        return Moments(
            _turned(ops, f"S_{number}", self.second, turn, double, self.second_norm),
            turn.forward(self.first).keep(ops, "h_turned", number),
            self.mass,
            _turned(ops, f"Z_{number}", self.mixed, turn, double, self.mixed_norm),
            turn.forward(self.momentum).keep(ops, "l_turned", number),
            self.second_norm,
            self.mixed_norm,
        )

    def transformed(self, rotation: Reals) -> Moments:
        """Return those in axes in which these are given by a constant rotation."""
        return Moments(
            _transformed(rotation, self.second), transform(rotation, self.first), self.mass,
            _transformed(rotation, self.mixed), transform(rotation, self.momentum),
            self.second_norm, self.mixed_norm,
        )  # fmt: skip


def own_moments(link: JointFrameLink, omega: Vector) -> Moments:
    """Return those of a link alone, which turns with omega."""
    size = spectral_norm(link.second_moments)
    second = [[float(value) for value in row] for row in link.second_moments]
    first = Vector.constant(link.first_moment)
    mixed = [cross(omega, Vector.of(row, size)).components for row in second]
    return Moments(
        _mirrored(second), first, link.mass, mixed, cross(omega, first), size, size * omega.norm
    )


def _sum(left: Elements, right: Elements) -> Elements:
    return [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(left, right, strict=True)]


def _mirrored(rows: Sequence[Sequence[Real]]) -> Elements:
    """Return a symmetric matrix of which only what is on and above the diagonal is read."""
    return [[rows[min(a, b)][max(a, b)] for b in range(3)] for a in range(3)]


def _is_symmetric(rows: Elements) -> bool:
    return all(rows[a][b] is rows[b][a] for a in range(3) for b in range(3))


def _double_angle(ops: Operations, number: int, turn: PlaneRotation) -> PlaneRotation:
    """Return the rotation by twice the angle, from the sine and cosine of the angle."""
    mixed = ops.keep(f"sin_cos_{number}", turn.sine * turn.cosine, 0.5)
    squared = ops.keep(f"sin_squared_{number}", turn.sine * turn.sine, 1.0)
    return PlaneRotation(
        ops.keep(f"cos_double_{number}", 1.0 - 2.0 * squared, 1.0),
        ops.keep(f"sin_double_{number}", 2.0 * mixed, 1.0),
    )


def _turned(
    ops: Operations,
    name: str,
    rows: Elements,
    turn: PlaneRotation,
    double: PlaneRotation,
    norm: float,
) -> Elements:
    """Return Rz X Rz'.

    Of the 2x2 block the trace and what is not symmetric stay; (xx - yy, xy + yx) turns by twice the
    angle. Column and row of z turn as vectors.
    """
    symmetric = _is_symmetric(rows)
    ((xx, xy, xz), (yx, yy, yz), (zx, zy, zz)) = rows

    def kept(what: str, value: Real, bound: float) -> Real:
        return ops.keep(f"{name}_{what}", value, bound)

    apart = kept("apart", xx - yy, 2.0 * norm)
    both = kept("both", 2.0 * xy if symmetric else xy + yx, 2.0 * norm)
    spun = double.forward(Vector(apart, both, 0.0, 2.0 * norm))
    apart, both = kept("spun_x", spun.x, 2.0 * norm), kept("spun_y", spun.y, 2.0 * norm)
    column = turn.forward(Vector(xz, yz, 0.0, norm))
    column_x, column_y = kept("column_x", column.x, norm), kept("column_y", column.y, norm)
    trace, odd = xx + yy, 0.0 if symmetric else xy - yx
    upper, lower = (both + odd) * 0.5, (both - odd) * 0.5
    row_x, row_y = column_x, column_y
    if symmetric:
        lower = upper
    else:
        row = turn.forward(Vector(zx, zy, 0.0, norm))
        row_x, row_y = kept("row_x", row.x, norm), kept("row_y", row.y, norm)
    return [
        [(trace + apart) * 0.5, upper, column_x],
        [lower, (trace - apart) * 0.5, column_y],
        [row_x, row_y, zz],
    ]


def _transformed(rotation: Reals, rows: Elements) -> Elements:
    """Return R X R' for a constant R."""
    weights = np.asarray(rotation, dtype=np.float64).tolist()
    half = [[_combined(weights[a], [row[c] for row in rows]) for c in range(3)] for a in range(3)]
    full = [[_combined(weights[b], half[a]) for b in range(3)] for a in range(3)]
    return _mirrored(full) if _is_symmetric(rows) else full


def _combined(weights: Sequence[float], values: Sequence[Real]) -> Real:
    pairs = zip(weights, values, strict=True)
    return sum((weight * value for weight, value in pairs if weight), start=0.0)
