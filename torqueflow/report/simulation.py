"""What a simulation found, as the JSON report has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from common.arrays import Reals
from dataflow.beats import Beats
from dataflow.cells.estimate import estimated_cells
from dataflow.computations.computation import Computation
from dataflow.design import Design
from dataflow.timing.cost import cost
from papers.timings import timings_of
from torqueflow.report.comparison import Agreement
from torqueflow.report.derivative_report import DerivativeFindings, family_keys
from torqueflow.report.error_report import ErrorFindings, beyond_bounds, error_keys
from torqueflow.report.fast_check import Passed
from torqueflow.report.versions import versions


@dataclass(frozen=True)
class Session:
    """What was simulated and how.

    ``trajectory`` is the file's name, None where ``seed`` made it; ``links`` are the robot's, None
    where they do not matter; ``every_point`` asks for the results of each point in the report;
    ``beats`` are those in which a set left, None if at once and alone.
    """

    robot: str
    computation: Computation
    design: Design
    topology: str
    simulator: str
    points: int
    clipped: int
    register_bits: int
    memory_bits: int
    agreement: Agreement | Passed
    wall_seconds: float
    seed: int | None = None
    stall: float = 0.0
    trajectory: str | None = None
    links: int | None = None
    every_point: bool = False
    errors: ErrorFindings | None = None
    derivatives: DerivativeFindings | None = None
    beats: Beats | None = None

    @property
    def notes(self) -> list[str]:
        """What a reader might take for something else."""
        interval = self.design.initiation_interval
        if self.topology != "ring" or self.links is None or interval >= self.links:
            return []
        return [
            f"an interval of {interval} is below the {self.links} links: the one stage has units "
            "for several links at once and is no ring"
        ]


def error_bounds(session: Session) -> list[float]:
    """Return the proved bound of each result's error, in its port's unit."""
    design = session.design
    if session.errors is not None:
        return [each.bound for each in session.errors.bounds]
    return list(design.error_bounds)


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
    if not session.clipped and found.error_max is not None:
        excess = found.error_max > np.array(error_bounds(session))
        fell += [f"{quantity} {i + 1} beyond its error bound" for i in np.flatnonzero(excess)]
    if session.errors is not None:
        beyond = beyond_bounds(session.errors)
        fell += [f"{quantity} {i + 1} was found beyond its error bound" for i in beyond]
    return fell


def simulation_report(session: Session) -> dict[str, Any]:
    """Return the report, key by key; those of the results' errors have the quantity's name."""
    design, found = session.design, session.agreement
    spent, cells = cost(design), estimated_cells(design)
    fell = _shortfalls(session)
    return {
        "robot": session.robot,
        "algorithm": design.algorithm,
        "topology": session.topology,
        "ii": design.initiation_interval,
        "width": design.trigonometry.angle_bits,
        "points": session.points,
        "trajectory": session.trajectory,
        "seed": session.seed,
        "stall": session.stall,
        "simulator": session.simulator,
        "latency_cycles": found.latency,
        "cycles_total": found.cycles,
        "bit_mismatches": found.bit_mismatches,
        "cycle_mismatches": found.cycle_mismatches,
        "clipped": session.clipped,
        **_errors(session),
        **_findings(session),
        **_families(session),
        **_beats(session.beats),
        "operations": {"multiply": spent.multiply, "scale": spent.scale, "add": spent.add},
        "units": {
            "multiplier": spent.all_multipliers,
            "adder": spent.adders,
        },
        "luts_estimate": cells.luts,
        "flip_flops_estimate": cells.flip_flops,
        "register_bits": session.register_bits,
        "memory_bits": session.memory_bits,
        "paper_timings": [
            {
                "paper": timing.paper,
                "system": timing.system,
                "seconds": timing.seconds,
                "cycles": timing.cycles,
                "arm": timing.arm,
                "basis": timing.basis,
                "source": timing.source,
            }
            for timing in timings_of(session.computation.quantity)
        ],
        "wall_seconds": session.wall_seconds,
        "checks_hold": not fell,
        "shortfalls": fell,
        "notes": session.notes,
        "versions": versions(),
        **(_every_point(session) if session.every_point else {}),
    }


def _every_point(session: Session) -> dict[str, Any]:
    """Return the results of each delivered point, of the RTL and of golden, in the ports' units."""
    found, quantity = session.agreement, session.computation.quantity
    assert isinstance(found, Agreement), "a fast check keeps no points"
    return {f"{quantity}_rtl": found.results.tolist(), f"{quantity}_golden": found.golden.tolist()}


def _errors(session: Session) -> dict[str, Any]:
    """Return errors, bounds and limits, as lists under the quantity's name and by output."""
    ports, quantity = session.design.outputs, session.computation.quantity
    found = session.agreement
    largest, rms = _listed(found.error_max, len(ports)), _listed(found.error_rms, len(ports))
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


def _beats(beats: Beats | None) -> dict[str, Any]:
    """Return how sets left, if not at once and alone: widths in bits."""
    if beats is None:
        return {}
    told = {"kind": beats.kind, "count": len(beats.beats), "width": beats.width}
    return {"beats": told | {"tag_bits": beats.tag}}


def _families(session: Session) -> dict[str, Any]:
    """Return what reports of derivatives have; each port's row goes to ``ports``."""
    told, found = session.derivatives, session.agreement
    if told is None:
        return {}
    spent = cost(session.design)
    return {
        "ports": _errors(session)["outputs"],
        "multipliers": spent.all_multipliers,
        "adders": spent.adders,
        **family_keys(
            told, session.design, found.error_max, found.error_rms, error_bounds(session)
        ),
    }


def _findings(session: Session) -> dict[str, Any]:
    """Return what is known of errors beside their bounds."""
    if session.errors is None:
        return {}
    return error_keys(session.errors, session.design, session.computation.quantity)


def _listed(errors: Reals | None, outputs: int) -> list[float | None]:
    """Return an error of each result; None where none came."""
    return [None] * outputs if errors is None else errors.tolist()
