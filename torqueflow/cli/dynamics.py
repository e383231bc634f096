"""`torqueflow dynamics`: golden torques, or another quantity, along a trajectory."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Annotated

import numpy as np
import typer
from rich.progress import Progress

from common.arrays import Reals
from common.caution import caution
from common.destinations import check_outputs
from common.errors import InputError
from common.files import write_file, write_json
from common.tables import console
from golden.formulations import FORMULATIONS
from golden.loaded import holding
from golden.motion_file import GivenMotion, read_motion
from golden.robot import Robot
from golden.surroundings import BASE_MOTION, LOADS
from golden.trajectory_file import write_csv
from torqueflow.cli.choices import choice
from torqueflow.cli.dynamics_derivatives import DerivativeRequest, compute_derivatives
from torqueflow.cli.file_options import TRAJECTORY, PictureOption, check_picture, check_table
from torqueflow.cli.forward_dynamics import compute_forward
from torqueflow.cli.load_options import (
    PayloadOption,
    PortsOption,
    WrenchOption,
    body_told,
    ports_named,
    wrench_told,
)
from torqueflow.cli.motion_options import DegreesOption, StepOption
from torqueflow.cli.robot_options import (
    ChosenRobot,
    LinkOption,
    chosen_link,
    takes_robot,
)
from torqueflow.report.dynamics_report import dynamics_report, print_dynamics, quantity_key
from torqueflow.report.quantities import OF_A_LINK, QUANTITIES, Choices

_CHUNK = 4096  # points between two looks at the clock
_LARGEST = 1e100  # its square is finite still
_MOTION = "a .csv or .npz file of q, qd and qdd in rad, m and s"
_PATIENCE = 2.0  # s before a progress bar appears
_WITH_ACTUATORS = ("torques", "mass", "acceleration")


@takes_robot
def dynamics(
    robot: ChosenRobot,
    trajectory: Annotated[str | None, TRAJECTORY] = None,
    quantity: Annotated[str, choice("What is computed.", QUANTITIES)] = "torques",
    formulation: Annotated[
        str, choice("The textbook formulation of the torques.", FORMULATIONS)
    ] = "newton-euler",
    actuators: Annotated[
        bool, typer.Option("--actuators", help="Add the motors' inertia and friction.")
    ] = False,
    link: LinkOption = None,
    payload: PayloadOption = None,
    wrench: WrenchOption = None,
    ports: PortsOption = None,
    step: StepOption = None,
    degrees: DegreesOption = False,
    forward: Annotated[
        bool,
        typer.Option("--forward", help="Compute the accelerations that torques cause, instead."),
    ] = False,
    derivatives: Annotated[
        bool,
        typer.Option(
            "--derivatives",
            help="Compute the derivatives too: by positions and rates, and M, or with --forward "
            "its inverse. Coulomb friction has none.",
        ),
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
        typer.Option(metavar="FILE", help="Write the values and a summary to this file as JSON."),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write the values to this .csv file, or derivatives to this .npz file.",
        ),
    ] = None,
    picture: PictureOption = None,
) -> None:
    """Compute the joint torques along a trajectory in float64, or accelerations, masses, poses.

    Without --forward, --trajectory must be given; with it, --torques.
    """
    check_picture(picture)
    if derivatives:
        _check_beside_derivatives(
            {
                "--quantity": quantity != "torques", "--formulation": formulation != "newton-euler",
                "--link": link, "--payload": payload, "--wrench": wrench, "--ports": ports,
                "--picture": picture,
            }
        )  # fmt: skip
        compute_derivatives(
            DerivativeRequest(
                robot, forward, trajectory, torques, actuators, step, degrees, json, output
            )
        )
        return
    if forward:
        check_table(output)
        compute_forward(robot, trajectory, torques, formulation, actuators, json, output, picture)
        return
    if torques is not None:
        raise InputError("--torques", "without --forward", "--forward --torques FILE")
    if trajectory is None:
        raise typer.BadParameter(f"--trajectory: missing; allowed: {_MOTION}")
    if formulation not in FORMULATIONS:
        raise InputError("--formulation", f"{formulation!r} is unknown", ", ".join(FORMULATIONS))
    if quantity not in QUANTITIES:
        raise InputError("--quantity", f"{quantity!r} is unknown", ", ".join(QUANTITIES))
    check_table(output)
    arm = robot.load()
    if actuators and not any(each.joint.actuator for each in arm.links):
        raise InputError("--actuators", f"{arm.name} has no actuators", "an arm that has some")
    columns = _columns(arm, quantity, ports, payload=payload, wrench=wrench)
    held = payload is not None or wrench is not None or {"payload", "wrench"} & {*columns}
    _check_choices(arm, quantity, formulation, actuators=actuators, link=link, held=bool(held))
    check_outputs(
        {"--json": json, "--output": output, "--picture": picture},
        {"the trajectory": trajectory, **robot.inputs},
    )
    at = chosen_link(arm, link) if quantity in OF_A_LINK or held else None
    arm = arm if payload is None else holding(arm, body_told(payload), at)
    moves = quantity == "torques" and arm.base_body is not None
    beside = (*(BASE_MOTION if moves else ()), *(LOADS[name] for name in columns))
    motion = read_motion(
        trajectory, arm, QUANTITIES[quantity].needs, step=step, degrees=degrees,
        beside=beside,
    )  # fmt: skip
    _warn_beyond_limits(arm, motion, QUANTITIES[quantity].needs, trajectory)
    exerted = None if wrench is None else wrench_told(wrench)
    chosen = Choices(formulation, actuators, at, exerted)
    values = _values(arm, motion, quantity, chosen)
    _refuse_overflow(arm, values, quantity, trajectory)
    found = dynamics_report(arm, quantity, chosen, motion, values)
    if json is not None:
        write_json(json, {**found, quantity_key(quantity): values.tolist()})
    if output is not None:
        write_csv(output, QUANTITIES[quantity].columns(arm), values.reshape(motion.points, -1))
    if picture is not None:
        from torqueflow.report.dynamics_picture import dynamics_picture

        write_file(picture, dynamics_picture(arm, found, values, motion.arrays.get("t")))
    print_dynamics(console(), arm, found, values)


def _check_beside_derivatives(given: Mapping[str, object]) -> None:
    """Refuse options that mean nothing beside derivatives."""
    for option, value in given.items():
        if value:
            raise InputError(option, "given beside --derivatives", "one of the two")


def _columns(
    robot: Robot, quantity: str, ports: str | None, *, payload: str | None, wrench: str | None
) -> tuple[str, ...]:
    """Return which loads the file has; refuse one that is given twice, or means nothing here."""
    found = ports_named(ports)
    if robot.base_body is not None and "gravity" in found:
        problem = "gravity beside --free-base, whose acceleration has gravity in it"
        raise InputError("--ports", problem, "one of the two")
    for option, value in (("payload", payload), ("wrench", wrench)):
        if value is not None and option in found:
            raise InputError(f"--{option}", f"given beside --ports {option}", "one of the two")
    for option, given in (("--ports", ports), ("--wrench", wrench)):
        if given is not None and quantity != "torques":
            raise InputError(option, f"given beside --quantity {quantity}", "--quantity torques")
    return found


def _check_choices(
    robot: Robot,
    quantity: str,
    formulation: str,
    *,
    actuators: bool,
    link: str | None,
    held: bool,
) -> None:
    """Refuse options that mean nothing for a quantity, and quantities that a robot has not."""
    if quantity != "torques" and formulation != "newton-euler":
        problem = f"{formulation!r} beside --quantity {quantity}"
        raise InputError("--formulation", problem, "newton-euler, or --quantity torques")
    if actuators and quantity not in _WITH_ACTUATORS:
        problem = f"given beside --quantity {quantity}"
        raise InputError("--actuators", problem, f"--quantity {', '.join(_WITH_ACTUATORS)}")
    if link is not None and quantity not in OF_A_LINK and not held:
        problem = f"given beside --quantity {quantity}"
        wanted = f"--quantity {' or '.join(OF_A_LINK)}, or a payload or wrench"
        raise InputError("--link", problem, wanted)
    allowed = ("torques", *OF_A_LINK)
    if robot.base_body is not None and quantity not in allowed:
        problem = f"given beside --quantity {quantity}"
        raise InputError("--free-base", problem, f"--quantity {' or '.join(allowed)}")


def _values(robot: Robot, motion: GivenMotion, quantity: str, chosen: Choices) -> Reals:
    """Return the values, (points, ...), with a progress bar if a terminal has to wait."""
    compute, pieces = QUANTITIES[quantity].compute, []
    screen = console()
    began = time.monotonic()
    name = chosen.formulation if quantity == "torques" else quantity
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(name, total=motion.points, visible=False)
        for start in range(0, motion.points, _CHUNK):
            piece = slice(start, start + _CHUNK)
            states = {key: array[piece] for key, array in motion.arrays.items()}
            with np.errstate(over="ignore", invalid="ignore"):  # told by _refuse_overflow
                pieces.append(compute(robot, states, chosen))
            waited = time.monotonic() - began > _PATIENCE
            progress.update(task, advance=_CHUNK, visible=waited)
    return np.concatenate(pieces) + 0.0  # no minus before a zero


def _refuse_overflow(robot: Robot, values: Reals, quantity: str, file: str) -> None:
    """Refuse a motion, or a robot, whose numbers are so large that a result is no number."""
    flat = values.reshape(len(values), -1)
    bad = np.argwhere(~(np.abs(flat) <= _LARGEST))
    if not len(bad):
        return
    row, column = bad[0]
    place, word = f"{file}: point {row + 1}, {QUANTITIES[quantity].columns(robot)[column]}", "value"
    if quantity == "torques" and column < robot.n:
        place, word = f"{file}: point {row + 1}, joint {robot.joint_names[column]}", "torque"
    problem = f"the {word} is {flat[row, column]:g}"
    raise InputError(place, problem, "a motion and masses of physical size")


def _warn_beyond_limits(
    robot: Robot, motion: GivenMotion, needs: tuple[str, ...], file: str
) -> None:
    """Warn once for each of q, qd, qdd that leaves the arm's limits, naming the worst entry."""
    lower, upper = robot.position_limits.T
    limits = {
        "q": (lower, upper),
        "qd": (-robot.velocity_limits, robot.velocity_limits),
        "qdd": (-robot.acceleration_limits, robot.acceleration_limits),
    }
    for name, (least, most) in limits.items():
        if name not in needs:
            continue
        values = motion.arrays[name]
        reach = np.where(np.isfinite(most - least), most - least, 1.0)  # nothing exceeds the rest
        excess = np.maximum(least - values, values - most) / reach
        row, joint = np.unravel_index(int(excess.argmax()), excess.shape)
        if excess[row, joint] > 1e-9:
            caution(
                f"{file}: {name}{joint + 1} = {values[row, joint]:g} at point {row + 1} is beyond "
                f"the limits {least[joint]:g} to {most[joint]:g} (radians, metres, seconds)"
            )
