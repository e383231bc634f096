"""Numbers that describe a robot, checked as they enter a class: real, finite, of physical size."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from common.errors import InputError

LARGEST = 1e15
"""What no mass, length, inertia or limit reaches, in SI units: products of a few stay finite."""


def real_array(value: ArrayLike, name: str) -> Reals:
    """Return numbers as float64; raises InputError if they are complex, or no numbers."""
    try:
        array = np.asarray(value)
        if np.iscomplexobj(array):
            raise InputError(name, f"{array.dtype} numbers", "real numbers")
        return np.asarray(array, dtype=np.float64)
    except (TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(name, f"no numbers ({error})", "real numbers") from None


def check_array(array: Reals, name: str, allowed: str) -> None:
    """Raise InputError unless all numbers of an array are finite and less than `LARGEST`."""
    bad = np.argwhere(~(np.abs(array) < LARGEST))
    if len(bad):
        where = tuple(int(i) for i in bad[0])
        place = f"{name}{list(where)}" if where else name
        raise InputError(place, f"{array[where]:g}", f"{allowed}, less than {LARGEST:g}")


def check_number(value: float, name: str, allowed: str, least: float = -LARGEST) -> None:
    """Raise InputError unless a number is real, not below `least` and less than `LARGEST`."""
    if isinstance(value, complex | np.complexfloating) or not np.isreal(value):
        raise InputError(name, repr(value), allowed)
    number = float(value)
    if not least <= number < LARGEST:
        raise InputError(name, f"{number:g}", f"{allowed}, less than {LARGEST:g}")


def check_limit(value: float, name: str) -> None:
    """Raise InputError unless a limit is a real number above zero, or the infinity of unknown."""
    if isinstance(value, complex | np.complexfloating) or not float(value) > 0:
        raise InputError(name, f"{value:g}", "more than 0")


def check_rotation(rotation: Reals, name: str) -> None:
    """Raise InputError unless a (3, 3) matrix is a rotation, to 1e-6."""
    check_array(rotation, name, "a rotation")
    error = np.abs(rotation @ rotation.T - np.eye(3)).max()
    if error > 1e-6 or np.linalg.det(rotation) < 0:
        allowed = "an orthonormal (3, 3) matrix of determinant 1"
        raise InputError(name, f"{rotation.tolist()} is not a rotation", allowed)
