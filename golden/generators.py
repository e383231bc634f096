"""Robots made on the spot: planar arms, and random chains and trees of both types of joint."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.robot import Actuator, Joint, JointType, Link, Robot
from golden.transforms import rotation_rpy

_QUARTER_TURN = math.pi / 2


def planar(n: int) -> Robot:
    """Return n equal revolute links in a vertical plane: uniform rods of 0.5 m and 2 kg.

    The plane is x y of the base frame, y upwards. At q = 0 the arm points along x.
    """
    _check_count(n)
    length, mass = 0.5, 2.0
    inertia = mass * length**2 / 12
    limits = (-math.pi, math.pi)
    links = []
    for i in range(n):
        reach = length * (n - i)
        torque = 4 * mass * (n - i) * reach * 9.81
        joint = Joint(JointType.REVOLUTE, 0.0, limits, 2.0, 5.0, torque)
        center = np.array([-length / 2, 0.0, 0.0])
        rod = np.diag([0.0, inertia, inertia])
        links.append(Link(joint, np.eye(3), np.array([length, 0.0, 0.0]), mass, center, rod))
    gravity = np.array([0.0, -9.81, 0.0])
    description = f"{n} uniform rods in a vertical plane"
    return Robot(f"planar {n}R", description, tuple(links), gravity=gravity)


def random_robot(
    rng: np.random.Generator,
    n: int,
    *,
    joint_types: str | None = None,
    quarter_twists: bool = False,
    actuators: bool = False,
    base: bool = False,
    parents: Sequence[int] | None = None,
) -> Robot:
    """Return a random robot whose bodies are physically possible.

    Parameters
    ----------
    rng
        Where chance comes from; the same state gives the same robot.
    n
        How many links, 1 or more.
    joint_types
        A string of n letters R and P; by default each is drawn, R twice as often.
    quarter_twists
        Denavit-Hartenberg geometry with twists of 0 or 90 degrees, as real arms have; otherwise
        each link's transform is an arbitrary one.
    actuators
        Give each joint a motor with gear and friction.
    base
        Give the robot an arbitrary base transform and gravity.
    parents
        A parent array as `random_parents` makes; each joint then has a mount, arbitrary unless
        `quarter_twists`. A chain without mounts unless given.

    Raises
    ------
    InputError
        There is no link, or `joint_types` or `parents` do not fit.
    """
    _check_count(n)
    if joint_types is None:
        joint_types = "".join(rng.choice(["R", "R", "P"], size=n))
    if len(joint_types) != n or set(joint_types) - {"R", "P"}:
        raise InputError("joint_types", repr(joint_types), f"{n} letters R and P")
    links = tuple(_random_link(rng, letter, quarter_twists, actuators) for letter in joint_types)
    if parents is not None:
        if len(parents) != n:
            raise InputError("parents", f"{tuple(parents)!r}", f"{n} indices, one for each link")
        links = tuple(
            _mounted(rng, link, parent, quarter_twists)
            for link, parent in zip(links, parents, strict=True)
        )
    rotation, translation, gravity = np.eye(3), np.zeros(3), np.array([0.0, 0.0, -9.81])
    if base:
        rotation, translation = _random_rotation(rng), rng.uniform(-1, 1, 3)
        gravity = rng.uniform(-10, 10, 3)
    name = f"random {joint_types}"
    return Robot(name, "made by chance", links, rotation, translation, gravity)


def random_parents(rng: np.random.Generator, n: int) -> tuple[int, ...]:
    """Return the parents of n links, the base and all earlier links equally likely for each."""
    return tuple(int(rng.integers(-1, i)) for i in range(n))


def random_inertia(rng: np.random.Generator, size: float, mass: float) -> Reals:
    """Return the inertia, (3, 3), of a uniform box of sides up to `size` in a random attitude.

    A box obeys the triangle inequality with room to spare; all entries are non-zero.
    """
    squares = rng.uniform(0.2 * size, size, 3) ** 2
    rotation = _random_rotation(rng)
    inertia = rotation @ np.diag(mass / 12 * (squares.sum() - squares)) @ rotation.T
    return (inertia + inertia.T) / 2


def _random_link(
    rng: np.random.Generator, letter: str, quarter_twists: bool, actuators: bool
) -> Link:
    joint_type = JointType.REVOLUTE if letter == "R" else JointType.PRISMATIC
    revolute = joint_type is JointType.REVOLUTE
    offset = float(rng.uniform(-math.pi, math.pi))
    rotation, translation = _random_rotation(rng), rng.uniform(-0.5, 0.5, 3)
    if quarter_twists:
        offset = _QUARTER_TURN * int(rng.integers(-1, 2))
        rotation = rotation_rpy(_QUARTER_TURN * int(rng.integers(-1, 2)), 0.0, 0.0)
        translation[1] = 0.0  # Denavit-Hartenberg: along z, then along x
    mass = float(rng.uniform(0.2, 5.0))
    actuator = None
    if actuators:
        actuator = Actuator(
            gear_ratio=float(rng.choice([-1, 1]) * rng.uniform(10, 100)),
            motor_inertia=float(rng.uniform(1e-5, 3e-4)),
            viscous_friction=float(rng.uniform(0, 2e-3)),
            coulomb_positive=float(rng.uniform(0, 0.4)),
            coulomb_negative=-float(rng.uniform(0, 0.4)),
        )
    limits = (-math.pi, math.pi) if revolute else (0.1, 0.8)
    velocity, acceleration = (2.0, 5.0) if revolute else (0.5, 2.0)
    joint = Joint(joint_type, offset, limits, velocity, acceleration, 1000.0, actuator)
    center = rng.uniform(-0.3, 0.3, 3)
    return Link(joint, rotation, translation, mass, center, random_inertia(rng, 0.4, mass))


def _mounted(rng: np.random.Generator, link: Link, parent: int, quarter_twists: bool) -> Link:
    rotation, translation = _random_rotation(rng), rng.uniform(-0.5, 0.5, 3)
    if quarter_twists:
        rotation = rotation_rpy(_QUARTER_TURN * int(rng.integers(-1, 2)), 0.0, 0.0)
    return dataclasses.replace(
        link, parent=parent, mount_rotation=rotation, mount_translation=translation
    )


def _random_rotation(rng: np.random.Generator) -> Reals:
    """Return a rotation, (3, 3), all attitudes equally likely."""
    w, x, y, z = rng.normal(size=4)
    q = np.array([w, x, y, z]) / math.hypot(w, x, y, z)
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def _check_count(n: int) -> None:
    if n < 1:
        raise InputError("links", f"{n}", "1 or more")
