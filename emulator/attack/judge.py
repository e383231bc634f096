"""How wrong an output is at patterns on the ports, and at the states that round to them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from common.arrays import Flags, Integers, Reals
from dataflow.build import design_of
from dataflow.errors.expansion import UnknownOperation
from dataflow.errors.pointwise import adjoints, true_values
from dataflow.errors.system import ErrorSystem, error_system
from dataflow.lowering.steps import State
from dataflow.numbers.ports import decode_outputs, encode
from emulator.systolic import SystolicArray

_NEARLY_HALF = 0.4999
"""How far from its pattern a state may be, in steps, so as to be rounded to it for certain."""


@dataclass(frozen=True)
class Judged:
    """Of each of some patterns, for one output.

    Attributes
    ----------
    error
        The error's magnitude at the state, off the grid, at which it is largest.
    worst
        What it might be there, did all roundings conspire; the error where nothing is known of it.
    away
        That state's distance from the pattern, in steps, shape (points, inputs).
    """

    error: Reals
    worst: Reals
    away: Reals


class Judge:
    """Judges patterns of one design.

    Attributes
    ----------
    lowest, highest
        The patterns' ends, shape (inputs,).
    turns
        Which inputs are angles.
    """

    def __init__(self, state: State) -> None:
        self.state, self.design = state, design_of(state)
        ports = self.design.inputs
        self.lowest: Integers = np.array([port.format.lowest for port in ports])
        self.highest: Integers = np.array([port.format.highest for port in ports])
        self.turns: Flags = np.array([port.unit == "turn" for port in ports])
        self.units: Reals = np.array([port.format.resolution for port in ports])
        self.units = np.where(self.turns, 2.0 * math.pi * self.units, self.units)
        self.emulator = SystolicArray(self.design)
        self.system = _system_of(state)

    def judged(self, patterns: Integers, output: int) -> Judged:
        """Return how wrong an output is at patterns of shape (points, inputs)."""
        fixed = decode_outputs(self.design, self.emulator.outputs(patterns))[:, output]
        if self.system is None:
            error = np.abs(fixed - self._golden(patterns * self.units)[:, output])
            return Judged(error, error, np.zeros(patterns.shape))
        return self._by_system(self.system, fixed, patterns, output)

    def error(self, reals: Reals) -> Reals:
        """Return every output's error at real states, by golden, shape (points, outputs)."""
        integers = encode(self.design, self.arrays(reals)).integers
        fixed = decode_outputs(self.design, self.emulator.outputs(integers))
        return np.abs(fixed - self._golden(reals))

    def arrays(self, reals: Reals) -> dict[str, Reals]:
        """Return states of shape (points, inputs) as the computation's arrays."""
        found: dict[str, list[Reals]] = {}
        for port, column in zip(self.design.inputs, reals.T, strict=True):
            found.setdefault(port.array, []).append(column)
        return {name: np.stack(columns, axis=-1) for name, columns in found.items()}

    def _golden(self, reals: Reals) -> Reals:
        request = self.state.request
        return request.computation.reference(request.robot, self.arrays(reals))

    def _by_system(
        self, system: ErrorSystem, fixed: Reals, patterns: Integers, output: int
    ) -> Judged:
        """Return the same by the error system: from a pattern the error grows along the slopes."""
        ports = self.design.inputs
        reals = patterns * self.units
        states = {port.name: reals[:, k] for k, port in enumerate(ports)}
        node = system.outputs[self.design.outputs[output].name]
        values = true_values(system, states)
        adjoint = adjoints(system, values, node)
        error = fixed - values[node]
        spread, bias = np.zeros(len(patterns)), np.zeros(len(patterns))
        for each, own in zip(system.nodes, adjoint, strict=True):
            if own is not None:
                spread += np.abs(own) * each.spread
                bias += own * each.bias
        away, gained = np.zeros(patterns.shape), np.zeros(len(patterns))
        for k, port in enumerate(ports):
            slope = adjoint[system.inputs[port.name]]
            if slope is not None:
                away[:, k] = -_NEARLY_HALF * np.sign(slope) * np.sign(error)
                gained += _NEARLY_HALF * self.units[k] * np.abs(slope)
        return Judged(np.abs(error) + gained, np.abs(bias) + spread, away)


def _system_of(state: State) -> ErrorSystem | None:
    try:
        return error_system(state)
    except UnknownOperation:
        return None
