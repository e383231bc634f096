"""Writes the figures of README.md anew: what `make sim` prints, what a core costs, the programs.

`.venv/bin/python scripts/readme_figures.py`, after a change of the designs. tests/test_readme.py
holds the figures; this saves typing them. With `--fpga` the cores are synthesised, placed and
routed, too, which takes an hour; without, a row keeps its look-up tables, flip-flops and clock.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from pathlib import Path

import numpy as np

from dataflow.build import build_array, build_ring
from dataflow.design import Design
from dataflow.numbers.ports import decode_outputs, encode
from dataflow.timing.cost import cost
from emulator.systolic import SystolicArray
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states, random_trajectory
from hdl.synth.devices import DEVICES
from hdl.synth.ecp5 import synthesised
from hdl.synth.harness import TOP, harness_netlist
from papers.programs import find
from papers.run import POINTS_MAXIMUM, ROBOT, Settings, compile_for, run
from torqueflow.cli.main import main
from torqueflow.report.synthesis import Wish, synthesis_report

_DEVICE, _CLOCK_MHZ = DEVICES["ecp5-85f"], 200.0
_ROOT = Path(__file__).parent.parent
_SHOWN = (
    "robot ", "array ", "latency ", "initiation ", "total ", "RTL ", "checks ", "operations ",
)  # fmt: skip
_TIMES = ("who ", "at 20 MHz", "PSCSNEA, four T800s", "Lagrangian, four T800s")
_PROGRAMS = (("ne", 1), ("scsnea", 1), ("pscsnea", 4), ("drl", 1), ("drl", 4), ("drl", 26))
_SEED = 1989  # the demo's


def _sim() -> str:
    """Return what `make sim` prints, shortened."""
    (command,) = re.findall(r"\$\(BIN\)/torqueflow (simulate .*)", (_ROOT / "Makefile").read_text())
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.suppress(SystemExit):
        main(command.split())
    facts, errors, times, *_ = out.getvalue().split("\n\n")
    kept = [line for line in facts.splitlines() if line.startswith(_SHOWN)]
    title, *rows = times.splitlines()
    chosen = [row for row in rows if any(words in row for words in _TIMES)]
    return "\n".join([*kept, "", errors, "", title, *_narrowed(chosen)]) + "\n"


def _narrowed(rows: list[str]) -> list[str]:
    """Return lines of a table without the columns of blanks that no row needs."""
    width = max(map(len, rows))
    padded = [row.ljust(width) for row in rows]
    blank = [all(row[k] == " " for row in padded) for k in range(width)]
    kept = [k for k in range(width) if not (blank[k] and k > 1 and blank[k - 1] and blank[k - 2])]
    return ["".join(row[k] for k in kept).rstrip() for row in padded]


def _row(topology: str, algorithm: str, interval: int, before: str) -> str:
    """Return the figures of one core as a row has them; `before` are those that it had."""
    build = build_array if topology == "array" else build_ring
    arm = load_robot("puma560")
    design = build(arm, algorithm.lower(), initiation_interval=interval)
    multipliers = cost(design).all_multipliers
    limits = np.array([port.limit for port in design.outputs])
    bounds = np.array([design.knowledge[port.operation].error for port in design.outputs])
    shares = (_errors(design) / limits).max(), (bounds / limits).max()
    tables, registers, clock = before.split(" | ")[3:6]
    if "--fpga" in sys.argv:
        tables, registers, clock = _on_fpga(design, topology, multipliers)
    time = f"{1e3 * design.latency / float(clock):.0f}" if clock != "none" else "none"
    counts = [f"{count:,}" for count in (interval, design.latency, multipliers)]
    errors = [f"{share:.1e}".replace("e-0", "e-") for share in shares]
    return " | ".join([*counts, tables, registers, clock, time, *errors])


def _on_fpga(design: Design, topology: str, multipliers: int) -> tuple[str, str, str]:
    """Return look-up tables, flip-flops and the routed clock in MHz, "none" if it is too big.

    As `torqueflow synth` tells them.
    """
    flow = _DEVICE.flow
    if multipliers > _DEVICE.multipliers:
        used = flow.counted(synthesised(harness_netlist(design, flow.blocks), flow), TOP)
        return f"{used['lut']:,}", f"{used['ff']:,}", "none"
    wish = Wish(_DEVICE, _CLOCK_MHZ, seeds=1, quick=False)
    found = synthesis_report(design, topology, wish, told=lambda phase: None)
    tables, registers = (found["resources"][name]["used"] for name in ("lut", "ff"))
    return f"{tables:,}", f"{registers:,}", f"{found['clock_mhz']:.0f}"


def _errors(design: Design) -> np.ndarray:
    """Return the largest error of each joint over 20,000 random states, seed 1."""
    arm = load_robot("puma560")
    states = random_states(arm, 20_000, 1)
    integers = SystolicArray(design).outputs(encode(design, vars(states)).integers)
    golden = inverse_dynamics(arm, states.q, states.qd, states.qdd)
    found: np.ndarray = np.abs(decode_outputs(design, integers) - golden).max(axis=0)
    return found


def _programs(text: str) -> str:
    """Return README with the cycles and milliseconds that the papers' programs take."""
    rows = re.findall(r"^\| [\w (),-]+ \| (?:1|4|26) \| [\d,]+ \| \d+\.\d\d \|", text, re.MULTILINE)
    robot = load_robot(ROBOT)
    for row, (name, processors) in zip(rows, _PROGRAMS, strict=True):
        result = run(
            compile_for(find(name, processors), Settings()),
            random_trajectory(robot, POINTS_MAXIMUM, _SEED),
        )
        start = "|".join(row.split("|")[:3])
        cycles, milliseconds = result.seconds * result.clock_hz, 1e3 * result.seconds
        text = text.replace(row, f"{start}| {cycles:,.0f} | {milliseconds:.2f} |")
    return text


def _rewrite() -> None:
    """Put block and table into README.md."""
    place = _ROOT / "README.md"
    text = place.read_text("utf-8")
    text = re.sub(
        r"(`make sim` prints \(shortened\):\n\n```text\n).*?(```)",
        lambda found: found[1] + _sim() + found[2], text, flags=re.DOTALL,
    )  # fmt: skip
    text = re.sub(
        r"^\| (array|ring), (Newton-Euler|Lagrangian) \| (\d+) \| (.*) \|$",
        lambda row: f"| {row[1]}, {row[2]} | {_row(row[1], row[2], int(row[3]), row[4])} |",
        text, flags=re.MULTILINE,
    )  # fmt: skip
    place.write_text(_programs(text), "utf-8")


if __name__ == "__main__":
    _rewrite()
