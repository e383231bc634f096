"""The hybrid of logic and sums for one arm: quantised inputs, tables, and the sums of a joint.

The timing contract is that of `dataflow.design.Design` with an initiation interval of 1: a set of
inputs enters in a cycle, its torques are brought to ``depth`` cycles later, and a queue of
``queue_depth`` places and a credit of as much stand for all waiting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from common.arrays import Integers, Reals
from dataflow.boolean.bounds import term_bound
from dataflow.boolean.quantiser import Quantiser, Word, words_of
from dataflow.boolean.rules import Rules, check_rules
from dataflow.boolean.sizes import (
    SizedTerm,
    check_width,
    sized_terms,
    sum_bits,
)
from dataflow.boolean.tables import Table, tabulated
from dataflow.boolean.terms import torque_terms
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.design import Port
from dataflow.lowering.request import DEFAULT_WIDTH
from dataflow.numbers.formats import Format, width_of
from dataflow.numbers.ports import encode
from golden.robot import Robot
from golden.trajectory import Trajectory

_PORT_MARGIN = 6
"""Bits of a port beyond the widest word: rounding onto it moves an edge by 1/128 of a cell."""


@dataclass(frozen=True, eq=False)
class TorqueSum:
    """One joint's torque as a sum.

    Attributes
    ----------
    tables
        Of its terms; each is added ``Table.sized.term.copies`` times.
    resolution
        What the lowest bit of every table and of the sum stands for, N m or N.
    limit
        The joint's torque limit.
    unit
        Of both: N m, or N of a prismatic joint.
    """

    tables: tuple[Table, ...]
    resolution: float
    limit: float
    unit: str

    @property
    def lowest(self) -> int:
        """The smallest sum that any pattern gives."""
        return sum(t.lowest * t.sized.term.copies for t in self.tables)

    @property
    def highest(self) -> int:
        """The largest sum that any pattern gives."""
        return sum(t.highest * t.sized.term.copies for t in self.tables)


@dataclass(frozen=True, eq=False)
class Hybrid:
    """Tables and sums that give one arm's torques.

    Attributes
    ----------
    robot
        The arm's name.
    rules
        What was chosen.
    words
        Every input by its port's name, in the order of the ports.
    sums
        One a joint, from the base to the tip.
    """

    robot: str
    rules: Rules
    words: dict[str, Word]
    sums: tuple[TorqueSum, ...]

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """All tables, joint after joint."""
        return tuple(table for joint in self.sums for table in joint.tables)

    @cached_property
    def quantisers(self) -> dict[str, Quantiser]:
        """One for each input, with the bits of the widest word that is taken from it."""
        bits = dict.fromkeys(self.words, 0)
        for table in self.tables:
            for word, width in zip(table.words, table.sized.word_bits, strict=True):
                bits[word.port.name] = max(bits[word.port.name], width)
        return {name: Quantiser(word, bits[name]) for name, word in self.words.items()}

    @property
    def inputs(self) -> tuple[Port, ...]:
        """An arm's ordinary ports: every q, then every qd, then every qdd."""
        return tuple(word.port for word in self.words.values())

    @property
    def outputs(self) -> tuple[Port, ...]:
        """One torque a joint, in whole numbers of `resolutions`; no pattern passes its width."""
        return tuple(
            Port(f"tau{i}", i, 0, Format(width_of(each.lowest, each.highest), 0), each.unit)
            for i, each in enumerate(self.sums, start=1)
        )

    @property
    def joints(self) -> int:
        """Number of joints."""
        return len(self.sums)

    @property
    def resolutions(self) -> Reals:
        """(n,): what the lowest bit of each torque stands for, N m or N."""
        return np.array([joint.resolution for joint in self.sums])

    @property
    def scales(self) -> bool:
        """Whether a quantiser needs an adder, and so a pipeline stage of its own."""
        return any(q.bits and (q.factor != 1 or q.middle) for q in self.quantisers.values())

    @property
    def algorithm(self) -> str:
        """What it is, beside an array's algorithm."""
        return "boolean"

    @property
    def module(self) -> str:
        """The name of its Verilog module: that of an array of torques."""
        return NEWTON_EULER.module

    @property
    def initiation_interval(self) -> int:
        """Cycles from one set of inputs to the next."""
        return 1

    @property
    def depth(self) -> int:
        """Cycles from the inputs to the torques: quantisers, logic, and the sums."""
        return int(self.scales) + self.rules.stages + 1

    @property
    def latency(self) -> int:
        """Cycles from input transfer to output transfer when neither side waits."""
        return self.depth + 1

    @property
    def beats(self) -> int:
        """How many beats a set leaves in."""
        return 1

    @property
    def queue_depth(self) -> int:
        """Sets that may be under way: as many as keep the pipeline full without waiting."""
        return self.depth + 2

    def on_ports(self, states: Trajectory) -> Integers:
        """Return states as the integers on the ports, (points, 3 n), rounded to nearest.

        Raises
        ------
        InputError
            A value is beyond its port.
        """
        motion = {"q": states.q, "qd": states.qd, "qdd": states.qdd}
        encoded = encode(self, motion)  # type: ignore[arg-type]
        return encoded.integers

    def bounds(self) -> dict[str, float]:
        """Return the proved largest error of one copy of each term by name, N m or N."""
        return {table.name: term_bound(table, self.quantisers) for table in self.tables}

    def torque_bounds(self) -> Reals:
        """Return the proved largest error of each torque, (n,), N m or N."""
        bounds = self.bounds()
        return np.array(
            [sum(bounds[t.name] * t.sized.term.copies for t in j.tables) for j in self.sums]
        )

    def torques(self, integers: Integers) -> Reals:
        """Return torques, N m or N, from whole numbers on the outputs, (..., n)."""
        return integers * self.resolutions


