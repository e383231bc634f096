"""The arrays of which derivatives consist: their names, ports and units, which may be chosen."""

from __future__ import annotations

from dataclasses import dataclass

from common.errors import InputError
from golden.robot import Robot


@dataclass(frozen=True)
class Family:
    """One of the arrays that come out.

    Attributes
    ----------
    key
        By which ``--outputs`` knows it.
    array
        Its name in results and ports.
    words
        What it is.
    square
        Whether it is a matrix, a row for each torque, else a number for each joint.
    symmetric
        Whether only the upper triangle has ports.
    """

    key: str
    array: str
    words: str
    square: bool = True
    symmetric: bool = False

    def places(self, n: int) -> list[tuple[int, int]]:
        """Return rows and columns of the entries that may have ports, counted from 0."""
        if not self.square:
            return [(i, 0) for i in range(n)]
        return [(i, j) for i in range(n) for j in range(i if self.symmetric else 0, n)]

    def port(self, row: int, column: int) -> str:
        """Return an entry's name, rows and columns counted from 1 in it."""
        return f"{self.array}_{row + 1}_{column + 1}" if self.square else f"{self.array}{row + 1}"

    def place(self, row: int, column: int, n: int) -> int:
        """Return where an entry stands in its array, flat."""
        return row * n + column if self.square else row


FAMILIES = (
    Family("torque", "tau", "torques", square=False),
    Family("position", "dtau_dq", "derivatives of torques by positions"),
    Family("rate", "dtau_dqd", "derivatives of torques by rates"),
    Family("mass", "mass", "mass matrix, the derivative by accelerations", symmetric=True),
)
"""What can come out, in the order of the ports."""


def families_named(names: str | None) -> tuple[Family, ...]:
    """Return the families of a comma-separated list, all if None, in the order of the ports.

    Raises
    ------
    InputError
        A name is unknown or stands twice, or there is none.
    """
    known = {family.key: family for family in FAMILIES}
    if names is None:
        return FAMILIES
    told = [name.strip() for name in names.split(",")]
    for i, name in enumerate(told):
        if name not in known:
            problem = f"{name!r} is unknown" if name else "a name is empty"
            raise InputError("--outputs", problem, ", ".join(known))
        if name in told[:i]:
            raise InputError("--outputs", f"{name!r} stands twice", "each once")
    return tuple(family for family in FAMILIES if family.key in told)


def unit_of(family: Family, robot: Robot, row: int, column: int) -> str:
    """Return an entry's unit, such as ``N m s/rad``."""
    torque, by = robot.joints[row], robot.joints[column]
    if not family.square:
        return torque.effort_unit
    if family.key == "mass":
        slides = [joint.coordinate_unit == "m" for joint in (torque, by)]
        return ("kg m2", "kg m", "kg")[sum(slides)]
    if torque.effort_unit == "N m" and by.coordinate_unit == "m":
        return "N" if family.key == "position" else "N s"
    seconds = " s" if family.key == "rate" else ""
    return f"{torque.effort_unit}{seconds}/{by.coordinate_unit}"
