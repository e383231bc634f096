"""Pinocchio as an oracle for robots from URDF: coordinates matched by the joints' names."""

import warnings

import numpy as np
import pinocchio as pin

from common.errors import InputWarning
from golden.limits import with_assumptions
from golden.urdf.robot import EVERYTHING, parse


def quietly(text, selection=EVERYTHING, file="robot.urdf"):
    """A robot from URDF text, whatever is warned of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        return with_assumptions(parse(text.encode(), file, selection), file)


def states(n, points, seed):
    """States anywhere: limits do not matter to an equation."""
    return np.random.default_rng(seed).uniform(-2, 2, (3, points, n))


def speed_places(model, robot):
    """For each of the robot's coordinates, its place among Pinocchio's speeds: all have one."""
    places = [model.idx_vs[model.getJointId(name)] for name in robot.joint_names]
    assert sorted(places) == list(range(model.nv))
    return places


def model_positions(model, names, q):
    """q of one state, by joints' names, as Pinocchio has it: a continuous joint is cosine, sine."""
    result = pin.neutral(model)
    for name, value in zip(names, q, strict=True):
        joint = model.joints[model.getJointId(name)]
        if joint.nq == 1:
            result[joint.idx_q] = value
        else:
            result[joint.idx_q : joint.idx_q + 2] = np.cos(value), np.sin(value)
    return result


def torques(model, robot, q, qd, qdd):
    """Pinocchio's torques in the order of the robot's joints, (points, n)."""
    data = model.createData()
    speeds = speed_places(model, robot)
    rows = []
    for positions, velocities, accelerations in zip(q, qd, qdd, strict=True):
        v, a = np.zeros((2, model.nv))
        v[speeds], a[speeds] = velocities, accelerations
        rows.append(
            pin.rnea(model, data, model_positions(model, robot.joint_names, positions), v, a)[
                speeds
            ]
        )
    return np.array(rows)
