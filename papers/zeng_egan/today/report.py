"""This computer's times beside those of 1991."""

from __future__ import annotations

from typing import Any

from golden.trajectory import random_states
from papers.zeng_egan.printed import number
from papers.zeng_egan.today.measure import Measured, Today, measure
from papers.zeng_egan.versions import paper_robot

_LIKE = {"static": "version_4_static_1", "dynamic": "version_3_dynamic_1"}
"""The printed time of one process with the same procedures."""


def today_report() -> list[dict[str, Any]]:
    """Return a dictionary for each program: ``program, threads, seconds_per_pass, speed_up``.

    ``overhead_to_work`` is the time that scheduling adds on one thread, as a share of the
    sequential program's, ``overhead_to_work_1991`` the same by the printed times; None elsewhere.
    """
    robot = paper_robot()
    states = random_states(robot, 1, 1)
    return rows(measure(Today(robot, states.q[0], states.qd[0], states.qdd[0])))


def rows(found: list[Measured]) -> list[dict[str, Any]]:
    """Return what `today_report` says of measured programs, the sequential one first."""
    work = found[0].seconds
    result = []
    for each in found:
        alone = each.threads == 1 and each.program in _LIKE
        then = number(_LIKE[each.program]) / number("sequential") - 1 if alone else None
        result.append(
            {
                "program": each.program,
                "threads": each.threads,
                "seconds_per_pass": each.seconds,
                "speed_up": work / each.seconds,
                "overhead_to_work": each.seconds / work - 1 if alone else None,
                "overhead_to_work_1991": then,
            }
        )
    return result
