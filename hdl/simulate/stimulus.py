"""What a bench plays: sets of inputs, and who waits in which cycle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from common.arrays import Flags, Integers


@dataclass(frozen=True)
class Stimulus:
    """What to play, cycle by cycle from the first one after reset.

    ``inputs`` are the sets to send, shape (points, inputs), integers of the ports' formats. Per
    cycle: ``valid``, whether a producer that offers nothing starts to; ``ready``, whether the
    consumer takes; ``reset``. ``probes`` are names of operations to record in every cycle.
    """

    inputs: Integers
    valid: Flags
    ready: Flags
    reset: Flags
    probes: tuple[str, ...] = ()


def everything_ready(cycles: int) -> dict[str, Any]:
    """Return patterns of a producer and consumer that never wait, without reset."""
    return {
        "valid": np.ones(cycles, dtype=bool),
        "ready": np.ones(cycles, dtype=bool),
        "reset": np.zeros(cycles, dtype=bool),
    }
