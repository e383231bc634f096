"""`torqueflow dynamics --derivatives`: golden Jacobians along a trajectory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from common.arrays import Reals
from common.destinations import check_outputs
from common.errors import InputError
from common.files import open_output, write_json
from common.tables import console, number, show, table
from golden.derivatives import forward_dynamics_derivatives, inverse_dynamics_derivatives
from golden.motion_file import read_motion
from golden.robot import Robot
from golden.trajectory_file import read_driven_states
from torqueflow.cli.robot_options import ChosenRobot

_LARGEST = 1e100
_INVERSE = ("tau", "dtau_dq", "dtau_dqd", "mass")
_FORWARD = ("qdd", "dqdd_dq", "dqdd_dqd", "inverse_mass")


@dataclass(frozen=True)
class DerivativeRequest:
    """What is asked for, as it was typed; one of ``trajectory`` and ``torques`` is given."""

    robot: ChosenRobot
    forward: bool
    trajectory: str | None
    torques: str | None
    actuators: bool
    step: float | None
    degrees: bool
    json: str | None
    output: str | None

    @property
    def file(self) -> str:
        """The file of states.

        Raises
        ------
        InputError
            It is missing, or the other one is given.
        """
        wanted, other = ("--torques", "--trajectory"), (self.torques, self.trajectory)
        if not self.forward:
            wanted, other = wanted[::-1], other[::-1]
        if other[1] is not None:
            way = "with" if self.forward else "without"
            raise InputError(wanted[1], f"given {way} --forward", f"{wanted[0]} FILE")
        if other[0] is None:
            raise InputError(wanted[0], "missing", "a .csv or .npz file of states")
        return other[0]


def compute_derivatives(asked: DerivativeRequest) -> None:
    """Print each array's largest entry, and write all to a .npz file and JSON.

    Raises
    ------
    InputError
        Options or the file do not fit, the base is free, M is singular, or a result is no number.
    """
    file = asked.file
    if asked.output is not None and Path(asked.output).suffix.lower() != ".npz":
        problem = f"{asked.output!r} is no NPZ file"
        raise InputError("--output", problem, "a name that ends in .npz")
    arm = asked.robot.load()
    if arm.base_body is not None:
        raise InputError("--free-base", "given beside --derivatives", "a base that stands")
    if asked.actuators and not any(link.joint.actuator for link in arm.links):
        raise InputError("--actuators", f"{arm.name} has no actuators", "an arm that has some")
    check_outputs(
        {"--json": asked.json, "--output": asked.output},
        {"the states": file, **asked.robot.inputs},
    )
    with np.errstate(over="ignore", invalid="ignore"):  # told below
        arrays = (_forward if asked.forward else _inverse)(arm, asked, file)
    for name, array in arrays.items():
        _refuse_overflow(f"{file}: {name}", array)
    if asked.output is not None:
        with open_output(asked.output) as written:
            np.savez(written, allow_pickle=False, **arrays)
    summary = {
        "robot": arm.name,
        "actuators": asked.actuators,
        "points": len(next(iter(arrays.values()))),
        **{f"{name}_max": np.abs(array).max(axis=0).tolist() for name, array in arrays.items()},
    }
    if asked.json is not None:
        values = {name: array.tolist() for name, array in arrays.items()}
        write_json(asked.json, summary | values)
    _print(arm, summary, arrays)


def _inverse(arm: Robot, asked: DerivativeRequest, file: str) -> dict[str, Reals]:
    motion = read_motion(file, arm, step=asked.step, degrees=asked.degrees).arrays
    state = motion["q"], motion["qd"], motion["qdd"]
    found = inverse_dynamics_derivatives(arm, *state, actuators=asked.actuators)
    arrays = found.torque, found.position, found.rate, found.mass
    return dict(zip(_INVERSE, arrays, strict=True))


def _forward(arm: Robot, asked: DerivativeRequest, file: str) -> dict[str, Reals]:
    if asked.step is not None or asked.degrees:
        option = "--degrees" if asked.degrees else "--step"
        raise InputError(option, "given with --forward", "a file in rad, m and s")
    try:
        found = forward_dynamics_derivatives(
            arm, *read_driven_states(file, arm.n), actuators=asked.actuators
        )
    except np.linalg.LinAlgError:
        problem = "M is singular: a joint moves nothing"
        raise InputError(arm.name, problem, "mass or inertia behind every joint") from None
    arrays = found.acceleration, found.position, found.rate, found.inverse_mass
    return dict(zip(_FORWARD, arrays, strict=True))


def _refuse_overflow(place: str, array: Reals) -> None:
    bad = np.argwhere(~(np.abs(array) <= _LARGEST))
    if len(bad):
        where = tuple(int(i) for i in bad[0])
        problem = f"an entry is {array[where]:g}"
        raise InputError(f"{place} at point {where[0] + 1}", problem, "a state of physical size")


def _print(arm: Robot, summary: dict[str, object], arrays: dict[str, Reals]) -> None:
    extra = ", with actuators" if summary["actuators"] else ""
    title = f"{arm.name}: derivatives at {summary['points']} states{extra}"
    shown = table(title, "array", "shape", "largest entry")
    for name, array in arrays.items():
        shown.add_row(name, " x ".join(map(str, array.shape)), number(float(np.abs(array).max())))
    show(console(), shown)
