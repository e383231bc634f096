"""The slowest paths of a placed design, by the stage and the operation where they begin and end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SlowPath:
    """One path between registers.

    Attributes
    ----------
    begins, ends
        Its registers, by what they hold, such as ``machine.backward_5.passed_n_x_5_sum``.
    logic_ns, route_ns
        Delay in cells, set-up included, and between them.
    """

    begins: str
    ends: str
    logic_ns: float
    route_ns: float

    @property
    def delay_ns(self) -> float:
        """All of it."""
        return self.logic_ns + self.route_ns

    @property
    def stage(self) -> str:
        """The part of the machine where it ends: a stage, the queue or the credit."""
        return _place(self.ends)[0]

    @property
    def operation(self) -> str:
        """What it ends in there."""
        return _place(self.ends)[1]


def slowest_paths(report: Mapping[str, Any], cells: str, top: str) -> list[SlowPath]:
    """Return the critical paths of each clock in nextpnr's report, slowest first.

    ``cells`` is the synthesised design and ``top`` its module, where a register has the name of
    what it holds.
    """
    names = _register_names(cells, top)
    paths = []
    for path in report.get("critical_paths", []):
        if "async" in path["from"] or "async" in path["to"]:
            continue
        steps = path["path"]
        route = sum(step["delay"] for step in steps if step["type"] == "routing")
        total = sum(step["delay"] for step in steps)
        begins, ends = steps[0]["from"]["cell"], steps[-1]["to"]["cell"]
        paths.append(
            SlowPath(names.get(begins, begins), names.get(ends, ends), total - route, route)
        )
    return sorted(paths, key=lambda path: -path.delay_ns)


def _register_names(cells: str, top: str) -> dict[str, str]:
    """Return for each cell the shortest name that a signal which it drives has in the source."""
    module = json.loads(cells)["modules"][top]
    signals: dict[int, str] = {}
    for name, net in module["netnames"].items():
        for bit in net["bits"]:
            if not name.startswith("$") and isinstance(bit, int):
                signals[bit] = min(signals.get(bit, name), name, key=lambda text: (len(text), text))
    names = {}
    for cell, found in module["cells"].items():
        directions = found["port_directions"]
        driven = [
            signals[bit]
            for port, bits in found["connections"].items()
            if directions.get(port) == "output"
            for bit in bits
            if bit in signals
        ]
        if driven:
            names[cell] = driven[0]
    return names


def _place(signal: str) -> tuple[str, str]:
    """Return stage and operation of a signal's name in the flattened netlist."""
    parts = [part for part in signal.split(".") if part != "machine"]
    return parts[0], parts[1] if len(parts) > 1 else parts[0]
