"""What is integrated in real time, and golden's course of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from common.arrays import Reals
from common.errors import InputError
from dataflow.equations.computed_torque import ComputedTorque
from dataflow.equations.functions import Floats
from golden.equations_of_motion import forward_dynamics
from golden.newton_euler import inverse_dynamics
from golden.robot import Robot
from papers.schafer_schiehlen.adams_moulton import Accelerations


@dataclass(frozen=True)
class FreeMotion:
    """What is integrated.

    Attributes
    ----------
    start
        (n,), rad or m: at rest.
    torques
        (n,), N m or N, constant.
    control
        What gives the torques instead.
    """

    robot: Robot
    start: Reals
    torques: Reals
    control: ComputedTorque | None = None

    @property
    def accelerations(self) -> Accelerations:
        """Golden's, under these torques."""

        def found(q: Reals, qd: Reals) -> Reals:
            torques = self.torques
            if self.control is not None:
                asked = self.control.torques(Floats(), self.robot, q.tolist(), qd.tolist())
                torques = np.array(asked, dtype=np.float64)
            return forward_dynamics(self.robot, q, qd, torques)

        return found

    def state(self) -> Reals:
        """Return the start's y, yd and u, (3 n,)."""
        return np.concatenate([self.start, np.zeros(self.robot.n), self.torques])


def gentle_motion(robot: Robot, control: bool) -> FreeMotion:
    """Return a motion from a quarter of the limits: slow, or by control to their middle."""
    lower, upper = robot.position_limits.T
    bounded = np.isfinite(lower) & np.isfinite(upper)
    low, high = np.where(bounded, lower, -1.0), np.where(bounded, upper, 1.0)
    start = low + 0.4 * (high - low)
    still = np.zeros(robot.n)
    torques = inverse_dynamics(robot, start, still, np.full(robot.n, 0.05))
    goal = low + 0.5 * (high - low)
    return FreeMotion(robot, start, torques, ComputedTorque(goal) if control else None)


def fine_positions(motion: FreeMotion, times: Sequence[float]) -> Reals:
    """Return golden's positions, (times, n), by an eighth order method with error control."""
    n = motion.robot.n

    def rates(_: float, state: Reals) -> Reals:
        return np.concatenate([state[n:], motion.accelerations(state[:n], state[n:])])

    start = np.concatenate([motion.start, np.zeros(n)])
    found = solve_ivp(
        rates, (0.0, times[-1]), start, method="DOP853", t_eval=list(times), rtol=1e-10, atol=1e-12
    )
    if not found.success:
        raise InputError("--integrate", f"golden cannot follow: {found.message}", "another motion")
    positions: Reals = found.y[:n].T
    return positions
