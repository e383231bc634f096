"""The jobs (26) to (43) of Zalzala and Morris over any number, in the forms of appendix A.

Signs that the print has lost are put back, and r*/m and m squared are what they must be; that
changes no count. The jobs that start a recursion, j = 1 in phase 1 and the arm's last link in phase
2, have forms of their own. With levers about origin j-1, as in `programs/lagrangian_jobs.inc`, all
torques are right and no job takes another operation, but for (39), then A c and a constant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from papers.algebra import (
    Matrix,
    Vector,
    dot,
    matrix_plus,
    outer,
    plus,
    product,
    scaled,
    times,
    trace_of_product,
    transposed,
)
from papers.counting import N


@dataclass(frozen=True)
class LinkMotion(Generic[N]):
    """What phase 1 passes on: W, W dot, W ddot (rows of rows) and p ddot."""

    w: Matrix[N]
    w_dot: Matrix[N]
    w_ddot: Matrix[N]
    p_ddot: Vector[N]


Multiply = Callable[[Matrix[N], Matrix[N]], list[list[N]]]
"""From two matrices to their product."""


def job_9(cosine: N, sine: N, cosine_phi: N, sine_phi: N, zero: N) -> list[list[N]]:
    """Return A, (34)."""
    return [
        [cosine, -(sine * cosine_phi), sine * sine_phi],
        [sine, cosine * cosine_phi, -(cosine * sine_phi)],
        [zero, sine_phi, cosine_phi],
    ]


def job_10(a: N, d: N, cosine: N, sine: N) -> list[N]:
    """Return p*, (35)."""
    return [a * cosine, a * sine, d]


def times_a(left: Matrix[N], a: Matrix[N]) -> list[list[N]]:
    """Return a matrix times A, whose element 31 is zero: (A.2) to (A.10)."""
    return [
        [
            row[0] * a[0][0] + row[1] * a[1][0],
            row[0] * a[0][1] + row[1] * a[1][1] + row[2] * a[2][1],
            row[0] * a[0][2] + row[1] * a[1][2] + row[2] * a[2][2],
        ]
        for row in left
    ]


def job_2_first(a: Matrix[N], rate: N, zero: N) -> list[list[N]]:
    """Return W dot of link 1, (A.11) to (A.13)."""
    return [[-(x * rate) for x in a[1]], [x * rate for x in a[0]], [zero, zero, zero]]


def job_2(w: Matrix[N], w_dot: Matrix[N], a: Matrix[N], rate: N) -> list[list[N]]:
    """Return W dot from that of the link before, (A.14) to (A.25)."""
    v = [
        [x_dot + y * rate, y_dot - x * rate, z_dot]
        for (x, y, _), (x_dot, y_dot, z_dot) in zip(w, w_dot, strict=True)
    ]
    return times_a(v, a)


def job_3_first(a: Matrix[N], rate: N, acceleration: N, zero: N) -> list[list[N]]:
    """Return W ddot of link 1, (A.26) to (A.33)."""
    rho = rate * rate
    minus_rho = -rho
    top = [minus_rho * x - acceleration * y for x, y in zip(a[0], a[1], strict=True)]
    middle = [acceleration * x + minus_rho * y for x, y in zip(a[0], a[1], strict=True)]
    return [top, middle, [zero, zero, zero]]


def job_3(
    before: LinkMotion[N],
    a: Matrix[N],
    rate: N,
    acceleration: N,
    two: N,
    multiply: Multiply[N] = times_a,
) -> list[list[N]]:
    """Return W ddot from the motion of the link before: (A.34) to (A.38), then U A.

    ``multiply`` gives U A; table 1 counts it in full, where (A.2) to (A.25) know that A31 is zero.
    """
    rho, delta = rate * rate, two * rate
    u = [
        [
            acceleration * y - rho * x + delta * y_dot + x_ddot,
            x_goes - acceleration * x - rho * y - delta * x_dot,
            z_ddot,
        ]
        for (x, y, _), (x_dot, y_dot, _), (x_ddot, x_goes, z_ddot) in zip(
            before.w, before.w_dot, before.w_ddot, strict=True
        )
    ]
    return multiply(u, a)


def job_4(before: Vector[N], w_ddot: Matrix[N], p: Vector[N]) -> list[N]:
    """Return p ddot, (29)."""
    return plus(before, times(w_ddot, p))


def job_5_first(a: Matrix[N], zero: N) -> list[list[N]]:
    """Return dW/dtheta of link 1, (A.39) to (A.41)."""
    return [[-x for x in a[1]], list(a[0]), [zero, zero, zero]]


def job_5(w: Matrix[N], a: Matrix[N]) -> list[list[N]]:
    """Return dW/dtheta, (A.42) to (A.44)."""
    return [[y * a[0][k] - x * a[1][k] for k in range(3)] for x, y, _ in w]


def job_6(moment: Vector[N], w_ddot: Matrix[N]) -> list[N]:
    """Return e*, (31), from the first moment."""
    return times(w_ddot, moment)


def job_7(
    moment: Vector[N], second: Matrix[N], p_ddot: Vector[N], w_ddot: Matrix[N]
) -> list[list[N]]:
    """Return D*, (32)."""
    return matrix_plus(outer(moment, p_ddot), product(second, transposed(w_ddot)))


def job_8(gravity: Vector[N], derivative: Matrix[N]) -> list[N]:
    """Return g*, (33)."""
    return times(transposed(derivative), gravity)


def job_ii_1(
    own: Vector[N], lever: N, e: Vector[N], carrier: Vector[N], beyond: Matrix[N]
) -> list[N]:
    """Return a row of D, (42), from a row of D* and one of A."""
    return plus(times(transposed(beyond), carrier), scaled(lever, e), own)


def job_ii_2_last(own: Vector[N], mass: N, p_ddot: Vector[N]) -> list[N]:
    """Return e of the last link, (37) with nothing beyond."""
    return plus(own, scaled(mass, p_ddot))


def job_ii_2(beyond: Vector[N], own: Vector[N], mass: N, p_ddot: Vector[N]) -> list[N]:
    """Return e, (37)."""
    return plus(beyond, own, scaled(mass, p_ddot))


def job_ii_3(derivative: Matrix[N], d: Matrix[N]) -> N:
    """Return tau*, (38)."""
    return trace_of_product(derivative, d)


def job_ii_4(carrier: Vector[N], beyond: Vector[N], row: Vector[N], moment: Vector[N]) -> N:
    """Return an element of c, (43), from a row of A and one of W."""
    return dot(carrier, beyond) + dot(row, moment)


def job_ii_4_last(row: Vector[N], moment: Vector[N]) -> N:
    """Return an element of c of the last link: (43) with nothing beyond."""
    return dot(row, moment)


def job_ii_5(g: Vector[N], c: Vector[N]) -> N:
    """Return tau**, (40)."""
    return dot(g, c)


def job_ii_6(inertial: N, gravitational: N) -> N:
    """Return tau, (41)."""
    return inertial - gravitational
