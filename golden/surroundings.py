"""What acts on a robot from outside its joints: the base's motion, gravity, a load in the hand.

Each is told by arrays of numbers (`golden.states_file`), in the axes of the base frame, or of the
distal frame of the link that holds the load:

- `BASE_OMEGA`, `BASE_ALPHA`, `BASE_ACCELERATION`: how a free base moves, as an IMU in its origin
  shows it (`golden.free_base`); what remains is `BASE_WRENCH`.
- `GRAVITY`: the acceleration of a free body.
- `PAYLOAD`: mass, first moment (mass times centre of mass) and inertia about the ORIGIN of the
  link's distal frame: torques are linear in these ten (`golden.payload`).
- `WRENCH`: the force and moment that the robot exerts on its surroundings.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

from golden.states_file import StateArray

_XYZ = "xyz"


def _vector(name: str) -> StateArray:
    return StateArray(name, tuple(f"{name}_{axis}" for axis in _XYZ))


def _wrench(name: str, prefix: str) -> StateArray:
    parts = (f"{prefix}_{part}_{axis}" for part in ("force", "moment") for axis in _XYZ)
    return StateArray(name, tuple(parts))


BASE_OMEGA = _vector("base_omega")
BASE_ALPHA = _vector("base_alpha")
BASE_ACCELERATION = _vector("base_acceleration")
BASE_MOTION = (BASE_OMEGA, BASE_ALPHA, BASE_ACCELERATION)
BASE_WRENCH = _wrench("base_wrench", "base")
GRAVITY = _vector("gravity")
PAYLOAD = StateArray(
    "payload",
    (
        "payload_mass",
        *(f"payload_first_moment_{axis}" for axis in _XYZ),
        *(f"payload_inertia_{axes}" for axes in ("xx", "yy", "zz", "xy", "yz", "xz")),
    ),
)
WRENCH = _wrench("wrench", "wrench")
LOADS = {array.name: array for array in (PAYLOAD, WRENCH, GRAVITY)}
"""What may enter beside the joints' motion, by name."""


@dataclass(frozen=True)
class Surroundings:
    """The largest magnitude of each number that tells what acts from outside; inf if unknown.

    Attributes
    ----------
    base_omega, base_alpha, base_acceleration
        rad/s, rad/s2, m/s2, of each component; the last with gravity in it.
    base_force, base_moment
        N, N m: what errors of the base's wrench are held against.
    gravity
        m/s2, of each component. Unknown, it is the robot's own gravity turned any way.
    payload_mass, payload_first_moment, payload_inertia
        kg, kg m, kg m2, of each component.
    wrench_force, wrench_moment
        N, N m, of each component.
    """

    base_omega: float = math.inf
    base_alpha: float = math.inf
    base_acceleration: float = math.inf
    base_force: float = math.inf
    base_moment: float = math.inf
    gravity: float = math.inf
    payload_mass: float = math.inf
    payload_first_moment: float = math.inf
    payload_inertia: float = math.inf
    wrench_force: float = math.inf
    wrench_moment: float = math.inf


UNTOLD = Surroundings()
"""Nothing is known."""

UNITS = {
    "base_omega": "rad/s",
    "base_alpha": "rad/s2",
    "base_acceleration": "m/s2",
    "base_force": "N",
    "base_moment": "N m",
    "gravity": "m/s2",
    "payload_mass": "kg",
    "payload_first_moment": "kg m",
    "payload_inertia": "kg m2",
    "wrench_force": "N",
    "wrench_moment": "N m",
}
"""Of each field of `Surroundings`, and of the columns that begin with its name."""

FIELDS = tuple(field.name for field in dataclasses.fields(Surroundings))
"""The fields' names."""


def field_of(column: str) -> str:
    """Return the field of `Surroundings` that limits a column of the arrays here."""
    return next(name for name in FIELDS if column == name or column.startswith(f"{name}_"))
