"""Times for one set of torques, from the table of Zeng and Egan (1991) for many."""

from __future__ import annotations

from collections.abc import Mapping


def one_processor(printed: Mapping[str, float]) -> float:
    """Return the seconds of the sequential version for one set of torques."""
    return printed["sequential"] / printed["loops"]


def four_processors(printed: Mapping[str, float]) -> float:
    """Return the seconds of version 5 on four processors for one set of torques."""
    return printed["version_5_static_4"] / printed["loops"]
