"""What values are called in the generated occam."""

from __future__ import annotations

import re

from dataflow.tasks.blocks import JACOBIAN
from dataflow.tasks.pieces import SHARED, STATE, Piece

ARRAYS = {
    STATE: "state",
    JACOBIAN: "jacobian",
    SHARED: "shared",
    "M": "mass",
    "k": "coriolis",
    "q": "applied",
    "L": "factor",
    "x": "ydd",
    "torques": "torques",
}
"""The occam name of each array; others are called as their blocks are: `array_name`."""


def array_name(block: str) -> str:
    """Return the occam name of an array."""
    return ARRAYS.get(block, f"of.{block}")


_QUANTITIES = {
    "omega": "angular velocity",
    "alpha": "angular acceleration at ydd = 0",
    "acceleration": "acceleration of the origin at ydd = 0",
    "before": "acceleration before the joint",
    "a": "acceleration of the origin at ydd = 0",
    "g": "gravity",
    "f": "force on the centre",
    "l": "moment about the centre",
    "F": "force",
    "N": "moment about the origin",
    "n": "moment",
    "h": "first moment of the composite",
    "passed_f": "force passed down",
    "passed_n": "moment passed down",
    "turned_h": "first moment, in the parent's axes",
}

_ELEMENTS = {
    "M": "mass matrix",
    "L": "factor",
    "1/L": "inverse of the factor",
    "k": "Coriolis and centrifugal force, joint",
    "q": "applied force, joint",
    "z": "first solution, joint",
    "ydd": "acceleration, joint",
}


def described(label: str) -> str:
    """Return a label of the equations in words: quantity, body and axis."""
    row = re.fullmatch(r"(M|L|1/L|k|q|z|ydd)_(\d+)(?:_(\d+))?", label)
    if row is not None:
        name, i, j = row.groups()
        return f"{_ELEMENTS[name]} {i}" + (f", {j}" if j else "")
    column = re.fullmatch(r"J([TRO])(\d+)_([xyz])_(\d+)", label)
    if column is not None:
        kind, joint, axis, body = column.groups()
        of = {"T": "J.T", "R": "J.R", "O": "J of the origin"}[kind]
        return f"body {body}: {of}, column {joint}, {axis}"
    unit = re.fullmatch(r"unit_([fn])_(\d+)_to_([xyz])_(\d+)", label)
    if unit is not None:
        kind, joint, axis, body = unit.groups()
        what = "force" if kind == "f" else "moment"
        return f"body {body}: {what} of a unit acceleration of joint {joint}, {axis}"
    vector = re.fullmatch(r"(\w+)_([xyz]{1,2})_(\d+)", label)
    if vector is not None:
        name, axis, body = vector.groups()
        return f"body {body}: {_QUANTITIES.get(name, name)} {axis}"
    tensor = re.fullmatch(r"(\w+)_([xyz])([xyz])_(\d+)", label)
    if tensor is not None:
        name, i, j, body = tensor.groups()
        return f"body {body}: {name} {i}{j}"
    value = re.fullmatch(r"(\w+)\.(\d+)(?:\.([xyz]))?", label)
    if value is not None:
        name, link, axis = value.groups()
        return f"link {link}: {_TASK_VALUES.get(name, name)}" + (f" {axis}" if axis else "")
    return label


_TASK_VALUES = {
    "w": "angular velocity",
    "dw": "angular acceleration",
    "dv": "acceleration of the origin",
    "A": "acceleration of the origin before",
    "F": "inertial force",
    "N": "inertial moment",
    "f": "force from the link before",
    "n": "moment from the link before",
    "t": "torque",
    "torque": "torque",
} | {f"V{k}": f"VEC{k}" for k in range(1, 12)}
"""What Zeng and Egan's tasks write; VEC1 to VEC11 are their own names."""

_VERBS = {
    "M": "inertia",
    "k": "coriolis.forces",
    "q": "applied.forces",
    "L": "factorise",
    "x": "solve",
    "torques": "gather.torques",
    JACOBIAN: "jacobians",
}


def procedure_name(number: int, piece: Piece) -> str:
    """Return the name of a piece's procedure on a processor."""
    part = f".part.{piece.part}" if piece.part > 1 or not piece.results else ""
    verb = _VERBS.get(piece.block, piece.block)
    return f"{verb}.{'on.' if verb[-1].isdigit() else ''}{number}{part}"


def worker_name(number: int) -> str:
    """Return the name of a processor's process."""
    return f"worker.{number}" if number else "root"


def channel_name(sender: int, receiver: int) -> str:
    """Return the name of the channel from one processor to another."""
    return f"c.{sender}.to.{receiver}"
