"""The loop itself: encoders, controller, core, delay, robot."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.equations_of_motion import mass_matrix
from golden.joint import JointType
from golden.robot import Robot
from golden.trajectory import Trajectory
from torqueflow.loop.cores import Core
from torqueflow.loop.plant import Plant

_LONGEST_STEP = 1e-3
"""s: the robot's motion is integrated in steps of at most this."""


@dataclass(frozen=True)
class Setting:
    """How a loop runs.

    Attributes
    ----------
    rate
        Hz: how often the controller looks and commands.
    delay
        s from the look to the torque.
    bandwidth
        rad/s: the natural frequency of the error, critically damped.
    encoder_bits
        Of a turn, or of a prismatic joint's range; None for exact positions. Rates are then
        differences of positions.
    load, load_at
        kg hung on the last link's end, and from which second on.
    """

    rate: float
    delay: float
    bandwidth: float
    encoder_bits: int | None = None
    load: float = 0.0
    load_at: float = 0.0


@dataclass(frozen=True)
class Tracked:
    """What came of a run.

    Attributes
    ----------
    errors
        (periods, n): reference less true position at each look, rad or m.
    torques
        (periods, n): commanded, N m or N.
    """

    errors: Reals
    torques: Reals

    @property
    def largest(self) -> float:
        """The largest error of any joint."""
        return float(np.abs(self.errors).max())

    @property
    def rms(self) -> float:
        """The root mean square over joints and time."""
        return float(np.sqrt(np.mean(self.errors**2)))


Law = Callable[[Reals, Reals, Reals, Reals, Reals], Reals]
"""Torques from q, qd as seen and the reference's q, qd, qdd, (n,) each."""


def computed_torque(core: Core, bandwidth: float) -> Law:
    """Return the law that linearises: the core's torques for the reference's motion and correction.

    The error then obeys e'' + 2 w e' + w^2 e = 0 with w the bandwidth, as far as core and robot
    agree.
    """

    def law(q: Reals, qd: Reals, q_to: Reals, qd_to: Reals, qdd_to: Reals) -> Reals:
        correction = 2 * bandwidth * (qd_to - qd) + bandwidth**2 * (q_to - q)
        return core.torques(q, qd, qdd_to + correction)

    return law


def without_dynamics(robot: Robot, bandwidth: float) -> Law:
    """Return what is done without a core: each joint for itself, its inertia taken at q = 0."""
    inertia = mass_matrix(robot, np.zeros(robot.n)).diagonal()

    def law(q: Reals, qd: Reals, q_to: Reals, qd_to: Reals, qdd_to: Reals) -> Reals:
        correction = 2 * bandwidth * (qd_to - qd) + bandwidth**2 * (q_to - q)
        torques: Reals = inertia * correction
        return torques

    return law


def tracked(
    plant: Plant, law: Law, reference: Trajectory, setting: Setting, advance: Callable[[], None]
) -> Tracked:
    """Run a loop along a reference, a point a period; call ``advance`` after each.

    The robot starts on the reference. Its torque limits hold.

    Raises
    ------
    InputError
        The robot flew off: its position is no number any more.
    """
    robot, period = plant.robot, 1.0 / setting.rate
    limits = robot.torque_limits
    plant.pick_up(0.0)
    plant.start(reference.q[0], reference.qd[0])
    whole, rest = divmod(setting.delay, period)
    waiting: deque[Reals] = deque()
    acting = law(reference.q[0], reference.qd[0], reference.q[0], reference.qd[0],
                 reference.qdd[0])  # fmt: skip
    acting = np.clip(acting, -limits, limits)
    waiting.extend([acting] * int(whole))
    errors, torques = np.empty_like(reference.q), np.empty_like(reference.q)
    seen_before = None
    for point in range(reference.points):
        if setting.load and point * period >= setting.load_at > (point - 1) * period:
            plant.pick_up(setting.load)
        if not np.all(np.isfinite(plant.q)):
            problem = f"the robot flew off after {point * period:.4g} s"
            raise InputError("loop", problem, "a lower --bandwidth, or less --delay")
        errors[point] = reference.q[point] - plant.q
        q = _seen(robot, plant.q, setting.encoder_bits)
        qd = plant.qd
        if setting.encoder_bits is not None:
            qd = reference.qd[0] if seen_before is None else (q - seen_before) / period
        seen_before = q
        command = law(q, qd, reference.q[point], reference.qd[point], reference.qdd[point])
        torques[point] = np.clip(command, -limits, limits)
        waiting.append(torques[point])
        _move(plant, acting, rest)
        acting = waiting.popleft()
        _move(plant, acting, period - rest)
        advance()
    return Tracked(errors, torques)


def _move(plant: Plant, torques: Reals, seconds: float) -> None:
    """Let torques act, in steps that are short enough."""
    plant.move(torques, seconds, max(1, math.ceil(seconds / _LONGEST_STEP)))


def _seen(robot: Robot, q: Reals, bits: int | None) -> Reals:
    """Return positions as encoders give them."""
    if bits is None:
        return q
    ranges = [
        2 * math.pi
        if joint.type is JointType.REVOLUTE
        else joint.position_limits[1] - joint.position_limits[0]
        for joint in robot.joints
    ]
    steps = np.array(ranges) / 2.0**bits
    seen: Reals = np.rint(q / steps) * steps
    return seen
