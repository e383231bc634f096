"""The equations of motion M ydd + k = q in blocks, without recursion of forces.

Schäfer and Schiehlen (1992), (2)-(6): J has for every body the columns J_R (the axes of the joints
before it) and J_T (the velocities of its centre of mass), in its own axes; bars are accelerations
at ydd = 0. M = sum of J_T' m J_T + J_R' I J_R, k = J' k-bar, q = J' q-bar + u. Then M = L L' and
two triangular solutions give ydd.

The blocks are plain vector code over any scalar: floats, arrays, counters or expressions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.arrays import Reals
from dataflow.equations.bodies import Body, bodies_of, vector_of
from dataflow.equations.factorisation import Triangle, cholesky, solved
from dataflow.equations.functions import UNKNOWN_BOUND, Functions
from dataflow.equations.vector import ZERO, Real, Vector, cross, dot
from golden.connectivity import BASE
from golden.robot import Robot


@dataclass(frozen=True)
class Blocks:
    """What each block of the equations gives.

    Attributes
    ----------
    jacobian
        For every body the components of its columns of J_T, then of J_R. None in the recursive
        form.
    mass
        The lower triangle of M, kg m2 (kg m, kg).
    coriolis
        k: torques (N m, N) at ydd = 0 without weight.
    applied
        q: what weight and drives exert, N m or N.
    factor
        L of M = L L', 1 / L_ii on its diagonal.
    accelerations
        ydd, rad/s2 or m/s2.
    """

    jacobian: list[list[Real]]
    mass: Triangle
    coriolis: list[Real]
    applied: list[Real]
    factor: Triangle
    accelerations: list[Real]


@dataclass(frozen=True)
class BodyMotion:
    """A body's motion without accelerations of joints, its columns of J by joint, its weight."""

    omega: Vector
    alpha: Vector
    acceleration: Vector
    rotations: dict[int, Vector]
    translations: dict[int, Vector]
    gravity: Vector


def jacobian_form(
    functions: Functions,
    robot: Robot,
    q: Sequence[Real],
    qd: Sequence[Real],
    torques: Sequence[Real],
    rotors: Reals | None = None,
) -> Blocks:
    """Return the blocks at a state; one scalar a joint each (rad, m; a second; N m, N).

    Parameters
    ----------
    rotors
        (n,): what the motors add to the diagonal of M; None for nothing.
    """
    n = robot.n
    mass: Triangle = [[0.0] * (i + 1) for i in range(n)]
    coriolis: list[Real] = [0.0] * n
    applied: list[Real] = list(torques)
    jacobian = []
    motions = {BASE: resting_base(functions, robot)}
    for i, body in enumerate(bodies_of(robot, functions, q)):
        motion = motions[i] = body_motion(functions, body, qd[i], motions[body.parent])
        centres = {
            j: (column + cross(motion.rotations[j], body.centre)).keep(
                functions, f"JT{j + 1}", body.number
            )
            for j, column in motion.translations.items()
        }
        jacobian.append(
            [c for columns in (centres, motion.rotations) for v in columns.values()
             for c in v.components]
        )  # fmt: skip
        force, moment = inertial_wrench(functions, body, motion)
        weight = motion.gravity.scaled(body.mass, UNKNOWN_BOUND)
        for j, column in centres.items():
            turning = motion.rotations[j]
            coriolis[j] = coriolis[j] + dot(column, force) + dot(turning, moment)
            applied[j] = applied[j] + dot(column, weight)
            momentum = column.scaled(body.mass, UNKNOWN_BOUND)
            spin = times(body.inertia, turning)
            for k in (k for k in centres if k <= j):
                share = dot(centres[k], momentum) + dot(motion.rotations[k], spin)
                mass[j][k] = mass[j][k] + share
    if rotors is not None:
        for j, inertia in enumerate(rotors.tolist()):
            mass[j][j] = mass[j][j] + functions.parameter(f"R{j + 1}", inertia)
    return completed(functions, jacobian, mass, coriolis, applied)


