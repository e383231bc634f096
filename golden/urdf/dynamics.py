"""What a URDF file says of bodies and drives: inertia, limits, friction."""

from __future__ import annotations

import math

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.joint import UNKNOWN, Actuator, Joint, JointType
from golden.rigid_body import RigidBody, doubt_about_inertia
from golden.urdf.geometry import TWO_TURNS, pose
from golden.urdf.transmission import reduction
from golden.urdf.tree import CONTINUOUS, PRISMATIC, Edge
from golden.urdf.xml_elements import Element, warn

_FAST = 50.0  # rad/s, as for TOML files
_SMALLEST = 1e-3  # m: what a body's size is taken for, whose centre of mass is at its origin
_NOISE = 1e-12  # of mass times the squared distance from origin to centre of mass
_ENTRIES = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
_TRANSPOSED = {"ixy": "iyx", "ixz": "izx", "iyz": "izy"}
"""What old files call the same."""


def body(link: Element) -> RigidBody | None:
    """Return a link's own inertia in the link's frame; None without an <inertial>."""
    _ignored(link, {"inertial", "visual", "collision", "contact"})
    inertial = link.one("inertial")
    if inertial is None:
        return None
    _ignored(inertial, {"origin", "mass", "inertia"})
    allowed = '<mass value="..."/> and <inertia ixx="..." .../>, or no <inertial>'
    tensor = inertial.one("inertia")
    mass_element = inertial.required("mass", allowed)
    mass_element.only(("value",))
    mass = mass_element.number("value", "kg, 0 or more", least=0.0)
    if tensor is None:
        warn(inertial.place(), "no <inertia>: a point mass")
    placed = pose(inertial)
    size = max(float(np.linalg.norm(placed[:3, 3])), _SMALLEST)
    noise = _NOISE * mass * size**2
    inertia = np.zeros((3, 3)) if tensor is None else _inertia(tensor, noise)
    if tensor is not None and mass and not placed[:3, 3].any() and not inertia.any():
        warn(inertial.place(), "a mass at the link's origin without inertia: a point on the axis")
    try:
        return RigidBody(mass, np.zeros(3), inertia).seen_from(placed)
    except InputError as error:  # of no physical size
        place = f"{inertial.place()} {error.place}"
        raise InputError(place, error.problem, error.allowed) from None


def joint(edge: Edge) -> Joint:
    """Return a moving joint.

    A limit that is missing, or 0, which files write for what they do not know, is UNKNOWN; so are
    all of a planar joint. An angle without bounds has a full turn.
    """
    known = {"origin", "parent", "child", "axis", "limit", "dynamics", "calibration", "mimic"}
    _ignored(edge.element, known | {"safety_controller"})
    revolute = edge.type != PRISMATIC
    kind = JointType.REVOLUTE if revolute else JointType.PRISMATIC
    unit, drive = ("rad", "N m") if revolute else ("m", "N")
    anywhere = (-math.pi, math.pi) if revolute else (-UNKNOWN, UNKNOWN)
    actuator = _motor(edge.element, unit, drive)
    limit = edge.element.one("limit")
    if limit is None or edge.is_planar:
        limits = (UNKNOWN, UNKNOWN, UNKNOWN)
        return Joint(kind, 0.0, anywhere, *limits, actuator, edge.name)
    bounds = _positions(limit, edge.type, unit, anywhere)
    velocity = _positive(limit, "velocity", f"{unit}/s")
    if revolute and _FAST < velocity < UNKNOWN:
        warn(
            limit.place("velocity"),
            f"{velocity:g} rad/s is beyond {_FAST:g} rad/s; URDF has no degrees",
        )
    effort = _positive(limit, "effort", drive)
    acceleration = _positive(limit, "acceleration", f"{unit}/s2")  # URDF 1.2 has the attribute
    limits = (velocity, acceleration, effort)
    return Joint(kind, 0.0, bounds, *limits, actuator, edge.name)


def _positions(
    limit: Element, kind: str, unit: str, anywhere: tuple[float, float]
) -> tuple[float, float]:
    if kind == CONTINUOUS:
        return anywhere
    allowed = f"a finite number, {unit}"
    lower = limit.number("lower", allowed, 0.0)
    upper = limit.number("upper", allowed, 0.0)
    if lower == upper == 0:
        return anywhere
    if lower >= upper:
        text = f"{lower:g} is not below upper {upper:g}: both are ignored"
        warn(limit.place("lower"), text)
        return anywhere
    if unit == "rad" and max(abs(lower), abs(upper)) > TWO_TURNS:
        text = f"[{lower:g}, {upper:g}] rad is beyond two turns; URDF has no degrees"
        warn(limit.place("lower and upper"), text)
    return lower, upper


def _positive(limit: Element, name: str, unit: str) -> float:
    """Return a limit; UNKNOWN where it is missing or 0."""
    value = limit.number(name, f"more than 0, {unit}, or 0 for unknown", 0.0, least=0.0)
    return value or UNKNOWN


def _motor(element: Element, unit: str, drive: str) -> Actuator | None:
    """Return the motor with the joint's armature and friction; None without any.

    Files tell these at the joint: behind a gear of ratio G the motor has armature / G^2, damping /
    G^2 and friction / |G|.
    """
    ratio = reduction(element)
    dynamics = element.one("dynamics")
    damping = friction = armature = 0.0
    if dynamics is not None:
        mass = "kg m2" if unit == "rad" else "kg"
        damping = dynamics.number("damping", f"{drive} s/{unit}, 0 or more", 0.0, least=0.0)
        friction = dynamics.number("friction", f"{drive}, 0 or more", 0.0, least=0.0)
        armature = dynamics.number("armature", f"{mass}, 0 or more", 0.0, least=0.0)
        for name in dynamics.attributes:
            if name not in ("damping", "friction", "armature"):
                warn(dynamics.place(name), "is ignored")
    if ratio is None and damping == friction == armature == 0:
        return None
    gear = 1.0 if ratio is None else ratio
    coulomb = friction / abs(gear)
    return Actuator(gear, armature / gear**2, damping / gear**2, coulomb, 0.0 - coulomb)


def _inertia(element: Element, noise: float) -> Reals:
    """Return an inertia, (3, 3), kg m2: zero, with a warning, where it is no more than noise."""
    element.only((*_ENTRIES, *_TRANSPOSED.values()))
    xx, xy, xz, yy, yz, zz = (_entry(element, name) for name in _ENTRIES)
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if 0 < np.abs(inertia).max() <= noise:
        warn(element.place(), "no entry is more than rounding: taken as 0")
        return np.zeros((3, 3))
    doubt = doubt_about_inertia(inertia, element.place())
    if doubt is not None:
        warn(element.place(), doubt)
    return inertia


def _entry(element: Element, name: str) -> float:
    """Return an entry of an inertia, by its name or the transposed one's."""
    allowed, other = "a finite number, kg m2", _TRANSPOSED.get(name)
    if other is None or other not in element.attributes:
        return element.number(name, allowed)
    value = element.number(other, allowed)
    if element.number(name, allowed, value) != value:
        problem = f"{element.attributes[other]!r} is not {name}"
        raise InputError(element.place(other), problem, "a symmetric inertia")
    warn(element.place(other), f"is taken as {name}")
    return value


def _ignored(element: Element, known: set[str]) -> None:
    """Warn of elements that URDF does not have there; other programs' own ones have a prefix."""
    for child in element.children:
        if child.tag not in known and ":" not in child.tag:
            warn(child.place(), f"is ignored inside <{element.tag}>")
