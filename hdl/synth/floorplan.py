"""Where a machine's multiplier blocks stand on an ECP5: next to those that they work with.

Blocks stand in a few rows that go across the whole chip, and the placer, which shortens the sum of
all wires, leaves a few of them far from the adders that they feed: those hold the clock. So the
blocks get their places here, by annealing a plan of operations and what they read, in which the
slowest link counts most; the placer does the rest around them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from common.arrays import Integers, Reals
from dataflow.design import Design, Stage
from dataflow.operation import Operation
from dataflow.operators import Operator, takes_block
from hdl.synth.annealing import anneal
from hdl.synth.devices import Device
from hdl.synth.harness import harness_netlist
from hdl.synth.sites import SITES, Sites

_TILE_NS = 0.076
"""What nextpnr counts for a tile of route on the fastest grade, and six of them for none at all."""

_SUM_NS, _THIRD_NS = 1.1, 0.8
"""From a wire into an adder's register; and what a third summand adds."""

_REGISTER_NS, _BLOCK_NS, _TABLE_NS = 0.31, 0.48, 1.42
"""From clock to output of a register, a block and a sine's table."""

_INTO_BLOCK_NS = 2.18
"""What a block needs before the clock if its operands have no register in it."""

_AIM_NS = 5.0
_MOVES = 40_000
"""Moves tried for each node."""


def device_netlist(design: Design, device: Device) -> str:
    """Return a machine behind its harness in RTLIL, of a device's blocks, with their places."""
    return floorplanned(harness_netlist(design, device.flow.blocks), design, device.name)


def floorplanned(netlist: str, design: Design, device: str, seed: int = 1) -> str:
    """Return a machine's netlist in RTLIL with a place for every multiplier block.

    It comes back as it is if the device's sites are not known, if operations share units, or if the
    netlist has other blocks than one a product.

    Parameters
    ----------
    netlist
        Of a module that calls the machine ``machine``, not flattened.
    seed
        Of the annealing; the same gives the same places.
    """
    shared = design.trees or any(o.unit is not None for o in design.operations)
    if device not in SITES or shared:
        return netlist
    plan = Plan(design)
    lines = netlist.splitlines(keepends=True)
    found = dict(_blocks_in(lines))
    if found.keys() != plan.blocks.keys():
        return netlist
    for name, place in plan.places(SITES[device], seed).items():
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


@dataclass(frozen=True)
class Link:
    """A way from a node to another: its delay if they stood together, and what a tile adds, ns.

    Where registers are on the way, it is the delay between two of them if they stand well.
    """

    begins: int
    ends: int
    together: float
    tile: float


