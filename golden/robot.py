"""A robot: a tree of rigid links on a base, each behind one joint. An open chain is a special case.

A link's pose in its parent's distal frame is T_i(q) = P_i J_i(q_i) X_i. P, the mount, is constant,
and the identity in a chain; J is Rz(q + offset) for a revolute joint and Rz(offset) Tz(q) for a
prismatic one; X is constant. A standard Denavit-Hartenberg row (a, alpha, d, theta) is
offset = theta, X = Tz(d) Tx(a) Rx(alpha). The mounts tell apart what hangs on one parent.

SI units and radians throughout. All objects are frozen and their arrays read-only.
"""

from __future__ import annotations

import dataclasses
import functools

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from common.errors import InputError
from golden import connectivity
from golden.checks import check_array, check_rotation, real_array
from golden.joint import Actuator, Following, Joint, JointType
from golden.rigid_body import RigidBody, check_body
from golden.surroundings import UNTOLD, Surroundings

__all__ = ["STANDARD_GRAVITY", "Actuator", "Following", "Joint", "JointType", "Link", "Robot"]

STANDARD_GRAVITY = 9.81
"""Acceleration of free fall, m/s2, as robotics toolboxes round it."""


@dataclasses.dataclass(frozen=True, eq=False)
class Link:
    """A rigid body, the joint before it, and the constant transforms before and behind that joint.

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
    parent
        The index, among the robot's links, of the one that carries the joint; -1 for the base. None
        stands for the link before this one, as in a chain.
    mount_rotation, mount_translation
        (3, 3) and (3,), m, of the joint's frame in the parent's distal frame, or, on the base, in
        the robot's base transform: P. The identity unless given.
    name
        Empty if the link has none; no two links of a robot share one.

    Raises
    ------
    InputError
        A number is not real, not finite or of no physical size, a rotation is none, the mass is
        negative or the inertia that of no body.
    """

    joint: Joint
    rotation: Reals
    translation: Reals
    mass: float
    center_of_mass: Reals
    inertia: Reals
    parent: int | None = None
    mount_rotation: Reals = dataclasses.field(default_factory=lambda: np.eye(3))
    mount_translation: Reals = dataclasses.field(default_factory=lambda: np.zeros(3))
    name: str = ""

    def __post_init__(self) -> None:
        _freeze(self, rotation=(3, 3), translation=(3,), center_of_mass=(3,), inertia=(3, 3))
        _freeze(self, mount_rotation=(3, 3), mount_translation=(3,))
        for name in ("translation", "center_of_mass", "mount_translation"):
            check_array(getattr(self, name), name, "m")
        for name in ("rotation", "mount_rotation"):
            check_rotation(getattr(self, name), name)
        check_body(self.mass, self.inertia)

    @functools.cached_property
    def has_mount(self) -> bool:
        """Whether P is anything but the identity."""
        turned = not np.array_equal(self.mount_rotation, np.eye(3))
        return turned or bool(self.mount_translation.any())


