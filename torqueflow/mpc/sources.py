"""Where a planner's derivatives come from: golden, the core's emulator, or the core's RTL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from common.arrays import Integers, Reals
from dataflow.computations.derivative_entries import arrays_of
from dataflow.computations.derivatives import entries
from dataflow.design import Design
from dataflow.numbers.ports import decode_inputs, decode_outputs, encode
from emulator.systolic import SystolicArray
from golden.derivatives import InverseDerivatives, inverse_dynamics_derivatives
from golden.robot import Robot


class Source(Protocol):
    """Gives torques and derivatives of the links alone, motors apart, for a batch of states."""

    def derivatives(self, q: Reals, qd: Reals, qdd: Reals) -> InverseDerivatives:
        """Return them for states (points, n) each: rad, rad/s, rad/s2, or m, m/s, m/s2."""


class ExactSource:
    """Golden's derivatives; ``calls`` counts the batches that were asked for."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.calls = 0

    def derivatives(self, q: Reals, qd: Reals, qdd: Reals) -> InverseDerivatives:
        """Return golden's."""
        self.calls += 1
        return inverse_dynamics_derivatives(self.robot, q, qd, qdd)


class CoreSource:
    """The derivatives that a machine computes, bit for bit.

    Parameters
    ----------
    design
        Of ``inverse-derivatives`` with all outputs, without actuators.
    machine
        From integers on the inputs, (points, inputs), to those on the outputs: the emulator, if
        none is given.

    Attributes
    ----------
    calls, points, clipped
        Batches that were asked for, states in them, and how many of these had a value beyond its
        port, which was saturated.
    """

    def __init__(
        self,
        robot: Robot,
        design: Design,
        machine: Callable[[Integers], Integers] | None = None,
    ) -> None:
        self.robot, self.design = robot, design
        self._machine = SystolicArray(design).outputs if machine is None else machine
        self._names = [port.name for port in design.outputs]
        self.calls = self.points = self.clipped = 0

    def derivatives(self, q: Reals, qd: Reals, qdd: Reals) -> InverseDerivatives:
        """Return the machine's.

        Raises
        ------
        InputError
            A state is not finite, or has another shape than the ports.
        """
        given = {"q": q, "qd": qd, "qdd": qdd}
        encoded = encode(self.design, given, clip=True, source="state")
        self.calls += 1
        self.points += len(q)
        self.clipped += self._beyond(given, encoded.integers)
        values = decode_outputs(self.design, self._machine(encoded.integers))
        found = arrays_of(self.robot.n, entries(self.robot), self._names, values)
        return InverseDerivatives(found["tau"], found["dtau_dq"], found["dtau_dqd"], found["mass"])

    def _beyond(self, given: dict[str, Reals], integers: Integers) -> int:
        """Return how many states are not what their ports hold."""
        held = decode_inputs(self.design, integers)
        beyond = np.zeros(len(integers), dtype=bool)
        for port in self.design.inputs:
            if port.unit != "turn":
                column = given[port.array][:, port.column] - held[port.array][:, port.column]
                beyond |= np.abs(column) > port.format.resolution
        return int(np.count_nonzero(beyond))
