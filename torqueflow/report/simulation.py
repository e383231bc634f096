"""What a simulation found, as the JSON report has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from common.arrays import Reals
from dataflow.computations.computation import Computation
from dataflow.design import Design
from dataflow.timing.cost import cost
from papers.timings import TIMINGS
from torqueflow.report.comparison import Agreement


@dataclass(frozen=True)
class Session:
    """What was simulated and how."""

    robot: str
    computation: Computation
    design: Design
    topology: str
    simulator: str
    points: int
    clipped: int
    register_bits: int
    memory_bits: int
    agreement: Agreement
    wall_seconds: float


def error_bounds(session: Session) -> list[float]:
    """Return the proved bound of each result's error, in its port's unit."""
    design = session.design
    return [design.knowledge[port.operation].error for port in design.outputs]


def _shortfalls(session: Session) -> list[str]:
    """Return what fell short, one entry a check; empty if RTL and emulator agree within bounds.

    Results of clipped inputs are not held to the bound: golden has the inputs as they were given.
    """
    found, design, quantity = session.agreement, session.design, session.computation.quantity
    fell = []
    if found.bit_mismatches:
        fell.append(f"{found.bit_mismatches} bit mismatches")
    if found.cycle_mismatches:
        fell.append(f"{found.cycle_mismatches} cycle mismatches")
    if found.latency != design.latency:
        took = f"no {quantity}s came" if found.latency is None else f"latency {found.latency}"
        fell.append(f"{took}, the design has a latency of {design.latency}")
    if not session.clipped:
        excess = np.any(found.errors > np.array(error_bounds(session)), axis=0)
        fell += [f"{quantity} {i + 1} beyond its error bound" for i in np.flatnonzero(excess)]
    return fell


def simulation_report(session: Session) -> dict[str, Any]:
    """Return the report, key by key; those of the results' errors have the quantity's name."""
    design, found = session.design, session.agreement
    spent = cost(design)
    fell = _shortfalls(session)
    return {
        "robot": session.robot,
        "algorithm": design.algorithm,
        "topology": session.topology,
        "ii": design.initiation_interval,
        "width": design.trigonometry.angle_bits,
        "points": session.points,
        "simulator": session.simulator,
        "latency_cycles": found.latency,
        "cycles_total": found.cycles,
        "bit_mismatches": found.bit_mismatches,
        "cycle_mismatches": found.cycle_mismatches,
        "clipped": session.clipped,
        **_errors(session),
        "operations": {"multiply": spent.multiply, "scale": spent.scale, "add": spent.add},
        "units": {
            "multiplier": spent.all_multipliers,
            "adder": spent.adders,
        },
        "register_bits": session.register_bits,
        "memory_bits": session.memory_bits,
        "paper_timings": [
            {
                "paper": timing.paper,
                "system": timing.system,
                "seconds": timing.seconds,
                "cycles": timing.cycles,
            }
            for timing in TIMINGS
        ],
        "wall_seconds": session.wall_seconds,
        "checks_hold": not fell,
        "shortfalls": fell,
    }


def _errors(session: Session) -> dict[str, Any]:
    """Return errors, bounds and limits, as lists under the quantity's name and by output."""
    ports, quantity = session.design.outputs, session.computation.quantity
    largest, rms = _error_summary(session.agreement.errors)
    bounds = error_bounds(session)
    limits = [port.limit for port in ports]
    return {
        f"{quantity}_error_max": largest,
        f"{quantity}_error_rms": rms,
        f"{quantity}_error_bound": bounds,
        f"{quantity}_limit": limits,
        f"{quantity}_error_relative": [
            None if error is None else error / limit
            for error, limit in zip(largest, limits, strict=True)
        ],
        "outputs": [
            {
                "name": port.name,
                "joint": port.joint,
                "unit": port.unit,
                "error_max": error,
                "error_rms": mean,
                "error_bound": bound,
                "limit": port.limit,
            }
            for port, error, mean, bound in zip(ports, largest, rms, bounds, strict=True)
        ],
    }


def _error_summary(errors: Reals) -> tuple[Sequence[float | None], Sequence[float | None]]:
    """Return the largest and the rms error of each result; None where none came."""
    if not len(errors):
        return [None] * errors.shape[1], [None] * errors.shape[1]
    return errors.max(axis=0).tolist(), np.sqrt(np.mean(errors**2, axis=0)).tolist()
