"""Batches of states: broadcast, checked, and worked through in pieces that fit a cache."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Reals
from common.errors import InputError
from golden.checks import real_array


def finite(value: ArrayLike, name: str, length: int) -> Reals:
    """Return finite float64 numbers of shape (..., length).

    Raises
    ------
    InputError
        The last axis is not `length` long, or there is a NaN or an infinity; it names the place.
        Or the numbers are complex, or none.
    """
    array = real_array(value, name)
    if array.ndim == 0 or array.shape[-1] != length:
        raise InputError(name, f"shape {array.shape}", f"(..., {length})")
    if not np.isfinite(array).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise InputError(f"{name}{list(where)}", f"{array[where]}", "finite numbers")
    return array


def evaluate(kernel: Callable[..., Reals], chunk: int, width: int, *arrays: Reals) -> Reals:
    """Run `kernel` over a batch.

    Parameters
    ----------
    kernel
        Takes as many arrays as are given, of shape (points, their last axis), and returns an array
        of shape (points, width).
    chunk
        How many points it gets at once, at most.
    width
        The length of the result's last axis.
    arrays
        Of shape (..., their own last axis). The axes before broadcast.

    Returns
    -------
    Reals of shape (..., width).
    """
    try:
        batch = np.broadcast_shapes(*(array.shape[:-1] for array in arrays))
    except ValueError:
        shapes = ", ".join(str(array.shape) for array in arrays)
        raise InputError("batch", f"shapes {shapes}", "shapes that broadcast") from None
    flat = [
        np.broadcast_to(array, batch + array.shape[-1:]).reshape(-1, array.shape[-1])
        for array in arrays
    ]
    result = np.empty((len(flat[0]), width))
    for start in range(0, len(result), chunk):
        piece = slice(start, start + chunk)
        result[piece] = kernel(*(array[piece] for array in flat))
    return result.reshape(*batch, width)
