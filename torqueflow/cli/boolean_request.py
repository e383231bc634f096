"""What is asked of `torqueflow boolean`, refused before any work is done if it cannot be."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from common.errors import InputError
from common.files import check_destination
from dataflow.boolean.form import Form
from dataflow.boolean.minimise.covering import check_solver
from dataflow.boolean.minimise.names import MINIMISERS
from dataflow.boolean.rules import Rules
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from hdl.simulate.tools import check_simulator
from hdl.synth.yosys import check_yosys
from torqueflow.cli.choices import check_choice

_MOST_POINTS = 2_000_000

PLAYED_POINTS = 300
"""States that the RTL is simulated with, at most."""


@dataclass(frozen=True)
class Request:
    """What was asked for beside the arm."""

    rules: Rules
    torque_error: float | None
    form: Form
    minimiser: str
    simulator: str | None
    synth: bool
    folder: Path | None
    seed: int


def check(request: Request, points: int) -> None:
    """Refuse what cannot be, before any work is done."""
    check_choice("--minimiser", request.minimiser, MINIMISERS)
    if request.minimiser == "exact":
        check_solver()
    if not 1 <= points <= _MOST_POINTS:
        raise InputError("--points", str(points), f"1 to {_MOST_POINTS}")
    if request.seed < 0:
        raise InputError("--seed", str(request.seed), "0 or more")
    if request.torque_error is not None and (request.rules.precision, request.rules.extra) != (
        8,
        0,
    ):
        problem = "given beside --torque-error, which finds the bits"
        raise InputError("--precision, --extra", problem, "one of the two ways")
    if request.simulator is not None:
        check_simulator(request.simulator)
    if request.synth:
        check_yosys()
    if request.folder is not None and request.folder.exists():
        if not request.folder.is_dir():
            raise InputError("-o", f"{str(request.folder)!r} is a file", "a folder, new or not")
        for name in (f"{NEWTON_EULER.module}.sv", f"{NEWTON_EULER.module}.json"):
            check_destination(request.folder / name)
