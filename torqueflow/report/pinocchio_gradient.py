"""The gradient of inverse dynamics by Pinocchio, called from Python, and how long a state takes."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from common.arrays import Reals
from golden.connectivity import BASE
from golden.robot import JointType, Robot
from golden.transforms import rotation_z

if TYPE_CHECKING:
    import pinocchio

_REPEATS = 5


@dataclass(frozen=True)
class TimedGradient:
    """What Pinocchio gives for some states, without motors, and what it takes.

    Attributes
    ----------
    position, rate
        dtau/dq and dtau/dqd, (states, n, n), in the units of `golden.derivatives`.
    microseconds
        Of one state: the least of several runs over all of them, on one core.
    version
        Pinocchio's.
    """

    position: Reals
    rate: Reals
    microseconds: float
    version: str


def pinocchio_gradient(robot: Robot, q: Reals, qd: Reals, qdd: Reals) -> TimedGradient | None:
    """Return Pinocchio's gradient at these states, (states, n) each: rad or m, and by s and s2.

    None where Pinocchio is not installed, and for a robot of another kind than its model here: with
    a free base, or with joints that follow one another.
    """
    if robot.base_body is not None or robot.is_coupled:
        return None
    try:
        # Imported here because it is an oracle of the tests, which users need not have.
        import pinocchio
    except ImportError:
        return None
    order = _depth_first(robot, BASE)
    model = _model(robot, order)
    data = model.createData()
    rows = [
        tuple(np.ascontiguousarray(each[k, order], dtype=np.float64) for each in (q, qd, qdd))
        for k in range(len(q))
    ]
    least = math.inf
    for _ in range(_REPEATS):
        began = time.perf_counter()
        for row in rows:
            pinocchio.computeRNEADerivatives(model, data, *row)
        least = min(least, time.perf_counter() - began)
    position, rate = np.empty((2, len(rows), robot.n, robot.n))
    back = np.ix_(*(np.argsort(order),) * 2)
    for k, row in enumerate(rows):
        pinocchio.computeRNEADerivatives(model, data, *row)
        position[k], rate[k] = np.array(data.dtau_dq)[back], np.array(data.dtau_dv)[back]
    return TimedGradient(position, rate, least / len(rows) * 1e6, pinocchio.__version__)


def _depth_first(robot: Robot, link: int) -> list[int]:
    """Return the links from one on, each branch as a whole: the order that Pinocchio wants."""
    found = [] if link == BASE else [link]
    for child in robot.children(link):
        found += _depth_first(robot, child)
    return found


def _model(robot: Robot, order: list[int]) -> pinocchio.Model:
    """Return the robot as Pinocchio has it: a body's frame is the one just after its joint."""
    import pinocchio

    model = pinocchio.Model()
    model.gravity = pinocchio.Motion(np.array(robot.gravity), np.zeros(3))
    joints = {BASE: 0}
    ends = {BASE: pinocchio.SE3(np.array(robot.base_rotation), np.array(robot.base_translation))}
    for i in order:
        link, parent = robot.links[i], robot.parents[i]
        turn = pinocchio.SE3(rotation_z(link.joint.offset), np.zeros(3))
        mount = pinocchio.SE3(np.array(link.mount_rotation), np.array(link.mount_translation))
        revolute = link.joint.type is JointType.REVOLUTE
        joint = pinocchio.JointModelRZ() if revolute else pinocchio.JointModelPZ()
        placement = ends[parent] * mount * turn
        joints[i] = model.addJoint(joints[parent], joint, placement, f"joint{i}")
        distal = pinocchio.SE3(np.array(link.rotation), np.array(link.translation))
        body = pinocchio.Inertia(link.mass, np.array(link.center_of_mass), np.array(link.inertia))
        model.appendBodyToJoint(joints[i], distal.act(body), pinocchio.SE3.Identity())
        ends[i] = distal
    return model
