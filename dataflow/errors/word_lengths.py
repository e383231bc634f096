"""Fewer fraction bits where errors allow: the cheapest word lengths proved to keep a target.

Dropping d bits of a node multiplies its noise by 2^d, so each output's bound grows by
sensitivity * noise * (2^d - 1), and registers and adders shrink by d bits: a separable convex
programme, whose whole-number optimum a greedy walk comes near to, since each further bit of a node
costs twice the error of the one before and saves the same (Fox: Discrete optimization via marginal
analysis, Management Science 13, 1966). Sensitivities are the largest seen at random corners: they
choose, and the bound is then proved anew. As far as it grew otherwise than expected, more error or
less is given away in the next choice. What bits are worth is told by `dataflow.errors.savings`.
"""

from __future__ import annotations

import dataclasses
import enum
import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.errors.budget import random_corners
from dataflow.errors.expansion import UnknownOperation
from dataflow.errors.pointwise import adjoints, true_values
from dataflow.errors.savings import BLOCK_BITS, Savings, footprint
from dataflow.errors.system import ErrorSystem, Origin, Role, error_system
from dataflow.errors.target import ErrorTarget, Proved, allowed_errors, narrowest, proved
from dataflow.graph.graph import Node, Term
from dataflow.lowering.request import WIDTHS, Request
from dataflow.lowering.rules import guard_bits, term_name
from dataflow.lowering.steps import State
from dataflow.numbers.formats import integer_bits

_POINTS = 400
"""Random corners at which sensitivities are looked at."""

_MOST = 10
"""Bits that a node may lose; its format keeps some."""

_TRIES = 6
"""Choices that are proved; each is led by what the one before it made of the bounds."""

_LESS = 0.9
"""What is given away after a choice that went too far, beside what the bounds say."""

_NEARLY = 0.985
"""The part of what is left that a choice aims at."""


class Kind(enum.Enum):
    """Whose bits are traded."""

    VALUE = "a node's value"
    CONSTANT = "the constants in a node"
    GUARD = "the products that a node adds up"


@dataclass(frozen=True)
class Trade:
    """What a node's bits are worth.

    Attributes
    ----------
    noise
        By how much the first dropped bit raises each output's bound, shape (outputs,).
    saved
        What each dropped bit saves, in registers and look-up tables.
    kind
        Whose bits they are.
    most
        Bits that may be dropped.
    excess, bonus
        Bits that are too many for a multiplier block, and what is saved besides when they are gone.
    """

    name: str
    noise: Reals
    saved: float
    kind: Kind = Kind.VALUE
    most: int = _MOST
    excess: int = 0
    bonus: float = 0.0

    @property
    def key(self) -> tuple[Kind, str]:
        """What is traded, and of which node."""
        return self.kind, self.name

    def worth(self, bits: int) -> float:
        """Return what one more bit saves after so many; the first ones share the bonus."""
        return self.saved + (self.bonus / self.excess if bits < self.excess else 0.0)

    def whole(self, bits: int) -> float:
        """Return what so many bits save in all."""
        return self.saved * bits + (self.bonus if 0 < self.excess <= bits else 0.0)


def shortened(
    found: Proved,
    target: ErrorTarget,
    effort: int,
    told: Callable[[str], None] = lambda _: None,
    *,
    whole_blocks: bool = True,
) -> Proved:
    """Return a request whose nodes have no more bits than a target needs, and its bounds.

    It is the one given where nothing can be saved, or no error system is known.

    Parameters
    ----------
    whole_blocks
        Whether bits beyond a multiplier block's count as a part of the blocks that they cost; where
        there are many, few values lose them all, and other bits are the better trade.
    """
    try:
        system = error_system(found.state)
    except UnknownOperation:
        return found
    allowed = np.array(allowed_errors(found.request, target))
    before = _bounds(found)
    left, given = allowed - before, 0.9 * (allowed - before)
    trades = trades_of(found.state, system, whole_blocks=whole_blocks)
    best, most = found, 0.0
    for _ in range(_TRIES):
        trims = chosen_trims(trades, given)
        told(f"dropping {sum(trims.values())} bits of {len(trims)} values and constants")
        try:
            tried = proved(_trimmed(found.request, trims), effort)
        except InputError:
            given = given / 2.0  # a value would drown in its error
            continue
        grown = np.maximum(_bounds(tried) - before, 1e-3 * left)
        given = given * np.clip(_NEARLY * left / grown, 0.25, 2.0)
        if not tried.keeps(allowed.tolist()):
            given = _LESS * given
            continue
        saved = sum(trade.whole(trims.get(trade.key, 0)) for trade in trades)
        if saved > most:
            best, most = tried, saved
    return best


