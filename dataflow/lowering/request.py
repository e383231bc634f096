"""What is to be built, and the range of what can be."""

from __future__ import annotations

from dataclasses import dataclass, field

from common.errors import InputError
from dataflow.computations.computation import Computation
from dataflow.graph.graph import Ranges
from dataflow.operators import Target
from dataflow.topologies import ARRAY, Topology
from golden.robot import Robot

WIDTHS = range(12, 29)
"""Widths that a design may have: below, torques drown; above, sums pass the emulator's 64 bits."""

INTERVALS = range(1, 1025)
"""Initiation intervals that a design may have, in cycles."""

DEFAULT_WIDTH = 18
"""The width of an FPGA's multiplier."""


@dataclass(frozen=True)
class Request:
    """What to build.

    Attributes
    ----------
    width
        Bits of every port and of every factor of a product.
    initiation_interval
        Cycles from one set of inputs to the next; the topology's own if None.
    target
        The latencies of the parts.
    trims, constant_trims, guard_trims
        Bits that nodes of the graph, constants, and the products that nodes add up do without: by
        the node's name, of a constant by its term's (`dataflow.lowering.rules.term_name`), in the
        order of names.
    ranges
        What was proved of the staged graph's values beside what it knows of itself.
    textbook
        Whether the equations are to be the textbook's, though others might cost less.

    Raises
    ------
    InputError
        A width or an interval is outside what is possible.
    """

    robot: Robot
    computation: Computation
    topology: Topology = ARRAY
    width: int = DEFAULT_WIDTH
    initiation_interval: int | None = None
    target: Target = field(default_factory=Target)
    trims: tuple[tuple[str, int], ...] = ()
    constant_trims: tuple[tuple[str, int], ...] = ()
    guard_trims: tuple[tuple[str, int], ...] = ()
    ranges: Ranges = field(default_factory=Ranges)
    textbook: bool = False

    def __post_init__(self) -> None:
        if self.width not in WIDTHS:
            allowed = f"{WIDTHS.start} to {WIDTHS.stop - 1}"
            raise InputError("--width", f"{self.width} bits", allowed)
        if self.interval not in INTERVALS:
            allowed = f"{INTERVALS.start} to {INTERVALS.stop - 1} cycles"
            raise InputError("--ii", str(self.interval), allowed)

    @property
    def interval(self) -> int:
        """The initiation interval, in cycles."""
        if self.initiation_interval is None:
            return self.topology.interval(self.robot)
        return self.initiation_interval