class Plan:
    """Operations, and how slow a way from one to the next would be.

    Attributes
    ----------
    blocks
        Multiplier blocks by the netlist's names, and the nodes that they are.
    links
        Between nodes, of which there are ``nodes``.
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        self.blocks: dict[str, int] = {}
        self.links: list[Link] = []
        self.nodes = 0
        self._source: dict[int, tuple[int, float]] = {}
        for port in design.inputs:
            self._source[port.operation] = self._node(), _REGISTER_NS
        for stage in design.stages:
            tables: dict[tuple[int, int], tuple[str, int]] = {}
            for operation in stage.operations:
                self._add(stage, operation, tables)
        queue = self._node()
        for port in design.outputs:
            self._link(port.operation, queue, design.depth, _REGISTER_NS)

    def _node(self) -> int:
        self.nodes += 1
        return self.nodes - 1

    def _block(self, stage: Stage, name: str) -> int:
        node = self._node()
        self.blocks[f"machine.{stage.name}.{name}.block"] = node
        return node

    def _add(
        self, stage: Stage, operation: Operation, tables: dict[tuple[int, int], tuple[str, int]]
    ) -> None:
        """Add an operation's nodes, and the links from what it reads."""
        target, start = self.design.target, operation.start
        into_block = _INTO_BLOCK_NS if target.multiply == 1 else 0.0
        match operation.operator:
            case Operator.PORT | Operator.CONSTANT:
                return
            case Operator.SCALE if operation.ready == start:
                self._source[operation.index] = self._source[operation.operands[0]]
                return
            case Operator.SINE | Operator.COSINE:
                self._add_turning(stage, operation, tables)
                return
            case Operator.MULTIPLY:
                node = self._block(stage, f"multiply_{operation.name}")
                leaves, into = _BLOCK_NS, into_block
            case Operator.SCALE if operation.index in self.design.in_blocks or takes_block(
                target, operation.constant
            ):
                node = self._block(stage, f"scale_{operation.name}")
                leaves, into = _BLOCK_NS, into_block
            case Operator.SCALE:
                node, leaves, into = self._node(), _REGISTER_NS, _SUM_NS
                start = operation.ready - 1  # its levels are spread along the way
            case _:
                node, leaves, into = self._node(), _REGISTER_NS, _SUM_NS
                if len(operation.operands) > 2:
                    into += _THIRD_NS
        for operand in dict.fromkeys(operation.operands):
            self._link(operand, node, start, into)
        self._source[operation.index] = node, leaves

    def _add_turning(
        self,
        stage: Stage,
        operation: Operation,
        tables: dict[tuple[int, int], tuple[str, int]],
    ) -> None:
        """Add a sine or cosine: the table that both read, a block, and the sum behind it."""
        reading = operation.operands[0], operation.start
        if reading not in tables:
            tables[reading] = f"trigonometry_{operation.name}", self._node()
            self._link(operation.operands[0], tables[reading][1], operation.start, _SUM_NS)
        unit, table = tables[reading]
        block = self._block(stage, f"{unit}.multiply_{operation.operator.name.lower()}")
        total = self._node()
        # Its products have registers at their operands, whatever others have.
        self._join(table, block, 1, _TABLE_NS, 0.0)
        self._join(block, total, 1, _BLOCK_NS, _SUM_NS)
        self._source[operation.index] = total, _REGISTER_NS

    def _link(self, operand: int, reader: int, cycle: int, into: float) -> None:
        """Link an operand, unless it is a constant, to who reads it in a cycle."""
        if operand in self._source:
            node, leaves = self._source[operand]
            ways = cycle - self.design.operations[operand].ready + 1
            self._join(node, reader, ways, leaves, into)

    def _join(self, begins: int, ends: int, ways: int, leaves: float, into: float) -> None:
        """Add a link with ``ways - 1`` registers on it."""
        between = (ways - 1) * _REGISTER_NS + 6 * ways * _TILE_NS
        self.links.append(Link(begins, ends, (leaves + between + into) / ways, _TILE_NS / ways))

    def places(self, sites: Sites, seed: int) -> dict[str, str]:
        """Return a site's name for each block.

        Raises
        ------
        ValueError
            If there are more blocks than sites.
        """
        names, spots = zip(*sites.names(), strict=True)
        if len(names) < len(self.blocks):
            raise ValueError(f"{len(self.blocks)} blocks do not fit on {len(names)} sites")
        taken = annealed(self, np.array(spots, dtype=np.float64), seed)
        return {block: names[site] for block, site in zip(self.blocks, taken, strict=True)}


def annealed(plan: Plan, spots: Reals, seed: int) -> Integers:
    """Return which of some places, (places, 2), each block of a plan takes."""
    # The loop has the blocks first.
    order = {node: k for k, node in enumerate(plan.blocks.values())}
    for node in range(plan.nodes):
        order.setdefault(node, len(order))
    ends = np.array([(order[link.begins], order[link.ends]) for link in plan.links])
    delays = np.array([(link.together, link.tile) for link in plan.links]) / _AIM_NS
    at = np.argsort(ends.ravel(), kind="stable")
    first = np.searchsorted(ends.ravel()[at], np.arange(plan.nodes + 1))
    rng = np.random.default_rng(seed)
    taken = rng.permutation(len(spots))[: len(plan.blocks)]
    where = rng.uniform(0.0, spots.max(axis=0), (plan.nodes, 2))
    where[: len(taken)] = spots[taken]
    anneal(where, taken, spots, ends, delays, first, at // 2, _MOVES * plan.nodes, rng)
    return taken
