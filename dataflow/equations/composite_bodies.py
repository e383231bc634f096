"""The mass matrix by composite bodies: from the tips to the base, and down from every joint.

What a joint moves is one rigid body at the time; a unit acceleration of the joint asks for a force
and a moment on it, and every joint below bears its share. M. W. Walker, D. E. Orin (1982), method
3; R. Featherstone: Rigid Body Dynamics Algorithms (2008), table 6.2. All in joints' moving frames,
where the axis is z and inertia can be regrouped (`dataflow.equations.joint_frames`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.equations.drive import Drive
from dataflow.equations.factorisation import Triangle
from dataflow.equations.joint_frames import JointFrameLink
from dataflow.equations.newton_euler import Wrench
from dataflow.equations.recursions import EnterStage
from dataflow.equations.vector import (
    Operations,
    PlaneRotation,
    Real,
    Vector,
    along_z,
    cross,
    transform,
)
from dataflow.numbers.approximate import plain
from golden.connectivity import BASE

Symmetric = tuple[Real, Real, Real, Real, Real, Real]
"""xx, yy, zz, xy, yz, xz."""


@dataclass(frozen=True)
class Composite:
    """A rigid body about the origin of a frame.

    Attributes
    ----------
    mass
        kg, known.
    first
        Mass times centre, kg m.
    inertia
        kg m2 about the origin.
    norm
        No inertia about an axis, and so no element, is larger.
    """

    mass: float
    first: Vector
    inertia: Symmetric
    norm: float

    def plus(self, other: Composite) -> Composite:
        """Return both as one body."""
        inertia = tuple(a + b for a, b in zip(self.inertia, other.inertia, strict=True))
        return Composite(
            self.mass + other.mass, self.first + other.first, inertia, self.norm + other.norm
        )


def mass_matrix(
    ops: Operations,
    links: Sequence[JointFrameLink],
    drives: Sequence[Drive],
    enter: EnterStage,
) -> Triangle:
    """Return the lower triangle of M, kg m2 (kg m, kg), rotors apart.

    ``drives`` give the joints' angles and slides; their rates are not read. Elements of joints
    that lie on different branches are 0.0.
    """
    own = [_composite(link) for link in links]
    mass: Triangle = [[0.0] * (i + 1) for i in range(len(links))]
    for i, link in reversed(list(enumerate(links))):
        enter(f"mass_{i + 1}")
        body = _kept(ops, i + 1, own[i])
        wrench = _unit_wrench(link, body)
        mass[i][i] = wrench.moment.z if link.revolute else wrench.force.z
        for j in _below(links, i):
            wrench = _down(ops, f"{i + 1}_to", j, drives, links, wrench)
            mass[i][j[1]] = wrench.moment.z if links[j[1]].revolute else wrench.force.z
        if link.parent != BASE:
            own[link.parent] = own[link.parent].plus(_in_parent(ops, i + 1, link, drives[i], body))
    return mass


def _below(links: Sequence[JointFrameLink], i: int) -> list[tuple[int, int]]:
    """Return the steps from link i to the base: a link and its parent each."""
    steps = []
    while links[i].parent != BASE:
        steps.append((i, links[i].parent))
        i = links[i].parent
    return steps


def _composite(link: JointFrameLink) -> Composite:
    """Return a link as it is: I = tr(S) 1 - S."""
    second = link.second_moments
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = ([plain(each) for each in row] for row in second)
    inertia = (yy + zz, zz + xx, xx + yy, -xy, -yz, -xz)
    about = np.trace(second) * np.eye(3) - second
    norm = float(np.linalg.norm(about.astype(float), 2))
    return Composite(link.mass, Vector.constant(link.first_moment), inertia, norm)


def _kept(ops: Operations, number: int, body: Composite) -> Composite:
    names = ("xx", "yy", "zz", "xy", "yz", "xz")
    inertia = tuple(
        ops.keep(f"I_{name}_{number}", value, body.norm)
        for name, value in zip(names, body.inertia, strict=True)
    )
    return Composite(body.mass, body.first.keep(ops, "h", number), inertia, body.norm)


def _unit_wrench(link: JointFrameLink, body: Composite) -> Wrench:
    """Return force and moment about the origin that a unit acceleration of the joint takes."""
    x, y, _ = body.first.components
    if not link.revolute:
        return Wrench(along_z(body.mass, abs(body.mass)), Vector(y, -x, 0.0, body.first.norm))
    _, _, zz, _, yz, xz = body.inertia
    return Wrench(Vector(-y, x, 0.0, body.first.norm), Vector(xz, yz, zz, body.norm))


def _down(
    ops: Operations,
    name: str,
    step: tuple[int, int],
    drives: Sequence[Drive],
    links: Sequence[JointFrameLink],
    wrench: Wrench,
) -> Wrench:
    """Return a wrench on a link as one on its parent, in the parent's moving frame."""
    i, parent = step
    link, drive = links[i], drives[i]
    force, moment = wrench.force, wrench.moment
    if drive.rotation is not None:
        force, moment = drive.rotation.forward(force), drive.rotation.forward(moment)
    else:
        moment = moment + cross(along_z(drive.slide, drive.slide_bound), force)
    force = transform(link.rotation, force).keep(ops, f"unit_f_{name}", parent + 1)
    lever = cross(Vector.constant(link.translation), force)
    moment = (transform(link.rotation, moment) + lever).keep(ops, f"unit_n_{name}", parent + 1)
    return Wrench(force, moment)


