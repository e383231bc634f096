"""A table as what is executed or built: the table itself, products, or a diagram."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from dataflow.boolean.diagram import Diagram, diagram
from dataflow.boolean.form import Form
from dataflow.boolean.minimise.cover import Cover
from dataflow.boolean.minimise.methods import minimised
from dataflow.boolean.orders import best_order
from dataflow.boolean.tables import Table

Logic = Table | Cover | Diagram
"""Each has ``patterns``: the output bits of every input pattern, by its own rule."""


def small_diagram(table: Table) -> Diagram:
    """Return a table's shared diagram in an order with few nodes, checked at every pattern."""
    bits = table.bits.astype("int64")
    if not len(bits):  # a term that is always nothing
        nothing = np.zeros((1, 1 << table.sized.input_bits), dtype=np.int64)
        return diagram(nothing, range(table.sized.input_bits))
    return diagram(bits, best_order(bits, table.widths)).check(table.patterns)


def in_form(tables: Iterable[Table], form: Form, minimiser: str = "espresso") -> dict[str, Logic]:
    """Return the logic of every table by `Table.digest`: equal tables are made once."""
    made: dict[str, Logic] = {}
    for table in tables:
        if table.digest in made:
            continue
        if form is Form.DIAGRAM:
            made[table.digest] = small_diagram(table)
        elif form is Form.PRODUCTS:
            made[table.digest] = minimised(table, minimiser).cover
        else:
            made[table.digest] = table
    return made