def build_hybrid(robot: Robot, rules: Rules) -> Hybrid:
    """Return the hybrid whose bits follow from the paper's rules.

    Raises
    ------
    InputError
        A choice is outside what is possible, an arm has too many joints or no limits, an amplitude
        is beyond a limit, or a table would be too large; known before anything large is made.
    """
    check_rules(rules)
    words = words_of(robot, DEFAULT_WIDTH)
    terms = torque_terms(robot, actuators=rules.actuators)
    sized = [
        sized_terms(of_joint, float(limit), rules.precision, rules.extra, words)
        for of_joint, limit in zip(terms, robot.torque_limits, strict=True)
    ]
    resolutions = [
        float(limit) * 2.0 ** (1 - rules.precision - rules.extra - sum_bits(count))
        for limit, count in zip(
            robot.torque_limits,
            (sum(s.term.copies for s in of_joint) for of_joint in sized),
            strict=True,
        )
    ]
    return tabulated_hybrid(robot, rules, sized, resolutions)


def tabulated_hybrid(
    robot: Robot, rules: Rules, sized: Sequence[Sequence[SizedTerm]], resolutions: Sequence[float]
) -> Hybrid:
    """Return the hybrid of terms whose bits are known, joint by joint; errors as `build_hybrid`."""
    for of_joint in sized:
        for each in of_joint:
            check_width(each, robot.name)
    widest = max((b for j in sized for s in j for b in s.word_bits), default=0)
    words = words_of(robot, max(DEFAULT_WIDTH, widest + _PORT_MARGIN))
    sums = tuple(
        TorqueSum(
            tuple(tabulated(s, words, rules.input_code, rules.output_code) for s in of_joint),
            resolution,
            joint.torque_limit,
            joint.effort_unit,
        )
        for of_joint, resolution, joint in zip(sized, resolutions, robot.joints, strict=True)
    )
    return Hybrid(robot.name, rules, words, sums)
