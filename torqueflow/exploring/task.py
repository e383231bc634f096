"""What is found out about one design of one robot: a row, made wherever the work is done."""

from __future__ import annotations

import dataclasses
import hashlib
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from common.errors import InputError
from common.scratch import ScratchFolder
from dataflow.computations.computation import Computation
from dataflow.errors.efforts import DEFAULT_EFFORT
from dataflow.exploration.point import Explored, Point, explored
from dataflow.lowering.tracing import port_formats, traced
from dataflow.numbers.ports import encode
from golden.robot import Robot
from golden.trajectory import random_trajectory
from hdl.synth.devices import device_named
from hdl.synth.ecp5 import NoRoom

MEASURES = ("rtl", "cells", "route")
"""What may be found out beside what a design's lowering tells: by simulation, by synthesis, and by
placing and routing."""

_SIMULATOR = "icarus"
"""Compiles in a second, which for some hundred points counts for more than its speed."""


@dataclass(frozen=True)
class Task:
    """One point to be explored.

    Attributes
    ----------
    robot
        Whose dynamics.
    point
        What is chosen of the design.
    measures
        Of `MEASURES`.
    points, seed
        The random trajectory that ``rtl`` simulates.
    device, clock_mhz
        Of `hdl.synth.devices.DEVICES`, and the clock to aim at: what ``route`` puts designs on.
    effort
        How hard errors are bounded.
    computation
        As for `Point.request`.
    """

    robot: Robot
    point: Point
    measures: tuple[str, ...] = ()
    points: int = 100
    seed: int = 1
    device: str = "ecp5-85f"
    clock_mhz: float = 200.0
    effort: int = DEFAULT_EFFORT
    computation: Computation | None = None

    @property
    def key(self) -> str:
        """A name that no other work has: of the robot's numbers, the point and the measures."""
        with np.printoptions(precision=17, threshold=sys.maxsize):
            told: tuple[object, ...] = (
                repr(self.robot), self.point, self.measures, self.points, self.seed, self.effort
            )  # fmt: skip
        if "route" in self.measures:
            told += (self.device, self.clock_mhz)
        if self.computation is not None:
            told += (_equations(self.robot, self.computation, self.point.width),)
        return hashlib.sha256(repr(told).encode()).hexdigest()[:16]

    def row(self) -> dict[str, Any]:
        """Return what is found; a design that cannot be built says in ``refused`` why."""
        began = time.process_time()
        row: dict[str, Any] = {
            "key": self.key,
            "robot": self.robot.name,
            "joints": self.robot.n,
            **dataclasses.asdict(self.point),
        }
        row["ii"], row["target"] = row.pop("interval"), row["target"] or None
        row["proof_effort"] = self.effort
        try:
            found = explored(self.robot, self.point, self.effort, self.computation)
        except InputError as error:
            return row | {"refused": str(error), "cpu_seconds": time.process_time() - began}
        row |= _figures(found)
        if "rtl" in self.measures:
            row |= _simulated(self, found)
        if "cells" in self.measures:
            row |= _synthesised(found)
        if "route" in self.measures:
            try:
                row |= _routed(self, found)
            except (InputError, NoRoom) as error:
                problem = f"does not fit {self.device}: {error}"
                return row | {"refused": problem, "cpu_seconds": time.process_time() - began}
        return row | {"refused": None, "cpu_seconds": time.process_time() - began}


def _equations(robot: Robot, computation: Computation, width: int) -> str:
    """Return what a computation comes to for a robot, as text: its name says too little."""
    graph = traced(robot, computation.trace, computation, port_formats(robot, computation, width))
    return repr((graph.nodes, graph.outputs))


def _figures(found: Explored) -> dict[str, Any]:
    """Return what the lowering tells."""
    design, spent, cells = found.scheduled, found.cost, found.cells
    return {
        "ii": design.initiation_interval,
        "width": design.trigonometry.angle_bits,
        "latency_cycles": design.latency,
        "products": spent.multiply,
        "constant_products": spent.scale,
        "additions": spent.add,
        "multipliers": found.multipliers,
        "adders": spent.adders,
        "delay_bits": spent.delay_bits,
        "luts_estimate": cells.luts,
        "flip_flops_estimate": cells.flip_flops,
        "error": found.relative_error,
        "error_bound": list(found.bounds),
        "limit": [port.limit for port in design.outputs],
    }


def _simulated(task: Task, found: Explored) -> dict[str, Any]:
    """Return how the RTL agrees with the emulator and with golden."""
    from hdl.simulate.simulator import Simulation
    from torqueflow.report.comparison import compare, stimulus

    computation = task.point.request(task.robot, task.computation).computation
    states = computation.states(task.robot, random_trajectory(task.robot, task.points, task.seed))
    with ScratchFolder() as folder:
        agreement = compare(
            Simulation(found.design, _SIMULATOR, Path(folder), waves=False),
            stimulus(found.design, encode(found.design, states), 0.0, task.seed),
            computation.reference(task.robot, states),
        )
    largest = agreement.errors.max(axis=0)
    return {
        "bit_mismatches": agreement.bit_mismatches,
        "cycle_mismatches": agreement.cycle_mismatches,
        "error_max": largest.tolist(),
        "within_bounds": bool(np.all(largest <= np.array(found.bounds))),
    }


def _routed(task: Task, found: Explored) -> dict[str, Any]:
    """Return the clock that a design reaches with one seed on a device, and what it takes there."""
    from torqueflow.report.synthesis import Wish, synthesis_report

    wish = Wish(device_named(task.device), task.clock_mhz, 1, quick=False)
    report = synthesis_report(found.design, task.point.topology, wish, lambda _: None)
    return {
        "device": task.device,
        "clock_mhz": report["clock_mhz"],
        "latency_ns": report["latency_ns"],
        "routed_luts": report["resources"]["lut"]["used"],
        "routed_flip_flops": report["resources"]["ff"]["used"],
    }


def _synthesised(found: Explored) -> dict[str, Any]:
    """Return what the design takes of an ECP5, before it is placed and routed.

    It is built of that family's parts, as `torqueflow synth` builds it, without pins. ``luts``
    counts two for a pair of carry bits and six for a distributed memory of 16 words of 4.
    """
    from hdl.synth.ecp5 import synthesised
    from hdl.synth.flows import ECP5
    from hdl.verilog import netlist_of

    cells = synthesised(netlist_of(found.design, ECP5.blocks), ECP5)
    counted = ECP5.counted(cells, found.design.module)
    return {
        "luts": counted["lut"],
        "flip_flops": counted["ff"],
        "multiplier_blocks": counted["mult"],
        "memory_blocks": counted["bram"],
    }
