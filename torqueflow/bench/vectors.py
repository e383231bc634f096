"""`python -m torqueflow.bench.vectors`: a hundred million vectors through compiled machines.

Every machine is compiled by Verilator, fed with random, corner and attack patterns as fast as it
takes them, and its words are held against the emulator's. The status is 1 if any differs.
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common.arrays import Integers
from common.files import write_json
from common.tables import console, show, table
from dataflow.build import build, state_of
from dataflow.computations.inverse_dynamics import LAGRANGIAN, NEWTON_EULER
from dataflow.lowering.request import Request
from dataflow.lowering.steps import STEPS
from emulator.attack import Attack
from emulator.attack.vectors import batches
from emulator.systolic import SystolicArray
from golden.load import load_robot
from hdl.bench.fast import FastBench

_ARMS = ("machado_2r", "stanford", "puma560")
_COMPUTATIONS = {each.name: each for each in (NEWTON_EULER, LAGRANGIAN)}
_BATCH = 1 << 14
"""Sets at once."""


def main() -> int:
    """Run what is asked for, print it, and return the exit status."""
    asked = _arguments()
    rows = []
    for arm, algorithm in itertools.product(asked.robots, asked.algorithms):
        limits = Limits(asked.sets, asked.seconds)
        row = vectors_row(arm, algorithm, limits, asked.seed, asked.stall)
        rows.append(row)
        print(f"{arm}, {algorithm}: {row['sets']:,} sets, {row['wrong']} wrong", flush=True)
        if asked.json is not None:
            write_json(asked.json, {"seed": asked.seed, "stall": asked.stall, "machines": rows})
    _print(rows)
    return 0 if all(_right(row) for row in rows) else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m torqueflow.bench.vectors")
    parser.add_argument("robots", nargs="*", default=_ARMS, help="names or files; the three arms")
    parser.add_argument("--algorithms", nargs="+", choices=_COMPUTATIONS, default=[*_COMPUTATIONS])
    parser.add_argument("--sets", type=int, default=100_000_000, help="of each machine")
    parser.add_argument("--seconds", type=float, help="feed each machine no longer than this")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stall", type=float, default=0.0, help="how likely a side waits")
    parser.add_argument("--json", help="write what was found to a file")
    asked = parser.parse_args()
    if asked.sets < 1:
        parser.error("--sets: 1 or more")
    if asked.seconds is not None and not asked.seconds > 0.0:
        parser.error("--seconds: more than 0")
    if not 0.0 <= asked.stall < 1.0:
        parser.error("--stall: 0 up to, but not, 1")
    if asked.seed < 0:
        parser.error("--seed: 0 or more")
    return asked


@dataclass(frozen=True)
class Limits:
    """How many sets a machine is fed, and for how long, None for as long as it takes."""

    sets: int
    seconds: float | None = None


def vectors_row(
    arm: str, algorithm: str, limits: Limits, seed: int = 1, stall: float = 0.0
) -> dict[str, Any]:
    """Return what became of vectors through one machine.

    ``sets, wrong, astray, cycles, complete``, ``seconds`` after it was compiled, and what the
    bench ``told`` of the first faults.
    """
    request = Request(load_robot(arm), _COMPUTATIONS[algorithm])
    design = build(request)
    with tempfile.TemporaryDirectory(prefix="torqueflow-") as folder:
        bench = FastBench(design, Path(folder))
        attack = Attack(state_of(request, STEPS[-1].name), seed)
        emulator = SystolicArray(design)
        began, fed = time.monotonic(), 0

        def pairs() -> Iterator[tuple[Integers, Integers]]:
            nonlocal fed
            for inputs in batches(attack, _BATCH, seed):
                some = inputs[: limits.sets - fed]
                yield some, emulator.outputs(some)
                fed += len(some)
                late = limits.seconds is not None and time.monotonic() - began > limits.seconds
                if fed == limits.sets or late:
                    return

        found = bench.play(pairs(), stall, seed)
    return {
        "robot": arm,
        "algorithm": algorithm,
        "width": request.width,
        "sets": found.sets,
        "wrong": found.wrong,
        "astray": found.astray,
        "cycles": found.cycles,
        "complete": found.sets == fed,
        "seconds": time.monotonic() - began,
        "told": list(found.told),
    }


def _right(row: dict[str, Any]) -> bool:
    return bool(row["wrong"] == row["astray"] == 0 and row["complete"])


def _print(rows: list[dict[str, Any]]) -> None:
    shown = table("machines against the emulator", "robot", "algorithm", "sets", "wrong", "sets/s")
    for row in rows:
        rate = f"{row['sets'] / row['seconds']:,.0f}"
        cells = row["robot"], row["algorithm"], f"{row['sets']:,}", str(row["wrong"]), rate
        shown.add_row(*cells)
    show(console(), shown)


if __name__ == "__main__":
    raise SystemExit(main())
