"""Where a machine's multiplier blocks stand on an ECP5: next to those that they work with.

Blocks stand in a few rows that go across the whole chip, and the placer, which shortens the sum of
all wires, leaves a few of them far from the adders that they feed: those hold the clock. So the
blocks get their places here, by annealing a plan of operations and what they read, in which the
slowest link counts most; the placer does the rest around them.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from common.arrays import Integers, Reals
from dataflow.design import Design
from hdl.synth.annealing import anneal, cost
from hdl.synth.devices import Device
from hdl.synth.harness import harness_netlist
from hdl.synth.plan import Plan
from hdl.synth.sites import SITES, Sites

_AIM_NS = 5.0
MOVES = 100_000
"""Moves tried for each node."""

PLANS = 4
"""Plans made, of which the cheapest counts: each takes seconds, and many leave a slow link."""


def device_netlist(design: Design, device: Device) -> str:
    """Return a machine behind its harness in RTLIL, of a device's blocks, with their places."""
    return floorplanned(harness_netlist(design, device.flow.blocks), design, device.name)


def floorplanned(netlist: str, design: Design, device: str, seed: int = 1) -> str:
    """Return a machine's netlist in RTLIL with a place for every multiplier block.

    It comes back as it is if the device's sites are not known, if sums share adders, as a ring's
    do, or if the netlist has other blocks than the plan.

    Parameters
    ----------
    netlist
        Of a module that calls the machine ``machine``, not flattened.
    seed
        Of the annealing; the same gives the same places.
    """
    if device not in SITES or design.shares_adders:
        return netlist
    plan = Plan(design)
    lines = netlist.splitlines(keepends=True)
    found = dict(_blocks_in(lines))
    if found.keys() != plan.blocks.keys():
        return netlist
    for name, place in places(plan, SITES[device], seed).items():
        lines[found[name]] = f'  attribute \\BEL "{place}"\n' + lines[found[name]]
    return "".join(lines)


def _blocks_in(lines: list[str]) -> Iterator[tuple[str, int]]:
    """Yield each block of a netlist by the name that flattening gives it, and its line."""
    module = ""
    for number, line in enumerate(lines):
        if line.startswith("module "):
            module = line.split(".", 1)[-1].strip()
        elif line.strip() == r"cell \MULT18X18D \block":
            yield f"{module}.block", number


def places(plan: Plan, sites: Sites, seed: int) -> dict[str, str]:
    """Return a site's name for each block of a plan.

    Raises
    ------
    ValueError
        If there are more blocks than sites.
    """
    names, spots = zip(*sites.names(), strict=True)
    if len(names) < len(plan.blocks):
        raise ValueError(f"{len(plan.blocks)} blocks do not fit on {len(names)} sites")
    taken = annealed(plan, np.array(spots, dtype=np.float64), seed)
    return {block: names[site] for block, site in zip(plan.blocks, taken, strict=True)}


def annealed(plan: Plan, spots: Reals, seed: int) -> Integers:
    """Return which of some places, (places, 2), each block of a plan takes: the best of a few."""
    # The loop has the blocks first.
    order = {node: k for k, node in enumerate(plan.blocks.values())}
    for node in range(plan.nodes):
        order.setdefault(node, len(order))
    ends = np.array([(order[link.begins], order[link.ends]) for link in plan.links])
    delays = np.array([(link.together, link.tile) for link in plan.links]) / _AIM_NS
    at = np.argsort(ends.ravel(), kind="stable")
    first = np.searchsorted(ends.ravel()[at], np.arange(plan.nodes + 1))
    found: list[tuple[float, Integers]] = []
    for rng in np.random.default_rng(seed).spawn(PLANS):
        taken = rng.permutation(len(spots))[: len(plan.blocks)]
        where = rng.uniform(0.0, spots.max(axis=0), (plan.nodes, 2))
        where[: len(taken)] = spots[taken]
        anneal(where, taken, spots, ends, delays, first, at // 2, MOVES * plan.nodes, rng)
        found.append((cost(where, ends, delays), taken))
    return min(found, key=lambda plan: plan[0])[1]
