"""What each processor does when in a cycle: work, messages beside work, messages alone, waiting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from emulator.transputer.network.configuration import End
from emulator.transputer.network.results import Event, EventKind
from papers.measurement import busy_intervals, peers

Span = tuple[float, float]
"""Begin and end, seconds."""

_CARRIES = 1e-9
"""Spans closer than this, in seconds, are one."""


@dataclass(frozen=True)
class Activity:
    """One processor in a cycle; spans that do not overlap, in order.

    Attributes
    ----------
    work
        A process runs.
    alone
        None does, and a message passes: pure communication.
    beside
        A message passes while a process runs.
    waiting
        Neither: what is left for other work.
    """

    work: tuple[Span, ...]
    alone: tuple[Span, ...]
    beside: tuple[Span, ...]
    waiting: tuple[Span, ...]


def activities(
    events: Sequence[Event],
    wires: Sequence[tuple[End, End]],
    names: Sequence[str],
    begin: float,
    end: float,
) -> dict[str, Activity]:
    """Return what processors do between two moments, by name; ``events``: the whole log."""
    busy = busy_intervals(events, begin, end)
    passing: dict[str, list[Span]] = {name: [] for name in names}
    for sender, receiver, span in transfers(events, wires):
        for name in (sender, receiver):
            clipped = max(begin, span[0]), min(end, span[1])
            if name in passing and clipped[0] < clipped[1]:
                passing[name].append(clipped)
    found = {}
    for name in names:
        work, links = _joined(busy.get(name, [])), _joined(passing[name])
        idle = _without([(begin, end)], work)
        found[name] = Activity(
            tuple(work),
            tuple(_common(idle, links)),
            tuple(_common(work, links)),
            tuple(_without(idle, links)),
        )
    return found


def transfers(
    events: Sequence[Event], wires: Sequence[tuple[End, End]]
) -> list[tuple[str, str, Span]]:
    """Return sender, receiver and span of every message: from when both sides are ready."""
    ends = peers(wires)
    offered: dict[End, float] = {}
    asked: dict[End, float] = {}
    found = []
    for event in events:
        end = (event.node, event.detail)
        if end not in ends:
            continue
        if event.kind is EventKind.OUTPUT_START:
            offered[end] = event.seconds
        elif event.kind is EventKind.INPUT_START:
            asked[end] = event.seconds
        elif event.kind is EventKind.OUTPUT_END and end in offered:
            start = max(offered.pop(end), asked.get(ends[end], 0.0))
            found.append((event.node, ends[end][0], (start, event.seconds)))
    return found


def total(spans: Sequence[Span]) -> float:
    """Return how long spans are together, in seconds."""
    return sum(end - begin for begin, end in spans)


def _joined(spans: Sequence[Span]) -> list[Span]:
    found: list[Span] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1] + _CARRIES:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((begin, end))
    return found


def _common(left: Sequence[Span], right: Sequence[Span]) -> list[Span]:
    found = []
    for a, b in left:
        for c, d in right:
            if max(a, c) < min(b, d):
                found.append((max(a, c), min(b, d)))
    return found


def _without(spans: Sequence[Span], taken: Sequence[Span]) -> list[Span]:
    found = []
    for begin, end in spans:
        for a, b in taken:
            if b <= begin or a >= end:
                continue
            if a > begin:
                found.append((begin, a))
            begin = max(begin, b)
        if begin < end:
            found.append((begin, end))
    return found
