"""What a run of transputers cost, as tables and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.table import Table

from common.tables import console, show, show_text, table
from emulator.transputer.iserver.iserver import Iserver
from emulator.transputer.network.network_file import NetworkFile
from emulator.transputer.network.results import NodeStatistics, Outcome, Statistics

_COLUMNS_OF_OPCODES = 3


def as_report(
    file: Path,
    plan: NetworkFile,
    outcome: Outcome,
    server: Iserver,
    statistics: Statistics,
    status: int,
    wall: float,
) -> dict[str, Any]:
    """Return the report of one run.

    Keys: `file, status` (how the run ended), `reason, exit_status, program_status` (what the
    program gave to SP.EXIT, or null), `host_requests, link_mbits, host, seconds` (simulated),
    `instructions, wall_seconds, nodes`: for each name its `type, clock_mhz, memory_bytes,
    external_cycles` and `statistics` (`results.NodeStatistics`).
    """
    nodes: dict[str, Any] = {}
    for node in plan.nodes:
        nodes[node.name] = asdict(node)
        del nodes[node.name]["name"]
        if node.name in statistics.nodes:
            nodes[node.name]["statistics"] = asdict(statistics.nodes[node.name])
    return {
        "file": str(file),
        "status": outcome.status.value,
        "reason": server.failure or outcome.reason,
        "exit_status": status,
        "program_status": server.functions.program_status,
        "host_requests": server.functions.requests,
        "link_mbits": plan.link_mbits,
        "host": f"{plan.host[0]}.{plan.host[1]}",
        "seconds": statistics.seconds,
        "instructions": statistics.instructions,
        "wall_seconds": wall,
        "nodes": nodes,
    }


def print_statistics(statistics: Statistics, wall: float, loading: float) -> None:
    """Print the whole run, then each transputer: time, links, instructions by count.

    Parameters
    ----------
    wall, loading
        Seconds that the simulation took, and before it the loading of the simulator's machine code.
    """
    screen = console()
    rate = statistics.instructions / wall / 1e6 if wall else 0.0
    show_text(
        screen,
        f"simulated time {_time(statistics.seconds)}, {statistics.instructions:,} instructions,"
        f" in {wall:.3g} s ({rate:.3g} million a second), after {loading:.2f} s of loading the"
        " simulator",
    )
    for name, node in statistics.nodes.items():
        for shown in (_work(name, node), _links(name, node), _opcodes(name, node)):
            screen.print()
            show(screen, shown)


def _time(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= scale:
            return f"{seconds / scale:.6g} {unit}"
    return f"{seconds / 1e-9:.6g} ns"


def _work(name: str, node: NodeStatistics) -> Table:
    shown = table(name, "what", "count", "share")

    def row(what: str, count: int, of: int | None = node.cycles) -> None:
        shown.add_row(what, f"{count:,}", f"{100 * count / of:.1f} %" if of else "")

    row("cycles", node.cycles)
    row("cycles waiting (no process ready)", node.idle_cycles)
    row("cycles of external memory", node.external_cycles)
    row("cycles FPU busy", node.fpu_busy_cycles)
    row("cycles FPU and CPU both at work", node.fpu_overlap_cycles)
    row("cycles CPU waiting for the FPU", node.fpu_wait_cycles)
    if node.absent_accesses:
        row("accesses where there is no memory", node.absent_accesses, None)
    row("instructions", node.instructions, None)
    row("process switches", node.process_switches, None)
    row("pre-emptions", node.pre_emptions, None)
    row("timeslices", node.timeslices, None)
    return shown


def _links(name: str, node: NodeStatistics) -> Table:
    shown = table(f"{name}: links", "link", "bytes out", "bytes in", "wire busy")
    for number, link in enumerate(node.links):
        busy = f"{100 * link.busy_seconds / node.seconds:.1f} %" if node.seconds else ""
        shown.add_row(str(number), f"{link.bytes_out:,}", f"{link.bytes_in:,}", busy)
    return shown


def _opcodes(name: str, node: NodeStatistics) -> Table:
    shown = table(f"{name}: instructions", *("mnemonic", "count") * _COLUMNS_OF_OPCODES)
    for column in shown.columns[::2]:
        column.justify = "left"
    counts = sorted(node.per_instruction.items(), key=lambda item: (-item[1], item[0]))
    cells = [cell for mnemonic, count in counts if count for cell in (mnemonic, f"{count:,}")]
    width = 2 * _COLUMNS_OF_OPCODES
    for at in range(0, len(cells), width):
        shown.add_row(*cells[at : at + width])
    return shown
