"""Solving M x = r without square roots: M = L' D L from the tips to the base.

L is unit lower triangular. In this order the pivot of a joint is what the joint moves while the
joints beyond it give way and those before it are held: R. Featherstone, Rigid Body Dynamics
Algorithms (2008), table 6.3. So it is at least the joint's own link about its axis, what slides
on that, and the rotor, wherever the others stand; and zeros of a tree's M stay zeros.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.equations.factorisation import Triangle
from dataflow.equations.joint_frames import JointFrameLink
from dataflow.equations.vector import Operations, Real

Reciprocal = Callable[[str, Real, float], Real]
"""One over a value, by its name, the value, and a number above zero that it is never below."""


@dataclass(frozen=True)
class Bounds:
    """What is proved of a robot's M wherever it stands; kg m2 or kg.

    Attributes
    ----------
    pivots
        (n,): no pivot is smaller: above zero.
    moved
        (n, n): at i, k no smaller than what joint i moves of the links that joint k moves, 0 where
        it moves none of them.
    rotors
        (n,): what is on the diagonal whatever the links do.

    What is left of M when the joints beyond k are eliminated is positive, less the rotors too (a
    Schur complement of a sum is at least the sum of the Schur complements), and its row k has
    nothing of the links that joint k does not move. So W_ki^2 <= (d_k - rotor_k) moved_ik, where
    W_ki = d_k L_ki.
    """

    pivots: Reals
    moved: Reals
    rotors: Reals

    def largest(self, k: int) -> float:
        """Return the largest pivot, or element on M's diagonal."""
        return float(self.moved[k, k] + self.rotors[k])

    def below(self, k: int, i: int) -> float:
        """Return the largest |L_ki|: sqrt(d - rotor) / d is largest at twice the rotor."""
        rotor, least, most = float(self.rotors[k]), float(self.pivots[k]), self.largest(k)
        at = min(max(2.0 * rotor, least), most)
        return math.sqrt(float(self.moved[i, k]) * (at - rotor)) / at

    def scaled(self, k: int, i: int) -> float:
        """Return the largest |d_k L_ki|."""
        return math.sqrt(float(self.moved[i, k] * self.moved[k, k]))

    def energy(self, right: Sequence[float]) -> float:
        """Return the largest root of r' inverse(M) r for |r_i| up to those given; infinity if none.

        M less the rotors is not negative, so its inverse is at most theirs.
        """
        if not (self.rotors > 0.0).all():
            return math.inf
        shares = zip(right, self.rotors.tolist(), strict=True)
        return math.sqrt(sum(each * each / rotor for each, rotor in shares))


def pivot_bounds(links: Sequence[JointFrameLink], slides: Sequence[float], rotors: Reals) -> Bounds:
    """Return the bounds of a robot's M.

    Parameters
    ----------
    links
        With their inertia as it is, not regrouped.
    slides
        How far each joint may slide, m; 0 where it turns.
    rotors
        (n,), what motors add to the diagonal.
    """
    n = len(links)
    own = np.array([_never_given_away(links, slides, i) for i in range(n)])
    moved = np.array([[_moved(links, slides, i, k) for k in range(n)] for i in range(n)])
    return Bounds(own + rotors, moved, rotors)


def _never_given_away(links: Sequence[JointFrameLink], slides: Sequence[float], i: int) -> float:
    """Return what joint i moves at least while the joints beyond it give way as they like.

    Its own link about its axis; and of links that slide on that one what turns with it, and what
    moves across their slide. The rest moves or not, but never has less energy than none.
    """
    link = links[i]
    own = link.mass
    if link.revolute:
        own = float(link.second_moments[0, 0] + link.second_moments[1, 1])
    sliding = [k for k, child in enumerate(links) if child.parent == i and not child.revolute]
    return own + sum(_carried_along(links[k], slides[k], link.revolute) for k in sliding)


