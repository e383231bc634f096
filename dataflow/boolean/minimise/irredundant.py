"""Irredundant sums of products by Minato and Morreale's recursion on bit-vectors.

A function that must be true on L and may be true on U is split by its top variable; what cannot be
covered without the variable's literal is covered with it, the rest without. No product can be left
out. Truth tables are Python integers, bit p for pattern p, so every step is a few machine words.

Morreale: Recursive operators for prime implicant and irredundant normal form determination. IEEE
Trans. Computers 19 (1970). Minato: Fast generation of irredundant sum-of-products forms from binary
decision diagrams. SASIMI 1992.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from common.arrays import Flags, Integers
from dataflow.boolean.minimise.cover import Cover, shared

_Cubes = tuple[tuple[int, int], ...]


def irredundant(bits: Flags, orders: Sequence[Sequence[int]]) -> Cover:
    """Return an irredundant sum of products of every output, the best of several orders.

    The order in which variables are split decides which of many irredundant covers comes out; each
    output gets the one of the fewest products. Equal products of different outputs then become one.

    Parameters
    ----------
    bits
        (outputs, 2^inputs): truth tables.
    orders
        Input bits from the first that is split to the last; each holds all of them.
    """
    covers = [_in_order(bits, order) for order in orders]
    return shared([min(one, key=lambda cover: cover.products) for one in zip(*covers, strict=True)])


def _in_order(bits: Flags, order: Sequence[int]) -> list[Cover]:
    """Return the cover of each output that comes of splitting variables in one order."""
    recursion = _Recursion()
    covers = []
    for row in reordered(bits, order):
        table = int.from_bytes(np.packbits(row, bitorder="little").tobytes(), "little")
        _, cubes = recursion.cover(table, table, len(order))
        columns = np.array(cubes, dtype=np.int64).reshape(-1, 2).T
        care, value = (_restored(column, order) for column in columns)
        covers.append(Cover(len(order), 1, care, value, np.ones_like(care)))
    return covers


def reordered(bits: Flags, order: Sequence[int]) -> Flags:
    """Return tables whose patterns have their bits in another order, the first the highest."""
    inputs = len(order)
    grid = bits.reshape(len(bits), *(2,) * inputs)
    axes = [0, *(1 + inputs - 1 - bit for bit in order)]
    return np.ascontiguousarray(grid.transpose(axes)).reshape(len(bits), -1)


def _restored(column: Integers, order: Sequence[int]) -> Integers:
    """Return masks with their bits where they were before `reordered`."""
    result = np.zeros_like(column)
    for place, bit in enumerate(reversed(order)):
        result |= (column >> place & 1) << bit
    return result


class _Recursion:
    """The recursion with its results remembered: outputs and branches share many."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int], tuple[int, _Cubes]] = {}

    def cover(self, lower: int, upper: int, variables: int) -> tuple[int, _Cubes]:
        """Return a table between two, over so many variables, and products (care, value) of it."""
        if lower == 0:
            return 0, ()
        if upper == (1 << (1 << variables)) - 1:
            return upper, ((0, 0),)
        key = (variables, lower, upper)
        if key in self._known:
            return self._known[key]
        top = variables - 1
        half, bit = 1 << top, 1 << top
        mask = (1 << half) - 1
        lower0, lower1 = lower & mask, lower >> half
        upper0, upper1 = upper & mask, upper >> half
        table0, cubes0 = self.cover(lower0 & ~upper1, upper0, top)
        table1, cubes1 = self.cover(lower1 & ~upper0, upper1, top)
        rest = lower0 & ~table0 | lower1 & ~table1
        table, cubes = self.cover(rest, upper0 & upper1, top)
        result = (
            table0 | table | (table1 | table) << half,
            (
                *((care | bit, value) for care, value in cubes0),
                *((care | bit, value | bit) for care, value in cubes1),
                *cubes,
            ),
        )
        self._known[key] = result
        return result
