"""`python -m torqueflow.bench.word_lengths`: what word lengths save, counted by Yosys.

Of five arms, arrays of one torque vector a cycle, both proved to keep the same share of each
joint's limit: the narrowest uniform width, and the cheapest formats. Each is synthesised for an
ECP5. The status is 1 if nothing of an arm shrinks by a quarter.
"""

from __future__ import annotations

import argparse
from importlib.metadata import distribution
from typing import Any

from common.files import write_json
from common.tables import console, show, table
from dataflow.build import design_of
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.errors.efforts import DEFAULT_EFFORT, EFFORTS
from dataflow.errors.target import ErrorTarget, Proved, narrowest
from dataflow.errors.word_lengths import cheapest
from dataflow.lowering.request import Request
from golden.load import load_robot
from golden.robot import Robot
from golden.urdf.selection import Selection
from hdl.synth.ecp5 import synthesised
from hdl.synth.flows import ECP5
from hdl.synth.harness import TOP, harness_netlist

_FOLDER = "cmeel.prefix/share/example-robot-data/robots"
_URDF = {
    "ur5": ("ur_description/urdf/ur5_robot.urdf", Selection()),
    "panda": ("panda_description/urdf/panda.urdf", Selection(tip="panda_link8")),
}
"""Arms whose files come with example-robot-data, a test dependency."""

_ARMS = ("puma560", "stanford", "ur5", "iiwa14", "panda")

COUNTED = {"lut": "look-up tables", "ff": "registers", "mult": "blocks"}
"""What is compared, by its name in `hdl.synth.flows.Flow.resources`."""

_QUARTER = 0.25


def main() -> int:
    """Run what is asked for, print it, and return the exit status."""
    asked = _arguments()
    rows = []
    for name in asked.robots:
        rows.append(savings_row(arm(name), asked.torque_error, asked.proof_effort))
        print(_told(rows[-1]), flush=True)
        if asked.json is not None:
            write_json(asked.json, {"torque_error": asked.torque_error, "arms": rows})
    _print(rows)
    return 0 if all(max(row["saved"].values()) >= _QUARTER for row in rows) else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m torqueflow.bench.word_lengths")
    parser.add_argument("robots", nargs="*", default=_ARMS, help="names or files; five arms")
    parser.add_argument("--torque-error", default="1e-4", help="a share, or a magnitude: 0.01Nm")
    parser.add_argument("--proof-effort", type=int, choices=EFFORTS, default=DEFAULT_EFFORT)
    parser.add_argument("--json", help="write what was found to a file")
    return parser.parse_args()


def arm(name: str) -> Robot:
    """Return a robot by its name or file; the names of `_URDF` are known too."""
    if name not in _URDF:
        return load_robot(name)
    file, selection = _URDF[name]
    path = distribution("example-robot-data").locate_file(f"{_FOLDER}/{file}")
    return load_robot(str(path), selection)


def savings_row(robot: Robot, error: str, effort: int = DEFAULT_EFFORT) -> dict[str, Any]:
    """Return what two designs with the same guarantee take, and the part that is saved.

    ``uniform`` and ``trimmed`` have the ``width``, the largest proved ``error`` as a part of what
    is allowed, and of `COUNTED` how many there are; ``saved`` is told of each of these.
    """
    request, target = Request(robot, NEWTON_EULER), ErrorTarget.read(error)
    uniform = _taken(narrowest(request, target, effort), target)
    trimmed = _taken(cheapest(request, target, effort), target)
    saved = {name: 1.0 - trimmed[name] / uniform[name] for name in COUNTED}
    return {"robot": robot.name, "uniform": uniform, "trimmed": trimmed, "saved": saved}


def _taken(found: Proved, target: ErrorTarget) -> dict[str, Any]:
    outputs = found.request.computation.outputs(found.request.robot)
    shares = (b.bound / target.allowed(o) for b, o in zip(found.bounds, outputs, strict=True))
    netlist = harness_netlist(design_of(found.state), ECP5.blocks)
    counts = ECP5.counted(synthesised(netlist), TOP)
    return {
        "width": found.request.width,
        "error": max(shares),
        **{name: counts[name] for name in COUNTED},
    }


def _told(row: dict[str, Any]) -> str:
    return f"{row['robot']}: " + ", ".join(_change(row, name) for name in COUNTED)


def _change(row: dict[str, Any], name: str) -> str:
    before, after = row["uniform"][name], row["trimmed"][name]
    return f"{before:,} to {after:,} {COUNTED[name]} ({-row['saved'][name]:+.1%})"


def _print(rows: list[dict[str, Any]]) -> None:
    shown = table("at the same guarantee", "robot", "width", *COUNTED.values())
    for row in rows:
        widths = f"{row['uniform']['width']} to {row['trimmed']['width']}"
        cells = (_change(row, name).replace(f" {COUNTED[name]}", "") for name in COUNTED)
        shown.add_row(row["robot"], widths, *cells)
    show(console(), shown)


if __name__ == "__main__":
    raise SystemExit(main())
