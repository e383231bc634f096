"""What the tasks of a link know of it at one point of a motion.

Zeng and Egan's convention: frame i is fixed to link i at its far end, joint i turns about or slides
along z of frame i - 1, and everything of link i is told in the axes of frame i. That is the
canonical chain of `golden.robot` as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.kinematics import link_transforms
from golden.robot import JointType, Robot


@dataclass(frozen=True)
class LinkState:
    """One link; vectors of shape (3,), matrices of shape (3, 3), SI units.

    Attributes
    ----------
    revolute
        Whether the joint turns (else it slides).
    speed, acceleration
        qd and qdd of its joint.
    turn
        A_i^(i-1): from the axes of frame i - 1 to those of frame i.
    axis
        A_i^(i-1) z0, the joint's axis.
    offset
        p*_i: from the origin of frame i - 1 to that of frame i.
    turn_beyond
        A_i^(i+1): from the axes of frame i + 1 to those of frame i; the unit matrix for the last.
    offset_beyond
        p*_i in the axes of frame i + 1.
    centre, mass, inertia
        s_i, the centre of mass; m_i; I_i about that centre.
    damping
        b_i, of viscous friction at the joint.
    """

    revolute: bool
    speed: float
    acceleration: float
    turn: Reals
    axis: Reals
    offset: Reals
    turn_beyond: Reals
    offset_beyond: Reals
    centre: Reals
    mass: float
    inertia: Reals
    damping: float


def link_states(robot: Robot, q: Reals, qd: Reals, qdd: Reals) -> tuple[LinkState, ...]:
    """Return a chain's links at one point, from the base to the tip; q, qd, qdd of shape (n,).

    Raises
    ------
    InputError
        The arm has no links, or is a tree, or one of its joints follows another.
    """
    check_chain(robot)
    transforms = link_transforms(robot, q)
    turns = [transform[:3, :3].T for transform in transforms]
    dampings = viscous_damping(robot)
    states = []
    for i, link in enumerate(robot.links):
        beyond = turns[i + 1] if i + 1 < robot.n else np.eye(3)
        offset = turns[i] @ transforms[i, :3, 3]
        states.append(
            LinkState(
                revolute=link.joint.type is JointType.REVOLUTE,
                speed=float(qd[i]),
                acceleration=float(qdd[i]),
                turn=turns[i],
                axis=turns[i][:, 2],
                offset=offset,
                turn_beyond=beyond.T,
                offset_beyond=beyond @ offset,
                centre=link.center_of_mass,
                mass=link.mass,
                inertia=link.inertia,
                damping=float(dampings[i]),
            )
        )
    return tuple(states)


def check_chain(robot: Robot) -> None:
    """Raise InputError for a tree, or joints that follow others."""
    if not robot.is_chain or any(link.has_mount for link in robot.links):
        raise InputError(
            robot.name, "a tree of links", "a chain, each link on the one before: --tip LINK"
        )
    if robot.is_coupled:
        raise InputError(robot.name, "joints that follow others", "joints that are all driven")


def viscous_damping(robot: Robot) -> Reals:
    """Return b, (n,), N m s/rad or N s/m: the motors' viscous friction as the joints feel it."""
    actuators = [joint.actuator for joint in robot.joints]
    return np.array([0.0 if a is None else a.gear_ratio**2 * a.viscous_friction for a in actuators])
