"""`torqueflow dynamics`: golden torques along a trajectory."""

from __future__ import annotations

import time
import warnings
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.progress import Progress

from common.arrays import Reals
from common.destinations import check_outputs
from common.errors import InputError, InputWarning
from common.files import is_device, write_json
from common.tables import console, known_or_none, limit, number, show, table
from golden.formulations import FORMULATIONS
from golden.robot import Robot
from golden.trajectory import Trajectory
from golden.trajectory_file import read_trajectory, write_csv
from torqueflow.cli.choices import choice
from torqueflow.cli.file_options import TRAJECTORY
from torqueflow.cli.forward_dynamics import compute_forward
from torqueflow.cli.robot_options import ChosenRobot, takes_robot

_CHUNK = 4096  # points between two looks at the clock
_LARGEST = 1e100  # its square is finite still
_MOTION = "a .csv or .npz file of q, qd and qdd in rad, m and s"
_PATIENCE = 2.0  # s before a progress bar appears


@takes_robot
def dynamics(
    robot: ChosenRobot,
    trajectory: Annotated[str | None, TRAJECTORY] = None,
    formulation: Annotated[
        str, choice("The textbook formulation that is computed.", FORMULATIONS)
    ] = "newton-euler",
    actuators: Annotated[
        bool, typer.Option("--actuators", help="Add the motors' inertia and friction.")
    ] = False,
    forward: Annotated[
        bool,
        typer.Option("--forward", help="Compute the accelerations that torques cause, instead."),
    ] = False,
    torques: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A .csv or .npz file of q, qd and tau in rad, m, s, N m and N, for --forward.",
        ),
    ] = None,
    json: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write torques and summary to this file as JSON."),
    ] = None,
    output: Annotated[
        str | None, typer.Option(metavar="FILE.csv", help="Write the torques to this file as CSV.")
    ] = None,
) -> None:
    """Compute the joint torques along a trajectory in float64, or what torques cause.

    Without --forward, --trajectory must be given; with it, --torques.
    """
    if forward:
        _check_suffix(output)
        compute_forward(robot, trajectory, torques, formulation, actuators, json, output)
        return
    if torques is not None:
        raise InputError("--torques", "without --forward", "--forward --torques FILE")
    if trajectory is None:
        raise typer.BadParameter(f"--trajectory: missing; allowed: {_MOTION}")
    if formulation not in FORMULATIONS:
        raise InputError("--formulation", f"{formulation!r} is unknown", ", ".join(FORMULATIONS))
    _check_suffix(output)
    arm = robot.load()
    if actuators and not any(link.joint.actuator for link in arm.links):
        raise InputError("--actuators", f"{arm.name} has no actuators", "an arm that has some")
    check_outputs(
        {"--json": json, "--output": output},
        {"the trajectory": trajectory, **robot.inputs},
    )
    states = read_trajectory(trajectory, arm.n)
    _warn_beyond_limits(arm, states, trajectory)
    tau = _torques(arm, states, formulation, actuators)
    _refuse_overflow(arm, tau, trajectory)
    summary = {
        "robot": arm.name,
        "formulation": formulation,
        "actuators": actuators,
        "points": states.points,
        "units": [joint.effort_unit for joint in arm.joints],
        "torque_max": np.abs(tau).max(axis=0).tolist(),
        "torque_rms": np.sqrt(np.mean(tau**2, axis=0)).tolist(),
        "torque_limit": [known_or_none(joint.torque_limit) for joint in arm.joints],
    }
    if json is not None:
        write_json(json, {**summary, "torque": tau.tolist()})
    if output is not None:
        write_csv(output, [f"tau{i + 1}" for i in range(arm.n)], tau)
    _print(arm, summary)


def _check_suffix(output: str | None) -> None:
    """Refuse a name of the table that promises another format than CSV."""
    if output is not None and Path(output).suffix.lower() != ".csv" and not is_device(output):
        raise InputError("--output", f"{output!r} is no CSV file", "a name that ends in .csv")


def _torques(robot: Robot, states: Trajectory, formulation: str, actuators: bool) -> Reals:
    """Return the torques, (points, n), with a progress bar if a terminal has to wait."""
    compute = FORMULATIONS[formulation]
    tau = np.empty((states.points, robot.n))
    screen = console()
    began = time.monotonic()
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(formulation, total=states.points, visible=False)
        for start in range(0, states.points, _CHUNK):
            piece = slice(start, start + _CHUNK)
            motion = states.q[piece], states.qd[piece], states.qdd[piece]
            with np.errstate(over="ignore", invalid="ignore"):  # told by _refuse_overflow
                tau[piece] = compute(robot, *motion, actuators=actuators)
            waited = time.monotonic() - began > _PATIENCE
            progress.update(task, advance=_CHUNK, visible=waited)
    return tau + 0.0  # no minus before a zero


def _refuse_overflow(robot: Robot, tau: Reals, file: str) -> None:
    """Refuse a motion, or a robot, whose numbers are so large that a torque is no number."""
    bad = np.argwhere(~(np.abs(tau) <= _LARGEST))
    if len(bad):
        row, joint = bad[0]
        place = f"{file}: point {row + 1}, joint {robot.joint_names[joint]}"
        problem = f"the torque is {tau[row, joint]:g}"
        raise InputError(place, problem, "a motion and masses of physical size")


def _warn_beyond_limits(robot: Robot, states: Trajectory, file: str) -> None:
    """Warn once for each of q, qd, qdd that leaves the arm's limits, naming the worst entry."""
    lower, upper = robot.position_limits.T
    limits = {
        "q": (lower, upper),
        "qd": (-robot.velocity_limits, robot.velocity_limits),
        "qdd": (-robot.acceleration_limits, robot.acceleration_limits),
    }
    for name, (least, most) in limits.items():
        values = getattr(states, name)
        reach = np.where(np.isfinite(most - least), most - least, 1.0)  # nothing exceeds the rest
        excess = np.maximum(least - values, values - most) / reach
        row, joint = np.unravel_index(int(excess.argmax()), excess.shape)
        if excess[row, joint] > 1e-9:
            warnings.warn(
                f"{file}: {name}{joint + 1} = {values[row, joint]:g} at point {row + 1} is beyond "
                f"the limits {least[joint]:g} to {most[joint]:g} (radians, metres, seconds)",
                InputWarning,
                stacklevel=2,
            )


def _print(robot: Robot, summary: dict[str, Any]) -> None:
    extra = ", with actuators" if summary["actuators"] else ""
    title = f"{robot.name}: {summary['points']} points by {summary['formulation']}{extra}"
    result = table(title, "joint", "largest", "rms", "limit", "unit", "")
    rows = zip(summary["torque_max"], summary["torque_rms"], robot.joints, strict=True)
    for i, (largest, rms, joint) in enumerate(rows):
        note = "beyond the limit" if largest > joint.torque_limit else ""
        unit = joint.effort_unit
        row = (number(largest), number(rms), limit(joint.torque_limit), unit, note)
        result.add_row(f"{i + 1} {joint.name}".rstrip(), *row)
    show(console(), result)
