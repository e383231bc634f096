"""Between physical quantities and the integers on a design's ports."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from common.arrays import Flags, Integers, Reals
from common.errors import InputError
from dataflow.design import Design, Port
from dataflow.operators import Operator

_TURN = 2.0 * math.pi


@dataclass(frozen=True)
class Encoded:
    """Inputs as integers, shape (points, inputs), and how many values had to be clipped."""

    integers: Integers
    clipped: int


def encode(
    design: Design,
    states: Mapping[str, ArrayLike],
    *,
    clip: bool = False,
    source: str = "trajectory",
) -> Encoded:
    """Round states onto the input ports, to nearest.

    Angles wrap; every other value must lie within its port's format.

    Parameters
    ----------
    states
        Shape (points, columns) by the arrays that the ports name, or (columns,) for one point.
    clip
        Saturate values beyond their port's format, and count them.
    source
        Where the states come from, for messages.

    Raises
    ------
    InputError
        Names the row (counted from 1), port, value and limit, unless ``clip`` is set; an array that
        is missing or has another shape.
    """
    columns = _checked_columns(design, source, states)
    integers = np.empty((len(columns[0]), len(columns)), dtype=np.int64)
    clipped = 0
    for k, (port, values) in enumerate(zip(design.inputs, columns, strict=True)):
        bad = ~np.isfinite(values)
        finite = np.where(bad, 0.0, values)
        if port.unit == "turn":
            integers[:, k] = _angle(port, finite)
        else:
            integers[:, k], outside = _saturated(port, finite)
            clipped += int(np.count_nonzero(outside))
            bad = bad if clip else bad | outside
        if np.any(bad):
            row = int(np.argmax(bad))
            problem = f"{values[row]:.6g} {port.unit}".replace("turn", "rad")
            raise InputError(f"{source} row {row + 1}, {port.place}", problem, _allowed(port))
    return Encoded(integers, clipped)


def has_directions(design: Design) -> bool:
    """Return whether something turns on the sign of a number: see `with_rest`."""
    told = (Operator.POSITIVE, Operator.NEGATIVE)
    return any(operation.operator in told for operation in design.operations)


def with_rest(design: Design, states: Mapping[str, Reals]) -> dict[str, Reals]:
    """Return the states, speeds that their ports round to zero being rest.

    Coulomb friction jumps at rest: no bound of a torque's error holds both sides of the jump, so
    that it holds for these.
    """
    result = {name: array.copy() for name, array in states.items()}
    for port in design.inputs:
        if port.array == "qd":
            column = result["qd"][:, port.column]
            column[np.abs(column) <= port.format.resolution / 2] = 0.0
    return result


def _angle(port: Port, values: Reals) -> Integers:
    """Return angles in rad as binary fractions of a turn, brought into the port's range."""
    turns = values / _TURN
    rounded = np.rint(np.ldexp(turns - np.rint(turns), port.format.fraction)).astype(np.int64)
    turn = 1 << port.format.width
    wrapped: Integers = (rounded - port.format.lowest) % turn + port.format.lowest
    return wrapped


def _saturated(port: Port, values: Reals) -> tuple[Integers, Flags]:
    """Return values within the port's format, and which of them were beyond it."""
    with np.errstate(over="ignore"):  # an infinity is outside all the same
        rounded = np.rint(np.ldexp(values, port.format.fraction))
    low, high = port.format.lowest, port.format.highest
    return np.clip(rounded, low, high).astype(np.int64), (rounded < low) | (rounded > high)


def _checked_columns(design: Design, source: str, states: Mapping[str, ArrayLike]) -> list[Reals]:
    """Return each input's values, shape (points,): views, not copies."""
    blocks: dict[str, Reals] = {}
    for name, columns in _arrays(design.inputs).items():
        if name not in states:
            raise InputError(source, f"has no {name}", ", ".join(_arrays(design.inputs)))
        blocks[name] = block = np.atleast_2d(np.asarray(states[name], dtype=np.float64))
        points = len(next(iter(blocks.values())))
        if block.shape != (points, columns):
            raise InputError(source, f"{name} has shape {block.shape}", f"({points}, {columns})")
    return [blocks[port.array][:, port.column] for port in design.inputs]


def _arrays(ports: Sequence[Port]) -> dict[str, int]:
    """Return the arrays that ports name, and how many columns each has."""
    sizes: dict[str, int] = {}
    for port in ports:
        sizes[port.array] = max(sizes.get(port.array, 0), port.column + 1)
    return sizes


def _allowed(port: Port) -> str:
    """Return the range of a port, in words."""
    if port.unit == "turn":
        return "any finite angle"
    low, high = port.format.value(port.format.lowest), port.format.value(port.format.highest)
    return f"{low:.6g} to {high:.6g} {port.unit} (--clip saturates)"


def decode_outputs(design: Design, integers: Integers) -> Reals:
    """Return results as numbers in their ports' units, from integers of shape (..., outputs)."""
    scale = np.array([port.format.resolution for port in design.outputs])
    results: Reals = integers.astype(np.float64) * scale
    return results


def decode_inputs(design: Design, integers: Integers) -> dict[str, Reals]:
    """Return the states, in SI units, that integers of shape (points, inputs) stand for."""
    states = {
        name: np.empty((len(integers), columns)) for name, columns in _arrays(design.inputs).items()
    }
    for port, column in zip(design.inputs, integers.T, strict=True):
        scale = port.format.resolution * (_TURN if port.unit == "turn" else 1.0)
        states[port.array][:, port.column] = column.astype(np.float64) * scale
    return states
