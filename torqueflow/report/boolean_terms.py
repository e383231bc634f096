"""What is found out about the terms of a Boolean hybrid: sizes of their logic, and errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from common.arrays import Reals
from dataflow.boolean.diagram import Diagram, diagram
from dataflow.boolean.form import Form
from dataflow.boolean.forms import Logic, small_diagram
from dataflow.boolean.hybrid import Hybrid
from dataflow.boolean.minimise.methods import Minimised, minimised
from dataflow.boolean.orders import MOST_EXACT, starts
from dataflow.boolean.tables import Table
from golden.trajectory import Trajectory


@dataclass(frozen=True)
class Found:
    """What a table is as logic.

    Attributes
    ----------
    minimised
        Its sum of products.
    diagram
        Its shared diagram.
    """

    minimised: Minimised
    diagram: Diagram

    def logic(self, table: Table, form: Form) -> Logic:
        """Return the form that is asked for."""
        if form is Form.DIAGRAM:
            return self.diagram
        return self.minimised.cover if form is Form.PRODUCTS else table


def find_logic(hybrid: Hybrid, minimiser: str, found: dict[str, Found]) -> None:
    """Add products and diagram of every table that is not there yet, by `Table.digest`."""
    for table in hybrid.tables:
        if table.digest not in found:
            found[table.digest] = Found(minimised(table, minimiser), small_diagram(table))


def circuit_size(table: Table, logic: Logic) -> Any:  # noqa: ANN401 (imported when needed)
    """Return a `hdl.synth.counts.LogicSize`; None for a table, which is a memory.

    Mapping keeps little of a diagram's order: for small tables the plain orders are tried too.
    """
    from hdl.boolean.logic import term_netlist
    from hdl.synth.counts import logic_size

    if isinstance(logic, Table) or 0 in (table.sized.input_bits, table.sized.output_bits):
        return None
    tried = [logic]
    if isinstance(logic, Diagram) and table.sized.input_bits <= MOST_EXACT:
        tried += [diagram(table.bits.astype(np.int64), order) for order in starts(table.widths)]
    inputs, outputs = table.sized.input_bits, table.sized.output_bits
    sizes = [logic_size(term_netlist(each, inputs, outputs)) for each in tried]
    return min(sizes, key=lambda size: (size.lut4, size.depth))


def term_rows(
    hybrid: Hybrid, found: Mapping[str, Found], form: Form, states: Trajectory, *, synth: bool
) -> list[dict[str, Any]]:
    """Return one entry a term for JSON: the keys are in docs/boolean.md."""
    bounds = hybrid.bounds()
    errors = _errors(hybrid, states)
    sizes: dict[str, Any] = {}
    rows = []
    for table in hybrid.tables:
        sized, logic = table.sized, found[table.digest]
        if synth and table.digest not in sizes:
            sizes[table.digest] = circuit_size(table, logic.logic(table, form))
        size = sizes.get(table.digest)
        error = errors[table.name]
        rows.append(
            {
                "joint": sized.term.joint,
                "name": " = ".join(sized.term.names),
                "variables": list(sized.term.words),
                "amplitude": sized.amplitude,
                "range": sized.range,
                "output_bits": sized.output_bits,
                "input_bits": sized.input_bits,
                "word_bits": list(sized.word_bits),
                "dropped_bits": sized.dropped_bits,
                "states": 2**sized.input_bits,
                "used_states": sized.used_states,
                "distinct_outputs": len(np.unique(table.values)),
                "products": logic.minimised.cover.products,
                "products_least": logic.minimised.least,
                "literals": logic.minimised.cover.literals,
                "diagram_nodes": logic.diagram.nodes,
                "variable_order": bit_names(table, logic.diagram),
                "lut4": size.lut4 if size else None,
                "lut_depth": size.depth if size else None,
                "gates": size.gates if size else None,
                "error_proved": bounds[table.name],
                "error_max": float(np.max(np.abs(error))),
                "error_rms": float(np.sqrt(np.mean(error**2))),
            }
        )
    return rows


def bit_names(table: Table, found: Diagram) -> list[str]:
    """Return a diagram's order in words: ``q2.3`` is the third bit of q2's code, from the first."""
    names = [
        f"{word.port.name}.{place + 1 + even}"
        for word, width, even in zip(table.words, table.widths, table.sized.even, strict=True)
        for place in range(width)
    ]
    return [names[len(names) - 1 - bit] for bit in found.order]


def _errors(hybrid: Hybrid, states: Trajectory) -> dict[str, Reals]:
    """Return each term's error, one copy of it, at every state, N m or N."""
    integers = hybrid.on_ports(states)
    exact = np.concatenate([states.q, states.qd, states.qdd], axis=1)
    values = {name: exact[:, k] for k, name in enumerate(hybrid.words)}
    cells = {
        name: quantiser.cells(integers[:, k])
        for k, (name, quantiser) in enumerate(hybrid.quantisers.items())
    }
    bits = {name: quantiser.bits for name, quantiser in hybrid.quantisers.items()}
    found = {}
    for table in hybrid.tables:
        number = table.values[table.addresses(cells, bits)] * table.sized.resolution
        found[table.name] = np.asarray(number - table.sized.term(values), dtype=np.float64)
    return found
