"""Ways to write Newton-Euler with fewer operations or fewer in a row; the torques stay the same."""

from __future__ import annotations

import enum


class Economy(enum.Enum):
    """One such way; the value tells what it does."""

    PARALLEL_AXES = "joints with parallel axes turn a link by one rotation, by the sum of angles"
    TIP = "a tip of two moments scales sines, not moments, and needs no tensor"
    COMBINED_INERTIA = "each constant of a link's inertia is multiplied once a component"
    UNROUNDED_OWN = "a link's own wrench is summed with what its children pass, not before"
    UNROUNDED_PASSED = "what a link passes down is summed in its parent, not before"
    HEAD = "the first of parallel joints turns its link's inertia, not its motion"


ECONOMIES = tuple(Economy)
"""All of them, in the order in which they are best tried."""
