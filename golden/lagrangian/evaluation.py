"""Running a Lagrangian formulation over a batch of states."""

from __future__ import annotations

from collections.abc import Callable

from numpy.typing import ArrayLike

from common.arrays import Reals
from golden.actuators import actuator_torque
from golden.batch import evaluate, finite
from golden.coupling import all_positions, all_rates, gathered
from golden.robot import Robot

Kernel = Callable[[Robot, Reals, Reals, Reals], Reals]
"""Takes a robot and its q, qd, qdd, (points, n), and returns rigid-body torques, (points, n)."""


def evaluate_states(
    kernel: Kernel,
    chunk: int,
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    actuators: bool,
) -> Reals:
    """Run a formulation over states (..., n); see `golden.newton_euler.inverse_dynamics`."""
    q, qd, qdd = (
        finite(value, name, robot.n) for value, name in ((q, "q"), (qd, "qd"), (qdd, "qdd"))
    )
    if robot.is_coupled:
        everything = all_positions(robot, q), all_rates(robot, qd), all_rates(robot, qdd)
        tau = evaluate_states(kernel, chunk, robot.uncoupled, *everything, actuators)
        return gathered(robot, tau)
    tau = evaluate(lambda *state: kernel(robot, *state), chunk, robot.n, q, qd, qdd)
    return tau + actuator_torque(robot, qd, qdd) if actuators else tau
