"""The four Lagrangian formulations of section II over any number, as their equations are written.

Every product of matrices is made in full, and again wherever it stands in an equation; A, its
derivatives by its angle and J are given. A product with W of the base, which is the unit matrix, or
with its derivatives, which are zero, costs nothing; multiples and sums are made there too. So the
constants of Waters's and of Hollerbach's polynomials come out as printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Generic

from papers.algebra import (
    Matrix,
    Vector,
    dot,
    matrix_plus,
    matrix_scaled,
    outer,
    plus,
    product,
    scaled,
    times,
    transposed,
)
from papers.counting import N


@dataclass(frozen=True)
class Link(Generic[N]):
    """A link and its joint's motion; matrices are 4x4, or 3x3 for Hollerbach's second form.

    a, da, dda: A and its first and second derivative by the angle; inertia: J of (20), widened
    where 4x4; center: r*, homogeneous where 4x4; mass: kg; p, offset: p* in the axes before and
    behind the joint, 3x3 alone; rate, acceleration: of the angle.
    """

    a: Matrix[N]
    da: Matrix[N]
    dda: Matrix[N]
    inertia: Matrix[N]
    center: Vector[N]
    mass: N
    p: Vector[N]
    offset: Vector[N]
    rate: N
    acceleration: N


@dataclass(frozen=True)
class _Derivatives(Generic[N]):
    """dW_j/dq_k and d2W_j/dq_k dq_l, k <= l, of the last link j of a chain."""

    first: list[list[list[N]]]
    second: dict[tuple[int, int], list[list[N]]]


def uicker_kahn(links: Sequence[Link[N]], gravity: Vector[N]) -> list[N]:
    """Return the torques by (1) to (4): each trace of three matrices takes two products."""
    n = len(links)
    chains = [_derivatives(links[: j + 1]) for j in range(n)]
    return [
        reduce(add, (_uicker_term(links, gravity, chains[j], i, j) for j in range(i, n)))
        for i in range(n)
    ]


def _uicker_term(
    links: Sequence[Link[N]], gravity: Vector[N], chain: _Derivatives[N], i: int, j: int
) -> N:
    """Return what link j adds to the torque of joint i."""
    first, second, inertia = chain.first, chain.second, links[j].inertia
    path = range(j + 1)
    terms = [_trace(first[i], inertia, first[k]) * links[k].acceleration for k in path]
    for k in path:
        for el in path:
            trace = _trace(first[i], inertia, second[min(k, el), max(k, el)])
            terms.append(trace * links[k].rate * links[el].rate)
    return reduce(add, terms) - _weight(links[j], gravity, first[i])


def _weight(link: Link[N], gravity: Vector[N], derivative: Matrix[N]) -> N:
    """Return m g(T) dW r*, which (1) and (6) have."""
    return link.mass * dot(gravity, times(derivative, link.center))


def _trace(left: Matrix[N], inertia: Matrix[N], right: Matrix[N]) -> N:
    """Return tr(left inertia right(T)) by two products in full."""
    whole = product(product(left, inertia), transposed(right))
    return reduce(add, (whole[i][i] for i in range(len(whole))))


def _derivatives(links: Sequence[Link[N]]) -> _Derivatives[N]:
    """Return the derivatives of the last link's W by (2), (3), (4)."""
    last = len(links) - 1
    behind: list[Matrix[N] | None] = [None] * (last + 2)  # A(k+1) .. A(j)
    for k in range(last, -1, -1):
        rest = behind[k + 1]
        behind[k] = links[k].a if rest is None else product(links[k].a, rest)
    before: Matrix[N] | None = None
    first, second = [], {}
    for k, link in enumerate(links):
        first.append(_between(before, link.da, behind[k + 1]))
        second[k, k] = _between(before, link.dda, behind[k + 1])
        inner = _between(before, link.da, None)
        for el in range(k + 1, last + 1):
            second[k, el] = _between(inner, links[el].da, behind[el + 1])
            inner = product(inner, links[el].a)
        before = _between(before, link.a, None)
    return _Derivatives(first, second)


def _between(
    before: Matrix[N] | None, middle: Matrix[N], behind: Matrix[N] | None
) -> list[list[N]]:
    """Return a product of three; what is missing is the unit matrix, and costs nothing."""
    result = [list(row) for row in middle] if before is None else product(before, middle)
    return result if behind is None else product(result, behind)


@dataclass(frozen=True)
class _Motion(Generic[N]):
    """W, its derivatives in time and dW_i/dq_i of one link."""

    w: Matrix[N]
    w_dot: Matrix[N]
    w_ddot: Matrix[N]
    own: Matrix[N]


