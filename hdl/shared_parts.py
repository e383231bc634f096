"""One part for all operations of each shared unit of a stage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from amaranth.hdl import Const, Module, signed

from dataflow.numbers.formats import Rounding
from dataflow.operation import Operation
from dataflow.operators import Operator, UnitKind
from hdl.parts import shared
from hdl.parts.choice import Phases
from hdl.parts.shared import Job
from hdl.parts.trig import SineCosine
from hdl.wires import Wires


def build_shared(m: Module, wires: Wires, operations: Sequence[Operation]) -> None:
    """Add the units and the trees of adders that operations share."""
    users: dict[tuple[UnitKind, int], list[Operation]] = {}
    for operation in operations:
        kind = operation.operator.unit
        if kind is not None and operation.unit is not None:
            users.setdefault((kind, operation.unit), []).append(operation)
    own = {operation.index: operation for operation in operations}
    trees = [tree for tree in wires.design.trees if tree[0] in own]
    if not users and not trees:
        return
    phases = wires.phases
    for (kind, unit), sharing in users.items():
        _build_unit(m, wires, phases, kind, f"{kind.value}_{unit}", sharing)
    for number, tree in enumerate(trees):
        products = [_product_job(wires, own[index]) for index in tree]
        sums = wires.design.adders_in_turns(tree).sums
        shared.tree(m, f"tree_{number}", phases, products, own[tree[0]].constant, sums)
    wires.clear_registers()


def _build_unit(
    m: Module,
    wires: Wires,
    phases: Phases,
    kind: UnitKind,
    name: str,
    operations: list[Operation],
) -> None:
    match kind:
        case UnitKind.MULTIPLIER:
            products = [_product_job(wires, o) for o in operations]
            shared.multiplier(m, name, phases, products, wires.design.target.multiply)
        case UnitKind.ADDER:
            jobs = [_sum_job(wires, o) for o in operations]
            shared.adder(m, name, phases, jobs, registered=wires.design.target.choice > 0)
        case UnitKind.TRIGONOMETRY:
            sines, cosines = (
                [_angle_job(wires, o) for o in operations if o.operator is which]
                for which in (Operator.SINE, Operator.COSINE)
            )
            unit_parts = SineCosine(wires.design.trigonometry, wires.design.target.multiply)
            registered = wires.design.target.choice > 0
            shared.trigonometry(m, name, phases, unit_parts, sines, cosines, registered=registered)
        case unknown:
            assert_never(unknown)


def _job(wires: Wires, operation: Operation, operands: tuple[Any, ...], **extra: Any) -> Job:
    phase, result = operation.start % wires.interval, wires.values[operation.index]
    positions = range(len(operation.operands))
    sources: list[Any] = [wires.source(operation, position) for position in positions]
    fillings = [wires.filling(operation, position) for position in positions]
    if operation.operator is Operator.NEGATE:
        sources.insert(0, None)  # of the zero that it is subtracted from
        fillings.insert(0, None)
    padding = [None] * (2 - len(fillings))  # of a constant
    return Job(
        phase, operands, result, sources=tuple(sources), fillings=(*fillings, *padding), **extra
    )


def _angle_job(wires: Wires, operation: Operation) -> Job:
    """Return a sine or cosine."""
    return _job(wires, operation, (wires.operand(operation, 0).as_value(),))


def _product_job(wires: Wires, operation: Operation) -> Job:
    """Return a product with a value or with a constant."""
    first = wires.operand(operation, 0).as_value()
    if operation.operator is Operator.SCALE:
        bits = operation.constant.bit_length() + 1
        second: Any = Const(operation.constant, signed(bits))
    else:
        second = wires.operand(operation, 1).as_value()
    return _job(wires, operation, (first, second), dropped=wires.dropped(operation))


def _sum_job(wires: Wires, operation: Operation) -> Job:
    """Return a sum, a difference, or a negative: zero minus the operand.

    Raises
    ------
    ValueError
        It is a sum of three, which a shared adder has no operand for.
    """
    if operation.operator is Operator.ANGLE_SUM:
        angles = tuple(wires.operand(operation, k).as_value() for k in (0, 1))
        return _job(wires, operation, angles)
    if operation.operator.value.arity > 2:
        raise ValueError(f"{operation.name}: a shared adder does not add three")
    terms = [term.as_value() for term in wires.aligned(operation)]
    fractions = [wires.design.operations[o].format.fraction for o in operation.operands]
    zeros = [max(0, operation.sum_fraction - fraction) for fraction in fractions]
    if operation.operator is Operator.NEGATE:
        terms.insert(0, Const(0, signed(1)))
        zeros.insert(0, 0)
    return _job(
        wires,
        operation,
        tuple(terms),
        dropped=operation.sum_fraction - operation.format.fraction,
        half=operation.rounding is Rounding.HALF_UP,
        subtract=operation.operator is not Operator.ADD,
        zeros=tuple(zeros),
    )
