"""Look-up tables and flip-flops of a whole machine, estimated in some hundredths of a second.

What is counted stands in the design: adders, what waits, arms of choices, tables, the queue. What
Yosys makes of it - merged registers, bits that are constant, conditions that it joins - is counted
where it is plain, and fitted to its counts where it is not. `docs/explore.md` says how far off the
estimate is: within 10 % of what Yosys counts.
"""

from __future__ import annotations

from dataflow.cells.cells import Cells, carry_chain, memory, total
from dataflow.cells.choices import shared_cells
from dataflow.cells.delays import Delays, read_widths
from dataflow.cells.multiples import Product, multiples_cells
from dataflow.cells.parts import (
    BLOCK_BITS,
    multiplier_cells,
    reciprocal_cells,
    sine_cosine_cells,
    sum_cells,
)
from dataflow.design import Design
from dataflow.numbers.reciprocal import ReciprocalFormat
from dataflow.operation import Operation
from dataflow.operators import Operator, UnitKind
from dataflow.timing.cost import cost
from dataflow.timing.registers import quick_registers


def estimated_cells(design: Design) -> Cells:
    """Return what a machine takes of an ECP5, an estimate: not synthesised, without pins.

    Multiplier blocks and block memories are not in it; tables of carry chains and of distributed
    memories are.
    """
    interval, widths = design.initiation_interval, read_widths(design)
    delays, parts = Delays(design, widths), [_control(design), _queue(design)]
    for stage in design.stages:
        bound = quick_registers(design.operations, stage.name, interval) if interval > 1 else {}
        delays.add_stage(stage, bound)
        parts.append(shared_cells(design, stage, bound, widths))
    delays.add_outputs()
    own = [o for o in design.operations if o.unit is None]
    parts += [_own_cells(design, o, widths[o.index]) for o in own]
    _add_wide_operands(design, delays)
    parts += _constants(design, widths, delays)
    unit = sine_cosine_cells(design.trigonometry, design.target.multiply)
    parts += [unit] * cost(design).trigonometric_units
    whole = total([*parts, delays.cells])
    return Cells(round(whole.luts), round(whole.flip_flops))


def _own_cells(design: Design, operation: Operation, width: int) -> Cells:
    """Return what an operation takes that shares nothing; constants and sines are told apart."""
    operator, operands = operation.operator, operation.operands
    formats = [design.operations[index].format for index in operands]
    if operator.unit is UnitKind.ADDER or operator in (Operator.POSITIVE, Operator.NEGATIVE):
        return sum_cells(design, operation, width)
    if operator is Operator.RECIPROCAL:
        return reciprocal_cells(ReciprocalFormat(formats[0], operation.format))
    if operator is Operator.MULTIPLY or design.has_block(operation):
        second = formats[1].width if len(formats) > 1 else operation.constant.bit_length() + 1
        return multiplier_cells(
            formats[0].width, second, operation.format.width, design.target.multiply
        )
    return Cells()


def _add_wide_operands(design: Design, delays: Delays) -> None:
    """Add the registers at the operands of own multipliers that are no single block."""
    if design.target.multiply == 1:
        return
    for o in design.operations:
        widths = {k: design.operations[i].format.width for k, i in enumerate(o.operands)}
        own = o.unit is None and (o.operator is Operator.MULTIPLY or design.has_block(o))
        if own and max(widths.values()) > BLOCK_BITS:
            for position, width in widths.items():
                delays.add_behind(o, position, {1: width})


def _constants(design: Design, widths: list[int], delays: Delays) -> list[Cells]:
    """Return what products with constants take; where their operands wait goes to the delays."""
    groups = [(each.operations, each.graph.sums) for each in design.multiples]
    groups += [(tree, design.adders_in_turns(tree).sums) for tree in design.trees]
    found = []
    for indices, sums in groups:
        operations = [design.operations[index] for index in indices]
        width = max(design.operations[o.operands[0]].format.width for o in operations)
        products = [_product(design, o, widths[o.index]) for o in operations]
        if indices in design.trees:
            products = [_widest(products)]
        cells, waits = multiples_cells(width, sums, products)
        first = operations[0]
        delays.add_behind(first, 0, {level: bits for (f, level), bits in waits.items() if f == 1})
        others = sum(bits for (f, _), bits in waits.items() if f > 1)
        found.append(cells + Cells(0, others))
    return found


def _product(design: Design, operation: Operation, width: int) -> Product:
    """Return a product with a constant, of which so many bits are read."""
    fraction = design.operations[operation.operands[0]].format.fraction
    dropped = fraction + operation.constant_fraction - operation.format.fraction
    return Product(operation.constant, dropped + operation.format.width - width, width)


def _widest(products: list[Product]) -> Product:
    """Return one of all the bits that products of the same constant have."""
    fewest = min(each.dropped for each in products)
    width = max(each.width + each.dropped for each in products) - fewest
    return Product(products[0].constant, fewest, width)


def _control(design: Design) -> Cells:
    """Return the credit, the sets under way, and in every stage the cycle of the interval."""
    interval, credit = design.initiation_interval, design.queue_depth.bit_length()
    registers = design.depth + credit
    if interval == 1:
        return Cells(2 * credit + carry_chain(credit), registers)
    phase = (interval - 1).bit_length()
    counted = len(design.stages) * (interval + phase)  # as a number, and a bit for each cycle
    return Cells(2 * credit + counted, registers + counted)


def _queue(design: Design) -> Cells:
    """Return the queue of results."""
    width = sum(port.format.width for port in design.outputs)
    places = design.queue_depth.bit_length()
    held = memory(width, max(2, design.queue_depth), written_through=True)
    return held + Cells(4 * places, 3 * places + 1)
