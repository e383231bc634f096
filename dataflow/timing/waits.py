"""Register bits in which values wait, and by how many they change when an operation moves."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Sequence

from dataflow.operation import Operation


class Waits:
    """Operations, and the register bits in which their results wait, as a step takes a set on."""

    def __init__(
        self, operations: Iterable[Operation], outputs: tuple[int, ...], interval: int
    ) -> None:
        self.operations, self.interval = list(operations), interval
        self.end = max(self.operations[o].ready for o in outputs)
        self.outputs = frozenset(outputs)
        self.readers: dict[int, list[int]] = defaultdict(list)
        for operation in self.operations:
            for operand in set(operation.operands):
                self.readers[operand].append(operation.index)

    def operand_width(self, index: int) -> int:
        """Return the bits of an operation's first operand."""
        return self.operations[self.operations[index].operands[0]].format.width

    def room(self, index: int) -> range:
        """Return the cycles in which an operation may start."""
        operation = self.operations[index]
        first = max(self.operations[o].ready for o in operation.operands)
        last = min((self.operations[r].start for r in self.readers[index]), default=self.end)
        return range(first, last - (operation.ready - operation.start) + 1)

    def added(self, indices: Sequence[int], start: int) -> int:
        """Return the register bits that a start of some operations costs more than those now."""
        touched = {*indices, *(o for i in indices for o in self.operations[i].operands)}
        before, present = self.bits(touched), [self.operations[i].start for i in indices]
        for index in indices:
            self.move(index, start)
        after = self.bits(touched)
        for index, each in zip(indices, present, strict=True):
            self.move(index, each)
        return after - before

    def move(self, index: int, start: int) -> None:
        """Let an operation start in another cycle."""
        operation = self.operations[index]
        ready = start + operation.ready - operation.start
        self.operations[index] = dataclasses.replace(operation, start=start, ready=ready)

    def bits(self, indices: Iterable[int]) -> int:
        """Return the bits in which values wait, in each stage for its last reader there."""
        total = 0
        for index in indices:
            value = self.operations[index]
            last = {"": self.end} if index in self.outputs else {}
            for reader in self.readers[index]:
                read = self.operations[reader]
                last[read.stage] = max(last.get(read.stage, 0), read.start)
            steps = sum(-(-(cycle - value.ready) // self.interval) for cycle in last.values())
            total += value.format.width * steps
        return total
