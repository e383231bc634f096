"""Operations as short runs of NumPy calls, all shifts decided beforehand.

An operation's result is the register of its index. An instruction is one call,
``function(*operands, result)``; a shift by no place is no instruction, and a known number is an
immediate operand, aligned here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dataflow.design import Design
from dataflow.numbers.formats import Rounding, shift_rounded
from dataflow.operation import Operation, Operator
from emulator.systolic.trigonometry import SineTable

_BINARY = {
    Operator.MULTIPLY: np.multiply,
    Operator.ADD: np.add,
    Operator.SUBTRACT: np.subtract,
}


@dataclass(frozen=True)
class Immediate:
    """An operand known before any input is."""

    value: int


Source = int | Immediate
"""A register by its number, or an immediate."""


@dataclass(frozen=True)
class Instruction:
    """``function(*operands, result)`` on arrays of int64."""

    function: Callable[..., object]
    operands: tuple[Source, ...]
    result: int


class Translator:
    """Turns a design's operations into instructions.

    ``scratch`` is the register beyond all results that some operations need in between.
    """

    def __init__(self, design: Design) -> None:
        self.operations = design.operations
        self.trigonometry = design.trigonometry
        self.scratch = len(design.operations)
        self.instructions: list[Instruction] = []
        self._table: SineTable | None = None

    def run(self) -> list[Instruction]:
        """Translate every operation in order; ports and constants compute nothing."""
        for operation in self.operations:
            if operation.operator not in (Operator.PORT, Operator.CONSTANT):
                self.translate(operation)
        return self.instructions

    def translate(self, operation: Operation) -> None:
        """Append one operation's instructions."""
        result = operation.index
        match operation.operator:
            case Operator.SINE | Operator.COSINE:
                self.trigonometric(operation)
                return
            case Operator.MULTIPLY:
                left, right = (self.source(o) for o in operation.operands)
                fraction = sum(self.operations[o].format.fraction for o in operation.operands)
                self.emit(np.multiply, left, right, result=result)
            case Operator.SCALE:
                (operand,) = operation.operands
                factor = Immediate(operation.constant)
                fraction = self.operations[operand].format.fraction + operation.constant_fraction
                self.emit(np.multiply, self.source(operand), factor, result=result)
            case Operator.NEGATE:
                fraction = operation.sum_fraction
                aligned = self.aligned(operation.operands[0], fraction, result)
                self.emit(np.subtract, Immediate(0), aligned, result=result)
            case _:
                fraction = operation.sum_fraction
                left = self.aligned(operation.operands[0], fraction, result)
                room = self.scratch if left == result else result
                right = self.aligned(operation.operands[1], fraction, room)
                self.emit(_BINARY[operation.operator], left, right, result=result)
        self.round(operation, fraction)

    def trigonometric(self, operation: Operation) -> None:
        """A sine or cosine; its table has its own rounding."""
        if operation.format.fraction != self.trigonometry.fraction:
            raise ValueError(f"{operation.name}: {operation.format} is not its table's format")
        self._table = self._table or SineTable(self.trigonometry)
        sine = operation.operator is Operator.SINE
        function = self._table.sine if sine else self._table.cosine
        self.emit(function, self.source(operation.operands[0]), result=operation.index)

    def source(self, operand: int) -> Source:
        """Where an operation's result is read."""
        operation = self.operations[operand]
        if operation.operator is Operator.CONSTANT:
            return Immediate(operation.constant)
        return operand

    def aligned(self, operand: int, fraction: int, room: int) -> Source:
        """An operand with ``fraction`` fraction bits; put into ``room`` if it must be shifted."""
        source = self.source(operand)
        places = self.operations[operand].format.fraction - fraction
        if isinstance(source, Immediate):
            return Immediate(shift_rounded(source.value, places, Rounding.TRUNCATE))
        if places == 0:
            return source
        shift = np.right_shift if places > 0 else np.left_shift
        self.emit(shift, source, Immediate(abs(places)), result=room)
        return room

    def round(self, operation: Operation, fraction: int) -> None:
        """From ``fraction`` fraction bits to those of the result's format, in place."""
        result = operation.index
        places = fraction - operation.format.fraction
        if places > 0:
            if operation.rounding is Rounding.EXACT:
                raise ValueError(f"{operation.name}: {places} bits cannot be dropped exactly")
            if operation.rounding is Rounding.HALF_UP:
                self.emit(np.add, result, Immediate(1 << (places - 1)), result=result)
            self.emit(np.right_shift, result, Immediate(places), result=result)
        elif places < 0:
            self.emit(np.left_shift, result, Immediate(-places), result=result)

    def emit(self, function: Callable[..., object], *operands: Source, result: int) -> None:
        """Append an instruction."""
        self.instructions.append(Instruction(function, operands, result))


def translated(design: Design) -> list[Instruction]:
    """The instructions of a whole design, in an order in which they can run.

    Raises
    ------
    ValueError
        If an operation contradicts itself: bits dropped under ``EXACT``, or a sine in a format that
        is not its table's.
    """
    return Translator(design).run()
