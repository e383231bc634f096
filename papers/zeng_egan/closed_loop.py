"""The whole controller of figures 7 and 8: how much of it is dynamics, and what that limits.

At every sample: trajectory, inverse kinematics, kinematics of where the arm is, error, the next
accelerations, and the torques (Dynamic_control), which the arm follows by golden's forward
dynamics. The torques come out of the task graph, in order, or shared by the processes of one of the
report's versions; all else stays sequential, as there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.tasks.arithmetic import Arithmetic
from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.memory import Memory
from dataflow.tasks.newton_euler_tasks import newton_euler_graph, torques
from golden.equations_of_motion import forward_dynamics
from golden.robot import Robot
from papers.zeng_egan.hand import (
    Place,
    difference,
    drift,
    jacobian,
    joints_for,
    least_squares,
    posture,
    straight_way,
)

BLOCKS = (
    "trajectory",
    "inverse kinematics",
    "dynamic control",
    "kinematics",
    "error",
    "next accelerations",
)
"""The parts of the program, in the order of figure 7."""

PERIOD = 0.005
"""s from sample to sample; the report asks for less than 1/60 s."""

SAMPLES = 40

_STIFFNESS, _DAMPING = 400.0, 40.0
"""1/s2 and 1/s: a joint's error dies away as exp(-20 t), critically damped."""

_PIECES = 2
"""Steps of integration in a period."""

Control = Callable[[TaskGraph, Memory], None]
"""Carries out all tasks of a graph in a memory."""


@dataclass(frozen=True)
class Loop:
    """A motion under control.

    Attributes
    ----------
    solver
        Of the inverse kinematics.
    torques
        (samples, n), N m or N.
    errors
        (samples, 2): of position, m, and of direction, as the length of a difference.
    operations
        Of all samples, by block.
    """

    solver: str
    torques: Reals
    errors: Reals
    operations: dict[str, int]

    @property
    def dynamics_share(self) -> float:
        """The share of dynamic control in the whole program."""
        return self.operations["dynamic control"] / sum(self.operations.values())

    @property
    def inner_share(self) -> float:
        """The same where the joints' motion is known beforehand, which leaves four blocks."""
        inner = sum(self.operations[block] for block in BLOCKS[2:])
        return self.operations["dynamic control"] / inner


def in_order(graph: TaskGraph, memory: Memory) -> None:
    """Carry out tasks one after the other: the sequential program."""
    for task in graph.in_order:
        memory.do(graph.by_number[task])


def run_loop(
    robot: Robot,
    start: Reals,
    end: Reals,
    solver: str,
    control: Control = in_order,
    samples: int = SAMPLES,
) -> Loop:
    """Lead the hand on a straight way from where it is at `start`, (n,), to where it is at `end`.

    The arm has no motors: their friction without their rotors' inertia, which the report's
    equations do not have, would be too much for the light links of a wrist.

    Raises
    ------
    InputError
        There is no such solver.
    """
    counts = {block: Arithmetic() for block in BLOCKS}
    idle = Arithmetic()
    first, last = posture(idle, robot, start).hand, posture(idle, robot, end).hand
    robot = _without_motors(robot)
    q, qd = np.array(start, dtype=float), np.zeros(robot.n)
    wanted = q.copy()
    record, errors = [], []
    for sample in range(samples):
        share = (sample + 1) / samples
        motion = straight_way(counts["trajectory"], first, last, share, PERIOD * samples)
        do = counts["inverse kinematics"]
        wanted = joints_for(do, robot, motion.place, wanted, solver)
        at = posture(do, robot, wanted)
        matrix = jacobian(do, robot, at)
        speeds = least_squares(do, matrix, motion.velocity)
        bias = drift(do, robot, at, speeds)
        do.operations += 6
        changes = least_squares(do, matrix, motion.acceleration - bias)
        errors.append(_error(counts, robot, motion.place, q))
        qdd = changes + _DAMPING * (speeds - qd) + _STIFFNESS * (wanted - q)
        counts["next accelerations"].operations += 6 * robot.n
        graph = newton_euler_graph(robot, "52", q, qd, qdd)
        memory = Memory()
        control(graph, memory)
        counts["dynamic control"].operations += graph.operations
        tau = torques(memory.values, robot.n)
        record.append(tau)
        q, qd = _follow(robot, q, qd, tau)
    operations = {block: count.operations for block, count in counts.items()}
    return Loop(solver, np.array(record), np.array(errors), operations)


def _error(counts: dict[str, Arithmetic], robot: Robot, wanted: Place, q: Reals) -> list[float]:
    """Compute_Actual_Position & Orientation and Compute_Error."""
    actual = posture(counts["kinematics"], robot, q).hand
    do = counts["error"]
    lacking = difference(do, wanted, actual)
    do.operations += 2 * 6  # two squares and their comparisons
    return [float(np.linalg.norm(lacking[:3])), float(np.linalg.norm(lacking[3:]))]


def _without_motors(robot: Robot) -> Robot:
    links = [
        dataclasses.replace(link, joint=dataclasses.replace(link.joint, actuator=None))
        for link in robot.links
    ]
    return dataclasses.replace(robot, links=tuple(links))


def _follow(robot: Robot, q: Reals, qd: Reals, tau: Reals) -> tuple[Reals, Reals]:
    """Return the arm's state a period later under constant torques, by Runge and Kutta's method."""

    def rate(state: Reals) -> Reals:
        at, speed = state
        return np.stack([speed, forward_dynamics(robot, at, speed, tau)])

    state, h = np.stack([q, qd]), PERIOD / _PIECES
    for _ in range(_PIECES):
        k1 = rate(state)
        k2 = rate(state + h / 2 * k1)
        k3 = rate(state + h / 2 * k2)
        k4 = rate(state + h * k3)
        state = state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return state[0], state[1]
