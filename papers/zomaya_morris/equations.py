"""Equations (1), (2) and (5) to (13) of Zomaya and Morris, over any number.

Two forms: the general one of section 4, in which z0 is a vector like any other and tensors are
full, and the semi-customised one of section 5, which knows that A31 is zero, that z0 is (0, 0, 1)
and, if it is, that J is diagonal. Each marks its equations by the names that tables 2 and 3 have
for them; the latter also marks, after a comma, what section 7's modules compute before a message
comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from papers.algebra import Matrix, Vector, cross, dot, plus, scaled, times, transposed
from papers.counting import Mark, N, unmarked


@dataclass(frozen=True)
class LinkNumbers(Generic[N]):
    """One link and its joint's motion.

    cosine, sine: of theta; cosine_alpha, sine_alpha: of the twist; a, d: m; mass: kg; center: s, m;
    inertia: J about the centre of mass, kg m2; rate, acceleration: of theta.
    """

    cosine: N
    sine: N
    cosine_alpha: N
    sine_alpha: N
    a: N
    d: N
    mass: N
    center: Vector[N]
    inertia: Matrix[N]
    rate: N
    acceleration: N


@dataclass(frozen=True)
class Boundary(Generic[N]):
    """What the recursions start from.

    zero, z0: the number and the axis; gravity: v dot of the base, m/s2; tip: A(n+1), which carries
    what the hand exerts; force, moment: that, N and N m.
    """

    zero: N
    z0: Vector[N]
    gravity: Vector[N]
    tip: Matrix[N]
    force: Vector[N]
    moment: Vector[N]


def rotation(link: LinkNumbers[N], zero: N) -> list[list[N]]:
    """Return A of (1)."""
    c, s, ca, sa = link.cosine, link.sine, link.cosine_alpha, link.sine_alpha
    return [[c, -(s * ca), s * sa], [s, c * ca, -(c * sa)], [zero, sa, ca]]


def offset(link: LinkNumbers[N]) -> list[N]:
    """Return p of (2)."""
    return [link.a, link.d * link.sine_alpha, link.d * link.cosine_alpha]


def general(links: Sequence[LinkNumbers[N]], base: Boundary[N], mark: Mark = unmarked) -> list[N]:
    """Return the torques of section 4's form, N m."""
    zero = base.zero
    still = [zero, zero, zero]
    omega, omega_dot, v_dot = still, still, list(base.gravity)
    kept = []
    for link in links:
        a = rotation(link, zero)
        mark("A")
        p = offset(link)
        mark("p")
        turned = transposed(a)
        z_rate = scaled(link.rate, base.z0)
        before = omega
        omega = times(turned, plus(omega, z_rate))  # (5)
        mark("omega")
        z_acceleration = scaled(link.acceleration, base.z0)
        omega_dot = times(turned, plus(omega_dot, z_acceleration, cross(before, z_rate)))  # (6)
        mark("omega dot")
        v_dot = plus(times(turned, v_dot), *_rotating(omega, omega_dot, p))  # (7)
        mark("v dot")
        psi = plus(*_rotating(omega, omega_dot, link.center), v_dot)  # (8)
        mark("psi")
        force = scaled(link.mass, psi)  # (9)
        mark("F")
        momentum = times(link.inertia, omega)
        moment = plus(times(link.inertia, omega_dot), cross(omega, momentum))  # (10)
        mark("N")
        kept.append((link, a, p, force, moment))
    torques = []
    carrier, f, n = base.tip, list(base.force), list(base.moment)
    for link, a, p, force, moment in reversed(kept):
        f = plus(times(carrier, f), force)  # (11)
        mark("f")
        n = plus(times(carrier, n), cross(p, f), moment, cross(link.center, force))  # (12)
        mark("n")
        torques.append(dot(n, times(transposed(a), base.z0)))  # (13)
        mark("tau")
        carrier = a
    return torques[::-1]


def semi_customised(
    links: Sequence[LinkNumbers[N]],
    base: Boundary[N],
    *,
    diagonal: bool,
    mark: Mark = unmarked,
) -> list[N]:
    """Return the torques of section 5's form, N m; A and p count as off-line, as table 3 has none.

    Parameters
    ----------
    diagonal
        Whether the tensors are taken as diagonal, as by section 5.1, (b).
    """
    zero = base.zero
    still = [zero, zero, zero]
    omega, omega_dot, v_dot = still, still, list(base.gravity)
    kept = []
    for link in links:
        a, p = rotation(link, zero), offset(link)
        mark("off line")
        x, y, z = omega_dot
        driven = [x + omega[1] * link.rate, y - omega[0] * link.rate, z + link.acceleration]
        omega_dot = _transposed_times(a, driven)  # (6)
        mark("omega dot")
        omega = _transposed_times(a, [omega[0], omega[1], omega[2] + link.rate])  # (5)
        mark("omega")
        carried = _transposed_times(a, v_dot)
        mark("v dot, carried")
        v_dot = plus(carried, *_rotating(omega, omega_dot, p))  # (7)
        mark("v dot")
        turning = plus(*_rotating(omega, omega_dot, link.center))
        mark("psi, turning")
        psi = plus(turning, v_dot)  # (8)
        mark("psi")
        force = scaled(link.mass, psi)  # (9)
        mark("F")
        inertia = _diagonal_times if diagonal else times
        gyration = cross(omega, inertia(link.inertia, omega))
        mark("N, gyration")
        moment = plus(inertia(link.inertia, omega_dot), gyration)  # (10)
        mark("N")
        kept.append((link, a, p, force, moment))
    torques = []
    carrier, f, n = base.tip, list(base.force), list(base.moment)
    for link, a, p, force, moment in reversed(kept):
        f = plus(_times(carrier, f), force)  # (11)
        mark("f")
        n = plus(_times(carrier, n), moment)
        mark("n, carried")
        n = plus(n, cross(link.center, force))
        mark("n, inertial")
        n = plus(n, cross(p, f))  # (12)
        mark("n")
        # (13): sin alpha and cos alpha are 0, 1 or -1, so n has the torque in it.
        torques.append(n[1] * link.sine_alpha + n[2] * link.cosine_alpha)
        mark("off line")
        carrier = a
    return torques[::-1]


def _rotating(omega: Vector[N], omega_dot: Vector[N], r: Vector[N]) -> tuple[list[N], list[N]]:
    """Return omega dot x r and omega x (omega x r), which (7) and (8) share."""
    return cross(omega_dot, r), cross(omega, cross(omega, r))


def _transposed_times(a: Matrix[N], x: Vector[N]) -> list[N]:
    """Return A(T) x, knowing that A31 is zero: eight multiplications, five additions."""
    return [
        a[0][0] * x[0] + a[1][0] * x[1],
        a[0][1] * x[0] + a[1][1] * x[1] + a[2][1] * x[2],
        a[0][2] * x[0] + a[1][2] * x[1] + a[2][2] * x[2],
    ]


def _times(a: Matrix[N], x: Vector[N]) -> list[N]:
    """Return A x, knowing that A31 is zero."""
    return [dot(a[0], x), dot(a[1], x), a[2][1] * x[1] + a[2][2] * x[2]]


def _diagonal_times(a: Matrix[N], x: Vector[N]) -> list[N]:
    """Return A x for a diagonal A."""
    return [a[i][i] * x[i] for i in range(3)]
