"""Motion in real time: the root integrates, the workers give accelerations.

A step's length is a whole number of ticks of the clock of 64 us, the fewest that it fits into.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.tasks.blocks import equations_of
from dataflow.tasks.operation_times import OperationTimes
from dataflow.tasks.partition import partition
from dataflow.tasks.pieces import Partition
from papers.generated.program import Program, RootText
from papers.generated.running import exchanged
from papers.machine import MachineSettings
from papers.schafer_schiehlen.adams_moulton import integrated
from papers.schafer_schiehlen.forward_demo import Layout
from papers.schafer_schiehlen.integrating_root import RECORDS, integrating_root
from papers.schafer_schiehlen.motion import FreeMotion, fine_positions

SECONDS = 2.0
"""How long a motion lasts."""

ALLOWED = 1e-3
"""rad or m: how far positions may be from golden's."""

TICK = 64e-6
"""s: of the clock that a process of low priority waits for."""

_FREE_STEPS = (2, 12)


@dataclass(frozen=True)
class Integration:
    """How a motion in real time went.

    Attributes
    ----------
    step
        s, of a step; `step_needed` is what it takes without waiting for the clock.
    steps, late
        How many; those that ended after their time.
    position_error_max
        (n,), rad or m, of `RECORDS` moments: from golden's fine integration.
    scheme_error_max
        The same of this scheme in double precision: what is left is single precision's.
    """

    step: float
    step_needed: float
    steps: int
    late: int
    position_error_max: Reals
    scheme_error_max: Reals

    @property
    def keeps(self) -> bool:
        """Whether positions are within `ALLOWED`, and no step was late."""
        return bool(self.position_error_max.max() <= ALLOWED) and self.late == 0


def motion_partition(motion: FreeMotion, layout: Layout, cut_like: Partition) -> Partition:
    """Return the equations cut as another partition is, the controller in q."""
    equations = equations_of(
        motion.robot, layout.form, named=layout.parameters == "names", control=motion.control
    )
    return partition(equations, cut_like.assignment, OperationTimes())


def printing_program(
    motion: FreeMotion, cut: Partition, layout: Layout, integration: Integration
) -> Program:
    """Return the program that integrates and prints: what `occam run` takes."""
    ticks = round(integration.step / TICK)
    root = integrating_root(motion, integration.step, integration.steps, ticks, printing=True)
    title = f"Motion of the {motion.robot.name} in real time, by Adams and Moulton's second order."
    return Program(title, cut, layout.temporaries, root)


def integrate(
    motion: FreeMotion,
    cut: Partition,
    layout: Layout,
    settings: MachineSettings,
    step: float | None = None,
    seconds: float = SECONDS,
) -> Integration:
    """Measure a step, run a motion with as many ticks as it needs, compare with golden.

    Parameters
    ----------
    step
        s; what the cycle allows if None. Rounded up to ticks.

    Raises
    ------
    InputError
        The motion blows up.
    """
    needed = _step_needed(motion, cut, layout, settings)
    ticks = math.ceil((needed if step is None else step) / TICK + 1e-9)
    length = ticks * TICK
    steps = max(RECORDS, round(seconds / length))
    every = max(1, steps // RECORDS)
    records = steps // every
    scheme = integrated(
        motion.accelerations, motion.start, np.zeros(motion.robot.n), length, steps, motion.robot
    )[every::every, 0][:records]
    fine = fine_positions(motion, [length * every * (k + 1) for k in range(records)])
    root = integrating_root(motion, length, steps, ticks, printing=False)
    program = _measured(cut, layout, root)
    data, _ = exchanged(program, settings, b"", 4 * (records * motion.robot.n + 1))
    positions = np.frombuffer(data[:-4], "<f4").reshape(records, motion.robot.n)
    late = int(np.frombuffer(data[-4:], "<i4")[0])
    return Integration(
        length, needed, steps, late,
        np.abs(positions - fine).max(axis=0), np.abs(scheme - fine).max(axis=0),
    )  # fmt: skip


def _measured(cut: Partition, layout: Layout, root: RootText) -> Program:
    return Program(
        "A motion, measured", cut, layout.temporaries, root, protocol="ANY",
        libraries=("snglmath.lib",),
    )  # fmt: skip


def _step_needed(
    motion: FreeMotion, cut: Partition, layout: Layout, settings: MachineSettings
) -> float:
    """Return what a step takes: the difference of two runs, by their steps."""
    seconds = []
    for steps in _FREE_STEPS:
        root = integrating_root(motion, 1e-6, steps, 0, printing=False)
        size = 4 * (steps // max(1, steps // RECORDS) * motion.robot.n + 1)
        _, took = exchanged(_measured(cut, layout, root), settings, b"", size)
        seconds.append(took)
    few, many = _FREE_STEPS
    return (seconds[1] - seconds[0]) / (many - few)
