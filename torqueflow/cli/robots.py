"""`torqueflow robots`: which arms there are, and what one of them is made of."""

from __future__ import annotations

import math
from typing import Annotated, Any

import typer
from rich.table import Table

from common.destinations import check_outputs
from common.errors import InputError
from common.files import write_file, write_json
from common.tables import console, known_or_none, limit, number, show, show_text, table
from golden.limits import with_assumptions
from golden.load import load_robot, robot_names
from golden.robot import JointType, Link, Robot
from golden.toml.limits_file import limits_template as template_of
from torqueflow.cli.file_options import PictureOption, check_picture
from torqueflow.cli.robot_options import ChosenRobot, takes_robot


@takes_robot
def robots(
    chosen: ChosenRobot | None = None,
    json: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the same to this file as JSON, in SI units."),
    ] = None,
    picture: PictureOption = None,
    limits_template: Annotated[
        bool,
        typer.Option(
            "--limits-template", help="Print a file for --limits that is to be filled in."
        ),
    ] = False,
) -> None:
    """List the robots, or show one with its limits and sources."""
    check_picture(picture)
    outputs = {"--json": json, "--picture": picture}
    check_outputs(outputs, {} if chosen is None else chosen.inputs)
    if limits_template and chosen is None:
        raise InputError("--limits-template", "given without a robot", "a robot's name or file")
    if chosen is None:
        arms = {key: load_robot(key) for key in robot_names()}
        if json is not None:
            write_json(json, [{"key": key, **_summary(arm)} for key, arm in arms.items()])
        if picture is not None:
            from torqueflow.pictures.robot import gallery

            write_file(picture, gallery(arms))
        _print_list(arms)
    else:
        told = chosen.load(assume=False)
        robot = with_assumptions(told, chosen.robot)
        if json is not None:
            write_json(json, description(robot))
        if picture is not None:
            from torqueflow.pictures.robot import robot_picture

            write_file(picture, robot_picture(robot))
        if limits_template:
            print(template_of(told), end="")
        else:
            _print_robot(robot)


def description(robot: Robot) -> dict[str, Any]:
    """Return all of a robot as JSON has it: SI units, radians, matrices as rows.

    A limit that is unknown is null. In a tree each link has a parent, -1 for the base, and a mount.
    """
    return {
        **_summary(robot),
        "gravity": robot.gravity.tolist(),
        "base_rotation": robot.base_rotation.tolist(),
        "base_translation": robot.base_translation.tolist(),
        **_base_body(robot),
        "links": [
            {
                **({"name": link.joint.name} if link.joint.name else {}),
                **({} if robot.is_chain else {"parent": robot.parents[i], **_mount(link)}),
                **_following(robot, link),
                "type": link.joint.type.value,
                "offset": link.joint.offset,
                "position_limits": [known_or_none(limit) for limit in link.joint.position_limits],
                "velocity_limit": known_or_none(link.joint.velocity_limit),
                "acceleration_limit": known_or_none(link.joint.acceleration_limit),
                "torque_limit": known_or_none(link.joint.torque_limit),
                "actuator": None if link.joint.actuator is None else vars(link.joint.actuator),
                "rotation": link.rotation.tolist(),
                "translation": link.translation.tolist(),
                "mass": link.mass,
                "center_of_mass": link.center_of_mass.tolist(),
                "inertia": link.inertia.tolist(),
            }
            for i, link in enumerate(robot.links)
        ],
    }


def _base_body(robot: Robot) -> dict[str, Any]:
    """Return what a base that moves weighs; nothing of one that stands."""
    body = robot.base_body
    if body is None:
        return {}
    told = {"center_of_mass": body.center_of_mass.tolist(), "inertia": body.inertia.tolist()}
    return {"base_body": {"mass": body.mass, **told}}


def _following(robot: Robot, link: Link) -> dict[str, Any]:
    follows = link.joint.follows
    if follows is None:
        return {}
    leader = robot.links[follows.leader].joint.name
    return {"follows": {"joint": leader, "ratio": follows.ratio, "offset": follows.offset}}


