"""Fewer bits where errors allow: the cheapest formats found that are proved to keep a target.

A search among formats (`dataflow.errors.format_search`) is led by what a unit of each node's noise
adds to the proof's errors, and by what each bit costs on a device (`dataflow.errors.device`). Its
choice is proved anew. As far as bounds grew otherwise than expected, more error or less is given
away in the next choice, which starts from the best one so far.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.errors.choices import choices_of
from dataflow.errors.device import BLOCK_BITS, taken
from dataflow.errors.expansion import UnknownOperation
from dataflow.errors.format_search import Dropped, FormatSearch, Prospects
from dataflow.errors.ranges import closer_ranges
from dataflow.errors.sensitivities import sensitivities
from dataflow.errors.system import ErrorSystem, error_system
from dataflow.errors.target import ErrorTarget, Proved, allowed_errors, narrowest, proved
from dataflow.lowering.request import WIDTHS, Request

_HOTTEST = (60.0, 20.0, 10.0, 5.0)
"""Look-up tables and registers that a change may cost at first, by round."""

_MOVES = 200
"""Changes that are tried in a round, for each value and constant."""

_NEARLY = 0.99
"""The part of what is allowed that a choice aims at."""


def cheapest(
    request: Request,
    target: ErrorTarget,
    effort: int,
    told: Callable[[str], None] = lambda _: None,
) -> Proved:
    """Return the cheapest formats found that are proved to keep a target.

    They have the least width, and fewer bits where errors allow. Where that width is more than a
    multiplier block's, one bit more is tried as well, for there is more error to give away, and
    what comes down to a block's width takes a quarter of the blocks. The smaller footprint is the
    better.

    Raises
    ------
    InputError
        No width keeps it (`dataflow.errors.target.narrowest`).
    """
    least = narrowest(request, target, effort, told)
    starts = [least]
    if BLOCK_BITS < least.request.width < WIDTHS[-1]:
        wider = dataclasses.replace(least.request, width=least.request.width + 1)
        starts.append(proved(wider, effort))
    found = [
        shortened(_with_closer_ranges(start, target, effort, told), target, effort, told)
        for start in starts
    ]
    return min(found, key=_footprint)


def _with_closer_ranges(
    found: Proved, target: ErrorTarget, effort: int, told: Callable[[str], None]
) -> Proved:
    """Return the same with the integer bits that closer ranges leave, if it keeps the target."""
    told("bounding the values")
    ranges = closer_ranges(found.state)
    closer = proved(dataclasses.replace(found.request, ranges=ranges), effort)
    return closer if closer.keeps(allowed_errors(found.request, target)) else found


def shortened(
    found: Proved,
    target: ErrorTarget,
    effort: int,
    told: Callable[[str], None] = lambda _: None,
) -> Proved:
    """Return a request whose nodes have no more bits than a target needs, and its bounds.

    It is the one given where nothing can be saved, or no error system is known.
    """
    allowed = np.array(allowed_errors(found.request, target))
    best, given = found, np.full(len(allowed), _NEARLY)
    for turn, hottest in enumerate(_HOTTEST):
        before = _bounds(best)
        try:
            dropped = _searched(best, before + given * (allowed - before), hottest, turn)
        except UnknownOperation:
            return found
        told(f"dropping {_bits(dropped)} bits of values and constants")
        try:
            tried = proved(_without(best.request, dropped), effort)
        except InputError:
            given = given / 2.0  # a value would drown in its error
            continue
        if tried.keeps(allowed.tolist()):
            given = np.full(len(allowed), _NEARLY)
            best = min(best, tried, key=_footprint)
        else:
            grown = np.maximum(_bounds(tried) - before, 1e-3 * allowed)
            given *= np.where(_bounds(tried) > allowed, _NEARLY * (allowed - before) / grown, 1.0)
    return best


def _searched(found: Proved, limits: Reals, hottest: float, seed: int) -> Dropped:
    """Return a choice whose bounds are expected to be within limits."""
    choices = choices_of(found.state)
    prospects = _prospects(found, error_system(found.state), limits)
    moves = _MOVES * (len(choices.values) + len(choices.coefficients))
    return FormatSearch(found.state, choices, prospects, seed).run(moves, hottest)


def _prospects(found: Proved, system: ErrorSystem, limits: Reals) -> Prospects:
    """Return what the proof is expected to see, each output's errors scaled to its bound now."""
    spreads = np.array([node.spread for node in system.nodes])
    slopes, errors = [], []
    for name, bound in zip(system.outputs, _bounds(found), strict=True):
        told = sensitivities(found.state, system, name)
        there = told.known + spreads @ told.slopes
        scale = bound / max(np.max(there), 1e-300)
        slopes.append(scale * told.slopes)
        errors.append(scale * there)
    return Prospects(
        np.concatenate(slopes, axis=1),
        np.concatenate(errors),
        np.repeat(limits, [len(each) for each in errors]),
        np.array([found.state.graph.reach(node.index) for node in system.nodes]),
    )


def _bounds(found: Proved) -> Reals:
    return np.array([each.bound for each in found.bounds])


def _footprint(found: Proved) -> float:
    return taken(found.state).footprint


def _bits(dropped: Dropped) -> int:
    return sum(sum(kind.values()) for kind in (dropped.values, dropped.constants, dropped.guards))


def _without(request: Request, dropped: Dropped) -> Request:
    """Return a request without the bits that are to be dropped."""

    def in_order(bits: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
        return tuple(sorted(bits.items()))

    return dataclasses.replace(
        request,
        trims=in_order(dropped.values),
        constant_trims=in_order(dropped.constants),
        guard_trims=in_order(dropped.guards),
    )
