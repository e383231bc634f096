"""Rigid bodies: checked, moved to another frame, and several joined into one."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.checks import check_array, check_number, real_array


@dataclasses.dataclass(frozen=True, eq=False)
class RigidBody:
    """What a body's inertia is in some frame.

    Parameters
    ----------
    mass
        kg.
    center_of_mass
        (3,), m.
    inertia
        (3, 3), kg m2, about the centre of mass, in the axes of the frame.
    """

    mass: float
    center_of_mass: Reals
    inertia: Reals

    def __post_init__(self) -> None:
        check_array(real_array(self.center_of_mass, "center_of_mass"), "center_of_mass", "m")
        check_body(self.mass, real_array(self.inertia, "inertia"))

    def seen_from(self, pose: Reals) -> RigidBody:
        """Return the same body in the frame in which its present frame has this pose, (4, 4)."""
        rotation, translation = pose[:3, :3], pose[:3, 3]
        inertia = rotation @ self.inertia @ rotation.T
        center = rotation @ self.center_of_mass + translation
        return RigidBody(self.mass, center, (inertia + inertia.T) / 2)


def check_body(mass: float, inertia: Reals) -> None:
    """Raise InputError unless a mass, kg, and an inertia, (3, 3), may be a body's."""
    check_number(mass, "mass", "kg, 0 or more", least=0.0)
    check_array(inertia, "inertia", "kg m2")
    if np.abs(inertia - inertia.T).max() > 1e-9 * np.abs(inertia).max():
        raise InputError("inertia", f"{inertia.tolist()} is not symmetric", "a symmetric matrix")
    doubt_about_inertia(inertia, "inertia")


def joined(bodies: Sequence[RigidBody]) -> RigidBody:
    """Return the one body that several, given in one frame, are when nothing moves between them.

    The centres of mass are weighted by mass; each inertia is carried to the common centre by the
    parallel axis theorem. No body at all is a body without mass.
    """
    if len(bodies) == 1:
        return bodies[0]
    mass = float(sum(body.mass for body in bodies))
    center = np.zeros(3)
    for body in bodies:
        if body.mass:
            center += body.mass / mass * body.center_of_mass
    inertia = np.zeros((3, 3))
    for body in bodies:
        d = body.center_of_mass - center
        inertia += body.inertia + body.mass * (d @ d * np.eye(3) - np.outer(d, d))
    return RigidBody(mass, center, inertia)


def doubt_about_inertia(inertia: Reals, place: str) -> str | None:
    """Return what is doubtful about a symmetric inertia, (3, 3), kg m2; None if nothing is.

    Principal moments that break the triangle inequality are. `place` is where the inertia stands,
    for messages.

    Raises
    ------
    InputError
        A principal moment is negative, beyond rounding.
    """
    moments = np.linalg.eigvalsh(inertia)
    if moments[0] < -1e-9 * np.abs(inertia).max():
        problem = f"{inertia.tolist()} has the negative principal moment {moments[0]:.6g}"
        raise InputError(place, problem, "a positive semi-definite matrix, kg m2")
    if moments[2] <= (moments[0] + moments[1]) * (1 + 1e-6) + 1e-15:
        return None
    text = ", ".join(f"{moment:.4g}" for moment in moments)
    return f"principal moments {text} kg m2 break the triangle inequality: no rigid body has them"
