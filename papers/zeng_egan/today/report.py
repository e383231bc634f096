"""This computer's times beside those of 1991."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from golden.trajectory import random_states
from papers.zeng_egan.printed import number
from papers.zeng_egan.today.measure import Today, measure
from papers.zeng_egan.versions import paper_robot

_LIKE = {"static": "version_4_static", "dynamic": "version_3_dynamic"}
"""Printed times of the same procedures, but for the number of processes."""


def today_report() -> list[dict[str, Any]]:
    """Return a dictionary for each program: ``program, threads, seconds_per_pass, speed_up``.

    ``overhead_to_work`` is what all its threads together spend on anything but arithmetic, as a
    share of the sequential program's time; ``overhead_to_work_1991`` the same by the printed times.
    None where there is none, or where the computer had no two processors free at once.
    """
    robot = paper_robot()
    states = random_states(robot, 1, 1)
    return rows(measure(Today(robot, states.q[0], states.qd[0], states.qdd[0])))


def rows(found: Mapping[tuple[str, int], float | None]) -> list[dict[str, Any]]:
    """Return what `today_report` says of seconds by program and number of threads."""
    work = found["sequential", 1]
    assert work is not None  # one thread is always at work
    return [
        {
            "program": program,
            "threads": threads,
            "seconds_per_pass": seconds,
            "speed_up": None if seconds is None else work / seconds,
            "overhead_to_work": _overhead(program, threads, seconds, work),
            "overhead_to_work_1991": _overhead_then(program, threads),
        }
        for (program, threads), seconds in found.items()
    ]


def _overhead(program: str, threads: int, seconds: float | None, work: float) -> float | None:
    if program not in _LIKE or seconds is None:
        return None
    return threads * seconds / work - 1


def _overhead_then(program: str, threads: int) -> float | None:
    if program not in _LIKE:
        return None
    return _overhead(program, threads, number(f"{_LIKE[program]}_{threads}"), number("sequential"))
