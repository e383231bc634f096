"""The 37 times beside ours, what was fitted on what, and the claims: for programs to read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from typing import Any

from emulator.multiprocessor.engine import Activity
from emulator.multiprocessor.machine import Contention
from papers.claim import Claim
from papers.zeng_egan.claims import (
    arithmetic_seconds,
    claims,
    controlled_motion,
    overhead_seconds,
)
from papers.zeng_egan.closed_loop import BLOCKS, SAMPLES, Loop
from papers.zeng_egan.prediction import (
    ALL,
    FITTED_VERSIONS,
    Prediction,
    predict,
    rms_log_error,
    seen_by,
    stored_fits,
)
from papers.zeng_egan.printed import PrintedTime, loops, printed_time, printed_times
from papers.zeng_egan.versions import (
    PROCESSES,
    VARIANTS,
    Variant,
    graph_kind,
    operation_seconds,
    paper_graph,
    run_variant,
    statement_seconds,
)

STEPS = 3 * len(VARIANTS) + len(VARIANTS) - 1
"""How often `paper_report` calls its watcher."""

_WAITING = (Activity.POLLING, Activity.WATCHING, Activity.SPINNING)


def paper_report(
    solver: str = "newton", watch: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """Return everything that is known about the report's numbers.

    Keys: ``rows``, a dictionary for each of the 37 times: ``version, type, processes,
    printed_seconds, printed_rest``; ``ours_seconds, ratio`` and whether the printed time was
    ``used_to_fit`` them; ``ratio_locks_alone`` and ``ratio_left_out`` by the two ways that have
    seen less; ``tasks, arcs`` of the graph, ``locks, lock_waits`` of a pass, and ``waiting``, the
    share of the processes' time. ``fitted``: name, value, unit, and on which rows.
    ``rms_log_error`` by way. ``versions``: what a task costs beside its arithmetic. ``loop``: the
    closed loop. ``claims``: words, verdict, figures.

    Parameters
    ----------
    solver
        Of the closed loop's inverse kinematics.
    watch
        Called `STEPS` times on the way.

    Raises
    ------
    InputError
        There is no such solver.
    """
    loop = _motion(solver)
    ways = _ways(watch)
    return {
        "paper": "Zeng and Egan 1991",
        "loops": loops(),
        "rows": [_row(time, ways) for time in printed_times()],
        "fitted": _fitted(),
        "rms_log_error": _rms(ways),
        "versions": [_version(variant) for variant in VARIANTS],
        "loop": _loop(loop, ways),
        "claims": [_claim(claim) for claim in all_claims(solver)],
    }


@cache
def _motion(solver: str) -> Loop:
    return controlled_motion(solver)


@cache
def all_claims(solver: str = "newton") -> tuple[Claim, ...]:
    """Return the claims, judged by one closed loop; raises InputError for an unknown solver."""
    return claims(_motion(solver))


def _claim(claim: Claim) -> dict[str, Any]:
    return {
        "words": claim.words,
        "verdict": claim.verdict,
        "figures": dict(claim.figures),
    }


Ways = dict[str, dict[tuple[str, str, int], Prediction]]
"""Predictions by what they have seen and by row."""


def _ways(watch: Callable[[], None]) -> Ways:
    """Return our times by each way; the left-out one has no version 5."""
    fits = stored_fits()
    ways: Ways = {"locks alone": {}, "left out": {}, "all": {}}

    def add(way: str, variant: Variant, contention: Contention) -> None:
        for found in predict([variant], contention):
            ways[way][variant.version, variant.type, found.processes] = found
        watch()

    for variant in VARIANTS:
        add("locks alone", variant, Contention())
        add("all", variant, fits[ALL].contention)
        if variant.version in FITTED_VERSIONS:
            add("left out", variant, fits[variant.version].contention)
        _costs(variant)
        watch()
    return ways


@cache
def _costs(variant: Variant) -> dict[int, dict[str, float]]:
    """Return the locks of a pass and the share of waiting, by number of processes."""
    contention = stored_fits()[ALL].contention
    costs = {}
    for processes in PROCESSES:
        outcome = run_variant(variant, processes, contention, 0)
        waiting = outcome.spent(*_WAITING) / outcome.seconds / processes
        costs[processes] = {
            "locks": outcome.locks_taken,
            "lock_waits": outcome.lock_waits,
            "waiting": waiting,
        }
    return costs


def _row(time: PrintedTime, ways: Ways) -> dict[str, Any]:
    key = (time.version, time.type, time.processes)
    ours = time.seconds if time.processes == 1 else ways["all"][key].ours
    row: dict[str, Any] = {
        "version": time.version,
        "type": time.type,
        "processes": time.processes,
        "printed_seconds": time.seconds,
        "printed_rest": time.rest,
        "ours_seconds": ours,
        "ratio": ours / time.seconds,
        "used_to_fit": time.processes == 1 or time.version in FITTED_VERSIONS,
        "ratio_locks_alone": _ratio(ways["locks alone"], key),
        "ratio_left_out": _ratio(ways["left out"], key),
    }
    if time.version == "sequential":
        return row
    graph = paper_graph(graph_kind(time.version, time.processes))
    costs = _costs(Variant(time.version, time.type))[time.processes]
    return {**row, "tasks": len(graph.tasks), "arcs": len(graph.arcs), **costs}


def _ratio(way: dict[tuple[str, str, int], Prediction], key: tuple[str, str, int]) -> float | None:
    return way[key].ratio if key in way else None


def _fitted() -> list[dict[str, Any]]:
    """Return every number that was made to fit, and the rows that it has seen."""
    entries = [_entry("operation", operation_seconds(), "s", "sequential")]
    for variant in VARIANTS:
        name = f"{variant.version} {variant.type}"
        seconds = statement_seconds(variant)
        entries.append(_entry(f"statement, version {name}", seconds, "s", f"{name}, 1 process"))
    for left_out, fit in stored_fits().items():
        versions = ", ".join(dict.fromkeys(variant.version for variant in seen_by(left_out)))
        rows = f"versions {versions}; 2, 3, 4 processes"
        for name, value in asdict(fit.contention).items():
            entries.append(_entry(f"hindrance, {name}", value, "1", rows))
    return entries


def _entry(name: str, value: float, unit: str, rows: str) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": unit, "rows": rows}


def _rms(ways: Ways) -> dict[str, float]:
    """Return the root mean square of the logarithms, by way, and by version where left out."""
    inside = {
        way: [found for found in rows.values() if found.variant.version in FITTED_VERSIONS]
        for way, rows in ways.items()
    }
    result = {"locks alone": rms_log_error(inside["locks alone"])}
    for version in FITTED_VERSIONS:
        rows = [found for found in inside["left out"] if found.variant.version == version]
        result[f"left out, version {version}"] = rms_log_error(rows)
    result["all"] = rms_log_error(inside["all"])
    return result


def _version(variant: Variant) -> dict[str, Any]:
    """Return what the one-process time says of a version."""
    kind = graph_kind(variant.version, 1)
    graph = paper_graph(kind)
    return {
        "version": variant.version,
        "type": variant.type,
        "graph": kind,
        "tasks": len(graph.tasks),
        "arcs": len(graph.arcs),
        "locks": _costs(variant)[1]["locks"],
        "overhead_seconds": overhead_seconds(variant),
        "arithmetic_seconds": arithmetic_seconds(kind),
        "statement_seconds": statement_seconds(variant),
    }


def _loop(loop: Loop, ways: Ways) -> dict[str, Any]:
    """Return the closed loop: its parts, and what sharing the dynamics does to all of it."""
    per_sample = {block: loop.operations[block] / SAMPLES for block in BLOCKS}
    dynamics = per_sample["dynamic control"] * operation_seconds()
    rest = sum(per_sample.values()) * operation_seconds() - dynamics
    known = sum(per_sample[block] for block in BLOCKS[2:]) * operation_seconds() - dynamics
    return {
        "operations_per_sample": per_sample,
        "solver": loop.solver,
        "dynamics_share": loop.dynamics_share,
        "dynamics_share_inner": loop.inner_share,
        "hand_error_end": loop.errors[-1].tolist(),
        "times": [
            _shared(variant, processes, dynamics, outside, name, ways)
            for outside, name in ((known, "motion known"), (rest, loop.solver))
            for variant in (Variant("4", "static"), Variant("5", "static"))
            for processes in PROCESSES
        ],
    }


def _shared(
    variant: Variant, processes: int, dynamics: float, outside: float, name: str, ways: Ways
) -> dict[str, Any]:
    """Return a sample's time with the dynamics shared by some processes, all else sequential."""
    if processes == 1:
        alone = printed_time(variant.version, variant.type, 1)
        assert alone is not None
        parallel = alone.seconds / loops()
    else:
        parallel = ways["all"][variant.version, variant.type, processes].ours / loops()
    sequential = outside + dynamics
    return {
        "program": name,
        "version": variant.version,
        "processes": processes,
        "sequential_seconds": sequential,
        "parallel_seconds": outside + parallel,
        "speed_up": sequential / (outside + parallel),
        "amdahl_limit": sequential / outside,
    }
