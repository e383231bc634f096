"""How far a robot's constants, as the equations have them, may be from the exact ones.

The exact robot is one of rigid bodies: its rotations are orthonormal, its right angles as they were
given. What the equations work with was multiplied in floating point, snapped and cleaned
(`dataflow.equations.joint_frames`). Here the same steps run on `Approximate` numbers, neither
snapped nor cleaned; what they give is compared with what is used.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from common.arrays import Reals
from dataflow.equations.joint_frames import JointFrameLink
from dataflow.numbers.approximate import ROUNDING, approximate
from golden.connectivity import BASE
from golden.robot import JointType, Link, Robot

Approximates = np.ndarray[Any, np.dtype[Any]]
"""An array of objects, each an `dataflow.numbers.approximate.Approximate`."""


def with_deviations(robot: Robot, links: Sequence[JointFrameLink]) -> list[JointFrameLink]:
    """Return a robot's regrouped links with numbers that know how far the exact ones may be.

    Parameters
    ----------
    links
        What `dataflow.equations.joint_frames.regrouped` gave for the robot, or for its links
        `with_parallel_frames`.
    """
    transforms, inertias = _frames(robot, links)
    for i in reversed(range(len(robot.links))):
        movable = slice(2, 4) if robot.links[i].joint.type is JointType.REVOLUTE else slice(0, 3)
        lump = _exactly(np.zeros((4, 4)))
        lump[movable, movable] = inertias[i][movable, movable]
        inertias[i][movable, movable] = _exactly(np.zeros((4, 4)))[movable, movable]
        if robot.parents[i] != BASE:
            moved = transforms[i] @ lump @ transforms[i].T
            inertias[robot.parents[i]] = inertias[robot.parents[i]] + moved
    return [
        dataclasses.replace(
            link,
            rotation=_compared(link.rotation, transform[:3, :3]),
            translation=_compared(link.translation, transform[:3, 3]),
            pseudo_inertia=_compared(link.pseudo_inertia, inertia),
        )
        for link, transform, inertia in zip(links, transforms, inertias, strict=True)
    ]


def _frames(
    robot: Robot, links: Sequence[JointFrameLink]
) -> tuple[list[Approximates], list[Approximates]]:
    """Return each link's way from its parent's moving frame, and its pseudo-inertia in its own.

    Where a rotation about z was taken out of a moving frame (`dataflow.equations.parallel_axes`),
    it is here too; what is left of the rotation then is nearly one.
    """
    transforms, inertias, left = [], [], [_exactly(np.eye(4))] * len(robot.links)
    for i, link in enumerate(robot.links):
        parent = robot.parents[i]
        way, inertia = _transform(robot, i), _pseudo_inertia(link)
        if parent != BASE:
            way = left[parent] @ way
            turns = {robot.links[k].joint.type for k in (i, parent)} == {JointType.REVOLUTE}
            if turns and np.array_equal(links[i].rotation, np.eye(3)):
                left[i] = _about_z(way)
                way = way @ left[i].T
                inertia = left[i] @ inertia @ left[i].T
        transforms.append(way)
        inertias.append(inertia)
    return transforms, inertias


def _about_z(way: Approximates) -> Approximates:
    """Return the rotation about z, (4, 4), that is nearest to a way's."""
    angle = np.arctan2(float(way[1, 0]), float(way[0, 0]))
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    return _homogeneous(approximate(turn, ROUNDING * np.abs(turn)), _exactly(np.zeros(3)))


def rotation_deviation(rotation: Reals) -> float:
    """Return how far the nearest orthonormal matrix is from a rotation as it is given.

    It is the polar factor of R, within the norm of R^T R - 1 of R; that norm's own rounding, sums
    of three products, is added.
    """
    defect = float(np.linalg.norm(rotation.T @ rotation - np.eye(3)))
    return defect + 4.0 * ROUNDING


def _transform(robot: Robot, i: int) -> Approximates:
    """Return the way from the parent's moving frame to a joint's frame at q = 0, (4, 4)."""
    rotation, translation = robot.placement(i)
    offset = robot.links[i].joint.offset
    c, s = np.cos(offset), np.sin(offset)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    placed = approximate(rotation, np.full((3, 3), rotation_deviation(rotation)))
    turned = placed @ approximate(turn, ROUNDING * np.abs(turn))
    size = float(np.linalg.norm(translation)) + float(np.linalg.norm(robot.links[i].translation))
    return _homogeneous(turned, approximate(translation, np.full(3, 8.0 * ROUNDING * size)))


def _pseudo_inertia(link: Link) -> Approximates:
    """Return P of a link in its joint's moving frame, from mass, centre and inertia as given."""
    mass, centre = link.mass, _exactly(link.center_of_mass)
    inertia = _exactly(link.inertia)
    half_trace = (inertia[0, 0] + inertia[1, 1] + inertia[2, 2]) * 0.5
    second = _exactly(np.zeros((3, 3))) - inertia
    pseudo = _exactly(np.zeros((4, 4)))
    for i in range(3):
        second[i, i] = half_trace - inertia[i, i]
        pseudo[i, 3] = pseudo[3, i] = centre[i] * float(mass)
        for j in range(3):
            pseudo[i, j] = centre[i] * centre[j] * float(mass) + second[i, j]
    for i in range(3):
        pseudo[i, i] = centre[i] * centre[i] * float(mass) + second[i, i]
    pseudo[3, 3] = _exactly(np.array([mass], dtype=float))[0]
    rotation = approximate(link.rotation, np.full((3, 3), rotation_deviation(link.rotation)))
    to_distal = _homogeneous(rotation, _exactly(link.translation))
    moved: Approximates = to_distal @ pseudo @ to_distal.T
    return moved


def _homogeneous(rotation: Approximates, translation: Approximates) -> Approximates:
    transform = _exactly(np.eye(4))
    transform[:3, :3] = rotation
    transform[:3, 3] = translation
    return transform


def _exactly(values: Reals) -> Approximates:
    """Return numbers that are what they say."""
    return approximate(np.asarray(values, dtype=float), np.zeros(np.shape(values)))


def _compared(used: Reals, exact: Approximates) -> Approximates:
    """Return the numbers that are used, with their distance from the exact ones."""
    deviations = np.array([value.deviation for value in exact.flat]).reshape(used.shape)
    moved = np.abs(used - exact.astype(float))
    return approximate(used, deviations + moved + ROUNDING * np.abs(used))
