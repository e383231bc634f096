"""Poses and axes in a URDF file, and angles there that are likely to be mistakes."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from golden.transforms import homogeneous, rotation_rpy
from golden.urdf.xml_elements import Element, warn

TWO_TURNS = 4 * math.pi
"""rad: larger angles are likely to be degrees."""

_HALF_TURN_ABOUT_X = np.diag([1.0, -1.0, -1.0])
_QUARTER = math.pi / 2
_SAME_ANGLE = 5e-10  # rad: pi/2 with nine decimals is meant to be pi/2
_ZEROS = (0.0, 0.0, 0.0)
_RPY = "3 numbers, roll, pitch, yaw in rad"


def pose(element: Element) -> Reals:
    """Return the (4, 4) transform that an element's <origin> gives, the identity without one.

    Angles within 5e-10 rad of a quarter turn are taken as exactly that.
    """
    origin = element.one("origin")
    if origin is None:
        return np.eye(4)
    origin.only(("xyz", "rpy"))
    xyz = origin.numbers("xyz", 3, "3 numbers, m", _ZEROS)
    rpy = origin.numbers("rpy", 3, _RPY, _ZEROS)
    for angle in rpy:
        if abs(angle) > TWO_TURNS:
            warn(origin.place("rpy"), f"{angle:g} rad is beyond two turns; URDF has no degrees")
    return homogeneous(rotation_rpy(*(_exact(angle) for angle in rpy)), np.array(xyz))


def axis(element: Element) -> Reals:
    """Return a joint's axis as a unit vector, (3,); x without an <axis>, as URDF has it."""
    written = element.one("axis", repeated=True)
    if written is None:
        return np.array([1.0, 0.0, 0.0])
    written.only(("xyz",), harmless=("rpy",))
    vector = np.array(written.numbers("xyz", 3, "3 numbers, not all 0"))
    largest = np.abs(vector).max()
    if largest == 0:
        problem = f"{written.attributes['xyz']!r} has no direction"
        raise InputError(written.place("xyz"), problem, "3 numbers, not all 0")
    vector = vector / largest  # squares neither vanish nor overflow
    return np.asarray(vector / np.linalg.norm(vector))


def toward(direction: Reals) -> Reals:
    """Return the (3, 3) rotation that takes z to a unit vector, (3,), by the shortest way.

    Exact for the six directions along the axes. Downwards, a half turn about x goes first, so that
    the shortest way is never a half turn, which would have no axis.
    """
    up = direction[2] >= 0
    x, y, z = direction if up else -direction
    spin = np.array([[0.0, 0.0, x], [0.0, 0.0, y], [-x, -y, 0.0]])
    turn = np.eye(3) + spin + spin @ spin / (1 + z)
    return np.asarray(turn if up else turn @ _HALF_TURN_ABOUT_X)


def warn_of_rounded_angles(elements: Iterable[Element]) -> None:
    """Warn once of quarter turns with few decimals in the <origin> of any of these elements.

    They are taken as they stand: but each makes small numbers of what would be zeros, and those
    zeros are what spares a machine its multipliers.
    """
    found: list[tuple[str, float]] = []
    for element in elements:
        for origin in element.all("origin"):
            rpy = origin.numbers("rpy", 3, _RPY, _ZEROS)
            found += [(origin.place("rpy"), angle) for angle in rpy if _is_rounded(angle)]
    if found:
        place, angle = found[0]
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        exact = f"{round(angle / _QUARTER) * _QUARTER:.10f}"
        warn(place, f"{angle!r}{more} is no exact quarter turn: {exact} makes smaller hardware")


def _exact(angle: float) -> float:
    quarter = round(angle / _QUARTER) * _QUARTER
    return quarter if abs(angle - quarter) < _SAME_ANGLE else angle


def _is_rounded(angle: float) -> bool:
    """Return whether an angle is a quarter turn, cut or rounded to the decimals that it has."""
    decimals = len(repr(angle).partition(".")[2])
    size = abs(angle)
    quarter = round(size / _QUARTER) * _QUARTER
    if decimals < 2 or quarter == 0 or abs(size - quarter) < _SAME_ANGLE:
        return False
    scaled = quarter * 10**decimals
    return round(size * 10**decimals) in (math.floor(scaled), round(scaled))
