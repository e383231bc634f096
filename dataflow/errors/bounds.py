"""Proved bounds of a design's output errors, at three efforts.

0
    What the proof of each operation says, errors added up as if they never cancelled.
1
    The exact linear error system (`dataflow.errors.system`) on a small grid: seconds.
2
    The same on large grids, with angles beside the rates where that is closer: minutes.

A bound is never larger than that of a smaller effort. Each counts what lies between the graph and
golden (`dataflow.errors.reference`).
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from dataflow.computations.computation import TURN
from dataflow.errors.efforts import DEFAULT_EFFORT, EFFORTS
from dataflow.errors.expansion import UnknownOperation
from dataflow.errors.grid_bound import Plan, bound_of, planned
from dataflow.errors.grids import Axis
from dataflow.errors.polynomial_writer import LARGEST, TooLong
from dataflow.errors.reference import reference_error
from dataflow.errors.system import ErrorSystem, error_system
from dataflow.errors.tape_writer import tape_of
from dataflow.lowering.steps import State

TERMS = {1: 3e7, 2: 3e9}
"""Terms of a tape that are evaluated for one output, by effort: at 2 to 4 nanoseconds each."""

_IN_VAIN = {1: 800_000, 2: 16_000_000}
"""Terms of tapes that are written without a closer bound, by effort: each takes 25 microseconds.

Tapes of what divides are long, and gain less the longer they are: those of the Stanford arm's 87
derivatives of accelerations would take some ten minutes, and those that were tried gained nothing.
"""

_SHORT = 10_000
"""Terms that a tape may have from then on."""

_CLOSER = 0.95
"""What an angle among the rates must make of the bound to be left there."""

_MOST_ANGLES = 2
"""Angles that may stand among the rates; each makes the tape three to five times as long."""

_RATES = ("qd", "qdd")
"""Arrays of inputs that are no positions."""


@dataclass(frozen=True)
class OutputBound:
    """A proved bound of one output's error, in the output's unit.

    Attributes
    ----------
    grid
        Positions that were gridded, and how; empty where the proof of each operation says more.
    symbolic
        Positions that stood among the rates.
    """

    bound: float
    grid: tuple[tuple[str, Axis], ...] = ()
    symbolic: tuple[str, ...] = ()


_KNOWN: dict[bytes, list[OutputBound]] = {}
"""Bounds by what decides them: sweeps meet the same arithmetic again and again."""

_MOST_KNOWN = 256


def output_bounds(
    state: State, effort: int = DEFAULT_EFFORT, told: Callable[[str], None] = lambda _: None
) -> list[OutputBound]:
    """Return a bound for each output of a design.

    Parameters
    ----------
    state
        The design's, after the step ``formatted`` or a later one.
    effort
        One of `EFFORTS`.
    told
        Is called with the name of each output before it is worked on.

    Raises
    ------
    ValueError
        There is no such effort, or the state has no operations yet.
    """
    if effort not in EFFORTS:
        raise ValueError(f"effort {effort!r} is none of {EFFORTS!r}")
    known, references = state.operations.knowledge, reference_error(state).tolist()
    found = [OutputBound(known[index].error) for index in state.outputs.values()]
    if effort > 0:
        with contextlib.suppress(UnknownOperation):  # there the operations' proof is all there is
            found = _closer(state, found, effort, told)
    return [
        OutputBound(each.bound + reference, each.grid, each.symbolic)
        for each, reference in zip(found, references, strict=True)
    ]


def _closer(
    state: State, proved: list[OutputBound], effort: int, told: Callable[[str], None]
) -> list[OutputBound]:
    system = error_system(state)
    key = _key(system, proved, effort)
    if key in _KNOWN:
        for name in state.outputs:
            told(name)
        return _KNOWN[key]
    found = _searched(state, system, proved, effort, told)
    while len(_KNOWN) >= _MOST_KNOWN:
        del _KNOWN[next(iter(_KNOWN))]
    _KNOWN[key] = found
    return found


def _key(system: ErrorSystem, proved: list[OutputBound], effort: int) -> bytes:
    """Return what decides the bounds: intervals and topologies mostly leave it as it is."""
    return hashlib.sha256(repr((system, proved, effort)).encode()).digest()


def _searched(
    state: State,
    system: ErrorSystem,
    proved: list[OutputBound],
    effort: int,
    told: Callable[[str], None],
) -> list[OutputBound]:
    slides, found, vain = slides_of(state), [], 0
    for name, known in zip(state.outputs, proved, strict=True):
        told(name)
        found.append(known)
        most = LARGEST if vain < _IN_VAIN[effort] else _SHORT
        try:
            plan, symbolic = _best_plan(system, name, slides, effort, most)
        except TooLong:
            vain += most
            continue
        bound = bound_of(plan) if plan.expected < known.bound else known.bound
        if bound < known.bound:
            found[-1] = OutputBound(bound, plan.grid, symbolic)
        else:
            vain += len(plan.tape.factor)
    return found


def slides_of(state: State) -> frozenset[str]:
    """Return the names of the inputs that are positions and no angles."""
    return frozenset(
        each.name
        for each in state.request.computation.inputs(state.request.robot)
        if each.array not in _RATES and each.unit != TURN
    )


def _best_plan(
    system: ErrorSystem, output: str, slides: frozenset[str], effort: int, most: int
) -> tuple[Plan, tuple[str, ...]]:
    """Return a plan for an output, of so many terms at most, and what stands among the rates.

    Slides always do. Of the angles that a grid has no room for, the one that helps most is tried
    there, then another.
    """
    symbolic = tuple(sorted(slides))
    terms = TERMS[effort]
    best = planned(tape_of(system, output, slides, symbolic, most), terms)
    while effort > 1 and len(symbolic) < len(slides) + _MOST_ANGLES:
        plans = {}
        for name in _candidates(best):
            with contextlib.suppress(TooLong):
                tape = tape_of(system, output, slides, (*symbolic, name), most)
                plans[name] = planned(tape, terms)
        if not plans:
            break
        name = min(plans, key=lambda each: plans[each].expected)
        if plans[name].expected > _CLOSER * best.expected:
            break
        best, symbolic = plans[name], (*symbolic, name)
    return best, symbolic


def _candidates(plan: Plan) -> tuple[str, ...]:
    """Return angles that might stand among the rates: those left out, and the last on the grid."""
    last = tuple(name for name, _ in plan.grid[-1:])
    return (*plan.left, *last)
