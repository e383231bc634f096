"""What the report prints: `printed.toml`, `queues.toml` and `arcs.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from dataflow.tasks.queues import Queues


@dataclass(frozen=True)
class PrintedTime:
    """One of the 37 times.

    Attributes
    ----------
    version, type
        ``sequential`` or 1 to 5; ``sequential``, ``dynamic`` or ``static``.
    processes
        How many shared the work.
    seconds, rest
        The two summands.
    """

    version: str
    type: str
    processes: int
    seconds: float
    rest: float


@dataclass(frozen=True)
class PrintedQueues:
    """A table of levels: the graph, and each process's tasks with the levels they stand at."""

    graph: str
    queues: Queues
    levels: Queues


_PARALLEL = re.compile(r"version_(\d)_(dynamic|static)_(\d)")


def number(key: str) -> float:
    """Return a printed number in the unit of the print."""
    return float(_file("printed.toml")["numbers"][key]["value"])


def loops() -> int:
    """Return how many passes were timed together."""
    return round(number("loops"))


@cache
def printed_times() -> tuple[PrintedTime, ...]:
    """Return the 37 times in the order of the print."""
    found = [PrintedTime("sequential", "sequential", 1, number("sequential"), _rest("sequential"))]
    for key in _file("printed.toml")["numbers"]:
        if match := _PARALLEL.fullmatch(key):
            version, type_, processes = match.groups()
            found.append(PrintedTime(version, type_, int(processes), number(key), _rest(key)))
    return tuple(found)


def printed_time(version: str, type_: str, processes: int) -> PrintedTime | None:
    """Return one of the times, or None where the print has none."""
    wanted = (version, type_, processes)
    for time in printed_times():
        if (time.version, time.type, time.processes) == wanted:
            return time
    return None


def printed_queues(processes: int) -> PrintedQueues | None:
    """Return version 5's queues for a number of processes, or None where the print has none."""
    for entry in _file("queues.toml")["queues"]:
        if entry["processes"] == processes:
            queues, levels = (
                tuple(tuple(column) for column in entry[name]) for name in ("queues", "levels")
            )
            return PrintedQueues(entry["graph"], queues, levels)
    return None


def printed_arcs() -> dict[str, Any]:
    """Return `arcs.toml`: the lists of figures 2 and 3, as printed and mended."""
    return _file("arcs.toml")


def _rest(key: str) -> float:
    return number(f"{key}_rest")


@cache
def _file(name: str) -> dict[str, Any]:
    text = (resources.files("papers.zeng_egan") / name).read_text("utf-8")
    return tomllib.loads(text)
