"""Newton-Euler, one link's step back, written with the economies of `Economy`: (11) to (13)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from dataflow.equations.drive import Drive
from dataflow.equations.economies import Economy
from dataflow.equations.joint_frames import JointFrameLink
from dataflow.equations.short_motion import OwnWrench
from dataflow.equations.vector import (
    ZERO,
    Operations,
    PlaneRotation,
    Real,
    Vector,
    along_z,
    cross,
    transform,
)


@dataclass(frozen=True)
class Passed:
    """What a link passes to its parent.

    Attributes
    ----------
    force, moment
        In the frame before the joint turns, as `dataflow.equations.newton_euler.Wrench`.
    lever
        The moment of the force about the parent's origin, in the parent's frame, if it is known.
    head_moment
        Between parallel joints: a part of the moment that is in the frame before the first of them
        turns already.
    """

    force: Vector
    moment: Vector
    lever: Vector | None = None
    head_moment: Vector = ZERO


@dataclass(frozen=True)
class Return:
    """A link on the way back: its joint, the parallel joints that end in it, and what may be used.

    ``inner`` is whether its parent is one of those joints.
    """

    number: int
    link: JointFrameLink
    drive: Drive
    turn: Drive
    inner: bool
    economies: Collection[Economy]


def backward(
    ops: Operations, at: Return, own: OwnWrench, beyond: Sequence[tuple[Passed, JointFrameLink]]
) -> tuple[Real, Passed]:
    """Return the torque of a joint and what it passes down.

    ``beyond`` has what each child passes, and the child.
    """
    force, moment, head_moment = gathered(own, beyond)
    force = force.keep(ops, "f", at.number)
    if own.factors is None:
        moment = moment.keep(ops, "n", at.number)
    if at.drive.rotation is None:
        lever = cross(along_z(at.drive.slide, at.drive.slide_bound), force)
        return force.z, Passed(force, _rounded(ops, at, moment + lever))
    turned_force = at.drive.rotation.forward(force) + own.early_force
    torque = moment.z + own.early_moment.z
    if at.inner:
        return torque, _to_parallel(ops, at, at.drive.rotation, own, force, moment, head_moment)
    turned = _turned(ops, at, at.drive.rotation, own, moment) + head_moment + own.early_moment
    if Economy.UNROUNDED_PASSED not in at.economies or at.link.translation.any():
        turned_force = turned_force.keep(ops, "passed_f", at.number)
    return torque, Passed(turned_force, _rounded(ops, at, turned))


def gathered(
    own: OwnWrench, beyond: Sequence[tuple[Passed, JointFrameLink]]
) -> tuple[Vector, Vector, Vector]:
    """Return force and moment in the moving frame, and the moment that goes past it."""
    force, moment, head_moment = own.force, own.moment, ZERO
    for passed, child in beyond:
        carried = transform(child.rotation, passed.force)
        lever = passed.lever or cross(Vector.constant(child.translation), carried)
        force = force + carried
        moment = moment + transform(child.rotation, passed.moment) + lever
        head_moment = head_moment + passed.head_moment
    return force, moment, head_moment


def _to_parallel(
    ops: Operations,
    at: Return,
    rotation: PlaneRotation,
    own: OwnWrench,
    force: Vector,
    moment: Vector,
    head_moment: Vector,
) -> Passed:
    """Return what goes to a parent that turns about a parallel axis.

    The moment's x and y go past it, to the frame before the first of the joints.
    """
    if at.turn.rotation is None:
        raise ValueError("parallel joints turn")
    flat = _turned(ops, at, at.turn.rotation, own, moment)
    head_moment = head_moment + Vector(flat.x, flat.y, 0.0, moment.norm)
    turned = rotation.forward(force)
    if Economy.UNROUNDED_PASSED not in at.economies:
        turned = turned.keep(ops, "passed_f", at.number)
        head_moment = head_moment.keep(ops, "head_n", at.number)
    lever = _lever(ops, at, rotation, force, turned)
    return Passed(turned, Vector(0.0, 0.0, moment.z, moment.norm), lever, head_moment)


def _lever(
    ops: Operations, at: Return, rotation: PlaneRotation, force: Vector, turned: Vector
) -> Vector:
    """Return translation x force; z by the translation turned, which waits for no force."""
    c, s = rotation.cosine, rotation.sine
    px, py, pz = (float(value) for value in at.link.translation)
    place = Vector(px, py, pz, Vector.constant(at.link.translation).norm)
    along = ops.keep(f"p_along_{at.number}", s * px - c * py, place.norm)
    across = ops.keep(f"p_across_{at.number}", c * px + s * py, place.norm)
    plain = cross(place, turned)
    return Vector(plain.x, plain.y, along * force.x + across * force.y, plain.norm)


def _turned(
    ops: Operations, at: Return, rotation: PlaneRotation, own: OwnWrench, moment: Vector
) -> Vector:
    """Return a moment in the frame before a rotation; a tip's by scaled sine and cosine."""
    if own.factors is None:
        return rotation.forward(moment)
    (a, ka), (b, kb) = own.factors
    ca, sa = _scaled(ops, f"inertia_{at.number}", rotation, ka)
    cb, sb = ca, sa
    if ka != -kb:
        cb, sb = _scaled(ops, f"other_inertia_{at.number}", rotation, -kb)
    return Vector(ca * a + sb * b, sa * a - cb * b, moment.z, moment.norm)


def _scaled(ops: Operations, name: str, rotation: PlaneRotation, size: float) -> tuple[Real, Real]:
    return (
        ops.keep(f"cos_times_{name}", rotation.cosine * size, abs(size)),
        ops.keep(f"sin_times_{name}", rotation.sine * size, abs(size)),
    )


def _rounded(ops: Operations, at: Return, moment: Vector) -> Vector:
    if Economy.UNROUNDED_PASSED in at.economies:
        return moment
    return moment.keep(ops, "passed_n", at.number)
