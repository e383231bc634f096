"""`torqueflow dynamics --forward`: golden accelerations that torques cause."""

from __future__ import annotations

import numpy as np

from common.arrays import Reals
from common.destinations import check_outputs
from common.errors import InputError
from common.files import write_file, write_json
from common.tables import console, known_or_none, limit, number, show, table
from golden.equations_of_motion import forward_dynamics
from golden.robot import Robot
from golden.trajectory_file import read_driven_states, write_csv
from torqueflow.cli.robot_options import ChosenRobot

_LARGEST = 1e100
_DEFAULT_FORMULATION = "newton-euler"


def compute_forward(
    robot: ChosenRobot,
    trajectory: str | None,
    torques: str | None,
    formulation: str,
    actuators: bool,
    json: str | None,
    output: str | None,
    picture: str | None,
) -> None:
    """Print, write and draw the accelerations at every state of a file of q, qd and tau.

    Raises
    ------
    InputError
        Options or the file do not fit, or M is singular.
    """
    if trajectory is not None:
        raise InputError("--trajectory", "is not for --forward", "--torques FILE")
    if torques is None:
        raise InputError("--torques", "is missing", "a .csv or .npz file of q, qd, tau")
    if formulation != _DEFAULT_FORMULATION:
        problem = f"{formulation!r} is not for --forward"
        raise InputError("--formulation", problem, _DEFAULT_FORMULATION)
    arm = robot.load()
    if actuators and not any(link.joint.actuator for link in arm.links):
        raise InputError("--actuators", f"{arm.name} has no actuators", "an arm that has some")
    check_outputs(
        {"--json": json, "--output": output, "--picture": picture},
        {"the torques": torques, **robot.inputs},
    )
    q, qd, tau = read_driven_states(torques, arm.n)
    found = _accelerations(arm, q, qd, tau, actuators, torques)
    summary = {
        "robot": arm.name,
        "actuators": actuators,
        "points": len(q),
        "units": [f"{joint.coordinate_unit}/s2" for joint in arm.joints],
        "acceleration_max": np.abs(found).max(axis=0).tolist(),
        "acceleration_rms": np.sqrt(np.mean(found**2, axis=0)).tolist(),
        "acceleration_limit": [known_or_none(joint.acceleration_limit) for joint in arm.joints],
    }
    if json is not None:
        write_json(json, {**summary, "acceleration": found.tolist()})
    if output is not None:
        write_csv(output, [f"qdd{i + 1}" for i in range(arm.n)], found)
    if picture is not None:
        from torqueflow.report.dynamics_picture import accelerations_picture

        write_file(picture, accelerations_picture(arm, found))
    _print(arm, summary)


def _accelerations(
    robot: Robot, q: Reals, qd: Reals, tau: Reals, actuators: bool, file: str
) -> Reals:
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # told below
            found = forward_dynamics(robot, q, qd, tau, actuators=actuators) + 0.0
    except np.linalg.LinAlgError as error:
        problem = "M is singular: a joint moves nothing"
        raise InputError(robot.name, problem, "mass or inertia behind every joint") from error
    bad = np.argwhere(~(np.abs(found) <= _LARGEST))
    if len(bad):
        row, joint = bad[0]
        place = f"{file}: point {row + 1}, joint {robot.joint_names[joint]}"
        problem = f"the acceleration is {found[row, joint]:g}"
        raise InputError(place, problem, "torques and masses of physical size")
    return found


def _print(robot: Robot, summary: dict[str, object]) -> None:
    extra = ", with actuators" if summary["actuators"] else ""
    title = f"{robot.name}: accelerations at {summary['points']} states{extra}"
    shown = table(title, "joint", "largest", "rms", "limit", "unit")
    rows = zip(summary["acceleration_max"], summary["acceleration_rms"], robot.joints, strict=True)  # type: ignore[call-overload]
    for i, (largest, rms, joint) in enumerate(rows):
        cells = (number(largest), number(rms), limit(joint.acceleration_limit))
        shown.add_row(f"{i + 1} {joint.name}".rstrip(), *cells, f"{joint.coordinate_unit}/s2")
    show(console(), shown)