def _mount(link: Link) -> dict[str, Any]:
    return {
        "mount_rotation": link.mount_rotation.tolist(),
        "mount_translation": link.mount_translation.tolist(),
    }


def _summary(robot: Robot) -> dict[str, Any]:
    return {
        "name": robot.name,
        "description": robot.description,
        "joints": _letters(robot),
        "sources": list(robot.sources),
    }


def _letters(robot: Robot) -> str:
    return "".join("R" if kind is JointType.REVOLUTE else "P" for kind in robot.joint_types)


def _print_list(arms: dict[str, Robot]) -> None:
    result = table("", "robot", "joints", "description")
    result.title = None
    for column in result.columns[1:]:
        column.justify, column.no_wrap = "left", column.header == "joints"
    for key, robot in arms.items():
        result.add_row(key, _letters(robot), robot.description)
    show(console(), result)


def _print_robot(robot: Robot) -> None:
    screen = console()
    show_text(screen, f"{robot.name}: {robot.description}" if robot.description else robot.name)
    gravity = ", ".join(number(g) for g in robot.gravity)
    show_text(screen, f"{robot.n} joints {_letters(robot)}, gravity {gravity} m/s2")
    if robot.base_body is not None:
        screen.print(f"the base moves and weighs {number(robot.base_body.mass)} kg")
    screen.print()
    show(screen, _limits(robot))
    screen.print()
    show(screen, _bodies(robot))
    if robot.is_coupled:
        screen.print()
        show(screen, _followers(robot))
    if any(link.joint.actuator for link in robot.links):
        screen.print()
        show(screen, _actuators(robot))
    if robot.sources:
        screen.print("\nSources")
        for source in robot.sources:
            show_text(screen, source, "  ", "    ")


def _limits(robot: Robot) -> Table:
    result = table(
        "Joints", "joint", "type", "lower", "upper", "unit", "speed", "acceleration", "unit",
        "torque", "unit",
    )  # fmt: skip
    for i, joint in enumerate(robot.joints):
        lower, upper = joint.position_limits
        unit, drive = joint.coordinate_unit, joint.effort_unit
        scale = 180 / math.pi if unit == "rad" else 1.0
        result.add_row(
            _numbered(i, joint.name),
            joint.type.value,
            limit(lower * scale),
            limit(upper * scale),
            "deg" if unit == "rad" else unit,
            limit(joint.velocity_limit),
            limit(joint.acceleration_limit),
            f"{unit}/s, {unit}/s2",
            limit(joint.torque_limit),
            drive,
        )
    return result


def _followers(robot: Robot) -> Table:
    result = table("Joints that follow others", "joint", "follows", "times", "plus", "unit")
    for joint in (link.joint for link in robot.links):
        if joint.follows is not None:
            leader = robot.links[joint.follows.leader].joint.name
            numbers = number(joint.follows.ratio), number(joint.follows.offset)
            result.add_row(joint.name, leader, *numbers, joint.coordinate_unit)
    return result


def _bodies(robot: Robot) -> Table:
    result = table(
        "Links (centre of mass in the distal frame, inertia about it)",
        "link", "mass kg", "x m", "y m", "z m",
        "xx kg m2", "yy kg m2", "zz kg m2", "xy kg m2", "yz kg m2", "xz kg m2",
    )  # fmt: skip
    for i, link in enumerate(robot.links):
        inertia = link.inertia
        entries = [link.mass, *link.center_of_mass, *inertia.diagonal()]
        entries += [inertia[0, 1], inertia[1, 2], inertia[0, 2]]
        result.add_row(_numbered(i, link.name), *(number(entry) for entry in entries))
    return result


def _actuators(robot: Robot) -> Table:
    result = table(
        "Actuators (at the motor)",
        "joint", "gear ratio", "inertia kg m2", "viscous N m s/rad", "Coulomb + N m", "- N m",
    )  # fmt: skip
    for i, joint in enumerate(link.joint for link in robot.links):
        if joint.actuator is not None:
            numbers = (number(value) for value in vars(joint.actuator).values())
            result.add_row(_numbered(i, joint.name), *numbers)
    return result


def _numbered(i: int, name: str) -> str:
    return f"{i + 1} {name}".rstrip()
