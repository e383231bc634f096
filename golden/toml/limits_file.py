"""Limits of joints in a TOML file beside the robot's: read, and laid out to be filled in.

```toml
[joints.elbow]
position_limits = [-2.0, 2.5]   # rad
velocity_limit = 3.0            # rad/s
acceleration_limit = 9.0        # rad/s2
torque_limit = 50.0             # N m
```

Every entry may be left out, and so may any joint. Beside the joints stand limits of what acts from
outside: `golden.toml.surroundings`.
"""

from __future__ import annotations

import json
from pathlib import Path

from common.errors import InputError
from common.fields import Fields
from common.inputs import MEBIBYTE, read_text
from golden.joint import TIME_TO_FULL_SPEED, UNKNOWN, Joint
from golden.limits import LIMITS, Limits, unknown_limits
from golden.robot import Robot
from golden.surroundings import Surroundings
from golden.toml.surroundings import read_surroundings, template_of
from golden.toml.syntax import fields_of

_LARGEST = 16 * MEBIBYTE
_ALLOWED = "a TOML file, as robots --limits-template prints one"


def read_limits(path: str | Path, robot: Robot) -> dict[str, Limits]:
    """Return the limits in a file by the names of joints, which must be the robot's.

    SI units and radians.

    Raises
    ------
    InputError
        The file cannot be read, a joint or a field is unknown, or a number makes no limit.
    """
    return read_limits_file(path, robot)[0]


def read_limits_file(path: str | Path, robot: Robot) -> tuple[dict[str, Limits], Surroundings]:
    """Return the limits of joints, as `read_limits`, and of what acts from outside them.

    What is not told of the second is as the robot has it.
    """
    file = str(path)
    fields = fields_of(read_text(path, _ALLOWED, _LARGEST), file)
    outside = read_surroundings(fields, robot.surroundings)
    if "joints" not in fields and outside != robot.surroundings:
        fields.finish()
        return {}, outside
    joints = fields.table("joints", "a table [joints.NAME] for each joint")
    fields.finish()
    told = {
        name: _limits(joints.table(name, "a table of limits"), joint)
        for name, joint in zip(robot.joint_names, robot.joints, strict=True)
        if name in joints
    }
    joints.finish(robot.joint_names)
    return told, outside


def limits_template(robot: Robot) -> str:
    """Return a file for `read_limits`: what is known as it is, what is not to be filled in.

    Of a robot without assumptions, what `golden.limits.with_assumptions` would assume is not known:
    it stands there as a comment.
    """
    lines = [
        f"# Limits of {robot.name}, in SI units: fill in and remove the # where one is missing."
    ]
    for name, joint in zip(robot.joint_names, robot.joints, strict=True):
        lines += ["", f"[joints.{json.dumps(name, ensure_ascii=False)}]"]
        lines += [_entry(joint, limit) for limit in LIMITS]
    if robot.base_body is not None:
        lines += ["", *template_of(robot.surroundings, "base")]
    return "\n".join(lines) + "\n"


def _entry(joint: Joint, limit: str) -> str:
    position, drive = joint.coordinate_unit, joint.effort_unit
    unit = dict(zip(LIMITS, (position, f"{position}/s", f"{position}/s2", drive), strict=True))
    value = getattr(joint, limit)
    if limit not in unknown_limits(joint):
        shown = list(value) if isinstance(value, tuple) else value
        return f"{limit} = {shown}  # {unit[limit]}"
    if limit == "acceleration_limit" and joint.velocity_limit < UNKNOWN:
        assumed = joint.velocity_limit / TIME_TO_FULL_SPEED
        return f"# {limit} = {assumed:g}  # {unit[limit]}, assumed without it"
    return f"# {limit} = {'[, ]' if isinstance(value, tuple) else ''}  # {unit[limit]}"


def _limits(fields: Fields, joint: Joint) -> Limits:
    unit, drive = joint.coordinate_unit, joint.effort_unit
    position = None
    if "position_limits" in fields:
        allowed = f"[lower, upper], {unit}, lower below upper"
        lower, upper = fields.array("position_limits", (2,), allowed).tolist()
        if lower >= upper:
            problem = f"lower {lower:g} is not below upper {upper:g}"
            raise InputError(fields.place("position_limits"), problem, allowed)
        position = (lower, upper)
    units = {"velocity_limit": f"{unit}/s", "acceleration_limit": f"{unit}/s2"}
    positive = {
        name: fields.positive(name, f"more than 0, {units.get(name, drive)}")
        for name in LIMITS[1:]
        if name in fields
    }
    fields.finish(LIMITS)
    return Limits(position, **positive)
