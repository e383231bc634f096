"""What a machine comes to on an FPGA: clock, resources and slowest paths, and how it reads."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from common.errors import InputError
from common.tables import number
from dataflow.cells.estimate import estimated_cells
from dataflow.design import Design
from dataflow.lowering.request import INTERVALS
from dataflow.operators import Operator, UnitKind, takes_block
from dataflow.timing.cost import cost
from dataflow.timing.longest_path import longest_path
from dataflow.topologies import TOPOLOGIES, Topology
from hdl.synth.boards import BoardFiles
from hdl.synth.devices import Device
from hdl.synth.ecp5 import Placement, placed, synthesised
from hdl.synth.floorplan import device_netlist
from hdl.synth.harness import TOP
from hdl.synth.paths import slowest_paths
from hdl.synth.room import with_room
from hdl.synth.tools import tool


@dataclass(frozen=True)
class Wish:
    """What is asked for: a device, a clock to aim at, how many seeds, and whether to route.

    ``board`` is a board's whole design; without one the machine stands in its `Harness`.
    """

    device: Device
    clock_mhz: float
    seeds: int
    quick: bool
    board: BoardFiles | None = None

    @property
    def top(self) -> str:
        """The name of the module that is synthesised."""
        return TOP if self.board is None else self.board.top

    def netlist(self, design: Design) -> str:
        """Return what is synthesised, in RTLIL, with places of blocks and room for wires."""
        bare = device_netlist(design, self.device) if self.board is None else self.board.netlist
        if not design.shares_adders:
            return bare
        return with_room(bare, self.top, self.device.chip, estimated_cells(design).luts)


def synthesis_report(
    design: Design, topology: str, wish: Wish, told: Callable[[str], None]
) -> dict[str, Any]:
    """Put a design on a device, with each seed, and return what the best came to.

    Without a tool that places designs there, what synthesis counts is all: clock, latency in
    nanoseconds and rate are None, and the report is an estimate. ``told`` is called with each
    phase's name as it begins.

    Raises
    ------
    InputError
        A tool is missing, or the device too small.
    """
    began = time.monotonic()
    check_room(design, TOPOLOGIES[topology], wish.device)
    told("synthesising")
    flow = wish.device.flow
    cells = synthesised(wish.netlist(design), flow)
    tries: list[Placement] = []
    for seed in range(1, wish.seeds + 1) if flow.placer else ():
        what = "placing" if wish.quick else "placing and routing"
        told(f"{what}, seed {seed} of {wish.seeds}")
        tries.append(placed(cells, wish.device, wish.clock_mhz, seed, route=not wish.quick))
    best = max(tries, key=lambda found: found.clock_mhz, default=None)
    clock = best.clock_mhz if best else None
    return {
        "robot": design.robot,
        "algorithm": design.algorithm,
        "topology": topology,
        "ii": design.initiation_interval,
        "width": design.trigonometry.angle_bits,
        "device": wish.device.name,
        "clock_asked_mhz": wish.clock_mhz,
        "clock_mhz": clock,
        "estimate": wish.quick or clock is None,
        "latency_cycles": design.latency,
        "latency_ns": design.latency / clock * 1e3 if clock else None,
        "vectors_per_second": clock * 1e6 / design.initiation_interval if clock else None,
        "resources": resources(wish, cells, best),
        "slowest_paths": [
            {
                "stage": path.stage,
                "operation": path.operation,
                "begins": path.begins,
                "ends": path.ends,
                "logic_ns": path.logic_ns,
                "route_ns": path.route_ns,
            }
            for path in (slowest_paths(best.report, cells, wish.top) if best else ())
        ],
        "longest_path": [
            {
                "stage": each.stage,
                "operation": each.name,
                "kind": each.operator.value.name,
                "start": each.start,
                "ready": each.ready,
            }
            for each in longest_path(design)
        ],
        "seeds": [{"seed": found.seed, "clock_mhz": found.clock_mhz} for found in tries],
        "tools": [tool(name).version for name in tools_for(wish.device)],
        "wall_seconds": time.monotonic() - began,
    }


def tools_for(device: Device) -> tuple[str, ...]:
    """Return the names of the tools that put a design on a device."""
    return ("yosys",) if device.flow.placer is None else ("yosys", device.flow.placer)


def resources(wish: Wish, cells: str, best: Placement | None) -> dict[str, dict[str, int]]:
    """Return what is used and available: as the placer counts it, else as synthesis does."""
    device = wish.device
    used = device.flow.counted(cells, wish.top)
    found = {name: {"used": used[name], "available": n} for name, n in device.available.items()}
    if best is not None:
        for name, cell in device.flow.placed.items():
            told = best.report["utilization"][cell]
            found[name] = {"used": told["used"], "available": told["available"]}
        found["lut"]["used"] -= device.flow.kept_empty(cells, wish.top)
    return found


def _in_cycles(path: list[dict[str, Any]]) -> str:
    """Return the operations that the latency is made of, each with its cycles."""
    return ", ".join(f"{each['operation']} {each['ready'] - each['start']}" for each in path)


def check_room(design: Design, topology: Topology, device: Device) -> None:
    """Raise `InputError` if a device has fewer multipliers than the design.

    It says from which initiation interval on the device's suffice, if from any.
    """
    width = design.trigonometry.angle_bits
    if width > device.operand_bits and device.flow.placer == "nextpnr-ice40":
        problem = f"{device.name}'s multipliers take {device.operand_bits} bits"
        raise InputError(f"--width {width}", problem, f"up to {device.operand_bits}")
    needed = multipliers(design)
    if needed <= device.multipliers:
        return
    interval = design.initiation_interval
    problem = f"{needed} multipliers are needed at --ii {interval}"
    enough = next(
        (
            k
            for k in INTERVALS
            if k > interval and shared(design, topology, k) <= device.multipliers
        ),
        None,
    )
    way = "another topology or device" if enough is None else f"from --ii {enough} on"
    allowed = f"{device.multipliers} of them, {way}"
    raise InputError(f"--device {device.name}", problem, allowed)


def multipliers(design: Design) -> int:
    """Return how many multipliers a design has, two for each unit of sine and cosine."""
    return cost(design).all_multipliers


def shared(design: Design, topology: Topology, interval: int) -> int:
    """Return how many multipliers a design's operations need at another initiation interval."""
    sharing, users, alone = topology.sharing(interval), Counter[tuple[str, UnitKind]](), 0
    for operation in design.operations:
        kind = sharing.unit_of(operation.operator, operation.constant)
        if operation.operator.unit is UnitKind.MULTIPLIER:
            blocks = operation.operator is Operator.MULTIPLY
            alone += kind is None and (blocks or takes_block(design.target, operation.constant))
        if kind is not None:
            users[operation.stage, kind] += 1
    count = alone + sum(
        -(-number // interval) * (2 if kind is UnitKind.TRIGONOMETRY else 1)
        for (_, kind), number in users.items()
        if kind is not UnitKind.ADDER
    )
    turning = users.keys() & {(stage.name, UnitKind.TRIGONOMETRY) for stage in design.stages}
    return count if turning else count + 2 * cost(design).trigonometric_units


def print_synthesis(screen: Console, report: dict[str, Any]) -> None:
    """Print a report line by line."""
    interval = report["ii"]
    lines = [
        ("robot", f"{report['robot']}, {report['algorithm']}, {report['width']} bits"),
        (report["topology"], f"initiation interval {interval}, on {report['device']}"),
        *_clock_lines(report),
    ]
    lines += [
        (name, f"{found['used']} of {found['available']}")
        for name, found in report["resources"].items()
    ]
    lines += [
        (
            "slow path",
            f"{path['stage']}, {path['operation']}: {path['logic_ns']:.2f} ns in cells, "
            f"{path['route_ns']:.2f} ns between ({path['begins']} to {path['ends']})",
        )
        for path in report["slowest_paths"]
    ]
    lines.append(("in cycles", _in_cycles(report["longest_path"])))
    lines.append(("tools", ", ".join(report["tools"])))
    for name, text in lines:
        screen.print(f"{name:<12} {text}", soft_wrap=True)


def _clock_lines(report: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what is known of the clock and of what follows from it."""
    cycles = f"{report['latency_cycles']} clock cycles"
    if report["clock_mhz"] is None:
        return [
            ("clock", "not known: no open tool places this here; cells are Yosys's, an estimate"),
            ("latency", cycles),
        ]
    kind = "estimate before routing" if report["estimate"] else "routed"
    asked = f"asked for {number(report['clock_asked_mhz'])} MHz"
    clocks = sorted(each["clock_mhz"] for each in report["seeds"])
    return [
        ("clock", f"{report['clock_mhz']:.1f} MHz, {kind}; {asked}"),
        ("seeds", f"{clocks[0]:.1f} to {clocks[-1]:.1f} MHz over {len(clocks)} seeds"),
        ("latency", f"{cycles}, {report['latency_ns']:.1f} ns"),
        ("rate", f"{report['vectors_per_second'] / 1e6:.2f} million results a second"),
    ]
