"""Array calls fused: what an operation does between reading and writing memory is one instruction.

Memory is what arrays of integers wait for. A product with its rounding is three calls, a sum with
its alignments up to six; fused, each reads its operands and writes its result once.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from emulator.systolic.array_calls import ArrayCall, Immediate, Source
from emulator.systolic.trigonometry import SineTable


class FusedKind(enum.IntEnum):
    """What an instruction does with its operands, before its result is shifted."""

    MULTIPLY = 0
    ADD = 1
    SUBTRACT = 2
    AND = 3
    GREATER = 4
    LESS = 5
    SINE = 6
    COSINE = 7
    OUTSIDE = 8


_KINDS: dict[Callable[..., object], FusedKind] = {
    np.multiply: FusedKind.MULTIPLY,
    np.add: FusedKind.ADD,
    np.subtract: FusedKind.SUBTRACT,
    np.bitwise_and: FusedKind.AND,
    np.greater: FusedKind.GREATER,
    np.less: FusedKind.LESS,
}

_SUMS = (FusedKind.ADD, FusedKind.SUBTRACT)
"""Kinds whose operands may be shifted."""

_SHIFTED = (FusedKind.MULTIPLY, *_SUMS)
"""Kinds whose results may be shifted."""

_WITH_KNOWN = (FusedKind.AND, FusedKind.GREATER, FusedKind.LESS)
"""Kinds whose second operand is a known number, and the first is none."""


@dataclass(frozen=True)
class Operand:
    """A register or an immediate, shifted left by ``up``, then right by ``down``."""

    source: Source
    up: int = 0
    down: int = 0


@dataclass(frozen=True)
class FusedInstruction:
    """``result = (((left KIND right) << up) + added) >> down``; of a sine there is no ``right``.

    Attributes
    ----------
    table
        Of a sine or cosine.
    outside
        For `FusedKind.OUTSIDE`: the call, which runs on whole arrays.
    """

    kind: FusedKind
    operands: tuple[Operand, ...]
    result: int
    up: int = 0
    added: int = 0
    down: int = 0
    table: SineTable | None = None
    outside: ArrayCall | None = None

    @property
    def registers(self) -> list[int]:
        """The registers that are read."""
        return [o.source for o in self.operands if isinstance(o.source, int)]


def fused(
    calls: Sequence[ArrayCall], loaded: Collection[int], kept: Collection[int]
) -> tuple[list[FusedInstruction], dict[int, int]]:
    """Return instructions that do what calls do, and where each of the kept registers is then.

    Every register is written once. A call that there is no kind for stays as it is.
    """
    fusion = _Fusion(calls, loaded, kept)
    for call in calls:
        fusion.take(call)
    places = {register: fusion.whole(fusion.operand(register)) for register in kept}
    return fusion.instructions, {
        register: operand.source
        for register, operand in places.items()
        if isinstance(operand.source, int)
    }


class _Fusion:
    """Instructions under construction: shifts wait for whom they are for.

    ``name`` has the register that holds what a call's register holds now.
    """

    def __init__(
        self, calls: Sequence[ArrayCall], loaded: Collection[int], kept: Collection[int]
    ) -> None:
        self.instructions: list[FusedInstruction] = []
        self.waiting: dict[int, Operand] = {}
        self.name = {register: register for register in loaded}
        known = {*loaded, *kept, *(register for call in calls for register in _registers(call))}
        self.next = 1 + max(known, default=0)

    def take(self, call: ArrayCall) -> None:
        """Append a call, or change what is there by it."""
        if call.function in {np.left_shift, np.right_shift}:
            self._shift(call)
        elif not (call.function is np.add and self._rounds(call)):
            operands = tuple(self.operand(source) for source in call.operands)
            kind = _kind_of(call)
            if kind not in _SUMS:
                operands = tuple(self.whole(operand) for operand in operands)
            outside = call if kind is FusedKind.OUTSIDE else None
            made = FusedInstruction(kind, operands, 0, table=_table_of(call), outside=outside)
            self._append(made, call.result)

    def operand(self, source: Source) -> Operand:
        """Return where a source is, with the shift that waits for it."""
        if isinstance(source, Immediate):
            return Operand(source)
        return self.waiting.get(source, Operand(self.name.get(source, source)))

    def whole(self, operand: Operand) -> Operand:
        """Return an operand that needs no shift; one that does is written down."""
        if operand == Operand(operand.source):
            return operand
        name, self.next = self.next, self.next + 1
        self.instructions.append(
            FusedInstruction(FusedKind.ADD, (operand, Operand(Immediate(0))), name)
        )
        return Operand(name)

    def _rounds(self, call: ArrayCall) -> bool:
        """Add a known number to what was written last, before it is shifted; tell whether so."""
        added = call.operands[1]
        if not (isinstance(added, Immediate) and self._is_last(call)):
            return False
        if self._last.down or self._last.added:
            return False
        self.instructions[-1] = replace(self._last, added=added.value)
        return True

    def _shift(self, call: ArrayCall) -> None:
        """Shift what was written last, or let the shift wait for who reads it."""
        source, (up, down) = call.operands[0], _places(call)
        if self._is_last(call) and not self._last.down and not (up and self._last.added):
            self.instructions[-1] = replace(self._last, up=self._last.up + up, down=down)
        else:
            before = self.whole(self.operand(source))
            self.waiting[call.result] = replace(before, up=up, down=down)

    @property
    def _last(self) -> FusedInstruction:
        return self.instructions[-1]

    def _is_last(self, call: ArrayCall) -> bool:
        """Tell whether a call changes what the last instruction wrote, which may be shifted."""
        return (
            bool(self.instructions)
            and call.operands[0] == call.result
            and call.result not in self.waiting
            and self.name.get(call.result) == self._last.result
            and self._last.kind in _SHIFTED
        )

    def _append(self, instruction: FusedInstruction, result: int) -> None:
        """Append an instruction that writes a register anew."""
        self.waiting.pop(result, None)
        name = result
        if result in self.name:
            name, self.next = self.next, self.next + 1
        self.name[result] = name
        self.instructions.append(replace(instruction, result=name))


def _kind_of(call: ArrayCall) -> FusedKind:
    table = _table_of(call)
    if table is not None:
        return FusedKind.SINE if call.function == table.sine else FusedKind.COSINE
    kind = _KINDS.get(call.function, FusedKind.OUTSIDE)
    known = [isinstance(source, Immediate) for source in call.operands]
    if all(known) or (kind in _WITH_KNOWN and known != [False, True]):
        return FusedKind.OUTSIDE
    return kind


def _table_of(call: ArrayCall) -> SineTable | None:
    owner = getattr(call.function, "__self__", None)
    return owner if isinstance(owner, SineTable) else None


def _places(call: ArrayCall) -> tuple[int, int]:
    """Return by how many places a shift goes up, and down."""
    places = call.operands[1]
    if not isinstance(places, Immediate):
        raise ValueError(f"a shift by {places!r}, which is no number")
    return (0, places.value) if call.function is np.right_shift else (places.value, 0)


def _registers(call: ArrayCall) -> list[int]:
    return [*(source for source in call.operands if isinstance(source, int)), call.result]
