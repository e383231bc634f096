"""`python -m torqueflow.bench.bounds`: proved bounds beside the worst that an attack finds.

On random arms of one to seven links, revolute and prismatic, with arbitrary transforms, or on those
that are named: by joint, how many times the bound is the worst error found, with each effort, and
the processor's time that the proofs took. Beside it the floor, as the largest part of a joint's
limit: what roundings that conspire can come to at a state that the attack found, so that no bound
which lets them is below it. The status is 1 if, with the last effort, a bound is broken, is above
`MOST` times what was found, or is above that of a smaller effort.
"""

from __future__ import annotations

import argparse
import itertools
import time
from typing import Any

import numpy as np

from common.arrays import Reals
from common.files import write_json
from common.tables import console, show, table
from dataflow.build import state_of
from dataflow.computations.inverse_dynamics import LAGRANGIAN, NEWTON_EULER
from dataflow.errors.bounds import output_bounds
from dataflow.errors.efforts import EFFORTS
from dataflow.errors.pointwise import worst
from dataflow.errors.system import ErrorSystem, error_system
from dataflow.lowering.request import Request
from dataflow.lowering.steps import STEPS
from emulator.attack import Attack
from golden.generators import random_robot
from golden.load import load_robot

MOST = 20.0
"""How many times the worst found a bound may be."""

_WIDTHS = {1: 18, 2: 18, 3: 20, 4: 20, 5: 22, 6: 24, 7: 24}
"""Bits by links."""

_ARMS = ("6:7", "1:1", "2:2", "3:3", "4:4", "5:5", "6:6", "7:7", "8:4:lagrangian")
_COMPUTATIONS = {each.name: each for each in (NEWTON_EULER, LAGRANGIAN)}


def main() -> int:
    """Run what is asked for, print it, and return the exit status."""
    asked = _arguments()
    rows = []
    for each in asked.arms:
        rows.append(bounds_row(each, asked.efforts, asked.rounds))
        print(_told(rows[-1]), flush=True)
        if asked.json is not None:
            write_json(asked.json, {"rounds": asked.rounds, "arms": rows})
    _print(rows)
    return 0 if all(_right(row) for row in rows) else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m torqueflow.bench.bounds")
    parser.add_argument(
        "arms", nargs="*", default=_ARMS, help="SEED:LINKS[:ALGORITHM] or NAME:ALGORITHM:WIDTH"
    )
    parser.add_argument("--efforts", nargs="+", type=int, choices=EFFORTS, default=[*EFFORTS])
    parser.add_argument("--rounds", type=int, default=60, help="of the attack, for each joint")
    parser.add_argument("--json", help="write what was found to a file")
    return parser.parse_args()


def bounds_row(arm: str, efforts: list[int], rounds: int) -> dict[str, Any]:
    """Return what became of one arm, told as on the command line.

    ``worst`` found and ``floor`` by joint, and by effort the ``bounds`` and the ``seconds`` of the
    processor.
    """
    request = _request(arm)
    state = state_of(request, STEPS[-1].name)
    found: dict[str, list[float]] = {}
    seconds: dict[str, float] = {}
    for effort in sorted(efforts):
        began = time.process_time()
        found[str(effort)] = [each.bound for each in output_bounds(state, effort)]
        seconds[str(effort)] = time.process_time() - began
    attack = Attack(state)
    errors = attack.run(rounds=rounds * len(state.outputs)).errors
    limits = [each.limit for each in request.computation.outputs(request.robot)]
    return {
        "arm": arm,
        "joints": "".join(joint.type.value[0].upper() for joint in request.robot.joints),
        "algorithm": request.computation.name,
        "width": request.width,
        "limits": limits,
        "worst": errors.tolist(),
        "floor": _floors(attack, error_system(state)),
        "bounds": found,
        "seconds": seconds,
    }


def _floors(attack: Attack, system: ErrorSystem) -> list[float]:
    """Return, of each output, what roundings that conspire come to at the attack's states."""
    found = []
    for population, node in zip(attack.populations, system.outputs.values(), strict=True):
        if population is None:
            raise ValueError("an output had no round")
        reals = population.promising * attack.judge.units
        ports = attack.judge.design.inputs
        states = {port.name: reals[:, k] for k, port in enumerate(ports)}
        found.append(float(np.max(worst(system, states, node).largest)))
    return found


def _request(arm: str) -> Request:
    first, *rest = arm.split(":")
    if not first.isdigit():
        algorithm, width = rest
        return Request(load_robot(first), _COMPUTATIONS[algorithm], width=int(width))
    links, *algorithms = rest
    robot = random_robot(np.random.default_rng(int(first)), int(links), base=True)
    computation = _COMPUTATIONS[algorithms[0] if algorithms else NEWTON_EULER.name]
    return Request(robot, computation, width=_WIDTHS[int(links)])


def _part(row: dict[str, Any], values: list[float]) -> float:
    """Return the largest part of a joint's limit."""
    return float(np.max(np.array(values) / np.array(row["limits"])))


def _ratios(row: dict[str, Any], effort: str) -> Reals:
    found: Reals = np.array(row["bounds"][effort]) / np.array(row["worst"])
    return found


def _right(row: dict[str, Any]) -> bool:
    efforts = [*row["bounds"]]
    last, columns = _ratios(row, efforts[-1]), [np.array(row["bounds"][e]) for e in efforts]
    closer = all(np.all(b <= a) for a, b in itertools.pairwise(columns))
    return closer and bool(np.all(last >= 1.0) and np.all(last <= MOST))


def _told(row: dict[str, Any]) -> str:
    parts = []
    for effort in row["bounds"]:
        ratios = " ".join(f"{ratio:.2g}" for ratio in _ratios(row, effort))
        share = _part(row, row["bounds"][effort])
        parts.append(f"effort {effort}: {ratios}, {row['seconds'][effort]:.1f} s, {share:.3g}")
    told = f"{row['joints']}, {row['algorithm']}, {row['width']} bits: " + "; ".join(parts)
    return f"{told}; floor {_part(row, row['floor']):.3g}"


def _print(rows: list[dict[str, Any]]) -> None:
    efforts = [*rows[0]["bounds"]]
    heads = [f"effort {effort}, s" for effort in efforts]
    shown = table("bounds over the worst found", "joints", "algorithm", "width", *heads)
    for row in rows:
        cells = [
            " ".join(f"{ratio:.2g}" for ratio in _ratios(row, effort))
            + f", {row['seconds'][effort]:.1f}"
            for effort in efforts
        ]
        shown.add_row(row["joints"], row["algorithm"], str(row["width"]), *cells)
    show(console(), shown)


if __name__ == "__main__":
    raise SystemExit(main())
