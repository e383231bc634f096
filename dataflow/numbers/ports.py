"""Between physical quantities and the integers on a design's ports."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from common.arrays import Integers, Reals
from common.errors import InputError
from dataflow.design import Design, Port


@dataclass(frozen=True)
class Encoded:
    """Inputs as integers, shape (points, 3 n), and how many values had to be clipped."""

    integers: Integers
    clipped: int


def encode(
    design: Design,
    q: Reals,
    qd: Reals,
    qdd: Reals,
    *,
    clip: bool = False,
    source: str = "trajectory",
) -> Encoded:
    """Round joint states, shape (points, n) each, onto the input ports, to nearest.

    Angles wrap; every other value must lie within its port's format.

    Raises
    ------
    InputError
        Names the row (counted from 1), joint, value and limit, unless ``clip`` is set.
    """
    columns = _checked_columns(design, source, q=q, qd=qd, qdd=qdd)
    integers = np.empty((len(columns[0]), len(columns)), dtype=np.int64)
    clipped = 0
    for k, (port, values) in enumerate(zip(design.inputs, columns, strict=True)):
        bad = ~np.isfinite(values)
        finite = np.where(bad, 0.0, values)
        if port.unit == "turn":
            turns = finite / (2.0 * math.pi)
            rounded = np.rint(np.ldexp(turns - np.rint(turns), port.format.fraction))
            integers[:, k] = _wrapped(rounded.astype(np.int64), port)
        else:
            with np.errstate(over="ignore"):  # an infinity is outside all the same
                rounded = np.rint(np.ldexp(finite, port.format.fraction))
            outside = (rounded < port.format.lowest) | (rounded > port.format.highest)
            clipped += int(np.count_nonzero(outside))
            integers[:, k] = np.clip(rounded, port.format.lowest, port.format.highest)
            bad = bad if clip else bad | outside
        if np.any(bad):
            row = int(np.argmax(bad))
            raise InputError(
                f"{source} row {row + 1}, joint {port.joint}, {port.name}",
                f"{values[row]:.6g} {port.unit}".replace("turn", "rad"),
                _allowed(port),
            )
    return Encoded(integers, clipped)


def _checked_columns(design: Design, source: str, **states: Reals) -> list[Reals]:
    """Every joint's q, then every qd, then every qdd: views, not copies."""
    blocks = {name: np.atleast_2d(values) for name, values in states.items()}
    points = len(blocks["q"])
    for name, block in blocks.items():
        if block.shape != (points, design.joints):
            raise InputError(
                source, f"{name} has shape {block.shape}", f"({points}, {design.joints})"
            )
    return [block[:, joint] for block in blocks.values() for joint in range(design.joints)]


def _wrapped(integers: Integers, port: Port) -> Integers:
    """Binary angles brought into the port's range by whole turns."""
    turn = 1 << port.format.width
    return (integers - port.format.lowest) % turn + port.format.lowest


def _allowed(port: Port) -> str:
    """The range of a port, in words."""
    if port.unit == "turn":
        return "any finite angle"
    low, high = port.format.value(port.format.lowest), port.format.value(port.format.highest)
    return f"{low:.6g} to {high:.6g} {port.unit} (--clip saturates)"


def decode_torques(design: Design, integers: Integers) -> Reals:
    """Torques as numbers, N m or N, from integers of shape (..., n)."""
    scale = np.array([port.format.resolution for port in design.outputs])
    torques: Reals = integers.astype(np.float64) * scale
    return torques


def decode_inputs(design: Design, integers: Integers) -> tuple[Reals, Reals, Reals]:
    """Joint states, rad, m and seconds, that integers of shape (points, 3 n) stand for."""
    scale = np.array(
        [
            port.format.resolution * (2.0 * math.pi if port.unit == "turn" else 1.0)
            for port in design.inputs
        ]
    )
    q, qd, qdd = np.split(integers.astype(np.float64) * scale, 3, axis=1)
    return q, qd, qdd