def _in_parent(
    ops: Operations, number: int, link: JointFrameLink, drive: Drive, body: Composite
) -> Composite:
    """Return a body about the origin of its parent's frame, in that frame's axes."""
    first, inertia = body.first, body.inertia
    norm = body.norm
    if drive.rotation is not None:
        first, inertia = drive.rotation.forward(first), turned_about_z(inertia, drive.rotation)
    else:
        along = along_z(drive.slide, drive.slide_bound)
        first, inertia, norm = _shifted(body.mass, first, inertia, norm, along)
    first = transform(link.rotation, first).keep(ops, "turned_h", number)
    inertia = _transformed(link.rotation, inertia)
    offset = Vector.constant(link.translation)
    first, inertia, norm = _shifted(body.mass, first, inertia, norm, offset)
    return Composite(body.mass, first, inertia, norm)


def turned_about_z(inertia: Symmetric, turn: PlaneRotation) -> Symmetric:
    """Return R I R' for the rotation about z: nine products, by w = s (xx - yy) + 2 c xy."""
    xx, yy, zz, xy, yz, xz = inertia
    c, s = turn.cosine, turn.sine
    w = s * (xx - yy) + 2.0 * (c * xy)
    change = s * w
    return (
        xx - change, yy + change, zz, c * w - xy, s * xz + c * yz, c * xz - s * yz,
    )  # fmt: skip


def _transformed(rotation: Reals, inertia: Symmetric) -> Symmetric:
    """Return R I R' for a constant rotation."""
    xx, yy, zz, xy, yz, xz = inertia
    rows = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    half = [[_combined(rotation[i], [row[j] for row in rows]) for j in range(3)] for i in range(3)]

    def element(i: int, j: int) -> Real:
        return _combined(rotation[j], half[i])

    return (
        element(0, 0), element(1, 1), element(2, 2), element(0, 1), element(1, 2), element(0, 2),
    )  # fmt: skip


def _combined(weights: Reals, values: Sequence[Real]) -> Real:
    return sum((plain(w) * v for w, v in zip(weights, values, strict=True)), start=0.0)


def _shifted(
    mass: float, first: Vector, inertia: Symmetric, norm: float, r: Vector
) -> tuple[Vector, Symmetric, float]:
    """Return first moment, inertia and its bound about a point from which the origin is at r.

    I + 2 (r h) 1 - r h' - h r' + m (r r 1 - r r'): Steiner's rule for a body whose centre is not
    the origin. With g = 2 h + m r its terms are those of r and g alone.
    """
    xx, yy, zz, xy, yz, xz = inertia
    h = first
    g = h.scaled(2.0, 2.0) + r.scaled(mass, abs(mass))
    x, y, z = r.x * g.x, r.y * g.y, r.z * g.z
    moved = (
        xx + y + z, yy + x + z, zz + x + y,
        xy - (r.x * h.y + r.y * h.x + mass * (r.x * r.y)),
        yz - (r.y * h.z + r.z * h.y + mass * (r.y * r.z)),
        xz - (r.x * h.z + r.z * h.x + mass * (r.x * r.z)),
    )  # fmt: skip
    return h + r.scaled(mass, abs(mass)), moved, norm + r.norm * g.norm * 2.0
