"""Which processors are wired, and how messages travel between those that are not.

A transputer has four links. The root, which has the host on one of its own, is wired to the head,
the processor that hands it the results. Pairs that exchange most get the other wires; what goes
between two that have none is handed on by those between. A value passes each wire once, however
many read it beyond.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from itertools import combinations

from dataflow.tasks.pieces import ROOT, STATE, Message, Partition

LINKS = 4
"""Of a transputer."""

Wires = Mapping[int, tuple[int, ...]]
"""The processors that each one is wired to, ascending."""

ROUTED_MAXIMUM = 6
"""Processors, the root apart, that `wires_of` is sure to connect."""


def wires_of(cut: Partition) -> Wires:
    """Return the wires of up to `ROUTED_MAXIMUM` processors and the root.

    The head's come first, so that nobody is cut off; then those of the pairs with most words.
    """
    words: Counter[tuple[int, int]] = Counter()
    for m in cut.messages:
        words[min(m.sender, m.receiver), max(m.sender, m.receiver)] += len(m.values)
    pairs = sorted(
        combinations(cut.processors, 2), key=lambda pair: (cut.head not in pair, -words[pair], pair)
    )
    wired: dict[int, set[int]] = {number: set() for number in (ROOT, *cut.processors)}
    for one, other in ((ROOT, cut.head), *pairs):
        if len(wired[one]) < LINKS and len(wired[other]) < LINKS:
            wired[one].add(other)
            wired[other].add(one)
    return {number: tuple(sorted(others)) for number, others in wired.items()}


def routed(cut: Partition, wires: Wires) -> tuple[Message, ...]:
    """Return the messages from neighbour to neighbour that bring each value to all its readers.

    Those of one array follow each other: who hands on has been handed before.
    """
    wanted: dict[tuple[int, str], dict[int, set[int]]] = {}
    for m in cut.messages:
        source = ROOT if m.array == STATE else m.sender
        readers = wanted.setdefault((source, m.array), {})
        readers.setdefault(m.receiver, set()).update(m.values)
    found: list[Message] = []
    for (source, array), readers in wanted.items():
        found += _spread(source, array, readers, wires, cut.arrays[array])
    return tuple(found)


def _spread(
    source: int,
    array: str,
    readers: Mapping[int, Iterable[int]],
    wires: Wires,
    order: Iterable[int],
) -> list[Message]:
    """Return the messages of an array along the shortest ways, nearest to the source first."""
    before = _ways(source, wires)
    passing: dict[int, set[int]] = {}
    for reader, values in readers.items():
        number = reader
        while number != source:
            passing.setdefault(number, set()).update(values)
            number = before[number]
    ranked = [number for number in before if number in passing]
    return [
        Message(before[number], number, array, tuple(i for i in order if i in passing[number]))
        for number in ranked
        if passing[number]
    ]


def _ways(source: int, wires: Wires) -> dict[int, int]:
    """Return from whom each processor gets what the source sends, in order of distance."""
    before: dict[int, int] = {}
    waiting = deque([source])
    while waiting:
        number = waiting.popleft()
        for other in wires[number]:
            if other != source and other not in before and (other != ROOT or number == source):
                before[other] = number
                waiting.append(other)
    return before
