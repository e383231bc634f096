"""A chain of revolute joints in the papers' numbers: what their equations take, as floats."""

from dataclasses import dataclass

import numpy as np

from golden.kinematics import link_transforms
from golden.lagrangian.terms import operators, pseudo_inertias, second_moment
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states

ROBOT = load_robot("puma560")


@dataclass
class Chain:
    """The PUMA 560 at one random state, and golden's torques there."""

    robot: object
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray
    torques: np.ndarray

    @property
    def transforms(self):
        """A of each link, (n, 4, 4)."""
        return link_transforms(self.robot, self.q[None])[0]

    @property
    def operators(self):
        """Q of each link, (n, 4, 4)."""
        return operators(self.robot)

    @property
    def second_moments(self):
        """J of (20), (n, 3, 3)."""
        return [second_moment(link) for link in self.robot.links]

    @property
    def pseudo_inertias(self):
        """J, (n, 4, 4)."""
        return pseudo_inertias(self.robot)


def chain(seed, robot=ROBOT):
    """A chain at a random state."""
    states = random_states(robot, 1, seed)
    q, qd, qdd = states.q[0], states.qd[0], states.qdd[0]
    return Chain(robot, q, qd, qdd, inverse_dynamics(robot, q, qd, qdd))
