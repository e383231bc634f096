"""Crocoddyl's differential models of an arm: torque in, or acceleration in.

The plant is exact in both: float64 by golden. Only derivatives come from the source. Rotors count,
friction does not.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.actuators import rotor_inertia
from golden.equations_of_motion import mass_matrix
from golden.newton_euler import inverse_dynamics
from golden.robot import Robot
from torqueflow.mpc.knots import Knots

try:
    import crocoddyl as crocoddyl  # exported: whoever plans needs the same
except ImportError as error:
    problem = f"{error.name or 'crocoddyl'} is not installed"
    raise InputError("torqueflow.mpc", problem, "pip install 'torqueflow[mpc]'") from None


class Data(Protocol):
    """Where a model leaves what it computed: cost, acceleration, and the derivatives of both."""

    cost: float
    xout: Reals
    Fx: Reals
    Fu: Reals
    Lx: Reals
    Lu: Reals
    Lxx: Reals
    Lxu: Reals
    Luu: Reals


class Arm:
    """What both models know of the arm: its dynamics with rotors."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.n = robot, robot.n
        self.rotors = rotor_inertia(robot)

    def torque(self, q: Reals, qd: Reals, qdd: Reals) -> Reals:
        """Return what moves the arm so, (n,)."""
        return inverse_dynamics(self.robot, q, qd, qdd) + self.rotors @ qdd

    def acceleration(self, q: Reals, qd: Reals, torque: Reals) -> Reals:
        """Return what torques cause, (n,)."""
        mass = mass_matrix(self.robot, q) + self.rotors
        bias = inverse_dynamics(self.robot, q, qd, np.zeros(self.n))
        return np.asarray(np.linalg.solve(mass, torque - bias))


class Goal:
    """Half the weighted square of the distance from a state, (2 n,): q, then qd."""

    def __init__(self, state: Reals, weights: Reals) -> None:
        self.state, self.weights = state, weights

    def cost(self, x: Reals) -> float:
        """Return the cost of a state."""
        away = x - self.state
        return float(0.5 * away @ (self.weights * away))

    def slope(self, x: Reals) -> Reals:
        """Return its derivative."""
        return self.weights * (x - self.state)


class _Model(crocoddyl.DifferentialActionModelAbstract):  # type: ignore[misc]  # has no types
    """What the two have in common: a knot of an arm's plan."""

    def __init__(self, arm: Arm, knots: Knots, knot: int, goal: Goal, effort: float) -> None:
        state = crocoddyl.StateVector(2 * arm.n)
        crocoddyl.DifferentialActionModelAbstract.__init__(self, state, arm.n, 2 * arm.n)
        self.arm, self.knots, self.knot = arm, knots, knot
        self.goal, self.effort = goal, effort
        self._noted: tuple[Reals, Reals] | None = None

    def _halves(self, x: Reals) -> tuple[Reals, Reals]:
        return np.array(x[: self.arm.n]), np.array(x[self.arm.n :])

    def _is_noted(self, x: Reals, u: Reals) -> bool:
        if self._noted is None:
            return False
        return np.array_equal(self._noted[0], x) and np.array_equal(self._noted[1], u)

    def _note(self, x: Reals, u: Reals, acceleration: Reals) -> None:
        self.knots.note(self.knot, *self._halves(x), acceleration)
        self._noted = np.array(x), np.array(u)

    def _of_end(self, data: Data, x: Reals) -> None:
        """Fill in the derivatives of a cost without controls."""
        data.Lx, data.Lxx = self.goal.slope(x), np.diag(self.goal.weights)


class TorqueControl(_Model):
    """Torques in, accelerations out: -M^-1 [dtau/dq dtau/dqd] and M^-1.

    The cost is the goal's and ``effort`` / 2 times the square of the torques.
    """

    def calc(self, data: Data, x: Reals, u: Reals | None = None) -> None:
        """Compute the acceleration and the cost; without controls the goal's cost alone."""
        data.cost = self.goal.cost(x)
        if u is None:
            return
        data.xout = self.arm.acceleration(*self._halves(x), np.array(u))
        data.cost += 0.5 * self.effort * float(u @ u)
        self._note(x, u, np.array(data.xout))

    def calcDiff(self, data: Data, x: Reals, u: Reals | None = None) -> None:
        """Compute the derivatives; Crocoddyl's own name."""
        self._of_end(data, x)
        if u is None:
            return
        if not self._is_noted(x, u):
            self.calc(data, x, u)
        found = self.knots.derivatives(self.knot)
        inverse = np.linalg.inv(found.mass + self.arm.rotors)
        data.Fx = np.asarray(-inverse @ np.hstack([found.position, found.rate]), dtype=np.float64)
        data.Fu = np.asarray(inverse, dtype=np.float64)
        data.Lu, data.Luu = self.effort * u, self.effort * np.eye(self.arm.n)


class AccelerationControl(_Model):
    """Accelerations in, and the effort in the cost: no inverse anywhere.

    The cost is the goal's and ``effort`` / 2 times the square of the torques, its second
    derivatives Gauss and Newton's: J' J of the torques' Jacobian J, which is the core's.
    """

    def calc(self, data: Data, x: Reals, u: Reals | None = None) -> None:
        """Compute the cost; the acceleration is what comes in."""
        data.cost = self.goal.cost(x)
        if u is None:
            return
        data.xout = np.array(u)
        torque = self.arm.torque(*self._halves(x), np.array(u))
        data.cost += 0.5 * self.effort * float(torque @ torque)
        self._note(x, u, np.array(u))

    def calcDiff(self, data: Data, x: Reals, u: Reals | None = None) -> None:
        """Compute the derivatives; Crocoddyl's own name."""
        self._of_end(data, x)
        if u is None:
            return
        if not self._is_noted(x, u):
            self.calc(data, x, u)
        found = self.knots.derivatives(self.knot)
        n = self.arm.n
        torque = found.torque + self.arm.rotors @ u
        by_state = np.hstack([found.position, found.rate])
        by_control = found.mass + self.arm.rotors
        data.Fx, data.Fu = np.zeros((n, 2 * n)), np.eye(n)
        data.Lx = self.goal.slope(x) + self.effort * by_state.T @ torque
        data.Lu = self.effort * by_control.T @ torque
        data.Lxx = np.diag(self.goal.weights) + self.effort * by_state.T @ by_state
        data.Lxu = self.effort * by_state.T @ by_control
        data.Luu = self.effort * by_control.T @ by_control


CONTROLS = {"torque": TorqueControl, "acceleration": AccelerationControl}
"""The models by what comes in."""
