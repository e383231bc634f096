"""Which part does an operation that shares no hardware with others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from amaranth.hdl import Module, Signal, signed

from dataflow.multiples.adder_graph import Sum
from dataflow.multiples.shared import SharedMultiples
from dataflow.numbers.formats import Rounding
from dataflow.numbers.reciprocal import ReciprocalFormat
from dataflow.operation import Operation
from dataflow.operators import Operator
from dataflow.timing.early_operands import is_early
from hdl.parts.ecp5_sum import rounded_sum
from hdl.parts.family import Family
from hdl.parts.fixed import Shape, Value
from hdl.parts.multiples import Multiples, Product
from hdl.parts.multiplier import Multiplier
from hdl.parts.reciprocal import Reciprocal
from hdl.parts.trig import SineCosine
from hdl.wires import Wires


class OwnParts:
    """Builds operations one by one, each from operands to its result's wires."""

    def __init__(self, m: Module, wires: Wires, family: Family | None) -> None:
        self.m, self.wires, self.family = m, wires, family
        self._turning: dict[tuple[int, int], SineCosine] = {}

    def build(self, operation: Operation) -> None:
        """Add the operation's hardware; a port has none."""
        match operation.operator:
            case Operator.PORT:
                pass
            case Operator.CONSTANT:
                self.m.d.comb += self.wires.values[operation.index].eq(operation.constant)
            case Operator.SINE:
                self._drive(operation, self._turn(operation).sine)
            case Operator.COSINE:
                self._drive(operation, self._turn(operation).cosine)
            case Operator.POSITIVE:
                self._direction(operation, self._operand(operation) > 0)
            case Operator.NEGATIVE:
                self._direction(operation, self._operand(operation) < 0)
            case Operator.MULTIPLY:
                self._multiply(operation)
            case Operator.SCALE:
                self._scale(operation)
            case Operator.ADD:
                self._add(operation, (1, 1))
            case Operator.SUBTRACT:
                self._add(operation, (1, -1))
            case Operator.ANGLE_SUM:
                self._add_angles(operation)
            case Operator.SUM_3:
                self._add(operation, (1, 1, 1))
            case Operator.SUM_2_1:
                self._add(operation, (1, 1, -1))
            case Operator.SUM_1_2:
                self._add(operation, (1, -1, -1))
            case Operator.NEGATE:
                self._add(operation, (-1,))
            case Operator.RECIPROCAL:
                self._reciprocal(operation)
            case unknown:
                assert_never(unknown)

    def _drive(self, operation: Operation, result: object) -> None:
        self.m.d.comb += self.wires.values[operation.index].eq(result)

    def _operand(self, operation: Operation) -> Any:
        return self.wires.operand(operation, 0).as_value()

    def _direction(self, operation: Operation, result: Any) -> None:
        """Add a comparison's register."""
        register = Signal(name=f"{operation.name}_told", reset_less=True)
        self.m.d.sync += register.eq(result)
        self._drive(operation, register)

    def _multiply(self, operation: Operation) -> None:
        """Add a product of two values."""
        a, b = (self.wires.operand(operation, k).as_value() for k in (0, 1))
        self.m.submodules[f"multiply_{operation.name}"] = part = Multiplier(
            len(a), len(b), self.wires.dropped(operation), operation.format.width,
            self.wires.design.target.multiply + is_early(self.wires.design, operation),
        )  # fmt: skip
        self.m.d.comb += [part.a.eq(a), part.b.eq(b)]
        self._drive(operation, part.o)

    def _reciprocal(self, operation: Operation) -> None:
        """Add one over a value."""
        divisor = self.wires.design.operations[operation.operands[0]].format
        form = ReciprocalFormat(divisor, operation.format)
        self.m.submodules[f"reciprocal_{operation.name}"] = part = Reciprocal(form)
        self.m.d.comb += part.i.eq(self.wires.operand(operation, 0).as_value())
        self._drive(operation, part.o)

    def _scale(self, operation: Operation) -> None:
        """Add a product with a constant in a block, or with a power of two, which is wiring."""
        operand = self.wires.operand(operation, 0).as_value()
        dropped, width = self.wires.dropped(operation), operation.format.width
        design = self.wires.design
        target = design.target
        if design.has_block(operation):
            bits = operation.constant.bit_length() + 1
            self.m.submodules[f"scale_{operation.name}"] = block = Multiplier(
                len(operand), bits, dropped, width,
                target.multiply + is_early(design, operation),
            )  # fmt: skip
            self.m.d.comb += [block.a.eq(operand), block.b.eq(operation.constant)]
            self._drive(operation, block.o)
            return
        self._multiples([operation], ())

    def build_multiples(self, found: SharedMultiples) -> None:
        """Add products with constants, and the adders that they share."""
        operations = self.wires.design.operations
        self._multiples([operations[i] for i in found.operations], found.graph.sums)

    def _multiples(self, operations: Sequence[Operation], sums: Sequence[Sum]) -> None:
        """Add one operand's products with constants, of which sums make those that need any."""
        first, operand = operations[0], self.wires.operand(operations[0], 0).as_value()
        products = [Product(o.constant, self.wires.dropped(o), o.format.width) for o in operations]
        part = Multiples(len(operand), sums, products)
        self.m.submodules[f"scale_{first.name}"] = part
        self.m.d.comb += part.i.eq(operand)
        for operation, result in zip(operations, part.results, strict=True):
            self._drive(operation, result)

    def _add(self, operation: Operation, signs: tuple[int, ...]) -> None:
        """Add a sum of operands with these signs, rounded, and its register."""
        operands = self.wires.aligned(operation)
        places = operation.sum_fraction - operation.format.fraction
        halved = operation.rounding is Rounding.HALF_UP and places > 0
        if halved and len(operands) > 1 and self.family is Family.ECP5:
            wires = [operand.as_value() for operand in operands]
            name, width = f"sum_{operation.name}", operation.format.width
            result = rounded_sum(self.m, name, wires, signs, places, width)
        else:
            total = _total(operands, signs)
            if halved:
                total = total.round(operation.format.fraction)
            result = total.narrow(Shape.of(operation.format)).as_value()
        register = Signal(
            signed(operation.format.width), name=f"{operation.name}_sum", reset_less=True
        )
        self.m.d.sync += register.eq(result)
        self._drive(operation, register)

    def _add_angles(self, operation: Operation) -> None:
        """Add a sum of two angles that drops what is beyond a turn, and its register."""
        first, second = (self.wires.operand(operation, k).as_value() for k in (0, 1))
        width = operation.format.width
        register = Signal(signed(width), name=f"{operation.name}_sum", reset_less=True)
        self.m.d.sync += register.eq((first + second)[:width].as_signed())
        self._drive(operation, register)

    def _turn(self, operation: Operation) -> SineCosine:
        """Return the unit that reads an angle in a cycle; its first user brings it."""
        reading = (operation.operands[0], operation.start)
        if reading not in self._turning:
            self._turning[reading] = unit = SineCosine(
                self.wires.design.trigonometry, self.wires.design.target.multiply
            )
            self.m.submodules[f"trigonometry_{operation.name}"] = unit
            self.m.d.comb += unit.angle.eq(self.wires.operand(operation, 0).as_value())
        return self._turning[reading]


def _total(operands: Sequence[Value], signs: Sequence[int]) -> Value:
    """Return the exact sum of operands, of which the first is added or, alone, negated."""
    total = operands[0] if signs[0] > 0 else -operands[0]
    for operand, sign in zip(operands[1:], signs[1:], strict=True):
        total = total + operand if sign > 0 else total - operand
    return total
