"""Code as it is generated: instructions, labels, data, and where each came from.

Operands may be unknown until all code is there: workspace offsets follow from the size of every
frame, branches from the length of what lies between. `assemble` settles them. Instructions begin
as short as they can be and only grow, so the lengths settle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from common.place import Place
from emulator.transputer.isa import instruction_set as isa
from occam.program import Origin

_ALIGNMENT = 4
_PADDING = isa.encode("pfix", 0)


class Label:
    """A place in the code; two labels are never the same."""

    def __init__(self, name: str = "") -> None:
        self.name = name


LateNumber: TypeAlias = int | Callable[[], int]
"""A number, or how to find it once all code has been generated."""


@dataclass(frozen=True)
class MachineInstruction:
    """One instruction, with its operand if it is a direct function."""

    mnemonic: str
    operand: LateNumber | None = None


@dataclass(frozen=True)
class Branch:
    """`j`, `cj` or `call` to a label."""

    mnemonic: str
    target: Label


@dataclass(frozen=True)
class Difference:
    """`ldc` of the bytes from one label to another."""

    start: Label
    end: Label


@dataclass(frozen=True)
class Address:
    """`ldc` of the bytes to a label from behind the `ldpi` that follows; both instructions."""

    target: Label


@dataclass(frozen=True)
class LoopEnd:
    """`ldc` of the bytes back from behind the `lend` that follows; both instructions."""

    start: Label


@dataclass(frozen=True)
class Data:
    """Bytes as they are, at a multiple of ``alignment``."""

    content: bytes
    alignment: int = _ALIGNMENT


@dataclass(frozen=True)
class Mark:
    """What follows came from this place."""

    place: Place
    procedure: str


@dataclass(eq=False)
class JumpTable:
    """A `j` for each of some labels, all of ``entry_size`` bytes, as the farthest needs."""

    targets: tuple[Label, ...]
    entry_size: int = 1


Item: TypeAlias = (
    MachineInstruction | Branch | Difference | Address | LoopEnd | JumpTable | Data | Mark | Label
)


@dataclass(frozen=True)
class Assembled:
    """Bytes, the offset of each label, where the bytes came from, and each item with its offset."""

    code: bytes
    labels: dict[Label, int]
    origins: tuple[Origin, ...]
    items: tuple[tuple[int, Item, bytes], ...]


class Code:
    """A growing piece of code."""

    def __init__(self) -> None:
        self.items: list[Item] = []

    def emit(self, mnemonic: str, operand: LateNumber | None = None) -> None:
        """Append an instruction; the operand belongs to direct functions (``ldl``) only."""
        self.items.append(MachineInstruction(mnemonic, operand))

    def branch(self, mnemonic: str, target: Label) -> None:
        """Append `j`, `cj` or `call`."""
        self.items.append(Branch(mnemonic, target))

    def address(self, target: Label) -> None:
        """Append what loads the address of a label (``ldc``, ``ldpi``)."""
        self.items.append(Address(target))

    def difference(self, start: Label, end: Label) -> None:
        """Append what loads the number of bytes between two labels (``ldc``)."""
        self.items.append(Difference(start, end))

    def loop_end(self, start: Label) -> None:
        """Append ``ldc`` of the way back to a label, and ``lend``; Areg: the control block."""
        self.items.append(LoopEnd(start))

    def data(self, content: bytes, alignment: int = _ALIGNMENT) -> None:
        """Append bytes."""
        self.items.append(Data(content, alignment))

    def place(self, label: Label) -> Label:
        """Let a label stand here, and return it."""
        self.items.append(label)
        return label

    def jump_table(self, table: JumpTable) -> None:
        """Append the jumps of a table."""
        self.items.append(table)

    def mark(self, place: Place, procedure: str) -> None:
        """Say where what follows comes from."""
        self.items.append(Mark(place, procedure))

    def assemble(self) -> Assembled:
        """Settle all operands and lengths."""
        sizes = [_shortest(item) for item in self.items]
        while True:
            offsets, labels = _lay_out(self.items, sizes)
            needed = [
                max(size, _size(item, offset, size, labels))
                for item, offset, size in zip(self.items, offsets, sizes, strict=True)
            ]
            if needed == sizes:
                break
            sizes = needed
        pieces = [
            _encode(item, offset, size, labels)
            for item, offset, size in zip(self.items, offsets, sizes, strict=True)
        ]
        origins = tuple(
            Origin(offset, item.place, item.procedure)
            for item, offset in zip(self.items, offsets, strict=True)
            if isinstance(item, Mark)
        )
        listed = tuple(zip(offsets, self.items, pieces, strict=True))
        return Assembled(b"".join(pieces), labels, origins, listed)


def _shortest(item: Item) -> int:
    if isinstance(item, Mark | Label | Data):
        return 0
    return len(item.targets) if isinstance(item, JumpTable) else 1


def _lay_out(items: list[Item], sizes: list[int]) -> tuple[list[int], dict[Label, int]]:
    """Return the offset of every item, padding of data included in the data, and of every label."""
    offsets, labels = [], {}
    at = 0
    for item, size in zip(items, sizes, strict=True):
        offsets.append(at)
        if isinstance(item, Label):
            labels[item] = at
        at += _padding(item, at) + len(item.content) if isinstance(item, Data) else size
    return offsets, labels


def _padding(item: Data, at: int) -> int:
    return -at % item.alignment


def _size(item: Item, offset: int, size: int, labels: dict[Label, int]) -> int:
    if isinstance(item, Mark | Label | Data):
        return size
    return len(_bytes(item, offset, size, labels))


def _bytes(
    item: MachineInstruction | Branch | Difference | Address | LoopEnd | JumpTable,
    offset: int,
    size: int,
    labels: dict[Label, int],
) -> bytes:
    after = offset + size
    match item:
        case MachineInstruction(mnemonic, operand):
            return isa.encode(mnemonic, operand() if callable(operand) else operand)
        case Branch(mnemonic, target):
            return isa.encode(mnemonic, labels[target] - after)
        case Difference(start, end):
            return isa.encode("ldc", labels[end] - labels[start])
        case Address(target):
            return isa.encode("ldc", labels[target] - after) + isa.encode("ldpi")
        case LoopEnd(start):
            return isa.encode("ldc", after - labels[start]) + isa.encode("lend")
        case JumpTable():
            return _entries(item, offset, labels)


def _entries(table: JumpTable, offset: int, labels: dict[Label, int]) -> bytes:
    """Return the jumps of a table; entries grow to the size of the longest."""
    while True:
        ends = [offset + table.entry_size * (n + 1) for n in range(len(table.targets))]
        jumps = [
            isa.encode("j", labels[target] - end)
            for target, end in zip(table.targets, ends, strict=True)
        ]
        longest = max(map(len, jumps))
        if longest <= table.entry_size:
            return b"".join(_PADDING * (table.entry_size - len(jump)) + jump for jump in jumps)
        table.entry_size = longest


def _encode(item: Item, offset: int, size: int, labels: dict[Label, int]) -> bytes:
    if isinstance(item, Mark | Label):
        return b""
    if isinstance(item, Data):
        return _PADDING * _padding(item, offset) + item.content
    piece = _bytes(item, offset, size, labels)
    return _PADDING * (size - len(piece)) + piece