def _bounds(found: Proved) -> Reals:
    return np.array([each.bound for each in found.bounds])


def _trimmed(request: Request, trims: Mapping[tuple[Kind, str], int]) -> Request:
    """Return a request without the bits that are to be dropped."""
    values, constants, guards = (
        tuple(sorted((name, bits) for (kind, name), bits in trims.items() if kind is which))
        for which in (Kind.VALUE, Kind.CONSTANT, Kind.GUARD)
    )
    return dataclasses.replace(request, trims=values, constant_trims=constants, guard_trims=guards)


def chosen_trims(trades: Sequence[Trade], left: Reals) -> Mapping[tuple[Kind, str], int]:
    """Return how many bits each node loses, so that no bound grows by more than is left.

    The next bit is always the one that saves most for the part of what is left that it takes.
    """
    trims: dict[tuple[Kind, str], int] = {}
    spent = np.zeros(len(left))

    def price(trade: Trade, bits: int) -> float:
        part = float(np.max(trade.noise * 2.0**bits / left))
        return part / trade.worth(bits)

    queue = [(price(trade, 0), i, 0) for i, trade in enumerate(trades)]
    heapq.heapify(queue)
    while queue:
        _, i, bits = heapq.heappop(queue)
        trade = trades[i]
        more = trade.noise * 2.0**bits
        if np.any(spent + more > left):
            continue
        spent += more
        trims[trade.key] = bits + 1
        if bits + 1 < trade.most:
            heapq.heappush(queue, (price(trade, bits + 1), i, bits + 1))
    return trims


def trades_of(state: State, system: ErrorSystem, *, whole_blocks: bool = True) -> list[Trade]:
    """Return what can be traded: bits of sums, of constants, and of what is added up."""
    sensitivities = _sensitivities(state, system)
    savings = Savings(state)
    found = []
    for node in system.nodes:
        own, name = sensitivities[:, node.index], node.name
        if node.role is not Role.SUM or not np.any(own):
            continue
        if node.radius[Origin.ROUNDING] > 0.0:
            excess, bonus = savings.of_blocks(node.index) if whole_blocks else (0, 0.0)
            # What is added up loses the same bits.
            noise = own * (savings.rounding(node.index) + savings.cut(node.index))
            saved = savings.of_value(node.index)
            found.append(Trade(name, noise, saved, excess=excess, bonus=bonus))
        cut = savings.cut(node.index)
        if cut > 0.0:
            most, saved = guard_bits(len(node.terms)), savings.of_guard(node.index)
            found.append(Trade(name, own * cut, saved, Kind.GUARD, most))
        found += _constants(state, savings, own, state.graph.nodes[node.index])
    return [trade for trade in found if trade.worth(0) > 0.0]


def _constants(state: State, savings: Savings, own: Reals, node: Node) -> list[Trade]:
    """Return what bits of a node's constants are worth, each apart."""
    saved = savings.of_constants(node.index)
    scaled = [
        (term_name(node, place), term)
        for place, term in enumerate(node.terms)
        if len(term.factors) == 1 and abs(term.coefficient) != 1.0
    ]
    return [
        Trade(name, own * _off(state, term), saved / len(scaled), Kind.CONSTANT)
        for name, term in scaled
    ]


def _off(state: State, term: Term) -> float:
    """Return by how much a term may be off when its constant loses a bit."""
    step = 2.0 ** (integer_bits(abs(term.coefficient)) - state.request.width - 1)
    return step * state.graph.reach(term.factors[0])


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


def cheapest(
    request: Request,
    target: ErrorTarget,
    effort: int,
    told: Callable[[str], None] = lambda _: None,
) -> Proved:
    """Return the cheapest formats found that are proved to keep a target.

    They have the least width, and fewer bits where errors allow. Where that width is more than a
    multiplier block's, two more are tried: without counting blocks, and with one bit more, for
    there is more error to give away, and what comes down to a block's width takes a quarter of the
    blocks. The smallest footprint is the best.

    Raises
    ------
    InputError
        No width keeps it (`dataflow.errors.target.narrowest`).
    """
    least = narrowest(request, target, effort, told)
    found = [shortened(least, target, effort, told)]
    if least.request.width > BLOCK_BITS:
        found.append(shortened(least, target, effort, told, whole_blocks=False))
    if BLOCK_BITS < least.request.width < WIDTHS[-1]:
        wider = dataclasses.replace(least.request, width=least.request.width + 1)
        found.append(shortened(proved(wider, effort), target, effort, told))
    return min(found, key=lambda each: footprint(each.state))
