"""`torqueflow trajectory`: motions within a robot's limits, as a file."""

from __future__ import annotations

import math
from typing import Annotated

import numpy as np
import typer

from common.arrays import Reals
from common.destinations import check_outputs
from common.errors import InputError
from common.tables import console, number
from golden.robot import JointType, Robot
from golden.trajectory import Trajectory, point_to_point, random_trajectory, through_points
from golden.trajectory_file import write_trajectory
from torqueflow.cli.choices import choice
from torqueflow.cli.robot_options import ChosenRobot, numbers, takes_robot

_KINDS = ("random", "point-to-point", "spline")
_MOST_POINTS = 10_000_000


@takes_robot
def trajectory(
    robot: ChosenRobot,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="The .csv or .npz file to write."),
    ] = None,
    kind: Annotated[
        str,
        choice(
            "The motion: smooth through random positions, a quintic between two, or a spline "
            "through several, from rest to rest.",
            _KINDS,
        ),
    ] = "random",
    via: Annotated[
        list[str] | None,
        typer.Option(
            metavar="Q1,Q2,...",
            help="A position of all joints on the way, in rad or m; may be repeated.",
        ),
    ] = None,
    degrees: Annotated[
        bool,
        typer.Option(
            "--degrees", help="Read the angles of --via in degrees; the file has radians."
        ),
    ] = False,
    points: Annotated[
        int, typer.Option(help="How many points there are, at equal steps in time.")
    ] = 300,
    seed: Annotated[
        int | None, typer.Option(help="The seed of a random motion, 0 or more.", show_default="1")
    ] = None,
) -> None:
    """Write a motion within the limits: time, q, qd and qdd.

    A quintic or a spline is as fast as the limits allow.
    """
    if kind not in _KINDS:
        raise InputError("--kind", f"{kind!r} is unknown", ", ".join(_KINDS))
    if output is None:
        raise InputError("-o", "missing", "the name of a .csv or .npz file")
    if not 1 <= points <= _MOST_POINTS:
        raise InputError("--points", str(points), f"1 to {_MOST_POINTS}")
    if kind != "random" and seed is not None:
        raise InputError("--seed", f"given beside --kind {kind}", "--kind random")
    check_outputs({"--output": output}, robot.inputs)
    arm = robot.load()
    motion = _motion(arm, kind, _positions(arm, kind, via or [], degrees=degrees), points, seed)
    assert motion.time is not None  # all three are motions
    write_trajectory(output, motion, motion.time)
    took = f"{motion.points} points in {number(motion.time[-1])} s"
    console().print(f"{output}: {kind} motion of {arm.name}, {took}", soft_wrap=True)


def _motion(robot: Robot, kind: str, via: Reals, points: int, seed: int | None) -> Trajectory:
    if kind == "random":
        return random_trajectory(robot, points, 1 if seed is None else seed)
    if kind == "point-to-point":
        return point_to_point(robot, via[0], via[1], points)
    return through_points(robot, via, points)


def _positions(robot: Robot, kind: str, via: list[str], *, degrees: bool) -> Reals:
    """Return the positions on the way, (positions, n), rad and m."""
    wanted = {"random": "none", "point-to-point": "two", "spline": "two or more"}[kind]
    fits = {"random": len(via) == 0, "point-to-point": len(via) == 2, "spline": len(via) >= 2}
    if not fits[kind]:
        raise InputError("--via", f"{len(via)} positions for --kind {kind}", wanted)
    allowed = f"{robot.n} numbers with commas between"
    positions = np.array([numbers("--via", text, (robot.n,), allowed) for text in via])
    if degrees and len(via):
        revolute = [joint is JointType.REVOLUTE for joint in robot.joint_types]
        positions *= np.where(revolute, math.pi / 180, 1.0)
    return positions
