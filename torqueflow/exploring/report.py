"""How a sweep reads on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from common.tables import show, show_text, table

Row = dict[str, Any]


@dataclass(frozen=True)
class _Tables:
    """Where look-up tables and flip-flops are from: columns of rows, headings, and a note."""

    columns: tuple[str, str]
    headings: tuple[str, str]
    note: str


_BLOCK_BITS = 18
"""Of an operand of an ECP5's multiplier block."""

_COUNTS = ("LUTs", "flip-flops")
_ROUTED = _Tables(("routed_luts", "routed_flip_flops"), _COUNTS, "as placed and routed on {device}")
_COUNTED = _Tables(("luts", "flip_flops"), _COUNTS, "counted by Yosys for an ECP5, not placed")
_ESTIMATED = _Tables(
    ("luts_estimate", "flip_flops_estimate"),
    ("~LUTs", "~flip-flops"),
    "estimated for an ECP5, within 10 % of Yosys's counts; --measure cells has it count them",
)


def print_sweep(screen: Console, rows: Sequence[Row], front: Sequence[int]) -> None:
    """Print every design in a row; those on the front are marked."""
    kept = set(front)
    robots = list(dict.fromkeys(row["robot"] for row in rows))
    for robot in robots:
        own = [(i, row) for i, row in enumerate(rows) if row["robot"] == robot]
        _print_designs(screen, robot, own, kept)
        for _, row in own:
            if row["refused"] is not None:
                options = f"{row['algorithm']}, {row['topology']}, {row['width']} bits"
                screen.print(f"not built: {options}: {row['refused']}", soft_wrap=True)


def _print_designs(
    screen: Console, robot: str, own: Sequence[tuple[int, Row]], kept: set[int]
) -> None:
    """Print the designs of one robot: what all have in common in the title."""
    rows = [row for _, row in own]
    measured = any(row.get("bit_mismatches") is not None for row in rows)
    counted = any(row.get("luts") is not None for row in rows)
    routed = any(row.get("clock_mhz") is not None for row in rows)
    tables = _ROUTED if routed else _COUNTED if counted else _ESTIMATED
    named = [name for name in ("algorithm", "width") if len({row[name] for row in rows}) > 1]
    common = [_chosen(name, rows[0]) for name in ("algorithm", "width") if name not in named]
    many = "1 design" if len(own) == 1 else f"{len(own)} designs; * no other beats it"
    columns = ["design", "latency", "multipliers", "adders", *tables.headings]
    columns += ["blocks"] if counted else []
    columns += ["MHz", "ns"] if routed else []
    columns += ["error / limit"]
    columns += ["mismatches"] if measured else []
    shown = table(": ".join([robot, ", ".join([*common, many])]), *columns)
    for index, row in own:
        cells = [_name(row, named, index in kept)]
        cells += [_shown(row.get(name)) for name in ("latency_cycles", "multipliers", "adders")]
        cells += [_shown(row.get(name)) for name in tables.columns]
        cells += [_shown(row.get("multiplier_blocks"))] if counted else []
        cells += _speeds(row) if routed else []
        cells.append("-" if row.get("error") is None else f"{row['error']:.2e}")
        cells += [_mismatches(row)] if measured else []
        shown.add_row(*cells)
    show(screen, shown)
    device = next((row["device"] for row in rows if row.get("device")), "")
    show_text(screen, f"LUTs and flip-flops: {tables.note.format(device=device)}")
    if not counted and any(row["width"] > _BLOCK_BITS for row in rows):
        show_text(screen, f"multipliers of over {_BLOCK_BITS} bits are two or four blocks each")


def _name(row: Row, named: Sequence[str], is_kept: bool) -> str:
    """Return what tells a design from the others of its table."""
    words = [
        row["topology"],
        f"ii {'-' if row['ii'] is None else row['ii']}",
        *(_chosen(name, row) for name in named),
    ]
    return f"{'*' if is_kept else ' '} {', '.join(words)}"


def _chosen(name: str, row: Row) -> str:
    return f"{row['width']} bits" if name == "width" else str(row[name])


def _speeds(row: Row) -> list[str]:
    speeds = (row.get(name) for name in ("clock_mhz", "latency_ns"))
    return ["-" if speed is None else f"{speed:.1f}" for speed in speeds]


def _mismatches(row: Row) -> str:
    wrong = row.get("bit_mismatches")
    return "-" if wrong is None else str(wrong + row["cycle_mismatches"])


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"
