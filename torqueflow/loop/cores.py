"""What computes the torques in the loop: the emulator, the RTL itself, or golden in float64."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import numpy as np

from common.arrays import Integers, Reals
from dataflow.design import Design
from dataflow.numbers.ports import decode_outputs, encode
from emulator.systolic import SystolicArray
from golden.newton_euler import inverse_dynamics
from golden.robot import Robot

CORES = ("emulator", "rtl")


class Core(Protocol):
    """What gives torques for a commanded motion, and counts the inputs that it had to clip."""

    clipped: int

    def torques(self, q: Reals, qd: Reals, qdd: Reals) -> Reals:
        """Return (n,), N m or N, for (n,) each."""


class Float64:
    """Golden: what an exact core would do."""

    clipped = 0

    def __init__(self, robot: Robot) -> None:
        self._robot = robot

    def torques(self, q: Reals, qd: Reals, qdd: Reals) -> Reals:
        """Return (n,), N m or N."""
        return inverse_dynamics(self._robot, q, qd, qdd)


class FixedPoint:
    """A design, by its emulator or by its RTL: states are rounded onto the ports and clipped there.

    Parameters
    ----------
    ask
        Gives the results, (outputs,), for integers on the ports, (inputs,).
    """

    def __init__(self, design: Design, ask: Callable[[Integers], Integers]) -> None:
        self.design, self._ask, self.clipped = design, ask, 0

    def torques(self, q: Reals, qd: Reals, qdd: Reals) -> Reals:
        """Return (n,), N m or N."""
        encoded = encode(self.design, {"q": q, "qd": qd, "qdd": qdd}, clip=True)
        self.clipped += encoded.clipped
        return decode_outputs(self.design, self._ask(encoded.integers[0]))


def emulated(design: Design) -> FixedPoint:
    """Return a core that is exact to the bit, without a simulator."""
    array = SystolicArray(design)
    return FixedPoint(design, lambda integers: array.outputs(integers[np.newaxis])[0])


@contextmanager
def in_rtl(design: Design, simulator: str, folder: Path) -> Iterator[FixedPoint]:
    """Compile a design and run it beside the loop until the block ends.

    Raises
    ------
    RuntimeError
        The simulator stops early; or a result takes other cycles than the design says.
    """
    from hdl.simulate.build_cache import BuildCache
    from hdl.simulate.live import running
    from hdl.simulate.simulator import Simulation

    simulation = Simulation(design, simulator, folder, optimised=False, cache=BuildCache())
    with running(simulation) as machine:

        def ask(integers: Integers) -> Integers:
            results = machine.ask(integers)
            if machine.cycles != design.latency:
                raise RuntimeError(f"a result took {machine.cycles} cycles, not {design.latency}")
            return results

        yield FixedPoint(design, ask)
