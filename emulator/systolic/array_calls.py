"""Operations as short runs of NumPy calls, all shifts decided beforehand.

An operation's result is the register of its index. A call is ``function(*operands, result)``; a
shift by no place is no call, and a known number is an immediate operand, aligned here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

import numpy as np

from dataflow.design import Design
from dataflow.numbers.formats import Rounding, shift_rounded
from dataflow.numbers.reciprocal import ReciprocalFormat
from dataflow.operation import Operation
from dataflow.operators import Operator
from emulator.systolic.reciprocals import Reciprocals
from emulator.systolic.trigonometry import SineTable


@dataclass(frozen=True)
class Immediate:
    """An operand known before any input is."""

    value: int


Source = int | Immediate
"""A register by its number, or an immediate."""


@dataclass(frozen=True)
class ArrayCall:
    """``function(*operands, result)`` on arrays of int64."""

    function: Callable[..., object]
    operands: tuple[Source, ...]
    result: int


class Translator:
    """Turns a design's operations into calls.

    ``scratch`` is the register beyond all results that some operations need in between.
    """

    def __init__(self, design: Design) -> None:
        self.operations = design.operations
        self.trigonometry = design.trigonometry
        self.scratch = len(design.operations)
        self.calls: list[ArrayCall] = []
        self._table: SineTable | None = None

    def run(self) -> list[ArrayCall]:
        """Translate every operation in order and return the calls."""
        for operation in self.operations:
            self.translate(operation)
        return self.calls

    def translate(self, operation: Operation) -> None:
        """Append one operation's calls; ports and constants compute nothing."""
        match operation.operator:
            case Operator.PORT | Operator.CONSTANT:
                pass
            case Operator.SINE:
                self.trigonometric(operation, self.table(operation).sine)
            case Operator.COSINE:
                self.trigonometric(operation, self.table(operation).cosine)
            case Operator.MULTIPLY:
                left, right = (self.source(o) for o in operation.operands)
                fraction = sum(self.operations[o].format.fraction for o in operation.operands)
                self.product(operation, left, right, fraction)
            case Operator.SCALE:
                (operand,) = operation.operands
                fraction = self.operations[operand].format.fraction + operation.constant_fraction
                factor = Immediate(operation.constant)
                self.product(operation, self.source(operand), factor, fraction)
            case Operator.ADD:
                self.total(operation, np.add)
            case Operator.SUBTRACT:
                self.total(operation, np.subtract)
            case Operator.ANGLE_SUM:
                self.angle_sum(operation)
            case Operator.SUM_3:
                self.total(operation, np.add, np.add)
            case Operator.SUM_2_1:
                self.total(operation, np.add, np.subtract)
            case Operator.SUM_1_2:
                self.total(operation, np.subtract, np.subtract)
            case Operator.NEGATE:
                fraction = operation.sum_fraction
                aligned = self.aligned(operation.operands[0], fraction, operation.index)
                self.append(np.subtract, Immediate(0), aligned, result=operation.index)
                self.round(operation, fraction)
            case Operator.RECIPROCAL:
                self.reciprocal(operation)
            case unknown:
                assert_never(unknown)

    def reciprocal(self, operation: Operation) -> None:
        """Append one over a value; its steps have their own rounding."""
        (operand,) = operation.operands
        spec = ReciprocalFormat(self.operations[operand].format, operation.format)
        if spec.steps != operation.constant:
            raise ValueError(f"{operation.name}: {operation.constant} steps, not {spec.steps}")
        self.append(Reciprocals(spec).evaluate, self.source(operand), result=operation.index)

    def table(self, operation: Operation) -> SineTable:
        """Return the table of sines; its format must be the operation's."""
        if operation.format.fraction != self.trigonometry.fraction:
            raise ValueError(f"{operation.name}: {operation.format} is not its table's format")
        self._table = self._table or SineTable(self.trigonometry)
        return self._table

    def trigonometric(self, operation: Operation, function: Callable[..., object]) -> None:
        """Append a sine or cosine; its table has its own rounding."""
        self.append(function, self.source(operation.operands[0]), result=operation.index)

    def product(self, operation: Operation, left: Source, right: Source, fraction: int) -> None:
        """Append a product whose exact result has ``fraction`` fraction bits."""
        self.append(np.multiply, left, right, result=operation.index)
        self.round(operation, fraction)

    def total(self, operation: Operation, *functions: Callable[..., object]) -> None:
        """Append a sum of aligned operands, each but the first joined by its function."""
        fraction, result = operation.sum_fraction, operation.index
        left = self.aligned(operation.operands[0], fraction, result)
        for operand, function in zip(operation.operands[1:], functions, strict=True):
            room = self.scratch if left == result else result
            right = self.aligned(operand, fraction, room)
            self.append(function, left, right, result=result)
            left = result
        self.round(operation, fraction)

    def angle_sum(self, operation: Operation) -> None:
        """Append a sum of two binary angles, brought back into a turn."""
        left, right = (self.source(operand) for operand in operation.operands)
        result, width = operation.index, operation.format.width
        half, low_bits = Immediate(1 << (width - 1)), Immediate((1 << width) - 1)
        self.append(np.add, left, right, result=result)
        self.append(np.add, result, half, result=result)
        self.append(np.bitwise_and, result, low_bits, result=result)
        self.append(np.subtract, result, half, result=result)

    def source(self, operand: int) -> Source:
        """Return where an operation's result is read."""
        operation = self.operations[operand]
        if operation.operator is Operator.CONSTANT:
            return Immediate(operation.constant)
        return operand

    def aligned(self, operand: int, fraction: int, room: int) -> Source:
        """Return an operand with ``fraction`` fraction bits, in ``room`` if it must be shifted."""
        source = self.source(operand)
        places = self.operations[operand].format.fraction - fraction
        if isinstance(source, Immediate):
            return Immediate(shift_rounded(source.value, places, Rounding.TRUNCATE))
        if places == 0:
            return source
        shift = np.right_shift if places > 0 else np.left_shift
        self.append(shift, source, Immediate(abs(places)), result=room)
        return room

    def round(self, operation: Operation, fraction: int) -> None:
        """Bring the result from ``fraction`` fraction bits to those of its format, in place."""
        result = operation.index
        places = fraction - operation.format.fraction
        if places > 0:
            if operation.rounding is Rounding.EXACT:
                raise ValueError(f"{operation.name}: {places} bits cannot be dropped exactly")
            if operation.rounding is Rounding.HALF_UP:
                self.append(np.add, result, Immediate(1 << (places - 1)), result=result)
            self.append(np.right_shift, result, Immediate(places), result=result)
        elif places < 0:
            self.append(np.left_shift, result, Immediate(-places), result=result)

    def append(self, function: Callable[..., object], *operands: Source, result: int) -> None:
        """Append a call."""
        self.calls.append(ArrayCall(function, operands, result))


def translated(design: Design) -> list[ArrayCall]:
    """Return the calls of a whole design, in an order in which they can run.

    Raises
    ------
    ValueError
        If an operation contradicts itself: bits dropped under ``EXACT``, or a sine in a format that
        is not its table's.
    """
    return Translator(design).run()
