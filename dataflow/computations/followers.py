"""Joints that follow others, in hardware: drives made of their leaders' ports, torques gathered."""

from __future__ import annotations

import dataclasses
import functools
import math

import numpy as np

from common.errors import InputError
from dataflow.computations.computation import Inputs, TracedInput
from dataflow.computations.drives import traced_drive
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import JointFrameLink
from dataflow.equations.vector import PlaneRotation, Real
from dataflow.graph.scalar import Scalar, Tracer
from golden.robot import Following, JointType, Robot
from golden.trajectory import Trajectory

_TURN = 2.0 * math.pi


def traced_drives(
    robot: Robot, tracer: Tracer, inputs: Inputs, links: list[JointFrameLink]
) -> list[Drive]:
    """Return every link's drive: of a leader its ports, of a follower multiples of its leader's.

    An angle is a binary fraction of a turn: a follower's is a sum of turns that wraps as well.
    """
    port = {link: i for i, link in enumerate(robot.leaders, start=1)}
    drives = []
    for i, link in enumerate(links):
        follows = robot.links[i].joint.follows
        if follows is None and not robot.is_coupled:
            drives.append(traced_drive(tracer, inputs, i + 1, link))
            continue
        tracer.stage = f"forward_{i + 1}"
        told = follows or Following(i, 1.0)
        number = port[told.leader]
        position, rate, push = (inputs[f"{name}{number}"] for name in ("q", "qd", "qdd"))
        size = abs(told.ratio)
        moving = functools.partial(
            Drive, rate.value * told.ratio, push.value * told.ratio,
            rate.reach * size, push.reach * size,
        )  # fmt: skip
        place, reach = _place(robot, told, link, position)
        if link.revolute:
            kept = tracer.keep(f"angle_{i + 1}", place)
            rotation = PlaneRotation(*tracer.cosine_and_sine(tracer.scalar(kept), str(i + 1)))
            drives.append(moving(rotation=rotation))
        else:
            kept = tracer.keep(f"slide_{i + 1}", place, reach)
            drives.append(moving(slide=kept, slide_bound=reach))
    return drives


def _place(
    robot: Robot, told: Following, link: JointFrameLink, position: TracedInput
) -> tuple[Scalar, float]:
    """Return where a joint is, in turns or m, given its leader's port, and how far it may be."""
    leads = robot.links[told.leader].joint.type is JointType.REVOLUTE
    unit = {(True, False): _TURN, (False, True): 1.0 / _TURN}.get((leads, link.revolute), 1.0)
    offset = math.remainder(told.offset / _TURN, 1.0) if link.revolute else told.offset
    ratio = told.ratio * unit
    return position.value * ratio + offset, position.reach * abs(ratio) + abs(offset)


def folded(robot: Robot) -> Robot:
    """Return the robot with offsets of followers that go one to one in their joints' own.

    An angle that is its leader's, or its negative, but for a constant needs no sine of its own.
    """
    links = list(robot.links)
    for i, link in enumerate(links):
        told = link.joint.follows
        if told is None or abs(told.ratio) != 1.0 or link.joint.type is not JointType.REVOLUTE:
            continue
        if robot.links[told.leader].joint.type is JointType.REVOLUTE:
            joint = dataclasses.replace(
                link.joint, offset=link.joint.offset + told.offset,
                follows=Following(told.leader, told.ratio),
            )  # fmt: skip
            links[i] = dataclasses.replace(link, joint=joint)
    return dataclasses.replace(robot, links=tuple(links))


def check_wrapping(robot: Robot, trajectory: Trajectory) -> None:
    """Refuse angles beyond half a turn that a follower would take for others.

    On its port an angle is what it is within a turn; half of it, or a slide by it, is not the same.
    """
    for column, leader in enumerate(robot.leaders):
        if robot.links[leader].joint.type is not JointType.REVOLUTE:
            continue
        for link in robot.links:
            told = link.joint.follows
            if told is None or told.leader != leader:
                continue
            slides = link.joint.type is not JointType.REVOLUTE
            if not slides and told.ratio == round(told.ratio):
                continue
            beyond = np.flatnonzero(np.abs(trajectory.q[:, column]) > math.pi)
            if len(beyond):
                row = int(beyond[0])
                problem = f"{trajectory.q[row, column]:g} rad, and {link.joint.name!r} follows"
                place = f"row {row + 1}, q{column + 1}"
                raise InputError(place, problem, "-pi to pi: hardware sees an angle wrap")


def gathered_torques(robot: Robot, torques: list[Real]) -> list[Real]:
    """Return the torque of each leader, ratio times those of its followers added."""
    sums = {leader: torques[leader] for leader in robot.leaders}
    for i, link in enumerate(robot.links):
        if link.joint.follows is not None:
            told = link.joint.follows
            sums[told.leader] = sums[told.leader] + torques[i] * told.ratio
    return [sums[leader] for leader in robot.leaders]
