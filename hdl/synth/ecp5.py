"""A machine on an FPGA: synthesised by Yosys, placed and routed by nextpnr.

Both take minutes, so what they answer is kept on disk, by their versions and all that went in.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from common.errors import InputError
from common.files import write_file
from common.programs import run_told
from common.scratch import ScratchFolder
from hdl.synth.devices import Device
from hdl.synth.flows import ECP5, Flow
from hdl.synth.tools import Tool, tool
from hdl.synth.yosys import cache_folder

_CLOCK = re.compile(r"Max frequency for clock\s+'[^']*':\s+([\d.]+) MHz")
"""Told once after placement, an estimate, and once more after routing."""

_CONFLICT = "Driver-driver conflict"
"""What Yosys warns of and settles by dropping a driver."""

_NO_ROOM = re.compile(r"ERROR: .*(?:no Bels|Unable to find legal placement|no more|too)", re.I)


CONSTRAINTS, CONFIGURATION = "board.lpf", "design.config"
"""Files: where a board's pins are, and what every cell and switch is set to."""


class NoRoom(ValueError):
    """The design does not fit into the device."""


def synthesised(netlist: str, flow: Flow = ECP5) -> str:
    """Return a netlist in RTLIL as Yosys's JSON of a family's cells.

    Raises
    ------
    InputError
        Yosys is not installed.
    RuntimeError
        Yosys failed; with the end of what it said.
    """
    yosys = tool("yosys")

    def run() -> str:
        with ScratchFolder() as name:
            folder = Path(name)
            (folder / "netlist.il").write_text(netlist)
            (folder / "script.ys").write_text("\n".join(flow.script) + "\n")
            said = _done(yosys, ["-q", "-l", "log.txt", "-s", "script.ys"], folder, "netlist.json")
            if said is None and _CONFLICT in (folder / "log.txt").read_text():
                said = "it resolved a driver conflict, which leaves another machine"
            if said is not None:
                raise RuntimeError(f"Yosys failed: {said[-2000:]}")
            return (folder / "netlist.json").read_text()

    return _kept("ecp5", [yosys.version, *flow.script, netlist], run)


@dataclass(frozen=True)
class Placement:
    """What nextpnr came to with one seed.

    Attributes
    ----------
    clock_mhz
        The fastest clock; an estimate if it was not routed.
    report
        Its report: cells used and available, and the slowest paths of a routed design.
    configuration
        What every cell and switch is set to, as text; empty without a board's constraints.
    """

    seed: int
    clock_mhz: float
    report: dict[str, Any]
    configuration: str = ""


def placer_options(device: Device, clock_mhz: float, seed: int, *, route: bool) -> list[str]:
    """Return nextpnr's arguments for a device, a clock to aim at and a seed, files apart."""
    return [
        *device.options, "--freq", f"{clock_mhz:g}", "--seed", str(seed), "--timing-allow-fail",
        *([] if route else ["--no-route"]),
        *(["--lpf", CONSTRAINTS, "--textcfg", CONFIGURATION] if device.constraints else []),
    ]  # fmt: skip


def placed(cells: str, device: Device, clock_mhz: float, seed: int, *, route: bool) -> Placement:
    """Place a synthesised design, and route it if asked to, for a clock.

    Raises
    ------
    InputError
        nextpnr is not installed.
    ValueError
        Nothing places designs on this device.
    NoRoom
        The device is too small.
    RuntimeError
        nextpnr failed; with the end of what it said.
    """
    if device.flow.placer is None:
        raise ValueError(f"nothing places a design on {device.name}")
    nextpnr = tool(device.flow.placer)
    options = placer_options(device, clock_mhz, seed, route=route)

    def run() -> str:
        with ScratchFolder() as name:
            folder = Path(name)
            (folder / "netlist.json").write_text(cells)
            (folder / CONSTRAINTS).write_text(device.constraints)
            arguments = ["--json", "netlist.json", "--report", "report.json", *options]
            arguments += ["--log", "log.txt"]
            said = _done(nextpnr, arguments, folder, "report.json")
            if said is not None and _NO_ROOM.search(said):
                raise NoRoom(said.strip().splitlines()[-1])
            clocks = [] if said is not None else _CLOCK.findall((folder / "log.txt").read_text())
            if said is not None or not clocks:
                raise RuntimeError(f"nextpnr failed: {(said or 'it told no clock')[-2000:]}")
            report = json.loads((folder / "report.json").read_text())
            text = (folder / CONFIGURATION).read_text() if device.constraints else ""
            told = {"clock_mhz": float(clocks[-1]), "report": report, "configuration": text}
            return json.dumps(told)

    identity = [
        "clock, report, configuration",
        nextpnr.version,
        *options,
        device.constraints,
        cells,
    ]
    found = json.loads(_kept("nextpnr", identity, run))
    return Placement(seed, found["clock_mhz"], found["report"], found["configuration"])


def bitstream(configuration: str) -> bytes:
    """Return what an ECP5 is loaded with, compressed.

    Raises
    ------
    InputError
        ecppack is not installed.
    RuntimeError
        It failed; with the end of what it said.
    """
    ecppack = tool("ecppack")
    with ScratchFolder() as name:
        folder = Path(name)
        (folder / CONFIGURATION).write_text(configuration)
        arguments = ["--compress", "--input", CONFIGURATION, "--bit", "design.bit"]
        said = _done(ecppack, arguments, folder, "design.bit")
        if said is not None:
            raise RuntimeError(f"ecppack failed: {said[-2000:]}")
        return (folder / "design.bit").read_bytes()


def _done(tool: Tool, arguments: Sequence[str], folder: Path, result: str) -> str | None:
    """Run a tool in a folder; return None, or what it said if there is no result."""
    status, said = run_told([*tool.command, *arguments], cwd=folder)
    if status == 0 and (folder / result).exists():
        return None
    return said.strip() or f"status {status}, and no word"


def _kept(kind: str, parts: Sequence[str], run: Callable[[], str]) -> str:
    """Return what is kept of equal parts, or what ``run`` returns, and keep it."""
    identity = sha256("\n".join(parts).encode()).hexdigest()
    file = cache_folder().parent / kind / identity
    with contextlib.suppress(OSError):
        return file.read_text()
    answer = run()
    with contextlib.suppress(OSError, InputError):  # a folder that cannot be written keeps nothing
        file.parent.mkdir(parents=True, exist_ok=True)
        write_file(file, answer.encode())
    return answer
