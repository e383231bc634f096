"""An algorithm's link steps over a whole robot: from the base to the tips, and back.

A link's step forward reads what its parent's gave; its step backward adds up what its children
pass down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from common.arrays import Reals
from dataflow.equations import lagrangian, newton_euler
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import JointFrameLink
from dataflow.equations.vector import Operations, Real
from golden.connectivity import BASE

EnterStage = Callable[[str], None]
"""Told the name of each step before it runs: forward_1 ... forward_n, backward_n ... backward_1."""

Algorithm = Callable[
    [Operations, Sequence[JointFrameLink], Sequence[Drive], Reals, EnterStage], list[Real]
]


def newton_euler_torques(
    ops: Operations,
    links: Sequence[JointFrameLink],
    drives: Sequence[Drive],
    gravity: Reals,
    enter: EnterStage,
) -> list[Real]:
    """Return the joint torques (N m or N) by Newton-Euler, in the links' order."""
    base = newton_euler.base_motion(gravity)
    return newton_euler_from(ops, links, drives, base, enter)[0]


Held = Mapping[int, Callable[[newton_euler.LinkMotion], newton_euler.Wrench]]
"""What links hold or push: by the link's index, its wrench from the link's motion."""

Carried = Sequence[tuple[newton_euler.Wrench, JointFrameLink]]
"""What the base gives to each link mounted on it: in the frame before that link's joint turns."""


def newton_euler_from(
    ops: Operations,
    links: Sequence[JointFrameLink],
    drives: Sequence[Drive],
    base: newton_euler.LinkMotion,
    enter: EnterStage,
    held: Held | None = None,
) -> tuple[list[Real], Carried]:
    """Return the joint torques by Newton-Euler from the base's motion, and what the base gives."""
    motions = {BASE: base}
    own = []
    for i, (link, drive) in enumerate(zip(links, drives, strict=True)):
        enter(f"forward_{i + 1}")
        motions[i] = newton_euler.forward(ops, i + 1, link, drive, motions[link.parent])
        own.append(newton_euler.link_wrench(ops, i + 1, link, motions[i]))
        if held is not None and i in held:
            own[i] += held[i](motions[i])
    torques: dict[int, Real] = {}
    beyond: dict[int, list[tuple[newton_euler.Wrench, JointFrameLink]]] = {}
    for i, link in reversed(list(enumerate(links))):
        enter(f"backward_{i + 1}")
        torques[i], passed = newton_euler.backward(ops, i + 1, drives[i], own[i], beyond.get(i, []))
        beyond.setdefault(link.parent, []).append((passed, link))
    return [torques[i] for i in range(len(links))], beyond.get(BASE, [])


def lagrangian_torques(
    ops: Operations,
    links: Sequence[JointFrameLink],
    drives: Sequence[Drive],
    gravity: Reals,
    enter: EnterStage,
) -> list[Real]:
    """Return the joint torques (N m or N) by the recursive Lagrangian, in the links' order."""
    motions = {BASE: lagrangian.base_motion()}
    own = []
    for i, (link, drive) in enumerate(zip(links, drives, strict=True)):
        enter(f"forward_{i + 1}")
        motions[i] = lagrangian.forward(ops, i + 1, link, drive, motions[link.parent])
        own.append(lagrangian.link_load(ops, i + 1, link, motions[i]))
    torques: dict[int, Real] = {}
    beyond: dict[int, list[tuple[lagrangian.Load, JointFrameLink]]] = {}
    for i, link in reversed(list(enumerate(links))):
        enter(f"backward_{i + 1}")
        load, passed = lagrangian.backward(ops, i + 1, drives[i], own[i], beyond.get(i, []))
        torques[i] = lagrangian.torque(ops, i + 1, drives[i], motions[i], load, gravity)
        beyond.setdefault(link.parent, []).append((passed, link))
    return [torques[i] for i in range(len(links))]


ALGORITHMS: dict[str, Algorithm] = {
    "newton-euler": newton_euler_torques,
    "lagrangian": lagrangian_torques,
}
