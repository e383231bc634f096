"""A core's RTL as a planner's machine: in Verilator, a batch at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from common.arrays import Integers
from dataflow.design import Design
from emulator.systolic import handshake
from hdl.simulate.build_cache import BuildCache
from hdl.simulate.simulator import Simulation
from hdl.simulate.stimulus import Stimulus


def in_rtl(
    design: Design, folder: Path, simulator: str = "verilator", cache: BuildCache | None = None
) -> Callable[[Integers], Integers]:
    """Return the machine, compiled in a folder: from inputs (points, inputs) to outputs.

    A plan asks for some hundred states, so the model is compiled quickly rather than to run fast.

    Parameters
    ----------
    cache
        Where a machine that was compiled before is looked for, and this one kept; None for nowhere.

    Raises
    ------
    RuntimeError
        Fewer results came than sets were taken.
    """
    simulation = Simulation(design, simulator, folder, optimised=False, cache=cache)

    def machine(integers: Integers) -> Integers:
        cycles = len(integers) * design.initiation_interval + design.latency + 8
        always = np.ones(cycles, dtype=bool)
        line = handshake(design, always, always, sets=len(integers))
        record = simulation.play(Stimulus(integers, always, always, ~always))
        found: Integers = record.outputs[record.valid]
        if len(found) != int(np.count_nonzero(line.output_transfer)):
            raise RuntimeError(f"{len(found)} results came of {len(integers)} sets")
        return found

    return machine
