"""A link's second moments as six numbers, constant or not, and the moment of its turning."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.equations.newton_euler import Tensor
from dataflow.equations.turned_tensor import TurnedTensor
from dataflow.equations.vector import Operations, Real, Vector


@dataclass(frozen=True)
class Inertia:
    """The symmetric matrix S of second moments, kg m2, and a bound of its Frobenius norm."""

    xx: Real
    yy: Real
    zz: Real
    xy: Real
    xz: Real
    yz: Real
    size: float

    @classmethod
    def constant(cls, second: Reals) -> Inertia:
        """Return S of known numbers, shape (3, 3)."""
        places = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
        xx, yy, zz, xy, xz, yz = (float(second[place]) for place in places)
        return cls(xx, yy, zz, xy, xz, yz, float(np.linalg.norm(second)))

    @property
    def in_plane(self) -> Real:
        """S_xx + S_yy, which no rotation about z changes."""
        return self.xx + self.yy

    def turned(self, ops: Operations, number: int, by: TurnedTensor) -> Inertia:
        """Return Rz S Rz^T for a constant S."""
        c, s, cc, sc = by.cosine, by.sine, by.cosine_squared, by.sine_cosine
        apart, twice = self.xx - self.yy, 2.0 * self.xy
        size = self.size
        xx = ops.keep(f"Sxx_{number}", cc * apart - sc * twice + self.yy, size)
        xy = ops.keep(f"Sxy_{number}", sc * apart + cc * twice - self.xy, size)
        xz = ops.keep(f"Sxz_{number}", c * self.xz - s * self.yz, math.hypot(self.xz, self.yz))
        yz = ops.keep(f"Syz_{number}", s * self.xz + c * self.yz, math.hypot(self.xz, self.yz))
        return TurnedInertia(xx, self.in_plane - xx, self.zz, xy, xz, yz, size, self.in_plane)


@dataclass(frozen=True)
class TurnedInertia(Inertia):
    """An inertia that was turned about z; its sum in the plane is known."""

    known_sum: float

    @property
    def in_plane(self) -> Real:
        """S_xx + S_yy."""
        return self.known_sum


def combined_moment(
    ops: Operations, name: str, second: Inertia, omega: Vector, alpha: Vector, rates: Tensor
) -> Vector:
    """Return the vector of the antisymmetric part of U S with each element of S used once.

    In place of differences of U's diagonal stand those of omega's squares: U_zz - U_yy = z^2 - y^2
    and so on; U_yx S_xx - U_xy S_yy = x y (S_xx - S_yy) + alpha_z (S_xx + S_yy).
    """
    u = rates.rows
    x, y, z = omega.components
    norm = omega.norm * omega.norm

    def squares(axes: str, first: Real, second: Real) -> Real:
        return ops.keep(f"squares_{axes}_{name}", first * first - second * second, norm)

    along_x = u[2][1] * second.yy + u[2][0] * second.xy - u[1][0] * second.xz - u[1][2] * second.zz
    along_y = u[0][1] * second.yz - u[2][0] * second.xx - u[2][1] * second.xy + u[0][2] * second.zz
    along_z = alpha.z * second.in_plane + u[1][2] * second.xz - u[0][2] * second.yz
    if not _is_zero(second.yz):
        along_x = along_x + squares("zy", z, y) * second.yz
    if not _is_zero(second.xz):
        along_y = along_y + squares("xz", x, z) * second.xz
    if not _is_zero(second.xy):
        along_z = along_z + squares("yx", y, x) * second.xy
    apart = second.xx - second.yy
    if not _is_zero(apart):
        along_z = along_z + ops.keep(f"xy_{name}", x * y, 0.5 * norm) * apart
    size = math.sqrt(2.0) * second.size
    return Vector(along_x, along_y, along_z, rates.norm * size)


def _is_zero(value: Real) -> bool:
    return isinstance(value, float) and value == 0.0