def _carried_along(child: JointFrameLink, slide: float, turned: bool) -> float:
    """Return the least that a sliding link is to its parent's joint, wherever it has slid to."""
    if not child.mass > 0.0:
        return 0.0
    z = np.array([0.0, 0.0, 1.0])
    along, centre = child.rotation @ z, child.first_moment / child.mass
    if not turned:
        return float(child.mass * (1.0 - (z @ along) ** 2))
    about = np.trace(child.second_moments) * np.eye(3) - child.second_moments
    about = about - child.mass * (centre @ centre * np.eye(3) - np.outer(centre, centre))
    axis = child.rotation.T @ z
    speed = np.cross(z, child.translation + child.rotation @ centre)
    across, change = speed - along * (along @ speed), np.cross(z, along)
    steepness = float(change @ change)
    nearest = 0.0 if steepness == 0.0 else -float(across @ change) / steepness
    left = across + change * min(max(nearest, -slide), slide)
    return float(max(0.0, axis @ about @ axis) + child.mass * (left @ left))


def _moved(links: Sequence[JointFrameLink], slides: Sequence[float], i: int, k: int) -> float:
    """Return what joint i moves of the links that joint k moves, with everything stretched out."""
    total = 0.0
    away = {i: slides[i] if not links[i].revolute else 0.0}
    beyond = {k}
    for j, link in enumerate(links):
        if j != i and link.parent in away:
            away[j] = away[link.parent] + float(np.linalg.norm(link.translation)) + slides[j]
        if link.parent in beyond:
            beyond.add(j)
        if j not in away or j not in beyond:
            continue
        if not links[i].revolute:
            total += link.mass
            continue
        # The integral of (R + |r|)^2 dm is at most (R sqrt(m) + sqrt(trace S))^2.
        spread = math.sqrt(max(0.0, float(np.trace(link.second_moments))))
        total += (away[j] * math.sqrt(link.mass) + spread) ** 2
    return total


def solved_by_pivots(
    ops: Operations,
    reciprocal: Reciprocal,
    mass: Triangle,
    right: Sequence[Real],
    right_bounds: Sequence[float],
    bounds: Bounds,
    enter: Callable[[str], None],
) -> list[Real]:
    """Return x of M x = r.

    Parameters
    ----------
    mass
        The lower triangle; 0.0 where joints are on different branches.
    right_bounds
        The largest |r_i|.
    enter
        Told the name of each step before it runs: ``pivot_n`` to ``pivot_1``, ``solve_1`` to
        ``solve_n``.
    """
    n = len(mass)
    energy = bounds.energy(right_bounds)
    below: Triangle = [[0.0] * i for i in range(n)]
    scaled: Triangle = [[0.0] * i for i in range(n)]
    rest, x = list(right), [0.0] * n
    for k in reversed(range(n)):
        enter(f"pivot_{k + 1}")
        pivot = mass[k][k]
        for j in range(k + 1, n):
            pivot = pivot - below[j][k] * scaled[j][k]
        pivot = ops.keep(f"d_{k + 1}", pivot, bounds.largest(k))
        inverse = reciprocal(f"r_{k + 1}", pivot, float(bounds.pivots[k]))
        for i in range(k):
            element = mass[k][i]
            for j in range(k + 1, n):
                element = element - below[j][k] * scaled[j][i]
            element = ops.keep(f"W_{k + 1}_{i + 1}", element, bounds.scaled(k, i))
            scaled[k][i] = element
            below[k][i] = ops.keep(f"L_{k + 1}_{i + 1}", element * inverse, bounds.below(k, i))
        # r' M^-1 r is the sum of z_k^2 / d_k, where z is what is left of r: each at most all of it.
        limit = energy * math.sqrt(bounds.largest(k))
        rest[k] = ops.keep(f"z_{k + 1}", rest[k], limit)
        for i in range(k):
            rest[i] = rest[i] - below[k][i] * rest[k]
        limit = energy / math.sqrt(float(bounds.pivots[k]))
        x[k] = ops.keep(f"y_{k + 1}", rest[k] * inverse, limit)
    for k in range(n):
        enter(f"solve_{k + 1}")
        for i in range(k):
            x[k] = x[k] - below[k][i] * x[i]
        rotor = float(bounds.rotors[k])
        x[k] = ops.keep(f"x_{k + 1}", x[k], energy / math.sqrt(rotor) if rotor > 0 else math.inf)
    return x
