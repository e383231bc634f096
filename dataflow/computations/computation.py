"""A computation: what a machine computes, as a value.

It names the numbers that go in and come out, says how the equations run over a tracer's scalars,
and what the golden model gives for the same states. All below it, from formats to reports, loops
over these numbers and knows nothing of what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from common.arrays import Reals
from dataflow.graph.scalar import Scalar, Tracer
from golden.robot import Robot
from golden.trajectory import Trajectory

TURN = "turn"
"""An angle's unit on a port: a binary fraction of a turn, so that it wraps. Its states are rad."""


@dataclass(frozen=True)
class Quantity:
    """One number at the edge of a computation: a port before it has bits.

    Attributes
    ----------
    name
        Of the port, such as ``qd1``; unique among the computation's.
    unit
        `TURN`, or an SI unit as it is printed.
    array, column
        Where the number stands in the states or results: arrays of shape (points, columns) by
        name.
    limit
        The largest magnitude that occurs. An input's format holds it; an output's error is held
        against it in reports.
    joint
        The joint that it belongs to, counted from 1; None if to none.
    """

    name: str
    unit: str
    array: str
    column: int
    limit: float
    joint: int | None = None


@dataclass(frozen=True)
class TracedInput:
    """An input as the equations see it: its scalar, and the largest magnitude on its port."""

    value: Scalar
    reach: float


class Inputs:
    """The inputs by name; each enters the graph in the step that first asks for it."""

    def __init__(self, tracer: Tracer, reach: Mapping[str, float]) -> None:
        self._tracer, self._reach = tracer, reach
        self._known: dict[str, TracedInput] = {}

    def __getitem__(self, name: str) -> TracedInput:
        if name not in self._known:
            reach = self._reach[name]
            self._known[name] = TracedInput(self._tracer.input(name, reach), reach)
        return self._known[name]

    def finish(self) -> None:
        """Let the inputs that nothing asked for enter too: they are ports all the same."""
        for name in self._reach:
            _ = self[name]


Trace = Callable[[Robot, Tracer, Inputs], None]
"""Runs the equations: sets ``tracer.stage`` before each step, calls ``tracer.output`` once for
every output."""


@dataclass(frozen=True)
class Computation:
    """What a machine computes for a robot.

    Attributes
    ----------
    name
        By which the command line knows it.
    quantity
        What comes out, in a word, such as ``torque``: it names the Verilog module and report keys.
    inputs, outputs
        The numbers at the edge, in the order of the ports. Numbers of one array stand together, by
        column.
    trace
        Runs the equations as the textbook has them; see `Trace`.
    states
        What to feed along a trajectory: the arrays of the inputs, shape (points, columns) each.
    reference
        The golden results for such states, shape (points, outputs), float64.
    rounding
        How far the golden results may be from the exact ones, shape (outputs,), for states of up to
        these magnitudes, shape (columns,) by array; None where nobody has worked it out.
    counting
        Traces of the same results whose constants are `dataflow.numbers.approximate.Approximate`:
        the largest of what they neglect bounds what the constants' being off costs.
    economies
        The names of other ways to write the equations that may cost less on a robot, in the order
        in which they are best tried.
    economical
        The trace that uses those of them that are given.
    """

    name: str
    quantity: str
    inputs: Callable[[Robot], tuple[Quantity, ...]]
    outputs: Callable[[Robot], tuple[Quantity, ...]]
    trace: Trace
    states: Callable[[Robot, Trajectory], dict[str, Reals]]
    reference: Callable[[Robot, Mapping[str, Reals]], Reals]
    rounding: Callable[[Robot, Mapping[str, Reals]], Reals] | None = None
    counting: tuple[Trace, ...] = ()
    economies: Callable[[Robot], tuple[str, ...]] = lambda robot: ()
    economical: Callable[[frozenset[str]], Trace] | None = None

    @property
    def module(self) -> str:
        """The name of the machine's Verilog module."""
        return f"{self.quantity}_array"
