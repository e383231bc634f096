"""The event log of a network as a timeline: a track for every process and every link.

The transputer knows a process by its workspace, which moves as it calls and returns. A track
follows it: the descriptor with which a process stopped is the one with which it starts again.
"""

from __future__ import annotations

from collections.abc import Iterable

from emulator.trace import Trace, Track
from emulator.transputer.network.results import Event, EventKind

_LINK_STARTS = {EventKind.OUTPUT_START: "output", EventKind.INPUT_START: "input"}
_LINK_ENDS = {EventKind.OUTPUT_END: "output", EventKind.INPUT_END: "input"}


def timeline(events: Iterable[Event]) -> Trace:
    """Turn events, in order of time, into a trace with a group for each transputer.

    What has not ended when the log ends is drawn to its last event.
    """
    trace = Trace()
    nodes: dict[str, NodeTracks] = {}
    last = 0.0
    for event in events:
        last = max(last, event.seconds)
        if event.node not in nodes:
            nodes[event.node] = NodeTracks(trace, event.node)
        nodes[event.node].take(event)
    for node in nodes.values():
        node.end(last)
    return trace


class NodeTracks:
    """The tracks of one transputer, and what is going on on them."""

    def __init__(self, trace: Trace, name: str) -> None:
        self._trace = trace
        self._name = name
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
            self._trace.slice(track, "runs", start.seconds, seconds)
            self._running = None

    def _transfer(self, key: tuple[str, int], seconds: float) -> None:
        start = self._transfers.pop(key)
        direction, link = key
        track = self._trace.track(self._name, f"link {link} {direction}")
        self._trace.slice(track, f"{start.count} bytes", start.seconds, seconds)
