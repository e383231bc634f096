"""A choice among many wires in the multiplexers that an ECP5's slices have behind their tables.

A table of four inputs chooses between two wires; PFUMX joins two tables, L6MUX21 two of those, and
another two of those: sixteen wires by eight tables, without a route in between. Yosys maps no wide
choice to them. Constants stand in the tables themselves: one gives a bit of up to sixteen of them,
by their number. What chooses are registers, written a cycle ahead. More wires than sixteen take
further groups, whose joining is left to Yosys.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from amaranth.hdl import Cat, Const, Instance, Module, Mux, Signal, signed

from hdl.parts.choice import Choice, Phases
from hdl.parts.ecp5_packing import GROUPS, Leaf, Side, groups_of, leaves_of, turned

_MOST_READERS = 64
"""Tables that one register chooses for; with 32, wires grow longer than what is gained."""


def chosen(m: Module, phases: Phases, choice: Choice) -> Any:
    """Return the choice, of signed wires."""
    groups = groups_of(leaves_of(choice.arms, choice.constants, choice.inverted), choice.inverted)
    for leaf in itertools.chain(*groups):
        leaf.rely_on_zeros()
    parts = _parts(choice, groups)
    number = phases.copies(f"{choice.name}_number", _code(groups), 7, parts)
    turning = dict.fromkeys(choice.inverted, 1)
    inverted = phases.copies(f"{choice.name}_inverted", turning, 1, parts)
    results = []
    for k, group in enumerate(groups):
        wires = Signal(signed(choice.width), name=f"{choice.name}_group_{k}")
        tree = _Tree(m, f"{choice.name}_{k}", choice, group, number, inverted)
        m.d.comb += wires.eq(Cat(tree.bit(place) for place in range(choice.width)))
        results.append(wires)
    joined = results.pop()
    upper: list[int] = []
    while results:
        upper += [phase for leaf in groups[len(results)] for phase in leaf.phases]
        which = phases.word(f"{choice.name}_from_{len(results)}", dict.fromkeys(upper, 1), 1)
        joined = Mux(which, joined, results.pop())
    return joined


def _parts(choice: Choice, groups: Sequence[Sequence[Leaf]]) -> int:
    """Return how many copies choose, each for some of the bits: as few as have not many readers.

    A register that chooses for all tables of an operand is far from most of them.
    """
    tables = sum(len(leaf.sides) > 1 or bool(leaf.constants) for group in groups for leaf in group)
    return max(1, -(-tables * choice.width // _MOST_READERS))


def _code(groups: Sequence[Sequence[Leaf]]) -> dict[int, int]:
    """Return by phase what chooses: which of two arms, then, by three digits, which table.

    The last three are the upper digits of a constant's number, whose lowest is the first.
    """
    words: dict[int, int] = {}
    for group in groups:
        for place, leaf in enumerate(group):
            for which, side in enumerate(leaf.sides):
                for arm in side:
                    words |= dict.fromkeys(arm.phases, which + 2 * place)
            for which, phase in enumerate(leaf.constants):
                words[phase] = which % 2 + 2 * place + 16 * (which // 2)
    return words


class _Tree:
    """One group's tables and what joins them."""

    def __init__(
        self,
        m: Module,
        name: str,
        choice: Choice,
        group: Sequence[Leaf],
        number: Sequence[Signal],
        inverted: Sequence[Signal],
    ) -> None:
        self.m, self.name, self.choice = m, name, choice
        self.group, self.number, self.inverted = group, number, inverted
        self._made: dict[tuple[int, int, int], Any] = {}
        self.sources = [
            [self._wires(side, f"{name}_{k}_{j}") for j, side in enumerate(leaf.sides)]
            for k, leaf in enumerate(group)
        ]

    def _wires(self, side: Side, name: str) -> list[Signal]:
        """Return a side's arms as wires of the choice's width."""
        wires = [Signal(signed(self.choice.width), name=f"{name}_{i}") for i in range(len(side))]
        self.m.d.comb += [wire.eq(arm.wires) for wire, arm in zip(wires, side, strict=True)]
        return wires

    def _of(self, place: int, copies: Sequence[Signal]) -> Signal:
        """Return the copy that chooses for a bit."""
        return copies[place * len(copies) // self.choice.width]

    def bit(self, place: int) -> Any:
        """Return a bit of the group's result."""
        sides = self.group[0].sides
        if len(self.group) == len(sides) == 1 and self._turned(sides[0]) is False:
            return Cat(wire[place] for wire in self.sources[0][0]).any()
        size = next(size for size, _ in reversed(GROUPS) if len(self.group) <= size)
        whole = self._known(place, 0, size)
        if whole is not None or size < 4:
            return self._node(place, 0, size) if whole is None else whole
        halves = [self._known(place, k, size // 2) for k in (0, size // 2)]
        if all(half is None for half in halves):
            return self._node(place, 0, size)
        low, high = (
            self._node(place, k * (size // 2), size // 2) if half is None else half
            for k, half in enumerate(halves)
        )
        return Mux(self._of(place, self.number)[size.bit_length() - 1], high, low)

    def _known(self, place: int, first: int, size: int) -> Any:
        """Return a bit that some leaves have in common: a zero below, the sign above; else None."""
        leaves = self.group[first : first + size]
        arms = [arm for leaf in leaves for arm in leaf.arms]
        if any(leaf.constants for leaf in leaves):
            return None
        if all(place < arm.zeros for arm in arms):
            return self._of(place, self.inverted) if self.choice.inverted else Const(0)
        top = max(len(arm.wires) for arm in arms)
        return self._node(top - 1, first, size) if place >= top else None

    def _node(self, place: int, first: int, size: int) -> Any:
        """Return a bit of some leaves, joined in slices; of none of the group a zero."""
        if (place, first, size) not in self._made:
            self._made[place, first, size] = self._make(place, first, size)
        return self._made[place, first, size]

    def _make(self, place: int, first: int, size: int) -> Any:
        if size == 1:
            if first < len(self.group):
                return self._table(place, first)
            return self._lookup(place, first, lambda *_: 0)
        low, high = (self._node(place, k, size // 2) for k in (first, first + size // 2))
        return self._joined(place, size.bit_length() - 1, first, low, high)

    def _turned(self, side: Side) -> bool | None:
        return turned(side, self.choice.inverted)

    def _table(self, place: int, k: int) -> Any:
        """Return a bit of a leaf."""
        leaf = self.group[k]
        if leaf.constants:
            values = [
                value ^ (-1 if phase in self.choice.inverted else 0)
                for phase, value in leaf.constants.items()
            ]

            def constant(a: int, b: int, c: int, d: int) -> int:
                which = a + 2 * b + 4 * c + 8 * d
                return values[which] >> place if which < len(values) else 0

            number = self._of(place, self.number)
            return self._lookup(place, k, constant, number[0], *number[4:])
        how = [self._turned(side) for side in leaf.sides]
        wires = [wire[place] for side in self.sources[k] for wire in side]
        first, arms = len(leaf.sides[0]), len(wires)
        inputs = [*wires, *([self._of(place, self.number)[0]] if len(leaf.sides) > 1 else [])]
        inverts = len(inputs)
        if None in how:
            inputs.append(self._of(place, self.inverted))

        def joined(*bits: int) -> int:
            second = len(leaf.sides) > 1 and bits[arms] == 1
            value = any(bits[first:arms] if second else bits[:first])
            turn = how[second]
            return value ^ (bits[inverts] if turn is None else turn)

        return self._lookup(place, k, joined, *inputs)

    def _lookup(self, place: int, k: int, function: Callable[..., int], *inputs: Any) -> Any:
        """Add a table and return its output; inputs left out are zero."""
        content = sum((function(i & 1, i >> 1 & 1, i >> 2 & 1, i >> 3) & 1) << i for i in range(16))
        wires = [*inputs, *[Const(0)] * (4 - len(inputs))]
        result = Signal(name=f"{self.name}_{place}_table_{k}")
        self.m.submodules[f"{self.name}_{place}_table_{k}"] = Instance(
            "LUT4",
            p_INIT=Const(content, 16),
            **{f"i_{pin}": wire for pin, wire in zip("ABCD", wires, strict=True)},
            o_Z=result,
        )
        return result

    def _joined(self, place: int, step: int, k: int, low: Any, high: Any) -> Any:
        """Add a multiplexer in a slice: the upper one if its digit of the number is 1."""
        result = Signal(name=f"{self.name}_{place}_mux_{step}_{k}")
        digit = self._of(place, self.number)[step]
        cell = (
            Instance("PFUMX", i_BLUT=low, i_ALUT=high, i_C0=digit, o_Z=result)
            if step == 1
            else Instance("L6MUX21", i_D0=low, i_D1=high, i_SD=digit, o_Z=result)
        )
        self.m.submodules[f"{self.name}_{place}_mux_{step}_{k}"] = cell
        return result
