"""Reading an arm from a TOML file. golden/robots/README.md describes the file for its writer."""

from __future__ import annotations

import math

import numpy as np

from common.arrays import Reals
from common.caution import caution
from common.errors import InputError
from common.fields import Fields
from golden.rigid_body import doubt_about_inertia
from golden.robot import STANDARD_GRAVITY, Actuator, Joint, JointType, Link, Robot
from golden.surroundings import UNTOLD
from golden.toml.surroundings import NAMES, read_surroundings
from golden.toml.syntax import fields_of
from golden.transforms import rotation_rpy, rotation_x

_FULL_TURNS = 4 * math.pi
_FAST = 50.0  # rad/s, ten times what industrial arms reach: below it, deg/s are not told apart
_INERTIA = "6 numbers xx yy zz xy yz xz, or 3 rows of 3, kg m2"
_ROTATION = "3 rows of 3 numbers: an orthonormal matrix of determinant 1"


def parse(text: str, file: str) -> Robot:
    """Build an arm from a file's text; `file` is its name, for messages.

    Raises
    ------
    InputError
        Anything is wrong.
    """
    fields = fields_of(text, file)
    name = fields.text("name")
    description = fields.text("description", "")
    sources = fields.texts("sources")
    unit = fields.choice("angles", ("radians", "degrees"), "radians")
    radians = math.pi / 180 if unit == "degrees" else 1.0
    gravity = fields.array(
        "gravity", (3,), "3 numbers, m/s2, in the base frame", [0, 0, -STANDARD_GRAVITY]
    )
    base_rotation, base_translation = np.eye(3), np.zeros(3)
    if "base" in fields:
        base = fields.table("base", "a table with rotation or rpy, and translation")
        base_rotation, base_translation = _pose(base, radians)
        base.finish()
    tables = fields.tables("links", "one table [[links]] for each link, from base to tip")
    outside = UNTOLD
    if "limits" in fields:
        limits = fields.table("limits", f"a table with any of {', '.join(NAMES)}")
        outside = read_surroundings(limits, UNTOLD)
        limits.finish(NAMES)
    fields.finish()
    links = tuple(_link(table, radians) for table in tables)
    return Robot(
        name, description, links, base_rotation, base_translation, gravity, sources,
        surroundings=outside,
    )  # fmt: skip


def _link(fields: Fields, radians: float) -> Link:
    joint_fields = fields.table("joint", "a table [links.joint]")
    mount_rotation, mount_translation = np.eye(3), np.zeros(3)
    row = next((name for name in ("dh", "mdh") if name in fields), None)
    if row is not None:
        table = fields.table(row, "{ a = 0.4, alpha = 1.57, d = 0, theta = 0 }")
        _refuse_beside(fields, joint_fields, row)
        twist, (a, d), offset = _denavit_hartenberg(table, radians)
        rotation, translation = twist, np.array([a, 0.0, d])
        if row == "mdh":  # Craig's: the twist comes before the joint
            mount_rotation, mount_translation = twist, np.array([a, 0.0, 0.0])
            rotation, translation = np.eye(3), np.array([0.0, 0.0, d])
    else:
        rotation, translation = _pose(fields, radians)
        offset = _angle(joint_fields, "offset", radians, 0.0)
    mass = fields.number("mass", "kg, 0 or more", least=0.0)
    center_of_mass = fields.array("center_of_mass", (3,), "3 numbers, m, in the distal frame")
    inertia = _inertia(fields)
    actuator = None
    if "actuator" in fields:
        actuator = _actuator(fields.table("actuator", "a table [links.actuator]"))
    fields.text("source", "")
    fields.finish()
    joint = _joint(joint_fields, offset, radians, actuator)
    try:
        return Link(
            joint, rotation, translation, mass, center_of_mass, inertia,
            mount_rotation=mount_rotation, mount_translation=mount_translation,
        )  # fmt: skip
    except InputError as error:  # of no physical size
        raise InputError(fields.place(error.place), error.problem, error.allowed) from None


def _joint(fields: Fields, offset: float, radians: float, actuator: Actuator | None) -> Joint:
    joint_type = JointType(fields.choice("type", [kind.value for kind in JointType]))
    revolute = joint_type is JointType.REVOLUTE
    unit, drive = ("rad", "N m") if revolute else ("m", "N")
    scale = radians if revolute else 1.0
    allowed = f"[lower, upper], {'deg' if revolute and radians != 1.0 else unit}, finite"
    lower, upper = (float(limit) for limit in fields.array("position_limits", (2,), allowed))
    if lower >= upper:
        problem = f"lower {lower:g} is not below upper {upper:g}"
        raise InputError(fields.place("position_limits"), problem, "lower < upper")
    if revolute and max(abs(lower), abs(upper)) * scale > _FULL_TURNS:
        _warn(fields, "position_limits", f"[{lower * scale:g}, {upper * scale:g}] rad", "two turns")
    velocity = fields.positive("velocity_limit", f"more than 0, {unit}/s")
    if revolute and velocity > _FAST:
        _warn(fields, "velocity_limit", f"{velocity:g} rad/s", f"{_FAST:g} rad/s")
    acceleration = fields.positive("acceleration_limit", f"more than 0, {unit}/s2")
    torque = fields.positive("torque_limit", f"more than 0, {drive}")
    fields.finish()
    limits = (lower * scale, upper * scale)
    return Joint(joint_type, offset, limits, velocity, acceleration, torque, actuator)


