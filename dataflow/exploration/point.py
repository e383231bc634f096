"""One design among many: what was chosen, what it costs, and what is proved of it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from common.errors import InputError
from dataflow.build import design_of, state_of
from dataflow.cells.cells import Cells
from dataflow.cells.estimate import estimated_cells
from dataflow.computations.catalogue import computation_named
from dataflow.computations.computation import Computation
from dataflow.design import Design
from dataflow.lowering.request import Request
from dataflow.lowering.steps import SCHEDULED, State, dealt
from dataflow.timing.cost import Cost, cost
from dataflow.topologies import TOPOLOGIES
from golden.robot import Robot


@dataclass(frozen=True, order=True)
class Point:
    """What is chosen of a design beside its robot.

    Attributes
    ----------
    algorithm, topology
        Names as in `dataflow.computations.catalogue` and `dataflow.topologies`.
    width
        Bits of every port and of every factor of a product.
    interval
        Cycles from one set of inputs to the next; None for the topology's own.
    target
        The errors that are allowed, as `dataflow.errors.target.ErrorTarget` reads them: in place of
        the width, the cheapest formats that are proved to keep them. Empty for none.
    """

    algorithm: str
    topology: str
    width: int
    interval: int | None
    target: str = ""

    def request(self, robot: Robot, computation: Computation | None = None) -> Request:
        """Return what is to be built for a robot; raises InputError for what cannot be.

        Parameters
        ----------
        computation
            What is computed in place of what the catalogue has under the algorithm's name.
        """
        if self.topology not in TOPOLOGIES:
            raise InputError("--topology", repr(self.topology), ", ".join(TOPOLOGIES))
        chosen = computation_named(self.algorithm) if computation is None else computation
        return Request(robot, chosen, TOPOLOGIES[self.topology], self.width, self.interval)


@dataclass(frozen=True)
class Explored:
    """What is known of a point without simulating it.

    Attributes
    ----------
    state
        As it is scheduled: what it proves will not change any more.
    bounds
        The proved largest error of each output, in its port's unit.
    """

    state: State
    bounds: tuple[float, ...]

    @cached_property
    def scheduled(self) -> Design:
        """The design as it is scheduled: its results are those of the one that is built."""
        return design_of(self.state)

    @cached_property
    def design(self) -> Design:
        """The design that is built, its operations dealt to units: a second's work for a ring."""
        return design_of(dealt(self.state))

    @cached_property
    def cost(self) -> Cost:
        """Its operations and units, and the registers of the design that is built."""
        return cost(self.design)

    @cached_property
    def cells(self) -> Cells:
        """Look-up tables and flip-flops of the design that is built, estimated."""
        return estimated_cells(self.design)

    @property
    def multipliers(self) -> int:
        """Multipliers of all kinds: two in each unit of sine and cosine."""
        return self.cost.all_multipliers

    @property
    def relative_error(self) -> float | None:
        """The largest bound as a share of its output's limit; None where no output has one."""
        shares = [
            bound / port.limit
            for bound, port in zip(self.bounds, self.scheduled.outputs, strict=True)
            if 0.0 < port.limit < math.inf
        ]
        return max(shares) if shares else None


def explored(
    robot: Robot, point: Point, effort: int = 0, computation: Computation | None = None
) -> Explored:
    """Return what a point costs and proves; raises InputError where it cannot be built.

    Parameters
    ----------
    effort
        How hard errors are bounded: one of `dataflow.errors.efforts.EFFORTS`.
    computation
        As for `Point.request`.
    """
    request = point.request(robot, computation)
    if effort == 0 and not point.target:
        state = state_of(request, SCHEDULED)
        return Explored(state, design_of(state).error_bounds)
    # Imported here because numba takes longer than a sweep of no effort.
    from dataflow.errors.target import ErrorTarget, proved
    from dataflow.errors.word_lengths import cheapest

    if point.target:
        found = cheapest(request, ErrorTarget.read(point.target), effort)
    else:
        found = proved(request, effort)
    bounds = tuple(each.bound for each in found.bounds)
    return Explored(found.state, bounds)


def points_of(
    algorithms: Sequence[str],
    topologies: Sequence[str],
    widths: Sequence[int],
    intervals: Sequence[int | None],
    targets: Sequence[str] = ("",),
) -> Iterator[Point]:
    """Yield every combination, the targets changing fastest, then the intervals."""
    for each in itertools.product(algorithms, topologies, widths, intervals, targets):
        yield Point(*each)
