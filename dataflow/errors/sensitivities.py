"""How much each node's noise counts in the proof of an output's error, where that is large.

The proof's E is linear in what nodes' noise may be (`dataflow.errors.tape`), so at fixed positions
each node has one number: what a unit of its noise adds to E. Told at some positions at which E is
large, and some others, these numbers lead a search among formats. They prove nothing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.errors.bounds import TERMS, slides_of
from dataflow.errors.budget import random_corners
from dataflow.errors.grid_bound import errors_at, given_at, planned
from dataflow.errors.kernels import BLOCK, magnitudes
from dataflow.errors.pointwise import adjoints, true_values, worst
from dataflow.errors.polynomial_writer import TooLong
from dataflow.errors.system import ErrorSystem, Origin
from dataflow.errors.tape import Tape
from dataflow.errors.tape_writer import tape_of
from dataflow.lowering.steps import State

_PROBES = 1024
"""Random positions among which the worst are looked for."""

_WORST = 48
"""Positions with the largest E; the rest of a kernel's block is random."""


@dataclass(frozen=True)
class Sensitivities:
    """Of one output, at some positions.

    Attributes
    ----------
    slopes
        What a unit of each node's noise adds to E, shape (nodes, positions).
    known
        What the known part of all noise adds, shape (positions,).
    """

    slopes: Reals
    known: Reals


def sensitivities(state: State, system: ErrorSystem, output: str, seed: int = 1) -> Sensitivities:
    """Return the sensitivities of an output of a design."""
    try:
        return _of_proof(system, output, slides_of(state), seed)
    except TooLong:
        return _of_states(state, system, system.outputs[output], seed)


def _of_states(state: State, system: ErrorSystem, output: int, seed: int) -> Sensitivities:
    """Return magnitudes of adjoints at random states."""
    states = random_corners(state, system, BLOCK, seed)
    found = adjoints(system, true_values(system, states), output)
    none = np.zeros(BLOCK)
    slopes = np.array([none if own is None else np.abs(own) for own in found])
    return Sensitivities(slopes, np.abs(worst(system, states, output).bias))


def _of_proof(
    system: ErrorSystem, output: str, slides: Collection[str], seed: int
) -> Sensitivities:
    """Return what the proof's tape says at its worst positions and at some others."""
    unit = tape_of(_with_unit_noise(system), output, slides, tuple(sorted(slides)))
    spreads = np.array([*(node.spread for node in system.nodes), 1.0])
    owners = np.repeat(unit.owner, np.diff(unit.group))
    true = dataclasses.replace(unit, weight=unit.weight * spreads[owners])
    chosen = planned(true, TERMS[1]).chosen
    places = _places(true, chosen, seed)
    lengths = _lengths(unit, chosen, places)
    slopes = np.zeros((len(spreads), lengths.shape[1]))
    np.add.at(slopes, unit.owner, lengths)
    return Sensitivities(slopes[:-1], slopes[-1])


def _with_unit_noise(system: ErrorSystem) -> ErrorSystem:
    nodes = (dataclasses.replace(n, radius={Origin.ROUNDING: 1.0}) for n in system.nodes)
    return dataclasses.replace(system, nodes=tuple(nodes))


def _places(tape: Tape, chosen: tuple[int, ...], seed: int) -> Reals:
    """Return positions, shape (chosen, positions): the worst of many, and some others."""
    reaches = np.array([tape.variables[v].reach for v in chosen])
    rng = np.random.default_rng(seed)
    places: Reals = rng.uniform(-1.0, 1.0, (len(chosen), _PROBES)) * reaches[:, np.newaxis]
    order = np.argsort(-errors_at(tape, chosen, places))
    return places[:, [*order[:_WORST], *order[_WORST :: -(-_PROBES // (BLOCK - _WORST))]]]


def _lengths(tape: Tape, chosen: tuple[int, ...], places: Reals) -> Reals:
    """Return the Euclidean length of each of a tape's groups, shape (groups, positions)."""
    leaves, radius = given_at(tape, chosen, places)
    sizes = magnitudes(leaves, radius, tape.start, tape.factor, tape.left, tape.right)
    parts = (tape.weight[:, np.newaxis] * sizes[tape.summed]) ** 2
    lengths: Reals = np.sqrt(np.add.reduceat(parts, tape.group[:-1], axis=0))
    return lengths
