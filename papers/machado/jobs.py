"""What each processor looks terms up in, and the occam that does it, job by job.

What a term is looked up in lies in one array of words, ``data``, that comes down the link before
the work begins: a table, a list of products, or a diagram's nodes. A job leaves output bits of a
term as one word.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from common.arrays import Integers
from dataflow.boolean.diagram import Diagram, diagram
from dataflow.boolean.forms import small_diagram
from dataflow.boolean.hybrid import Hybrid
from dataflow.boolean.minimise.cover import Cover
from dataflow.boolean.minimise.methods import minimised
from dataflow.boolean.orders import best_order
from dataflow.boolean.tables import Table

LEAF = 1 << 20
"""A leaf of value v is the node number v - `LEAF`, so that ends are negative."""


class Method(enum.Enum):
    """What a term is evaluated by."""

    TABLE = "table"
    """One look-up."""
    PRODUCTS = "products"
    """Every product in turn: two ANDs and a comparison, then an OR."""
    BIT_DIAGRAM = "diagram of bits"
    """For each output bit a way down from its root."""
    NUMBER_DIAGRAM = "diagram of numbers"
    """One way down to a leaf that holds all output bits."""


@dataclass
class Data:
    """The array ``data`` while it grows."""

    words: list[int] = field(default_factory=list)

    def place(self, words: Integers) -> int:
        """Append words; return where they begin."""
        begin = len(self.words)
        self.words += words.tolist()
        return begin

    def place_bytes(self, values: Integers) -> int:
        """Append bytes, padded to a word; return where they begin, in bytes."""
        padded = np.zeros(-(-len(values) // 4) * 4, dtype=np.uint8)
        padded[: len(values)] = values
        return 4 * self.place(padded.view("<i4").astype(np.int64))


@dataclass(frozen=True)
class Job:
    """A part of one term's work that one processor can do.

    Attributes
    ----------
    term
        The term's place among the hybrid's tables.
    lines
        occam that ORs its part of the output bits into ``patterns[term]``, from ``pattern``.
    cost
        About how many cycles it takes, for sharing work out.
    """

    term: int
    lines: tuple[str, ...]
    cost: int


def jobs(hybrid: Hybrid, method: Method, data: Data, parts: int) -> list[list[Job]]:
    """Return what each of so many processors does, and fill in what it works on.

    Products are dealt out one by one, since ORs can be made in any order; other methods deal out
    whole terms, the dearest first, each to the processor with the least to do.
    """
    made: dict[str, tuple[int, ...]] = {}
    every: list[Job] = []
    shares: list[list[Job]] = [[] for _ in range(parts)]
    for place, table in enumerate(hybrid.tables):
        if table.sized.output_bits == 0:
            continue
        if method is Method.PRODUCTS:
            for share, job in zip(shares, _products(place, table, data, made, parts), strict=True):
                share.append(job)
        elif method is Method.TABLE:
            every.append(_table(place, table, data, made))
        else:
            every.append(_diagram(place, table, data, made, method))
    for job in sorted(every, key=lambda j: j.cost, reverse=True):
        min(shares, key=lambda share: sum(j.cost for j in share)).append(job)
    return shares


def _table(place: int, table: Table, data: Data, made: dict[str, tuple[int, ...]]) -> Job:
    """Return a look-up: of a byte where the output has no more bits."""
    narrow = table.sized.output_bits <= 8
    if table.digest not in made:
        store = data.place_bytes if narrow else data.place
        made[table.digest] = (store(table.patterns),)
    (begin,) = made[table.digest]
    looked_up = f"INT bytes[{begin} + pattern]" if narrow else f"data[{begin} + pattern]"
    return Job(place, (f"patterns[{place}] := {looked_up}",), 20)


def _products(
    place: int, table: Table, data: Data, made: dict[str, tuple[int, ...]], parts: int
) -> list[Job]:
    """Return the products of a term in so many equal parts: three words each."""
    if table.digest not in made:
        cover = _cover(table)
        rows = np.stack([cover.care, cover.value, cover.drives], axis=1)
        made[table.digest] = (data.place(rows.reshape(-1)), len(rows))
    begin, count = made[table.digest]
    found = []
    for part in range(parts):
        first, last = count * part // parts, count * (part + 1) // parts
        lines = (
            "SEQ",
            f"  next := {begin + 3 * first}",
            f"  WHILE next < {begin + 3 * last}",
            "    SEQ",
            "      IF",
            "        (pattern /\\ data[next]) = data[next + 1]",
            f"          patterns[{place}] := patterns[{place}] \\/ data[next + 2]",
            "        TRUE",
            "          SKIP",
            "      next := next + 3",
        )
        found.append(Job(place, lines, 30 * (last - first)))
    return found


def _diagram(
    place: int, table: Table, data: Data, made: dict[str, tuple[int, ...]], method: Method
) -> Job:
    """Return ways down a diagram: three words a node, the input bit's mask and two places."""
    if table.digest not in made:
        find = _bit_diagram if method is Method.BIT_DIAGRAM else number_diagram
        made[table.digest] = _placed(find(table), data)
    roots = made[table.digest]
    lines = ["SEQ"]
    for output, root in enumerate(roots):
        value = f"next + {LEAF}"
        shifted = f"(({value}) << {output})" if len(roots) > 1 else f"({value})"
        lines += [
            f"  next := {root}",
            "  WHILE next >= 0",
            "    IF",
            "      (pattern /\\ data[next]) = 0",
            "        next := data[next + 1]",
            "      TRUE",
            "        next := data[next + 2]",
            f"  patterns[{place}] := patterns[{place}] \\/ {shifted}",
        ]
    return Job(place, tuple(lines), 30 * table.sized.input_bits * len(roots))


@cache
def _cover(table: Table) -> Cover:
    return minimised(table, "espresso").cover


@cache
def _bit_diagram(table: Table) -> Diagram:
    return small_diagram(table)


@cache
def number_diagram(table: Table) -> Diagram:
    """Return the diagram of one root whose leaves are all output bits of a term together."""
    numbers = table.patterns[np.newaxis]
    return diagram(numbers, best_order(numbers, table.widths))


def _placed(found: Diagram, data: Data) -> tuple[int, ...]:
    """Put a diagram's nodes into the data; return where its outputs start."""
    ends = len(found.leaves)
    begin = len(data.words)

    def number(target: int) -> int:
        return int(found.leaves[target]) - LEAF if target < ends else begin + 3 * (target - ends)

    for bit, low, high in zip(
        found.bit.tolist(), found.low.tolist(), found.high.tolist(), strict=True
    ):
        data.place(np.array([1 << bit, number(low), number(high)]))
    return tuple(number(root) for root in found.roots.tolist())
