"""A local search among formats: narrower here, wider there, as long as no bound is too large.

What is chosen at random gets a bit less or more, or another constant. A change that saves is made
if the errors that the proof is expected to see (`dataflow.errors.sensitivities`) stay within their
limits; one that costs is made now and then, ever more rarely (Kirkpatrick, Gelatt and Vecchi,
Science 220, 1983), since what it gives back may be worth more elsewhere. The seed is fixed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from common.arrays import Reals
from dataflow.errors.choices import Choices, Coefficient, Value
from dataflow.errors.device import Taken, product
from dataflow.lowering.steps import State
from dataflow.multiples.adder_graph import odd
from dataflow.multiples.search import multiples
from dataflow.timing.cooling import accepted, heats

_COLDEST = 0.5
"""Of look-up tables and registers."""

_WIDTH = 18
"""Bits of the operand for which adders are chosen; what they take is told for the true one."""

_STEPS = (-2, -1, -1, 1, 1, 2)
_OTHERS = (-3, -2, -1, 1, 2, 3)

_VALUES, _GUARDS = 0.5, 0.65
"""Of a draw from 0 to 1: below the one it is a value's turn, below the other that of what it adds
up, else a constant's."""


@dataclass(frozen=True)
class Prospects:
    """What the proof is expected to see.

    Attributes
    ----------
    slopes
        What a unit of each node's noise adds to the errors that are watched, shape (nodes, errors).
    errors, limits
        What they are at present, and may be.
    reaches
        The largest magnitude of each node's value, shape (nodes,).
    """

    slopes: Reals
    errors: Reals
    limits: Reals
    reaches: Reals


@dataclass(frozen=True)
class Dropped:
    """The bits that values, constants and what is added up do without, by name."""

    values: Mapping[str, int]
    constants: Mapping[str, int]
    guards: Mapping[str, int]


class _Change(NamedTuple):
    """What is to be ``number`` from now on, what it costs, and by how much a node's noise grows."""

    kind: list[int]
    place: int
    number: int
    cost: float
    node: int
    noise: float