def completed(
    functions: Functions,
    jacobian: list[list[Real]],
    mass: Triangle,
    coriolis: list[Real],
    applied: list[Real],
) -> Blocks:
    """Return the blocks with those that follow from M, k and q: L and the accelerations."""
    mass = _triangle_over(functions, "M", mass)
    coriolis = _vector_over(functions, "k", coriolis)
    applied = _vector_over(functions, "q", applied)
    factor = _triangle_over(functions, "L", cholesky(functions, mass))
    right = [q - k for q, k in zip(applied, coriolis, strict=True)]
    accelerations = _vector_over(functions, "ydd", solved(functions, factor, right))
    return Blocks(jacobian, mass, coriolis, applied, factor, accelerations)


def _vector_over(functions: Functions, name: str, values: Sequence[Real]) -> list[Real]:
    return [functions.handed_over(f"{name}_{i}", v) for i, v in enumerate(values, start=1)]


def _triangle_over(functions: Functions, name: str, rows: Triangle) -> Triangle:
    return [_vector_over(functions, f"{name}_{i}", row) for i, row in enumerate(rows, start=1)]


def resting_base(functions: Functions, robot: Robot) -> BodyMotion:
    """Return the motion of a base that stands, and its weight's direction."""
    gravity = vector_of(functions, "g", robot.gravity)
    return BodyMotion(ZERO, ZERO, ZERO, {}, {}, gravity)


def body_motion(functions: Functions, body: Body, rate: Real, parent: BodyMotion) -> BodyMotion:
    """Return a body's motion from its parent's: (2), with J_R in the lines of omega and alpha."""
    own, number, joint = body.own, body.number, body.number - 1
    omega, alpha = own(parent.omega), own(parent.alpha)
    across = cross(parent.omega, body.mount)
    acceleration = own(
        parent.acceleration + cross(parent.alpha, body.mount) + cross(parent.omega, across)
    )
    turning = body.axis.scaled(rate, UNKNOWN_BOUND)
    sliding = ZERO
    if body.revolute:
        alpha = alpha + cross(omega, turning)
        omega = omega + turning
    else:
        sliding = turning.scaled(2.0, 2.0)
    omega, alpha = omega.keep(functions, "omega", number), alpha.keep(functions, "alpha", number)
    inner = cross(omega, body.reach) + sliding
    acceleration = acceleration + cross(alpha, body.reach) + cross(omega, inner)
    acceleration = acceleration.keep(functions, "a", number)
    rotations = {
        j: own(v).keep(functions, f"JR{j + 1}", number) for j, v in parent.rotations.items()
    }
    translations = {
        j: (own(v + cross(parent.rotations[j], body.mount)) + cross(rotations[j], body.reach)).keep(
            functions, f"JO{j + 1}", number
        )
        for j, v in parent.translations.items()
    }
    rotations[joint] = body.axis if body.revolute else ZERO
    translations[joint] = cross(body.axis, body.reach) if body.revolute else body.axis
    gravity = own(parent.gravity).keep(functions, "g", number)
    return BodyMotion(omega, alpha, acceleration, rotations, translations, gravity)


def inertial_wrench(functions: Functions, body: Body, motion: BodyMotion) -> tuple[Vector, Vector]:
    """Return f = m a of the centre of mass and l = I alpha + omega x I omega: k-bar."""
    across = cross(motion.omega, body.centre)
    centre = motion.acceleration + cross(motion.alpha, body.centre) + cross(motion.omega, across)
    force = centre.scaled(body.mass, UNKNOWN_BOUND).keep(functions, "f", body.number)
    spin = times(body.inertia, motion.omega)
    moment = times(body.inertia, motion.alpha) + cross(motion.omega, spin)
    return force, moment.keep(functions, "l", body.number)


def times(rows: tuple[Vector, Vector, Vector], vector: Vector) -> Vector:
    """Return a matrix, given by its rows, times a vector."""
    return Vector.of((dot(row, vector) for row in rows), UNKNOWN_BOUND)
