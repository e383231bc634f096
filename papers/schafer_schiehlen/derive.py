"""Speed-ups that follow from the times of Schäfer and Schiehlen (1992)."""

from __future__ import annotations

from collections.abc import Mapping


def speed_up_of_times(printed: Mapping[str, float]) -> float:
    """Return the time of one transputer over that of three."""
    return printed["one_transputer"] / printed["three_transputers"]


def speed_up_of_work(printed: Mapping[str, float]) -> float:
    """Return the same with the work that fits on processor 3 in the time of one."""
    return (printed["one_transputer"] + printed["left"]) / printed["three_transputers"]
