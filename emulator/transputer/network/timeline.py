"""The event log of a network as a timeline: a track for every process and every link.

The transputer knows a process by its workspace, which moves as it calls and returns. A track
follows it: the descriptor with which a process stopped is the one with which it starts again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from emulator.trace import Trace, Track
from emulator.transputer.network.configuration import End
from emulator.transputer.network.results import Event, EventKind

_LINK_STARTS = {EventKind.OUTPUT_START: "output", EventKind.INPUT_START: "input"}
_LINK_ENDS = {EventKind.OUTPUT_END: "output", EventKind.INPUT_END: "input"}


Procedure: TypeAlias = Callable[[str, int], str | None]
"""Gives the name of the procedure at an address of a node, in bytes from #80000000, if any."""


def timeline(
    events: Iterable[Event],
    wires: Iterable[tuple[End, End]] = (),
    procedure: Procedure = lambda node, address: None,
) -> Trace:
    """Turn events, in order of time, into a trace with a group for each transputer.

    What has not ended when the log ends is drawn to its last event.

    Parameters
    ----------
    events
        The log of a network.
    wires
        Pairs of link ends: along these an arrow is drawn for every message, or part of one, from
        the output that sent its bytes to the input that took them.
    procedure
        Names a process's slice by where it goes on; where it has no name the slice is "runs".
    """
    trace = Trace()
    nodes: dict[str, NodeTracks] = {}
    last = 0.0
    for event in events:
        last = max(last, event.seconds)
        if event.node not in nodes:
            nodes[event.node] = NodeTracks(trace, event.node, procedure)
        nodes[event.node].take(event)
    sent = {end: moved for node in nodes.values() for end, moved in node.moved("output")}
    taken = {end: moved for node in nodes.values() for end, moved in node.moved("input")}
    for node in nodes.values():
        node.end(last)
    for one, other in wires:
        for near, far in ((one, other), (other, one)):
            _draw_arrows(trace, sent.get(near, []), taken.get(far, []))
    return trace


@dataclass(frozen=True)
class Moved:
    """A transfer that came to its end: the bytes of the link's stream that it moved, and when."""

    track: Track
    first: int
    after: int
    start: float
    end: float


def _draw_arrows(trace: Trace, sent: list[Moved], taken: list[Moved]) -> None:
    """Draw an arrow from each output to each input that took bytes of it."""
    at = 0
    for output in sent:
        while at < len(taken) and taken[at].after <= output.first:
            at += 1
        for transfer in taken[at:]:
            if transfer.first >= output.after:
                break
            trace.flow(output.track, output.start, transfer.track, transfer.end, "message")


class NodeTracks:
    """The tracks of one transputer, and what is going on on them."""

    def __init__(self, trace: Trace, name: str, procedure: Procedure) -> None:
        self._trace = trace
        self._name = name
        self._procedure = procedure
        self._moved: dict[tuple[str, int], list[Moved]] = {}
        self._waiting: dict[int, Track] = {}
        self._running: tuple[Track, Event] | None = None
        self._transfers: dict[tuple[str, int], Event] = {}

    def take(self, event: Event) -> None:
        """Draw what ends with an event, and remember what begins."""
        if event.kind is EventKind.PROCESS_START:
            self._stop(event.seconds)
            track = self._waiting.pop(event.detail, None) or self._process(event.detail)
            self._running = (track, event)
        elif event.kind is EventKind.PROCESS_STOP:
            if self._running is not None:
                self._waiting[event.detail] = self._running[0]
            self._stop(event.seconds)
        elif event.kind in _LINK_STARTS:
            self._transfers[_LINK_STARTS[event.kind], event.detail] = event
        else:
            key = (_LINK_ENDS[event.kind], event.detail)
            if key in self._transfers:
                self._transfer(key, event.seconds)

    def moved(self, direction: str) -> Iterator[tuple[End, list[Moved]]]:
        """Yield the link ends that have moved bytes in a direction, and what they have moved."""
        for (way, link), transfers in self._moved.items():
            if way == direction:
                yield (self._name, link), transfers

    def end(self, seconds: float) -> None:
        """Draw what has not ended to the end of the log."""
        self._stop(seconds)
        for key in list(self._transfers):
            self._transfer(key, seconds)

    def _process(self, descriptor: int) -> Track:
        workspace, priority = descriptor & 0xFFFFFFFC, "low" if descriptor & 1 else "high"
        return self._trace.track(self._name, f"process #{workspace:08X} {priority}")

    def _stop(self, seconds: float) -> None:
        if self._running is not None:
            track, start = self._running
            name = self._procedure(self._name, start.count) or "runs"
            self._trace.slice(track, name, start.seconds, seconds)
            self._running = None

    def _transfer(self, key: tuple[str, int], seconds: float) -> None:
        start = self._transfers.pop(key)
        direction, link = key
        track = self._trace.track(self._name, f"link {link} {direction}")
        self._trace.slice(track, f"{start.count} bytes", start.seconds, seconds)
        before = self._moved.setdefault(key, [])
        first = before[-1].after if before else 0
        before.append(Moved(track, first, first + start.count, start.seconds, seconds))
