"""Fewer fraction bits where errors allow: the cheapest word lengths proved to keep a target.

Dropping d bits of a node multiplies its noise by 2^d, so each output's bound grows by
sensitivity * noise * (2^d - 1), and registers and adders shrink by d bits: a separable convex
programme, whose whole-number optimum a greedy walk comes near to, since each further bit of a node
costs twice the error of the one before and saves the same (Fox: Discrete optimization via marginal
analysis, Management Science 13, 1966). Sensitivities are the largest seen at random corners: they
choose, and the bound is then proved anew. Where it turns out too large, less error is given away.
"""

from __future__ import annotations

import dataclasses
import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.errors.budget import random_corners
from dataflow.errors.expansion import UnknownOperation
from dataflow.errors.pointwise import adjoints, true_values
from dataflow.errors.system import ErrorSystem, Origin, Role, error_system
from dataflow.errors.target import ErrorTarget, Proved, allowed_errors, narrowest, proved
from dataflow.lowering.request import Request
from dataflow.lowering.steps import State

_POINTS = 400
"""Random corners at which sensitivities are looked at."""

_MOST = 10
"""Bits that a node may lose; its format keeps some."""

_SHARES = (0.97, 0.9, 0.8, 0.65, 0.45, 0.2)
"""Parts of the error that is left which are given away, one tried after the other."""


@dataclass(frozen=True)
class Trade:
    """What a node's bits are worth.

    Attributes
    ----------
    noise
        By how much the first dropped bit raises each output's bound, shape (outputs,).
    saved
        Register and adder bits that each dropped bit saves.
    """

    name: str
    noise: Reals
    saved: float


def shortened(
    found: Proved,
    target: ErrorTarget,
    effort: int,
    told: Callable[[str], None] = lambda _: None,
) -> Proved:
    """Return a request whose nodes have no more bits than a target needs, and its bounds.

    It is the one given where nothing can be saved, or no error system is known.
    """
    try:
        system = error_system(found.state)
    except UnknownOperation:
        return found
    allowed = allowed_errors(found.request, target)
    left = np.array(allowed) - np.array([each.bound for each in found.bounds])
    trades = trades_of(found.state, system)
    for share in _SHARES:
        trims = chosen_trims(trades, share * left)
        if not trims:
            break
        told(f"dropping {sum(trims.values())} bits of {len(trims)} values")
        request = dataclasses.replace(found.request, trims=tuple(sorted(trims.items())))
        try:
            tried = proved(request, effort)
        except InputError:
            continue  # a value would drown in its error
        if tried.keeps(allowed):
            return tried
    return found


def chosen_trims(trades: Sequence[Trade], left: Reals) -> Mapping[str, int]:
    """Return how many bits each node loses, so that no bound grows by more than is left.

    The next bit is always the one that saves most for the part of what is left that it takes.
    """
    trims: dict[str, int] = {}
    spent = np.zeros(len(left))

    def price(trade: Trade, bits: int) -> float:
        part = float(np.max(trade.noise * 2.0**bits / left))
        return part / trade.saved

    queue = [(price(trade, 0), i, 0) for i, trade in enumerate(trades)]
    heapq.heapify(queue)
    while queue:
        _, i, bits = heapq.heappop(queue)
        trade = trades[i]
        more = trade.noise * 2.0**bits
        if np.any(spent + more > left):
            continue
        spent += more
        trims[trade.name] = bits + 1
        if bits + 1 < _MOST:
            heapq.heappush(queue, (price(trade, bits + 1), i, bits + 1))
    return trims


def trades_of(state: State, system: ErrorSystem) -> list[Trade]:
    """Return what can be traded: every sum that is rounded, with what its bits save."""
    sensitivities = _sensitivities(state, system)
    saved = _saved(state, system)
    return [
        Trade(node.name, sensitivities[:, node.index] * node.radius[Origin.ROUNDING], saved[i])
        for i, node in enumerate(system.nodes)
        if node.role is Role.SUM and node.radius[Origin.ROUNDING] > 0.0
    ]


def _sensitivities(state: State, system: ErrorSystem) -> Reals:
    """Return the largest adjoint of every node seen, shape (outputs, nodes)."""
    states = random_corners(state, system, _POINTS, seed=1)
    values = true_values(system, states)
    found = np.zeros((len(system.outputs), len(system.nodes)))
    for row, output in enumerate(system.outputs.values()):
        for i, own in enumerate(adjoints(system, values, output)):
            if own is not None:
                found[row, i] = float(np.max(np.abs(own)))
    return found


def _saved(state: State, system: ErrorSystem) -> list[float]:
    """Return the bits that one bit less of each node saves: of its adders and products, and of
    the registers in which it waits."""
    operations, results = state.operations.operations, state.operations.results
    last: dict[tuple[int, str], int] = {}
    for operation in operations:
        for operand in operation.operands:
            key = (operand, operation.stage)
            last[key] = max(last.get(key, 0), operation.start)
    waiting: dict[int, int] = {}
    for (operand, _), start in last.items():
        waiting[operand] = waiting.get(operand, 0) + start - operations[operand].ready
    made: dict[str, float] = {}
    for operation in operations:
        latency = operation.ready - operation.start
        made[operation.name] = made.get(operation.name, 0.0) + latency
    return [
        float(waiting.get(results[node.index], 0))
        + sum(made[name] for name in made if name == node.name or name.startswith(f"{node.name}_"))
        + len(node.terms)
        for node in system.nodes
    ]


def cheapest(
    request: Request,
    target: ErrorTarget,
    effort: int,
    told: Callable[[str], None] = lambda _: None,
) -> Proved:
    """Return the cheapest formats that are proved to keep a target: least width, then fewest bits.

    Raises
    ------
    InputError
        No width keeps it (`dataflow.errors.target.narrowest`).
    """
    return shortened(narrowest(request, target, effort, told), target, effort, told)
