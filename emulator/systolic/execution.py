"""Integers and cycles together: what stands on every signal, when."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from common.arrays import Flags, Integers
from common.errors import InputError
from dataflow.design import Design
from dataflow.operators import Operator
from emulator.systolic.array import SystolicArray, checked_inputs
from emulator.systolic.timing import NONE, Timeline, handshake


@dataclass(frozen=True)
class Run:
    """A design fed with inputs under given handshakes.

    Attributes
    ----------
    timeline
        The handshakes.
    inputs
        Of the sets that were taken, shape (sets, inputs).
    outputs
        Of the same sets, lost ones too, shape (sets, outputs).
    """

    timeline: Timeline
    inputs: Integers
    outputs: Integers
    array: SystolicArray = field(repr=False)

    @property
    def design(self) -> Design:
        """What runs."""
        return self.array.design

    @property
    def delivered(self) -> Integers:
        """What the consumer got, in order, shape (deliveries, outputs)."""
        got: Integers = self.outputs[self.timeline.delivered != NONE]
        return got

    @property
    def shown(self) -> Integers:
        """The integers on the outputs, shape (cycles, outputs); what counts is where valid is high.

        Elsewhere the contract leaves the output open, and there are zeros here.
        """
        result = np.zeros((self.timeline.cycles, len(self.design.outputs)), dtype=np.int64)
        valid = self.timeline.output_valid
        result[valid] = self.outputs[self.timeline.front[valid]]
        return result

    @cached_property
    def node_values(self) -> Integers:
        """The integer on every operation's result for every set taken, (operations, sets)."""
        return self.array.node_values(self.inputs)

    def visible(self, operation: int) -> tuple[Integers, Flags]:
        """Return one operation's integer in every cycle, and in which cycles it is known.

        A result is that of a set in one cycle: when the set was taken `Operation.ready` cycles
        before and no reset has been high since, this cycle's included. In all other cycles the
        contract does not tell what stands there, and it is unknown; the integer given is zero. A
        constant is known always, a port when its set is taken.

        Returns
        -------
        values, known
            Shape (cycles,) each.

        Raises
        ------
        InputError
            If there is no operation of that index.
        """
        known_operations = self.design.operations
        if not 0 <= operation < len(known_operations):
            allowed = f"0 to {len(known_operations) - 1}"
            raise InputError("operation", f"{operation}", allowed)
        node = known_operations[operation]
        if node.operator is Operator.CONSTANT:
            cycles = self.timeline.cycles
            return np.full(cycles, node.constant, dtype=np.int64), np.ones(cycles, dtype=bool)
        sets = self.timeline.set_of_age(node.ready)
        known = sets != NONE
        values = np.zeros(len(sets), dtype=np.int64)
        values[known] = self.node_values[operation, sets[known]]
        return values, known

    def visible_in(self, operation: int, cycle: int) -> int | None:
        """Return one operation's integer in one cycle; None where `visible` is unknown.

        Raises
        ------
        InputError
            If there is no such operation or cycle.
        """
        if not 0 <= cycle < self.timeline.cycles:
            raise InputError("cycle", f"{cycle}", f"0 to {self.timeline.cycles - 1}")
        values, known = self.visible(operation)
        return int(values[cycle]) if known[cycle] else None


def run(
    design: Design | SystolicArray,
    inputs: npt.ArrayLike,
    valid: npt.ArrayLike,
    ready: npt.ArrayLike,
    reset: npt.ArrayLike | None = None,
) -> Run:
    """Offer ``inputs``, shape (points, inputs), one after the other, and follow every cycle.

    Parameters
    ----------
    design
        An emulator that is there already saves its preparation.
    valid, ready, reset
        As for `handshake`, shape (cycles,). After the last of the inputs nothing is offered.

    Raises
    ------
    InputError
        As `SystolicArray.outputs` and `handshake` do.
    """
    array = design if isinstance(design, SystolicArray) else SystolicArray(design)
    integers = checked_inputs(array.design, inputs)
    timeline = handshake(array.design, valid, ready, reset, sets=len(integers))
    taken = integers[: len(timeline.accepted)]
    return Run(timeline, taken, array.outputs(taken), array)
