"""What a URDF file says of bodies and drives: inertia, limits, friction."""

from __future__ import annotations

import math

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.rigid_body import RigidBody, doubt_about_inertia
from golden.robot import Actuator, Joint, JointType
from golden.urdf.geometry import TWO_TURNS, pose, warn
from golden.urdf.tree import Edge
from golden.urdf.xml_elements import Element

TIME_TO_FULL_SPEED = 0.2
"""s from rest to the velocity limit: assumed where a joint has no acceleration limit."""

_FAST = 50.0  # rad/s, as for TOML files
_ENTRIES = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


def body(link: Element) -> RigidBody | None:
    """Return a link's own inertia in the link's frame; None without an <inertial>."""
    _ignored(link, {"inertial", "visual", "collision", "contact"})
    inertial = link.one("inertial")
    if inertial is None:
        return None
    _ignored(inertial, {"origin", "mass", "inertia"})
    allowed = '<mass value="..."/> and <inertia ixx="..." .../>, or no <inertial>'
    mass_element = inertial.required("mass", allowed)
    mass_element.only(("value",))
    mass = mass_element.number("value", "kg, 0 or more", least=0.0)
    inertia = _inertia(inertial.required("inertia", allowed))
    return RigidBody(mass, np.zeros(3), inertia).seen_from(pose(inertial))


def joint(edge: Edge) -> tuple[Joint, bool]:
    """Return a moving joint, and whether its acceleration limit had to be assumed."""
    known = {"origin", "parent", "child", "axis", "limit", "dynamics", "calibration"}
    _ignored(edge.element, known | {"safety_controller"})
    revolute = edge.type != "prismatic"
    unit, drive = ("rad", "N m") if revolute else ("m", "N")
    limit = edge.element.one("limit")
    if limit is None:
        bounds = "" if edge.type == "continuous" else 'lower="..." upper="..." '
        problem = "no <limit>: the number formats of the hardware come from it"
        allowed = f'add <limit {bounds}velocity="..." effort="..."/>, {unit}, {unit}/s, {drive}'
        raise InputError(edge.element.place(), problem, allowed)
    bounds_given = _positions(limit, edge.type, unit)
    velocity = _positive(limit, "velocity", f"{unit}/s")
    if revolute and velocity > _FAST:
        warn(
            limit.place("velocity"),
            f"{velocity:g} rad/s is beyond {_FAST:g} rad/s; URDF has no degrees",
        )
    effort = _positive(limit, "effort", drive)
    assumed = "acceleration" not in limit.attributes  # URDF 1.2 has the attribute
    acceleration = velocity / TIME_TO_FULL_SPEED
    if not assumed:
        acceleration = _positive(limit, "acceleration", f"{unit}/s2")
    kind = JointType.REVOLUTE if revolute else JointType.PRISMATIC
    actuator = _friction(edge.element, unit, drive)
    return Joint(kind, 0.0, bounds_given, velocity, acceleration, effort, actuator), assumed


def _positions(limit: Element, kind: str, unit: str) -> tuple[float, float]:
    if kind == "continuous":
        return -math.pi, math.pi
    allowed = f"a finite number, {unit}"
    lower = limit.number("lower", allowed, 0.0)
    upper = limit.number("upper", allowed, 0.0)
    if lower >= upper:
        place, problem = limit.place("lower"), f"{lower:g} is not below upper {upper:g}"
        if not {"lower", "upper"} & limit.attributes.keys():
            place, problem = limit.place("lower and upper"), "missing"
        raise InputError(place, problem, f'lower="..." upper="...", {unit}, lower below upper')
    if unit == "rad" and max(abs(lower), abs(upper)) > TWO_TURNS:
        text = f"[{lower:g}, {upper:g}] rad is beyond two turns; URDF has no degrees"
        warn(limit.place("lower and upper"), text)
    return lower, upper


def _positive(limit: Element, name: str, unit: str) -> float:
    allowed = (
        f'add {name}="...", more than 0, {unit}: a number format of the hardware comes from it'
    )
    value = limit.number(name, allowed)
    if value <= 0:
        raise InputError(limit.place(name), f"{value:g} is not positive", allowed)
    return value


def _friction(element: Element, unit: str, drive: str) -> Actuator | None:
    """Return an ideal motor that has the joint's friction; None without any."""
    dynamics = element.one("dynamics")
    if dynamics is None:
        return None
    damping = dynamics.number("damping", f"{drive} s/{unit}, 0 or more", 0.0, least=0.0)
    friction = dynamics.number("friction", f"{drive}, 0 or more", 0.0, least=0.0)
    for name in dynamics.attributes:
        if name not in ("damping", "friction"):
            warn(dynamics.place(name), "is ignored")
    if damping == 0 and friction == 0:
        return None
    return Actuator(1.0, 0.0, damping, friction, 0.0 - friction)


def _inertia(element: Element) -> Reals:
    element.only(_ENTRIES)
    entries = (element.number(name, "a finite number, kg m2") for name in _ENTRIES)
    xx, xy, xz, yy, yz, zz = entries
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    doubt = doubt_about_inertia(inertia, element.place())
    if doubt is not None:
        warn(element.place(), doubt)
    return inertia


def _ignored(element: Element, known: set[str]) -> None:
    """Warn of elements that URDF does not have there; other programs' own ones have a prefix."""
    for child in element.children:
        if child.tag not in known and ":" not in child.tag:
            warn(child.place(), f"is ignored inside <{element.tag}>")