class FormatSearch:
    """Draws changes; each `run` starts where the one before it ended.

    Parameters
    ----------
    state
        The design at present, of which the choices are.
    """

    def __init__(self, state: State, choices: Choices, prospects: Prospects, seed: int = 1) -> None:
        self.choices, self.prospects = choices, prospects
        self.rng = random.Random(seed)
        self.widths = [o.format.width for o in state.operations.operations]
        self.operations = state.operations.operations
        self.values = [value.dropped for value in choices.values]
        self.guards = [value.guard_dropped for value in choices.values]
        self.candidates = [each.present for each in choices.coefficients]
        self.noises: dict[tuple[int, int, int], float] = {}
        self.made = {each.operation: k for k, each in enumerate(choices.coefficients)}
        self.group = {i: g for g, group in enumerate(choices.multiples) for i in group}

    def run(self, moves: int, hottest: float) -> Dropped:
        """Return the cheapest choice that is met in so many moves."""
        errors, limits = self.prospects.errors.copy(), self.prospects.limits
        cost, least, best = 0.0, 0.0, self._dropped()
        for heat in heats(moves, hottest, _COLDEST):
            change = self._drawn()
            if change is None or not accepted(self.rng, change.cost, heat):
                continue
            more = change.noise * self.prospects.slopes[change.node]
            if change.noise > 0.0 and np.any(errors + more > limits):
                continue
            errors += more
            cost += change.cost
            self._make(change)
            if cost < least:
                least, best = cost, self._dropped()
        return best

    def _drawn(self) -> _Change | None:
        """Return a change at random; None if it is none that may be."""
        kind, choices = self.rng.random(), self.choices
        if kind < _GUARDS and choices.values:
            place = self.rng.randrange(len(choices.values))
            if kind < _VALUES:
                return self._of_value(place, self.rng.choice(_STEPS))
            return self._of_guard(place, self.rng.choice((-1, 1)))
        if not choices.coefficients:
            return None
        place = self.rng.randrange(len(choices.coefficients))
        return self._of_coefficient(place, self.rng.choice(_OTHERS))

    def _of_value(self, place: int, step: int) -> _Change | None:
        value, before = self.choices.values[place], self.values[place]
        number = before + step
        if not 0 <= number <= value.most:
            return None
        width = self.widths[value.operation]
        cost = self._read(value, width - step) - self._read(value, width)
        cost -= step * (value.each + value.each_guard)
        guard = self.guards[place]
        noise = self._noise(place, number, guard) - self._noise(place, before, guard)
        return _Change(self.values, place, number, cost, value.node, noise)

    def _of_guard(self, place: int, step: int) -> _Change | None:
        value, before = self.choices.values[place], self.guards[place]
        number = before + step
        if len(value.terms) == 1 or not 0 <= number <= value.guard:
            return None
        bits = self.values[place]
        noise = self._noise(place, bits, number) - self._noise(place, bits, before)
        return _Change(self.guards, place, number, -step * value.each_guard, value.node, noise)

    def _of_coefficient(self, place: int, step: int) -> _Change | None:
        each, before = self.choices.coefficients[place], self.candidates[place]
        number = before + step
        if not 0 <= number < len(each.candidates):
            return None
        group = self.group[each.operation]
        present = self._multiples(group, self._operand(each))
        self.candidates[place] = number
        cost = self._multiples(group, self._operand(each)) - present
        self.candidates[place] = before
        noise = (each.off(number) - each.off(before)) * float(self.prospects.reaches[each.operand])
        return _Change(self.candidates, place, number, cost, each.node, noise)

    def _noise(self, place: int, dropped: int, guard_dropped: int) -> float:
        """Return what a value's noise may be, known part and all."""
        key = place, dropped, guard_dropped
        if key not in self.noises:
            noise = self.choices.values[place].noise(dropped, guard_dropped)
            self.noises[key] = abs(noise.centre) + noise.radius
        return self.noises[key]

    def _make(self, change: _Change) -> None:
        if change.kind is self.values:
            operation = self.choices.values[change.place].operation
            self.widths[operation] -= change.number - self.values[change.place]
        change.kind[change.place] = change.number

    def _read(self, value: Value, width: int) -> float:
        """Return what takes a value's bits where it is multiplied, if it has so many."""
        total = sum(self._multiples(group, width) for group in value.multiples)
        for each in value.products:
            first, second = (
                width if o == value.operation else self.widths[o] for o in each.operands
            )
            total += _product(first, second)
        return total

    def _operand(self, each: Coefficient) -> int:
        return self.widths[self.operations[each.operation].operands[0]]

    def _multiples(self, group: int, width: int) -> float:
        """Return what the products of an operand of so many bits with a group's constants take."""
        constants = frozenset(self._constant(index) for index in self.choices.multiples[group])
        own, each = _adder_bits(constants)
        return own + each * width

    def _constant(self, operation: int) -> int:
        if operation not in self.made:
            return odd(self.operations[operation].constant)
        place = self.made[operation]
        return odd(self.choices.coefficients[place].candidates[self.candidates[place]][1].integer)

    def _dropped(self) -> Dropped:
        values, coefficients = self.choices.values, self.choices.coefficients
        chosen = zip(coefficients, self.candidates, strict=True)
        return Dropped(
            {v.name: bits for v, bits in zip(values, self.values, strict=True) if bits},
            {c.name: c.candidates[k][0] for c, k in chosen if c.candidates[k][0]},
            {v.name: bits for v, bits in zip(values, self.guards, strict=True) if bits},
        )


@cache
def _adder_bits(constants: frozenset[int]) -> tuple[int, int]:
    """Return bits of adders and registers: without an operand's bits, and to each of these."""
    graph = multiples(constants, _WIDTH)
    return graph.bits(0), graph.bits(1) - graph.bits(0)


@cache
def _product(first: int, second: int) -> float:
    found: Taken = product((first, second))
    return found.footprint
