"""This core beside public accelerators as published, and beside a processor in the same run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from rich.console import Console

from common.arrays import Reals
from common.tables import show, table
from dataflow.graph.graph import Graph, NodeKind
from golden.robot import Robot
from papers.accelerators.anchors import anchors
from torqueflow.report.pinocchio_gradient import pinocchio_gradient
from torqueflow.report.straight_line import computed_in_c

_CLOCK_MHZ = 200.0
"""The clock at which this core's cycles are told: an aim, not a routed design."""

_STATES = 2000

TITLE = "one set of derivatives, here and elsewhere"
COLUMNS = ("system", "robot", "cycles", "us", "sets a second", "takes", "from")
"""What the table of this core and others is called, and what it has."""


def anchor_keys(robot: Robot, graph: Graph, states: Mapping[str, Reals]) -> dict[str, Any]:
    """Return the keys ``anchors``, as published, and ``measured``, in this run.

    Straight-line C is left out where there is no compiler, or no C for the graph; Pinocchio's
    gradient of inverse dynamics where it is not installed, or where states have no accelerations.
    """
    return {
        "anchors": [
            {
                "system": each.system,
                "robot": each.robot,
                "kernel": each.kernel,
                "cycles": each.cycles,
                "clock_mhz": each.clock_mhz,
                "microseconds": each.microseconds,
                "dsps": each.dsps,
                "luts": each.luts,
                "source": each.source,
                "verdict": each.verdict,
            }
            for each in anchors()
        ],
        "measured": [
            {
                "system": system,
                "robot": robot.name,
                "microseconds": microseconds,
                "sets_per_second": 1e6 / microseconds,
            }
            for system, microseconds in (
                _straight_line(robot, graph, states) | _pinocchio(robot, states)
            ).items()
        ],
    }


def _straight_line(robot: Robot, graph: Graph, states: Mapping[str, Reals]) -> dict[str, float]:
    arithmetic = all(
        node.source not in (NodeKind.POSITIVE, NodeKind.NEGATIVE) for node in graph.nodes
    )
    if not arithmetic:
        return {}
    names = [node.name for node in graph.nodes if node.source is NodeKind.INPUT]
    found = computed_in_c(graph, _columns(robot, names, states))
    return {} if found is None else {"straight-line C of this graph, one core": found[1]}


def _pinocchio(robot: Robot, states: Mapping[str, Reals]) -> dict[str, float]:
    motion = [states[name][:_STATES] for name in ("q", "qd", "qdd") if name in states]
    found = pinocchio_gradient(robot, *motion) if len(motion) == 3 else None
    if found is None:
        return {}
    name = f"Pinocchio {found.version}, gradient of inverse dynamics, one core, from Python"
    return {name: found.microseconds}


def _columns(robot: Robot, names: list[str], states: Mapping[str, Reals]) -> Reals:
    """Return the states as the graph's inputs, some of them repeated: (states, inputs)."""
    known: dict[str, Reals] = {}
    for array, values in states.items():
        for k in range(values.shape[1]):
            row, column = divmod(k, robot.n)
            known[f"{array}{k + 1}"] = values[:, k]
            known[f"{array}_{row + 1}_{column + 1}"] = values[:, k]
    rows = np.arange(_STATES) % len(next(iter(states.values())))
    return np.stack([known[name][rows] for name in names], axis=1)


def anchor_rows(report: Mapping[str, Any], multipliers: int) -> list[tuple[str, ...]]:
    """Return this core, what was measured beside it, and what others publish: cells of `COLUMNS`.

    Parameters
    ----------
    report
        Of the simulation, with the keys of `anchor_keys`.
    multipliers
        All that the core has.
    """
    rows: list[tuple[str, ...]] = []
    latency = report["latency_cycles"]
    if latency is not None:
        rate = _CLOCK_MHZ * 1e6 / report["ii"]
        rows.append(
            (
                f"this {report['topology']} at {_CLOCK_MHZ:g} MHz, not routed", report["robot"],
                str(latency), f"{latency / _CLOCK_MHZ:.3g}", f"{rate:.3g}",
                f"{multipliers} multipliers, about {report['luts_estimate']} LUTs", "simulated",
            )
        )  # fmt: skip
    for each in report["measured"]:
        time, rate = f"{each['microseconds']:.3g}", f"{each['sets_per_second']:.3g}"
        cells = (each["system"], each["robot"], "", time, rate, "", "measured in this run")
        rows.append(cells)
    for each in report["anchors"]:
        name = f"{each['system']}: {each['kernel']}"
        cycles, time = (
            "" if each[key] is None else str(each[key]) for key in ("cycles", "microseconds")
        )
        blocks = "" if each["dsps"] is None else f"{each['dsps']} DSPs, {each['luts']} LUTs"
        rows.append((name, each["robot"], cycles, time, "", blocks, each["source"]))
    return rows


def print_anchors(screen: Console, report: Mapping[str, Any]) -> None:
    """Print this core, what was measured beside it, and what others publish."""
    shown = table(TITLE, *COLUMNS)
    for row in anchor_rows(report, report["multipliers"]):
        shown.add_row(*row)
    for column in (shown.columns[0], shown.columns[1], shown.columns[6]):
        column.justify, column.no_wrap = "left", False
    show(screen, shown)
