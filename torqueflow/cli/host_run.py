"""One run of `torqueflow host`: design, talk to the core, compare, report."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import Console

from common.arrays import Integers, Reals
from common.files import write_json
from common.tables import console, number, show, show_pairs, table
from dataflow.build import build
from dataflow.design import Design
from dataflow.lowering.request import Request
from dataflow.numbers.ports import decode_outputs, encode, has_directions, with_rest
from emulator.systolic import SystolicArray
from golden.trajectory import Trajectory
from golden.trajectory_file import write_csv
from torqueflow.cli.steps import counted, step
from torqueflow.serial_core import SerialCore


@dataclass(frozen=True)
class Line:
    """The serial line and its host's patience: see `torqueflow.serial_core.SerialCore`."""

    port: str
    rate: int
    window: int
    patience: float
    attempts: int


def run(
    request: Request,
    topology: str,
    motion: Trajectory,
    file: str,
    line: Line,
    json: str | None,
    output: str | None,
) -> int:
    """Stream the motion, write what is asked for, print; return the exit status."""
    screen = console()
    with step(screen, "designing the machine"):
        design = build(request)
        states = request.computation.states(request.robot, motion)
        states = with_rest(design, states) if has_directions(design) else states
        integers = encode(design, states, source=file).integers
    with (
        SerialCore(
            design,
            line.port,
            rate=line.rate,
            window=line.window,
            patience=line.patience,
            attempts=line.attempts,
        ) as core,
        counted(screen, f"sets answered on {line.port}", len(integers)) as more,
    ):
        began = time.monotonic()
        came = core.outputs(integers, more)
        seconds = time.monotonic() - began
        again = core.asked_again
    reference = request.computation.reference(request.robot, states)
    report = {
        "robot": design.robot,
        "algorithm": design.algorithm,
        "topology": topology,
        "ii": design.initiation_interval,
        "width": design.trigonometry.angle_bits,
        "port": line.port,
        "baud": line.rate,
        "points": len(integers),
        "seconds": seconds,
        "sets_per_second": len(integers) / seconds,
        "asked_again": again,
        **_compared(design, integers, came, reference),
    }
    if json is not None:
        write_json(json, report)
    if output is not None:
        results = decode_outputs(design, came)
        write_csv(output, [port.name for port in design.outputs], results)
    _print(screen, report)
    return 0 if report["checks_hold"] else 1


def _compared(
    design: Design, integers: Integers, came: Integers, reference: Reals
) -> dict[str, Any]:
    """Return how what came agrees with the emulator, bit for bit, and with golden."""
    differing = int(np.count_nonzero(came != SystolicArray(design).outputs(integers)))
    errors = np.abs(decode_outputs(design, came) - reference).max(axis=0)
    return {
        "bit_mismatches": differing,
        "checks_hold": differing == 0,
        "outputs": [
            {"name": port.name, "unit": port.unit, "error_max": float(error)}
            for port, error in zip(design.outputs, errors, strict=True)
        ],
    }


def _print(screen: Console, report: dict[str, Any]) -> None:
    """Print what was sent, how fast, and how it agrees."""
    what = f"{report['algorithm']}, {report['width']} bits, {report['topology']}"
    agree = f"{report['bit_mismatches']} values differ from the emulator's"
    lines = [
        ("robot", f"{report['robot']}, {report['points']} points"),
        ("core", f"{what}, interval {report['ii']}"),
        ("line", f"{report['port']}, {report['baud']} bits/s"),
        ("rate", f"{number(report['sets_per_second'])} sets/s"),
        ("asked again", f"{report['asked_again']} sets"),
        ("core against emulator", agree),
        ("checks", "all hold" if report["checks_hold"] else f"FELL SHORT: {agree}"),
    ]
    show_pairs(screen, lines, 23)
    screen.print()
    shown = table("Distance from golden", "output", "unit", "largest")
    for each in report["outputs"]:
        shown.add_row(each["name"], each["unit"], number(each["error_max"]))
    show(screen, shown)
