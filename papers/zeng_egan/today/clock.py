"""The system's clock for compiled code: what a pass takes while nobody disturbs it.

On a computer with other work, a thread is set aside for milliseconds, in which another one spins;
so passes are stamped one by one, and the quick ones count.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterable

import numpy as np

from common.arrays import Integers
from papers.zeng_egan.today.atomics import compiled

_clock_gettime = ctypes.CDLL(None).clock_gettime
_clock_gettime.argtypes = [ctypes.c_int, ctypes.c_void_p]
_clock_gettime.restype = ctypes.c_int
_MONOTONIC = time.CLOCK_MONOTONIC

_QUICK = 10
"""Per cent of the passes that are quicker than the one that counts."""

_LEAST_SHARE = 0.2
"""Of a pass's tasks that each thread must have done, if the pass is to count as shared."""


_DISTURBED = 500_000
"""ns: longer spans are those in which a thread was set aside."""


def new_stamps(passes: int) -> Integers:
    """Return room for the moments at which passes end, (passes, 2): seconds and nanoseconds."""
    return np.zeros((passes, 2), dtype=np.int64)


@compiled
def stamp(stamps: Integers, number: int) -> None:
    """Write down the time at the end of a pass."""
    _clock_gettime(_MONOTONIC, stamps[number].ctypes)


def quick_pass(runs: Iterable[tuple[Integers, Integers]]) -> float | None:
    """Return what the quick passes of some runs took, in seconds.

    Parameters
    ----------
    runs
        Stamps, and how many tasks of each pass each thread did, (passes, threads).

    Returns
    -------
    None if there is no pass in which all threads were at work and none was set aside.
    """
    spans = []
    for stamps, tasks in runs:
        moments = stamps[:, 0] * 10**9 + stamps[:, 1]
        shared = tasks.min(axis=1) >= _LEAST_SHARE / tasks.shape[1] * tasks.sum(axis=1)
        spans.append(np.diff(moments)[shared[1:]])
    together = np.concatenate(spans)
    together = together[together < _DISTURBED]
    return float(np.percentile(together, _QUICK)) * 1e-9 if len(together) else None
