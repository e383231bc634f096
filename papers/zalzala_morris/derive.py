"""The time between two results of the pipeline of Zalzala and Morris (1989), from tables 8a and 8b.

Table 9 has 0.026 ms instead, which is 47 multiplications at 550 ns: a stage without its additions,
indexing and messages.
"""

from __future__ import annotations

from collections.abc import Mapping


def stage(printed: Mapping[str, float]) -> float:
    """Return the seconds of a stage: the same transputers do phase 1 and then phase 2."""
    return printed["stage_phase_1"] + printed["stage_phase_2"]
