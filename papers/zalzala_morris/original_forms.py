"""What appendix A calls the original computations: (13) to (16) with full matrices."""

from __future__ import annotations

from papers.algebra import Matrix, matrix_plus, matrix_scaled, product
from papers.counting import N
from papers.zalzala_morris.jobs import LinkMotion


def w(before: Matrix[N], a: Matrix[N]) -> list[list[N]]:
    """Return W, (13)."""
    return product(before, a)


def w_dot_first(q: Matrix[N], a: Matrix[N], rate: N) -> list[list[N]]:
    """Return W dot of link 1, (14) with W of the base the unit matrix and at rest."""
    return product(matrix_scaled(rate, q), a)


def w_dot(before: LinkMotion[N], q: Matrix[N], a: Matrix[N], rate: N) -> list[list[N]]:
    """Return W dot, (14)."""
    return product(matrix_plus(before.w_dot, matrix_scaled(rate, product(before.w, q))), a)


def w_ddot_first(q: Matrix[N], a: Matrix[N], rate: N, acceleration: N) -> list[list[N]]:
    """Return W ddot of link 1, (15) with W of the base the unit matrix and at rest."""
    return product(_driven(q, rate, acceleration), a)


def w_ddot(
    before: LinkMotion[N], q: Matrix[N], a: Matrix[N], rate: N, acceleration: N, two: N
) -> list[list[N]]:
    """Return W ddot, (15)."""
    coriolis = matrix_scaled(two * rate, product(before.w_dot, q))
    driven = product(before.w, _driven(q, rate, acceleration))
    return product(matrix_plus(before.w_ddot, coriolis, driven), a)


def derivative_first(q: Matrix[N], a: Matrix[N]) -> list[list[N]]:
    """Return dW/dtheta of link 1, (16)."""
    return product(q, a)


def derivative(before: Matrix[N], q: Matrix[N], a: Matrix[N]) -> list[list[N]]:
    """Return dW/dtheta, (16)."""
    return product(product(before, q), a)


def _driven(q: Matrix[N], rate: N, acceleration: N) -> list[list[N]]:
    """Return Q Q rate^2 + Q acceleration."""
    squared = matrix_scaled(rate * rate, product(q, q))
    return matrix_plus(squared, matrix_scaled(acceleration, q))