@dataclasses.dataclass(frozen=True, eq=False)
class Robot:
    """A base and the tree of links on it.

    Parameters
    ----------
    name, description
        For people.
    links
        A parent before its children; a chain from the base to the tip. Coordinates, torques and all
        that is told of joints have this order.
    base_rotation, base_translation
        (3, 3) and (3,), m: where in the base frame the links without a parent are mounted.
    gravity
        (3,), m/s2, the acceleration of a free body, in the base frame.
    sources
        Where the numbers come from, one publication or file each.
    base_body
        What the base is, in the base frame, where it is free to move: `golden.free_base`. None
        where it stands.
    surroundings
        How large may be what acts from outside the joints: hardware with ports for it asks.

    Raises
    ------
    InputError
        There is no link; a link's parent is neither -1 nor the index of a link before it; two
        links or two joints have one name, or a joint follows one that does not lead.
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
    base_body: RigidBody | None = None
    surroundings: Surroundings = UNTOLD

    def __post_init__(self) -> None:
        _freeze(self, base_rotation=(3, 3), base_translation=(3,), gravity=(3,))
        if not self.links:
            raise InputError("links", "none", "one link or more")
        check_array(self.gravity, "gravity", "m/s2")
        check_array(self.base_translation, "base_translation", "m")
        check_rotation(self.base_rotation, "base_rotation")
        connectivity.check_parents(self.parents)
        _check_names("links[{}].name", [link.name for link in self.links])
        _check_names("links[{}].joint.name", [link.joint.name for link in self.links])
        self._check_followings()

    def _check_followings(self) -> None:
        for i, link in enumerate(self.links):
            follows = link.joint.follows
            if follows is not None and follows.leader not in self.leaders:
                problem = f"{follows.leader!r} has no coordinate of its own"
                allowed = f"one of {', '.join(map(str, self.leaders))}"
                raise InputError(f"links[{i}].joint.follows.leader", problem, allowed)

    @property
    def n(self) -> int:
        """The number of coordinates: of joints that follow no other."""
        return len(self.leaders)

    @functools.cached_property
    def leaders(self) -> tuple[int, ...]:
        """The links whose joints have a coordinate of their own: all but followers, ascending."""
        return tuple(i for i, link in enumerate(self.links) if link.joint.follows is None)

    @property
    def is_coupled(self) -> bool:
        """Whether there are followers."""
        return self.n < len(self.links)

    @functools.cached_property
    def uncoupled(self) -> Robot:
        """The robot in which every joint has a coordinate of its own: see `golden.coupling`."""
        joints = [dataclasses.replace(link.joint, follows=None) for link in self.links]
        links = zip(self.links, joints, strict=True)
        free = tuple(dataclasses.replace(link, joint=joint) for link, joint in links)
        return dataclasses.replace(self, links=free)

    @property
    def parents(self) -> tuple[int, ...]:
        """The index of each link's parent, -1 for the base: the parent array of `connectivity`."""
        given = [link.parent for link in self.links]
        return tuple(i - 1 if parent is None else parent for i, parent in enumerate(given))

    @property
    def is_chain(self) -> bool:
        """Whether each link hangs on the one before, so that the robot has one tip: the last."""
        return self.parents == tuple(range(-1, len(self.links) - 1))

    @property
    def tips(self) -> tuple[int, ...]:
        """The links that carry no other, ascending."""
        return tuple(i for i in range(len(self.links)) if i not in self.parents)

    def index(self, link: int | str | None = None) -> int:
        """Return a link's index, given that, its name or, in a chain, nothing: then it is the last.

        Raises
        ------
        InputError
            There is no such link, or nothing is given and the robot is no chain.
        """
        names = [known.name for known in self.links if known.name]
        if link is None and self.is_chain:
            return len(self.links) - 1
        if isinstance(link, str) and link in names:
            return next(i for i, known in enumerate(self.links) if known.name == link)
        if isinstance(link, int) and not isinstance(link, bool) and 0 <= link < len(self.links):
            return link
        named = "".join(f", {name!r}" for name in names)
        problem = f"no link {link!r}"
        if link is None:
            problem = f"not given, and the tree ends in the links {', '.join(map(str, self.tips))}"
        raise InputError("link", problem, f"0 to {len(self.links) - 1}{named}")

    def children(self, i: int) -> tuple[int, ...]:
        """Return the links mounted on link i, or on the base if i is -1, ascending."""
        return connectivity.children(self.parents, i)

    def path(self, i: int) -> tuple[int, ...]:
        """Return the links from the base to link i, which is the last of them."""
        return connectivity.path(self.parents, i)

    def subtree(self, i: int) -> tuple[int, ...]:
        """Return the links that joint i moves: link i, which is the first, and its descendants."""
        return connectivity.subtree(self.parents, i)

    def placement(self, i: int) -> tuple[Reals, Reals]:
        """Return where joint i is, without its offset, in the frame just after its parent's joint.

        On the base: in the base frame. That is X of the parent, or the base transform, times P_i.

        Returns
        -------
        (3, 3) and (3,), m: a constant rotation and a constant translation.
        """
        link, parent = self.links[i], self.parents[i]
        rotation, translation = self.base_rotation, self.base_translation
        if parent != connectivity.BASE:
            rotation, translation = self.links[parent].rotation, self.links[parent].translation
        return rotation @ link.mount_rotation, rotation @ link.mount_translation + translation

    @property
    def joints(self) -> tuple[Joint, ...]:
        """Those with a coordinate of their own, in the links' order."""
        return tuple(self.links[i].joint for i in self.leaders)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """In the joints' order; a joint without a name has its number, counted from 1."""
        return tuple(joint.name or str(i) for i, joint in enumerate(self.joints, start=1))

    @property
    def joint_types(self) -> tuple[JointType, ...]:
        """In the joints' order."""
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
        """Return the same robot under another gravity, (3,), m/s2 in the base frame."""
        return dataclasses.replace(self, gravity=np.asarray(gravity, dtype=np.float64))


def _check_names(place: str, names: list[str]) -> None:
    for i, name in enumerate(names):
        if name and name in names[:i]:
            problem = f"{name!r} is already {place.format(names.index(name))}"
            raise InputError(place.format(i), problem, "a name of its own, or none")


def _freeze(instance: object, **shapes: tuple[int, ...]) -> None:
    for name, shape in shapes.items():
        array = real_array(getattr(instance, name), name).copy()
        if array.shape != shape:
            raise ValueError(f"{name} has shape {array.shape!r}, not {shape!r}")
        array.flags.writeable = False
        object.__setattr__(instance, name, array)
