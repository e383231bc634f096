"""Vectors for a bench without Python, and what the emulator says must come out."""

from __future__ import annotations

import numpy as np

from common.arrays import Integers
from dataflow.design import Design
from emulator.systolic import SystolicArray


def bench_vectors(design: Design, sets: int, seed: int = 1) -> tuple[Integers, Integers]:
    """Return inputs and outputs, shapes (sets, inputs) and (sets, outputs).

    Any patterns may be on the ports, so any are tried; of every fourth set each number is at one
    end of its format or zero.
    """
    rng = np.random.default_rng(seed)
    low = np.array([port.format.lowest for port in design.inputs])
    high = np.array([port.format.highest for port in design.inputs])
    shape = (sets, len(low))
    inputs = rng.integers(low, high, shape, endpoint=True)
    corners = np.choose(rng.integers(0, 3, shape), [low, high, 0])
    inputs[::4] = corners[::4]
    return inputs, SystolicArray(design).outputs(inputs)
