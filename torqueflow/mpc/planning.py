"""A swing from one state of rest to another, planned by Crocoddyl's FDDP."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.robot import Robot
from torqueflow.mpc.knots import Knots
from torqueflow.mpc.models import CONTROLS, Arm, Goal, crocoddyl
from torqueflow.mpc.sources import Source

_RUNNING = 0.01, 0.3
"""Weights of positions and rates on the way."""

_AT_END = 1e3, 1e2
"""The same at the end."""

_EFFORT = 1e-4
"""Weight of the torques' square, 1 / (N m)^2."""

_STOPPING = 1e-9
_MOST_ITERATIONS = 60


@dataclass(frozen=True)
class Swing:
    """What is to be planned.

    Attributes
    ----------
    start, end
        Positions, (n,), rad or m; at rest both times.
    knots
        Steps of the plan.
    step
        s, of one of them.
    control
        One of `torqueflow.mpc.models.CONTROLS`.
    """

    robot: Robot
    start: Reals
    end: Reals
    knots: int = 80
    step: float = 0.025
    control: str = "torque"

    def __post_init__(self) -> None:
        for name in ("start", "end"):
            position = getattr(self, name)
            if position.shape != (self.robot.n,) or not np.isfinite(position).all():
                problem = f"shape {position.shape}, or not finite"
                raise InputError(name, problem, f"({self.robot.n},) finite numbers")
        if self.knots < 1:
            raise InputError("knots", str(self.knots), "1 or more")
        if not 0.0 < self.step < np.inf:
            raise InputError("step", f"{self.step:g} s", "a finite time, more than 0")
        if self.control not in CONTROLS:
            raise InputError("control", repr(self.control), ", ".join(CONTROLS))


@dataclass(frozen=True)
class Plan:
    """What was planned.

    Attributes
    ----------
    converged, iterations, cost
        Of the solver.
    states
        (knots + 1, 2 n): q, then qd.
    torques
        (knots, n).
    """

    converged: bool
    iterations: int
    cost: float
    states: Reals
    torques: Reals


def planned(swing: Swing, source: Source) -> Plan:
    """Return the plan that FDDP finds with derivatives of a source."""
    arm, n = Arm(swing.robot), swing.robot.n
    target = np.concatenate([swing.end, np.zeros(n)])
    knots = Knots(source, swing.knots, n)
    model = CONTROLS[swing.control]

    def goal(weights: tuple[float, float]) -> Goal:
        return Goal(target, np.repeat(weights, n))

    running = [
        crocoddyl.IntegratedActionModelEuler(
            model(arm, knots, k, goal(_RUNNING), _EFFORT), swing.step
        )
        for k in range(swing.knots)
    ]
    end = crocoddyl.IntegratedActionModelEuler(model(arm, knots, 0, goal(_AT_END), _EFFORT), 0.0)
    start = np.concatenate([swing.start, np.zeros(n)])
    problem = crocoddyl.ShootingProblem(start, running, end)
    solver = crocoddyl.SolverFDDP(problem)
    solver.th_stop = _STOPPING
    still = np.zeros(n)
    hold = arm.torque(swing.start, still, still) if swing.control == "torque" else still
    first = [start] * (swing.knots + 1), [hold] * swing.knots
    converged = bool(solver.solve(*first, _MOST_ITERATIONS, False))
    states, controls = np.array(solver.xs), np.array(solver.us)
    torques = controls
    if swing.control == "acceleration":
        torques = np.array(
            [arm.torque(x[:n], x[n:], u) for x, u in zip(states[:-1], controls, strict=True)]
        )
    return Plan(converged, int(solver.iter), float(solver.cost), states, torques)
