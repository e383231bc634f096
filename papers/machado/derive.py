"""The acceleration of gravity, which Machado and others (1988) use and do not print."""

from __future__ import annotations

from collections.abc import Mapping


def gravity(printed: Mapping[str, float]) -> float:
    """Return g in m/s2, from T15 = g (m1 + m2) r1 cos(q1) of equation (3) and figure 1."""
    return printed["t15"] / ((printed["m1"] + printed["m2"]) * printed["r1"])
