"""The inner loop of `floorplan`, as machine code: nodes move, links shorten, by annealing.

Places are in tiles, (column, row). Of the nodes the first ``len(site_of)`` stand on sites, one on
each at most; the others stand anywhere. A link costs the eighth power of its delay over the aim,
so that the slowest ones count, and a little for its length.
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numba.extending import register_jitable

from common.arrays import Integers, Reals

_LENGTH = 2e-4
"""What a tile of a link's length costs."""


@register_jitable
def _cost_of(together: Any, tile: Any, length: Any) -> Any:
    """Return what a link costs, or, of arrays, what each does."""
    ratio = together + tile * length
    square = ratio * ratio
    return square * square * square * square + _LENGTH * length


@njit(cache=True)
def _cost_at(
    node: int, x: float, y: float, places: Reals, ends: Integers, links: Reals, of: Integers
) -> float:
    """Return what a node's links would cost if it stood at a place."""
    total = 0.0
    for link in of:
        other = ends[link, 0] + ends[link, 1] - node
        length = abs(places[other, 0] - x) + abs(places[other, 1] - y)
        total += _cost_of(links[link, 0], links[link, 1], length)
    return total


def cost(places: Reals, ends: Integers, links: Reals) -> float:
    """Return what all links cost; see `anneal` for what each argument is."""
    lengths = np.abs(places[ends[:, 0]] - places[ends[:, 1]]).sum(axis=1)
    return float(_cost_of(links[:, 0], links[:, 1], lengths).sum())


@njit(cache=True)
def anneal(
    places: Reals,
    site_of: Integers,
    sites: Reals,
    ends: Integers,
    links: Reals,
    first: Integers,
    links_of: Integers,
    moves: int,
    rng: np.random.Generator,
) -> None:
    """Move nodes until no link is slow; ``places`` and ``site_of`` change.

    Parameters
    ----------
    places
        Of each node, (nodes, 2); where they stand at first.
    site_of
        Which of ``sites``, (sites, 2), each of the first nodes takes.
    ends, links
        Of each link its two nodes; its delay over the aim at no length, and what a tile adds.
    first, links_of
        The links of node n are ``links_of[first[n]:first[n + 1]]``.
    """
    width, height = sites[:, 0].max(), sites[:, 1].max() + 12.0
    holder = np.full(len(sites), -1)
    for node in range(len(site_of)):
        holder[site_of[node]] = node
    for move in range(moves):
        left = 1.0 - move / moves
        heat = 2.0 * left * left * left + 1e-4
        reach = 3.0 + width * left * left
        node = int(rng.random() * len(places))
        x, y = places[node, 0], places[node, 1]
        own = links_of[first[node] : first[node + 1]]
        to_x = x + reach * (2.0 * rng.random() - 1.0)
        to_y = y + reach * (2.0 * rng.random() - 1.0)
        if node >= len(site_of):
            to_x, to_y = min(max(to_x, 0.0), width), min(max(to_y, 0.0), height)
            gain = _cost_at(node, to_x, to_y, places, ends, links, own)
            gain -= _cost_at(node, x, y, places, ends, links, own)
            if gain <= 0.0 or rng.random() < np.exp(-gain / heat):
                places[node, 0], places[node, 1] = to_x, to_y
            continue
        site = int(rng.random() * len(sites))
        if abs(sites[site, 0] - x) > reach or site == site_of[node]:
            continue
        other = holder[site]
        before = _cost_at(node, x, y, places, ends, links, own)
        away = links_of[:0]
        if other >= 0:
            away = links_of[first[other] : first[other + 1]]
            before += _cost_at(other, sites[site, 0], sites[site, 1], places, ends, links, away)
        places[node] = sites[site]
        if other >= 0:
            places[other, 0], places[other, 1] = x, y
        after = _cost_at(node, sites[site, 0], sites[site, 1], places, ends, links, own)
        if other >= 0:
            after += _cost_at(other, x, y, places, ends, links, away)
        if after > before and rng.random() >= np.exp((before - after) / heat):
            places[node, 0], places[node, 1] = x, y
            if other >= 0:
                places[other] = sites[site]
            continue
        old = site_of[node]
        site_of[node], holder[site], holder[old] = site, node, other
        if other >= 0:
            site_of[other] = old