def _actuator(fields: Fields) -> Actuator:
    gear_ratio = fields.number("gear_ratio", "motor turns per joint turn, not 0")
    if gear_ratio == 0:
        raise InputError(fields.place("gear_ratio"), "0", "not 0")
    motor_inertia = fields.number("motor_inertia", "kg m2, 0 or more", least=0.0)
    viscous = fields.number("viscous_friction", "N m s/rad, 0 or more", 0.0, least=0.0)
    positive = fields.number("coulomb_positive", "N m, 0 or more", 0.0, least=0.0)
    negative = fields.number("coulomb_negative", "N m, 0 or less", 0.0)
    if negative > 0:
        raise InputError(fields.place("coulomb_negative"), f"{negative!r} > 0", "N m, 0 or less")
    fields.finish()
    return Actuator(gear_ratio, motor_inertia, viscous, positive, negative)


def _refuse_beside(fields: Fields, joint_fields: Fields, row: str) -> None:
    """Refuse what says once more, or otherwise, what a Denavit-Hartenberg row says."""
    for name in ("rotation", "rpy", "translation", *({"dh", "mdh"} - {row})):
        if name in fields:
            raise InputError(fields.place(name), f"stands beside {row}", "one of the two")
    if "offset" in joint_fields:
        raise InputError(joint_fields.place("offset"), f"stands beside {row}", f"theta in {row}")


def _denavit_hartenberg(fields: Fields, radians: float) -> tuple[Reals, tuple[float, float], float]:
    """Return the rotation by alpha, a and d, and theta."""
    a = fields.number("a", "m", 0.0)
    d = fields.number("d", "m (for a prismatic joint: added to q)", 0.0)
    alpha = _angle(fields, "alpha", radians, 0.0)
    theta = _angle(fields, "theta", radians, 0.0)
    fields.finish()
    return rotation_x(alpha), (a, d), theta


def _pose(fields: Fields, radians: float) -> tuple[Reals, Reals]:
    translation = fields.array("translation", (3,), "3 numbers, m", [0, 0, 0])
    if "rpy" in fields:
        if "rotation" in fields:
            raise InputError(fields.place("rpy"), "stands beside rotation", "one of the two")
        rpy = fields.array("rpy", (3,), "roll, pitch, yaw about fixed axes")
        return rotation_rpy(
            *(_plausible(fields, "rpy", float(a), radians) for a in rpy)
        ), translation
    rotation = fields.array("rotation", (3, 3), _ROTATION, np.eye(3))
    error = np.abs(rotation @ rotation.T - np.eye(3)).max()
    if error > 1e-6 or np.linalg.det(rotation) < 0:
        problem = f"{rotation.tolist()} is not a rotation"
        raise InputError(fields.place("rotation"), problem, _ROTATION)
    return rotation, translation


def _angle(fields: Fields, name: str, radians: float, default: float) -> float:
    value = fields.number(name, "an angle", default)
    return _plausible(fields, name, value, radians)


def _plausible(fields: Fields, name: str, value: float, radians: float) -> float:
    angle = value * radians
    if abs(angle) > _FULL_TURNS:
        _warn(fields, name, f"{angle:g} rad", "two turns")
    return angle


def _inertia(fields: Fields) -> Reals:
    published = fields.flag("inertia_as_published")
    place = fields.place("inertia")
    if fields.length("inertia", _INERTIA) == 6:
        xx, yy, zz, xy, yz, xz = fields.array("inertia", (6,), _INERTIA)
        inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    else:
        inertia = fields.array("inertia", (3, 3), _INERTIA)
    scale = np.abs(inertia).max()
    if np.abs(inertia - inertia.T).max() > 1e-9 * scale:
        raise InputError(place, f"{inertia.tolist()} is not symmetric", _INERTIA)
    inertia = (inertia + inertia.T) / 2
    doubt = doubt_about_inertia(inertia, place)
    if doubt is not None and not published:
        caution(f"{place}: {doubt} (inertia_as_published = true accepts it)")
    return np.asarray(inertia, dtype=np.float64)


def _warn(fields: Fields, name: str, value: str, limit: str) -> None:
    caution(f'{fields.place(name)}: {value} is beyond {limit}; degrees need angles = "degrees"')
