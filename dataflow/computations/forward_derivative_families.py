"""The arrays of which derivatives of forward dynamics consist: which come out, and their units."""

from __future__ import annotations

from dataclasses import dataclass

from dataflow.computations.derivative_families import Family
from golden.robot import Robot

POSITION = Family("position", "dqdd_dq", "derivatives of accelerations by positions")
RATE = Family("rate", "dqdd_dqd", "derivatives of accelerations by rates")
INVERSE = Family("inverse-mass", "inverse_mass", "inverse of the mass matrix", symmetric=True)


@dataclass(frozen=True)
class ForwardKind:
    """Whether M^-1 is given, and whether motors' rotors count."""

    given: bool
    actuators: bool

    @property
    def families(self) -> tuple[Family, ...]:
        """What comes out."""
        return (POSITION, RATE) if self.given else (POSITION, RATE, INVERSE)


def forward_unit_of(family: Family, robot: Robot, row: int, column: int) -> str:
    """Return an entry's unit, such as ``1/s2``."""
    if family is INVERSE:
        return inverse_unit_of(robot, row, column)
    units = [robot.joints[k].coordinate_unit for k in (row, column)]
    seconds = "s2" if family is POSITION else "s"
    return f"1/{seconds}" if units[0] == units[1] else f"{units[0]}/{units[1]}/{seconds}"


def inverse_unit_of(robot: Robot, row: int, column: int) -> str:
    """Return the unit of an entry of M^-1, such as ``1/(kg m2)``."""
    slides = sum(robot.joints[k].coordinate_unit == "m" for k in (row, column))
    return ("1/(kg m2)", "1/(kg m)", "1/kg")[slides]
