"""The tensor U behind a rotation about z, from U before it: by the square of the cosine.

With D = y^2 - x^2 of omega, U' = Rz^T U Rz has U'_xx = U_yy - c^2 D + 2 s c x y and so on: where
omega has no x or no y before the joint turns, much of it vanishes.
"""

from __future__ import annotations

import math

from common.arrays import Reals
from dataflow.equations.newton_euler import Tensor
from dataflow.equations.vector import Operations, PlaneRotation, Real, Vector


class TurnedTensor:
    """U behind the joint, ready to be multiplied with a constant vector.

    ``omega``, ``alpha`` and ``rates`` (their U) are in the frame before the joint turns.
    """

    def __init__(
        self,
        ops: Operations,
        number: int,
        rotation: PlaneRotation,
        omega: Vector,
        alpha: Vector,
        rates: Tensor,
    ) -> None:
        self.ops, self.number = ops, number
        self.omega, self.alpha, self.rates = omega, alpha, rates
        self.cosine, self.sine = rotation.cosine, rotation.sine
        self.cosine_squared = ops.keep(f"cos_squared_{number}", self.cosine * self.cosine, 1.0)
        x, y, _ = omega.components
        self.apart = ops.keep(f"apart_{number}", y * y - x * x, omega.norm**2)
        self.sine_cosine = ops.keep(f"sin_cos_{number}", self.sine * self.cosine, 0.5)

    def times(self, place: Reals, child: int) -> Vector:
        """Return U' times a constant vector; the constants meet U before the sines do.

        Values are named by the child that it is for.
        """
        px, py, pz = (float(value) for value in place)
        u, (x, y, _), norm = self.rates.rows, self.omega.components, self.omega.norm**2
        c, s, cc, sc = self.cosine, self.sine, self.cosine_squared, self.sine_cosine
        apart = self.apart
        mixed = x * y
        reach = math.hypot(px, py)

        def early(name: str, value: Real, bound: float) -> Real:
            return self.ops.keep(f"{name}_{self.number}_to_{child}", value, bound)

        # (c^2, s c) multiply (first, second) for x and (second, -first) for y.
        first = early("p_first", mixed * (2.0 * py) - apart * px, norm * reach)
        second = early("p_second", mixed * (2.0 * px) + apart * py, norm * reach)
        fixed_x = u[1][1] * px - self.alpha.z * py - mixed * py
        fixed_y = u[0][0] * py + self.alpha.z * px - mixed * px
        along = early("p_along", u[2][0] * px + u[2][1] * py, self.rates.norm * reach)
        across = early("p_across", u[2][1] * px - u[2][0] * py, self.rates.norm * reach)
        return Vector(
            cc * first + sc * second + fixed_x + (c * u[0][2] + s * u[1][2]) * pz,
            cc * second - sc * first + fixed_y + (c * u[1][2] - s * u[0][2]) * pz,
            c * along + s * across + u[2][2] * pz,
            self.rates.norm * math.hypot(px, py, pz),
        )