@dataclass(frozen=True)
class Numbers(Generic[N]):
    """The numbers 0 and 2."""

    zero: N
    two: N


def _motions(links: Sequence[Link[N]], numbers: Numbers[N]) -> list[_Motion[N]]:
    """Return (13) to (16) from the base to the tip."""
    size = len(links[0].a)
    still = [[numbers.zero] * size for _ in range(size)]
    found: list[_Motion[N]] = []
    last: _Motion[N] | None = None
    for link in links:

        def turned(matrix: Matrix[N], base: _Motion[N] | None = last) -> list[list[N]]:
            return _between(None if base is None else base.w, matrix, None)

        w_dot = matrix_plus(
            still if last is None else product(last.w_dot, link.a),
            matrix_scaled(link.rate, turned(link.da)),
        )
        coriolis = still if last is None else product(last.w_dot, link.da)
        w_ddot = matrix_plus(
            still if last is None else product(last.w_ddot, link.a),
            matrix_scaled(numbers.two * link.rate, coriolis),
            matrix_scaled(link.rate * link.rate, turned(link.dda)),
            matrix_scaled(link.acceleration, turned(link.da)),
        )
        last = _Motion(turned(link.a), w_dot, w_ddot, turned(link.da))
        found.append(last)
    return found


def waters(links: Sequence[Link[N]], gravity: Vector[N], numbers: Numbers[N]) -> list[N]:
    """Return the torques by (6)."""
    motions = _motions(links, numbers)
    torques = []
    for i in range(len(links)):
        derivative, terms = motions[i].own, []
        for j in range(i, len(links)):
            if j > i:
                derivative = product(derivative, links[j].a)
            inertial = _trace(derivative, links[j].inertia, motions[j].w_ddot)
            terms.append(inertial - _weight(links[j], gravity, derivative))
        torques.append(reduce(add, terms))
    return torques


def hollerbach_4x4(links: Sequence[Link[N]], gravity: Vector[N], numbers: Numbers[N]) -> list[N]:
    """Return the torques by (7), (8) with D and c of 4x4 matrices."""
    motions = _motions(links, numbers)
    torques: list[N] = []
    d: list[list[N]] | None = None
    c: Vector[N] = ()
    for i in range(len(links) - 1, -1, -1):
        link, motion = links[i], motions[i]
        own = product(link.inertia, transposed(motion.w_ddot))
        moment = scaled(link.mass, link.center)
        if d is None:
            d, c = own, moment
        else:
            carrier = links[i + 1].a
            d = matrix_plus(product(carrier, d), own)
            c = plus(moment, times(carrier, c))
        torques.append(_torque(motion.own, d, gravity, c))
    return torques[::-1]


def _torque(derivative: Matrix[N], d: Matrix[N], gravity: Vector[N], c: Vector[N]) -> N:
    """Return (8), the trace by a product in full."""
    whole = product(derivative, d)
    inertial = reduce(add, (whole[i][i] for i in range(len(whole))))
    return inertial - dot(gravity, times(derivative, c))


def hollerbach_3x3(links: Sequence[Link[N]], gravity: Vector[N], numbers: Numbers[N]) -> list[N]:
    """Return (8) to (12) with 3x3 matrices, as printed: torques where all origins are one."""
    motions = _motions(links, numbers)
    p_ddot: list[Vector[N]] = []
    for link, motion in zip(links, motions, strict=True):
        moved = times(motion.w_ddot, link.offset)
        p_ddot.append(plus(p_ddot[-1], moved) if p_ddot else moved)
    torques: list[N] = []
    d: list[list[N]] | None = None
    e: Vector[N] = ()
    c: Vector[N] = ()
    for i in range(len(links) - 1, -1, -1):
        link, acceleration = links[i], transposed(motions[i].w_ddot)
        moment = scaled(link.mass, link.center)
        own_d = matrix_plus(outer(moment, p_ddot[i]), product(link.inertia, acceleration))
        own_e = plus(scaled(link.mass, p_ddot[i]), times(transposed(acceleration), moment))
        if d is None:
            d, e, c = own_d, own_e, moment
        else:
            carrier = links[i + 1]
            d = matrix_plus(product(carrier.a, d), outer(carrier.p, e), own_d)
            e = plus(e, own_e)
            c = plus(moment, times(carrier.a, c))
        torques.append(_torque(motions[i].own, d, gravity, c))
    return torques[::-1]
