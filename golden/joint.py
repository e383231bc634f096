"""A joint: its one degree of freedom, its limits and what drives it. SI units and radians."""

from __future__ import annotations

import dataclasses
import enum
import math

from common.errors import InputError
from golden.checks import check_limit, check_number

UNKNOWN = math.inf
"""A limit that nobody has told."""

TIME_TO_FULL_SPEED = 0.2
"""s from rest to the velocity limit: assumed where a joint has no acceleration limit."""


class JointType(enum.Enum):
    """What a joint's coordinate q is: an angle about z, or a distance along z."""

    REVOLUTE = "revolute"
    PRISMATIC = "prismatic"


@dataclasses.dataclass(frozen=True)
class Actuator:
    """A motor behind a gear, at one joint.

    Parameters
    ----------
    gear_ratio
        Motor turns per joint turn (rad of the motor per metre for a prismatic joint), signed.
    motor_inertia
        kg m2, of the rotor about its own axis.
    viscous_friction
        N m s/rad, at the motor.
    coulomb_positive, coulomb_negative
        N m at the motor, while the JOINT moves in its positive or negative direction: the first
        is not negative, the second not positive. No Coulomb friction acts at rest.
    """

    gear_ratio: float
    motor_inertia: float
    viscous_friction: float = 0.0
    coulomb_positive: float = 0.0
    coulomb_negative: float = 0.0

    def __post_init__(self) -> None:
        check_number(self.gear_ratio, "gear_ratio", "motor turns per joint turn, not 0")
        if self.gear_ratio == 0:
            raise InputError("gear_ratio", "0", "motor turns per joint turn, not 0")
        for name in ("motor_inertia", "viscous_friction", "coulomb_positive"):
            check_number(getattr(self, name), name, "0 or more", least=0.0)
        check_number(self.coulomb_negative, "coulomb_negative", "0 or less")
        if self.coulomb_negative > 0:
            raise InputError("coulomb_negative", f"{self.coulomb_negative:g}", "0 or less")


@dataclasses.dataclass(frozen=True)
class Following:
    """A joint's coordinate told by another's: q = ratio q_leader + offset.

    Parameters
    ----------
    leader
        The index of the link that the leading joint moves; it follows nothing itself.
    ratio
        rad or m of this joint for each rad or m of the leader.
    offset
        rad or m.
    """

    leader: int
    ratio: float
    offset: float = 0.0

    def __post_init__(self) -> None:
        check_number(self.ratio, "ratio", "a finite number")
        check_number(self.offset, "offset", "a finite number")


@dataclasses.dataclass(frozen=True)
class Joint:
    """One degree of freedom and what its drive can do.

    Parameters
    ----------
    type
        Revolute or prismatic.
    offset
        rad: the fixed angle about z that comes with the joint, whatever its type.
    position_limits
        (lower, upper), in rad or m.
    velocity_limit, acceleration_limit, torque_limit
        Symmetric and positive: rad/s, rad/s2, N m; or m/s, m/s2, N.
    actuator
        None where the joint is driven by an ideal torque or force.
    name
        Empty if the joint has none; no two joints of a robot share one.
    follows
        What it follows; None where it has a coordinate of its own.

    A limit that nobody has told is `UNKNOWN`, position limits (-UNKNOWN, UNKNOWN): torques in
    float64 need none. Whatever needs one asks `golden.limits.require_limits`.
    """

    type: JointType
    offset: float
    position_limits: tuple[float, float]
    velocity_limit: float
    acceleration_limit: float
    torque_limit: float
    actuator: Actuator | None = None
    name: str = ""
    follows: Following | None = None

    def __post_init__(self) -> None:
        check_number(self.offset, "offset", "rad")
        lower, upper = self.position_limits
        if not lower <= upper:
            problem = f"lower {lower:g} is not below upper {upper:g}"
            raise InputError("position_limits", problem, "lower < upper")
        for name in ("velocity_limit", "acceleration_limit", "torque_limit"):
            check_limit(getattr(self, name), name)

    @property
    def coordinate_unit(self) -> str:
        """Unit of q: rad or m."""
        return "rad" if self.type is JointType.REVOLUTE else "m"

    @property
    def effort_unit(self) -> str:
        """Unit of what drives the joint: N m or N."""
        return "N m" if self.type is JointType.REVOLUTE else "N"
