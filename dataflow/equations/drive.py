"""A joint's drive as the link steps see it: its angle or slide, rate and acceleration."""

from __future__ import annotations

from dataclasses import dataclass

from dataflow.equations.vector import PlaneRotation, Real


@dataclass(frozen=True)
class Drive:
    """What moves one joint, with the largest magnitude of each quantity (rad, m, s).

    A revolute joint has a ``rotation`` and no ``slide``, a prismatic one the reverse.
    """

    rate: Real
    acceleration: Real
    rate_bound: float
    acceleration_bound: float
    rotation: PlaneRotation | None = None
    slide: Real = 0.0
    slide_bound: float = 0.0
