"""How a sweep reads on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console

from common.tables import show, table

Row = dict[str, Any]


def print_sweep(screen: Console, rows: Sequence[Row], front: Sequence[int]) -> None:
    """Print every design in a row; those on the front are marked."""
    kept = set(front)
    robots = list(dict.fromkeys(row["robot"] for row in rows))
    for robot in robots:
        own = [(i, row) for i, row in enumerate(rows) if row["robot"] == robot]
        measured = any(row.get("bit_mismatches") is not None for _, row in own)
        counted = any(row.get("luts") is not None for _, row in own)
        routed = any(row.get("clock_mhz") is not None for _, row in own)
        columns = ["", "algorithm", "topology", "ii", "width", "latency", "multipliers", "adders"]
        columns += ["delay bits", "error / limit"]
        columns += ["LUTs", "flip-flops", "blocks"] if counted else []
        columns += ["MHz", "ns"] if routed else []
        columns += ["mismatches"] if measured else []
        many = "1 design" if len(own) == 1 else f"{len(own)} designs; * no other beats it"
        shown = table(f"{robot}: {many}", *columns)
        for index, row in own:
            shown.add_row(*_cells(row, index in kept, counted, routed, measured))
        show(screen, shown)
        if not counted:
            screen.print("not counted: what switches operands; --measure cells counts it too")
        for _, row in own:
            if row["refused"] is not None:
                options = f"{row['algorithm']}, {row['topology']}, {row['width']} bits"
                screen.print(f"not built: {options}: {row['refused']}", soft_wrap=True)


def _cells(row: Row, kept: bool, counted: bool, routed: bool, measured: bool) -> list[str]:
    figures = ["latency_cycles", "multipliers", "adders", "delay_bits"]
    cells = ["*" if kept else "", row["algorithm"], row["topology"], _shown(row["ii"])]
    cells += [_shown(row["width"]), *(_shown(row.get(name)) for name in figures)]
    cells.append("-" if row.get("error") is None else f"{row['error']:.2e}")
    if counted:
        cells += [_shown(row.get(name)) for name in ("luts", "flip_flops", "multiplier_blocks")]
    if routed:
        speeds = (row.get(name) for name in ("clock_mhz", "latency_ns"))
        cells += ["-" if speed is None else f"{speed:.1f}" for speed in speeds]
    if measured:
        wrong = row.get("bit_mismatches")
        cells.append("-" if wrong is None else str(wrong + row["cycle_mismatches"]))
    return cells


def _shown(value: int | None) -> str:
    return "-" if value is None else str(value)
