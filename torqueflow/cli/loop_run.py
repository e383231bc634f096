"""One run of `torqueflow loop`: three loops along one motion, and other widths if asked for."""

from __future__ import annotations

import contextlib
import dataclasses
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from common.files import write_file, write_json
from common.scratch import ScratchFolder
from common.tables import console, show, table
from dataflow.build import build
from dataflow.design import Design
from dataflow.lowering.request import Request
from golden.trajectory import Trajectory
from hdl.simulate.tools import check_simulator
from torqueflow.cli.steps import step
from torqueflow.loop.control import (
    Law,
    Setting,
    Tracked,
    computed_torque,
    tracked,
    without_dynamics,
)
from torqueflow.loop.cores import Float64, emulated, in_rtl
from torqueflow.loop.picture import drawn
from torqueflow.loop.plant import Plant
from torqueflow.loop.reference import reference

_COMPARED = ("float64", "no_feedforward")
_NAMES = {"core": "this core", "float64": "float64", "no_feedforward": "no feed-forward"}


@dataclass(frozen=True)
class Asked:
    """What the command line asks for, checked: SI units, the bandwidth in rad/s."""

    request: Request
    core: str
    seconds: float
    rate: float
    clock: float
    delay: float
    bandwidth: float
    load: float
    noise: int | None
    widths: list[int]
    seed: int
    picture: str | None


class Laboratory:
    """One robot and one motion, for as many loops as are run."""

    def __init__(self, asked: Asked, design: Design, screen: Console) -> None:
        robot = asked.request.robot
        self.plant, self.screen = Plant(robot), screen
        self.motion: Trajectory = reference(robot, asked.seconds, asked.rate, asked.seed)
        delay = design.latency / asked.clock + asked.delay
        self.setting = Setting(
            asked.rate, delay, asked.bandwidth, asked.noise, asked.load, asked.seconds / 2
        )

    def run(self, what: str, law: Law) -> Tracked:
        """Return what comes of a law, with progress on a terminal."""
        with Progress(
            console=self.screen, transient=True, disable=not self.screen.is_terminal
        ) as progress:
            shown = progress.add_task(what, total=self.motion.points)
            return tracked(
                self.plant, law, self.motion, self.setting, lambda: progress.advance(shown)
            )


def run(asked: Asked, json: str | None) -> int:
    """Run the loops, write what is asked for, print; return the exit status."""
    began = time.monotonic()
    screen = console()
    if asked.core == "rtl":
        check_simulator("verilator")
    with step(screen, "designing the machine"):
        design = build(asked.request)
        laboratory = Laboratory(asked, design, screen)
    robot, bandwidth = asked.request.robot, asked.bandwidth
    with contextlib.ExitStack() as stack:
        if asked.core == "rtl":
            folder = stack.enter_context(ScratchFolder())
            with step(screen, "compiling the RTL with verilator"):
                core = stack.enter_context(in_rtl(design, "verilator", Path(folder)))
        else:
            core = emulated(design)
        runs = {"core": laboratory.run("the core", computed_torque(core, bandwidth))}
        clipped = core.clipped
    runs["float64"] = laboratory.run("float64", computed_torque(Float64(robot), bandwidth))
    runs["no_feedforward"] = laboratory.run("no feed-forward", without_dynamics(robot, bandwidth))
    others = [_width(asked, laboratory, width) for width in asked.widths]
    report = _report(asked, design, laboratory.setting, runs, clipped)
    report |= {"widths": others, "wall_seconds": time.monotonic() - began}
    if asked.picture is not None:
        title = f"{robot.name}: tracking at {asked.rate:g} Hz, {report['delay_us']:.3g} us late"
        named = {_NAMES[name]: found for name, found in runs.items()}
        write_file(asked.picture, drawn(named, asked.rate, others, title))
    if json is not None:
        write_json(json, report)
    _print(screen, report)
    return 0


def _width(asked: Asked, laboratory: Laboratory, width: int) -> dict[str, Any]:
    """Return what another width makes of the same loop."""
    core = emulated(build(dataclasses.replace(asked.request, width=width)))
    found = laboratory.run(f"{width} bits", computed_torque(core, asked.bandwidth))
    return {"width": width, "clipped": core.clipped, **_errors(found)}


def _errors(found: Tracked) -> dict[str, float]:
    return {"tracking_error_max": found.largest, "tracking_error_rms": found.rms}


def _report(
    asked: Asked, design: Design, setting: Setting, runs: dict[str, Tracked], clipped: int
) -> dict[str, Any]:
    """Return the report, key by key."""
    return {
        "robot": asked.request.robot.name,
        "core": asked.core,
        "algorithm": design.algorithm,
        "topology": asked.request.topology.name,
        "ii": design.initiation_interval,
        "width": asked.request.width,
        "seconds": asked.seconds,
        "rate_hz": asked.rate,
        "clock_hz": asked.clock,
        "latency_cycles": design.latency,
        "delay_us": setting.delay * 1e6,
        "bandwidth_hz": asked.bandwidth / (2 * math.pi),
        "phase_degrees": math.degrees(asked.bandwidth * setting.delay),
        "load_kg": asked.load,
        "encoder_bits": asked.noise,
        "seed": asked.seed,
        "clipped": clipped,
        **_errors(runs["core"]),
        "float64": _errors(runs["float64"]),
        "no_feedforward": _errors(runs["no_feedforward"]),
        "torque_difference_max": float(abs(runs["core"].torques - runs["float64"].torques).max()),
    }


def _print(screen: Console, report: dict[str, Any]) -> None:
    """Print the delay and the errors."""
    late = f"{report['latency_cycles']} cycles at {report['clock_hz'] / 1e6:g} MHz"
    for name, text in (
        ("robot", f"{report['robot']}, {report['seconds']:g} s at {report['rate_hz']:g} Hz"),
        ("core", f"{report['core']}, {report['topology']}, {report['width']} bits"),
        ("delay", f"{report['delay_us']:.4g} us, of them {late}"),
        (
            "phase",
            f"{report['phase_degrees']:.3g} degrees at {report['bandwidth_hz']:g} Hz",
        ),
        ("clipped", f"{report['clipped']} input values"),
    ):
        screen.print(f"{name:<21} {text}", soft_wrap=True)
    screen.print()
    shown = table("tracking error, rad or m", "torques", "largest", "rms")
    rows = {
        "core": report,
        "float64": report["float64"],
        "no_feedforward": report["no_feedforward"],
    }
    for name, row in rows.items():
        shown.add_row(
            _NAMES[name], f"{row['tracking_error_max']:.3e}", f"{row['tracking_error_rms']:.3e}"
        )
    for row in report["widths"]:
        shown.add_row(
            f"{row['width']} bits",
            f"{row['tracking_error_max']:.3e}", f"{row['tracking_error_rms']:.3e}",
        )  # fmt: skip
    show(screen, shown)
