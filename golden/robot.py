"""A robot arm: an open chain of rigid links, each behind one joint.

The chain is canonical: the transform over joint i and link i is T_i(q) = J_i(q_i) X_i. J is
Rz(q + offset) for a revolute joint and Rz(offset) Tz(q) for a prismatic one; X is constant. A
standard Denavit-Hartenberg row (a, alpha, d, theta) is offset = theta, X = Tz(d) Tx(a) Rx(alpha).

SI units and radians throughout. All objects are frozen and their arrays read-only.
"""

from __future__ import annotations

import dataclasses
import enum

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals

STANDARD_GRAVITY = 9.81
"""Acceleration of free fall, m/s2, as robotics toolboxes round it."""


class JointType(enum.Enum):
    """What a joint's coordinate q is: an angle about z, or a distance along z."""

    REVOLUTE = "revolute"
    PRISMATIC = "prismatic"


@dataclasses.dataclass(frozen=True)
class Actuator:
    """A motor behind a gear, at one joint.

    Parameters
    ----------
    gear_ratio
        Motor turns per joint turn (rad of the motor per metre for a prismatic joint), signed.
    motor_inertia
        kg m2, of the rotor about its own axis.
    viscous_friction
        N m s/rad, at the motor.
    coulomb_positive, coulomb_negative
        N m at the motor, while the JOINT moves in its positive or negative direction: the first
        is not negative, the second not positive. No Coulomb friction acts at rest.
    """

    gear_ratio: float
    motor_inertia: float
    viscous_friction: float = 0.0
    coulomb_positive: float = 0.0
    coulomb_negative: float = 0.0


@dataclasses.dataclass(frozen=True)
class Joint:
    """One degree of freedom and what its drive can do.

    Parameters
    ----------
    type
        Revolute or prismatic.
    offset
        rad: the fixed angle about z that comes with the joint, whatever its type.
    position_limits
        (lower, upper), in rad or m.
    velocity_limit, acceleration_limit, torque_limit
        Symmetric and positive: rad/s, rad/s2, N m; or m/s, m/s2, N.
    actuator
        None where the joint is driven by an ideal torque or force.
    """

    type: JointType
    offset: float
    position_limits: tuple[float, float]
    velocity_limit: float
    acceleration_limit: float
    torque_limit: float
    actuator: Actuator | None = None

    @property
    def coordinate_unit(self) -> str:
        """Unit of q: rad or m."""
        return "rad" if self.type is JointType.REVOLUTE else "m"

    @property
    def effort_unit(self) -> str:
        """Unit of what drives the joint: N m or N."""
        return "N m" if self.type is JointType.REVOLUTE else "N"


@dataclasses.dataclass(frozen=True, eq=False)
class Link:
    """A rigid body, the joint before it and the constant transform X to its distal frame.

    Parameters
    ----------
    joint
        The joint that moves this link.
    rotation
        (3, 3), of the distal frame in the frame just after the joint.
    translation
        (3,), m, of the distal frame's origin in the frame just after the joint.
    mass
        kg.
    center_of_mass
        (3,), m, in the distal frame.
    inertia
        (3, 3), kg m2, about the centre of mass, in the axes of the distal frame.
    """

    joint: Joint
    rotation: Reals
    translation: Reals
    mass: float
    center_of_mass: Reals
    inertia: Reals

    def __post_init__(self) -> None:
        _freeze(self, rotation=(3, 3), translation=(3,), center_of_mass=(3,), inertia=(3, 3))


@dataclasses.dataclass(frozen=True, eq=False)
class Robot:
    """An arm.

    Parameters
    ----------
    name, description
        For people.
    links
        From the base to the tip.
    base_rotation, base_translation
        (3, 3) and (3,), the frame of the first joint in the base frame.
    gravity
        (3,), m/s2, the acceleration of a free body, in the base frame.
    sources
        Where the numbers come from, one publication or file each.
    """

    name: str
    description: str
    links: tuple[Link, ...]
    base_rotation: Reals = dataclasses.field(default_factory=lambda: np.eye(3))
    base_translation: Reals = dataclasses.field(default_factory=lambda: np.zeros(3))
    gravity: Reals = dataclasses.field(
        default_factory=lambda: np.array([0.0, 0.0, -STANDARD_GRAVITY])
    )
    sources: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _freeze(self, base_rotation=(3, 3), base_translation=(3,), gravity=(3,))

    @property
    def n(self) -> int:
        """The number of joints."""
        return len(self.links)

    @property
    def joints(self) -> tuple[Joint, ...]:
        """From the base to the tip."""
        return tuple(link.joint for link in self.links)

    @property
    def joint_types(self) -> tuple[JointType, ...]:
        """From the base to the tip."""
        return tuple(joint.type for joint in self.joints)

    @property
    def position_limits(self) -> Reals:
        """(n, 2): lower and upper, rad or m."""
        return np.array([joint.position_limits for joint in self.joints])

    @property
    def velocity_limits(self) -> Reals:
        """(n,): rad/s or m/s."""
        return np.array([joint.velocity_limit for joint in self.joints])

    @property
    def acceleration_limits(self) -> Reals:
        """(n,): rad/s2 or m/s2."""
        return np.array([joint.acceleration_limit for joint in self.joints])

    @property
    def torque_limits(self) -> Reals:
        """(n,): N m or N."""
        return np.array([joint.torque_limit for joint in self.joints])

    def with_gravity(self, gravity: ArrayLike) -> Robot:
        """Return the same arm under another gravity, (3,), m/s2 in the base frame."""
        return dataclasses.replace(self, gravity=np.asarray(gravity, dtype=np.float64))


def _freeze(instance: object, **shapes: tuple[int, ...]) -> None:
    for name, shape in shapes.items():
        array = np.array(getattr(instance, name), dtype=np.float64)
        if array.shape != shape:
            raise ValueError(f"{name} has shape {array.shape!r}, not {shape!r}")
        array.flags.writeable = False
        object.__setattr__(instance, name, array)
