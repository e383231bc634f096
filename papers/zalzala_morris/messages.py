"""Who sends to whom in each pass of the recursive Lagrangian on four transputers: tables 7a and 7b.

Transfers of one node that overlap in time are those of one PAR, and end one pass. T1 takes part in
passes 0 to 7 of phase 1, T2 and T3 in 0 to 6 and T0 in 1 to 7.
"""

from __future__ import annotations

from dataclasses import dataclass

from emulator.transputer.network.results import EventKind
from papers.measurement import peers
from papers.run import ProgramRun

_FIRST_PASS = {"P0": 1, "P1": 0, "P2": 0, "P3": 0}
_PHASE_1 = {"P0": 7, "P1": 8, "P2": 7, "P3": 7}
"""By node: the pass of its first round, and its rounds in phase 1."""

_PHASE_2 = 5
"""Passes of phase 2 that end with messages; each has two rounds of a node: out and back."""

Messages = frozenset[str]
"""Such as ``1>0``: from transputer 1 to transputer 0."""


@dataclass(frozen=True)
class _Transfer:
    start: float
    end: float
    message: str


def passes(run: ProgramRun) -> tuple[tuple[Messages, ...], tuple[Messages, ...]]:
    """Return the messages of passes 0 to 7 of phase 1 and 1 to 5 of phase 2, of the last point."""
    first = [set[str]() for _ in range(8)]
    second = [set[str]() for _ in range(_PHASE_2)]
    for node, begin in _FIRST_PASS.items():
        rounds = _rounds(run, node)[-(_PHASE_1[node] + 2 * _PHASE_2) :]
        for place, found in enumerate(rounds):
            if place < _PHASE_1[node]:
                first[begin + place] |= found
            else:
                second[(place - _PHASE_1[node]) // 2] |= found
    return tuple(map(frozenset, first)), tuple(map(frozenset, second))


def told(messages: Messages) -> str:
    """Return messages as in printed.toml."""
    return " ".join(sorted(messages)) or "none"


def _rounds(run: ProgramRun, node: str) -> list[set[str]]:
    """Return a node's transfers, those that overlap in time together, in order."""
    result: list[set[str]] = []
    ends = float("-inf")
    for transfer in sorted(_transfers(run, node), key=lambda each: each.start):
        if transfer.start >= ends:
            result.append(set())
        result[-1].add(transfer.message)
        ends = max(ends, transfer.end)
    return result


def _transfers(run: ProgramRun, node: str) -> list[_Transfer]:
    ends = peers(run.built.network.wires)
    started: dict[tuple[bool, int], float] = {}
    found = []
    for event in run.window.events:
        if event.node != node or (node, event.detail) not in ends:
            continue
        outward = event.kind in (EventKind.OUTPUT_START, EventKind.OUTPUT_END)
        key = (outward, event.detail)
        if event.kind in (EventKind.OUTPUT_START, EventKind.INPUT_START):
            started[key] = event.seconds
        elif event.kind in (EventKind.OUTPUT_END, EventKind.INPUT_END) and key in started:
            peer = ends[node, event.detail][0]
            pair = (node, peer) if outward else (peer, node)
            message = ">".join(name.removeprefix("P") for name in pair)
            found.append(_Transfer(started.pop(key), event.seconds, message))
    return found
