"""What a papers' program does between the last point's arrival and the first torque's departure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from emulator.transputer.network.configuration import End
from emulator.transputer.network.results import Event, EventKind


@dataclass(frozen=True)
class Window:
    """A part of a run's event log.

    Attributes
    ----------
    start, end
        Simulated seconds.
    events
        Those that happened between them, in order.
    """

    start: float
    end: float
    events: tuple[Event, ...]

    @property
    def seconds(self) -> float:
        """Its length."""
        return self.end - self.start


def computing(events: Sequence[Event], host: End) -> Window:
    """Return the time in which the program has all points and has sent no torque.

    Parameters
    ----------
    events
        The whole log.
    host
        The link end that the host is wired to.

    Raises
    ------
    ValueError
        Nothing went down the host's link, or nothing came back.
    """
    node, link = host
    ours = [event for event in events if event.node == node and event.detail == link]
    first = next((e.seconds for e in ours if e.kind is EventKind.OUTPUT_START), None)
    if first is None:
        raise ValueError("nothing was sent to the host")
    arrivals = [e.seconds for e in ours if e.kind is EventKind.INPUT_END and e.seconds < first]
    if not arrivals:
        raise ValueError("nothing came from the host")
    start = arrivals[-1]
    return Window(start, first, tuple(e for e in events if start <= e.seconds < first))


def bytes_sent(window: Window, names: Sequence[str]) -> dict[str, int]:
    """Return how many bytes each node sent through its links."""
    sent = dict.fromkeys(names, 0)
    for event in window.events:
        if event.kind is EventKind.OUTPUT_START:
            sent[event.node] += event.count
    return sent


def peers(wires: Sequence[tuple[End, End]]) -> dict[End, End]:
    """Return for each link end the one it is wired to."""
    return dict(wires) | {right: left for left, right in wires}


def messages(
    window: Window, wires: Sequence[tuple[End, End]]
) -> dict[tuple[str, str], list[Event]]:
    """Return the events with which messages from one node to another begin, in order."""
    ends = peers(wires)
    sent: dict[tuple[str, str], list[Event]] = {}
    for event in window.events:
        if event.kind is EventKind.OUTPUT_START and (event.node, event.detail) in ends:
            key = (event.node, ends[event.node, event.detail][0])
            sent.setdefault(key, []).append(event)
    return sent


def busy_intervals(
    events: Sequence[Event], start: float, end: float
) -> dict[str, list[tuple[float, float]]]:
    """Return, by node, the intervals between two moments in which a process ran, in seconds.

    Parameters
    ----------
    events
        The whole log: a process that began before may run between them.
    """
    intervals: dict[str, list[tuple[float, float]]] = {}
    since: dict[str, float] = {}
    for event in events:
        if event.kind is EventKind.PROCESS_START:
            since.setdefault(event.node, event.seconds)
        elif event.kind is EventKind.PROCESS_STOP and event.node in since:
            began = max(start, since.pop(event.node))
            if began < min(end, event.seconds):
                intervals.setdefault(event.node, []).append((began, min(end, event.seconds)))
    for node, began in since.items():
        if began < end:
            intervals.setdefault(node, []).append((max(start, began), end))
    return intervals


def idle_shares(events: Sequence[Event], window: Window, names: Sequence[str]) -> dict[str, float]:
    """Return the share of a window in which no process ran on a node; ``events``: the whole log."""
    busy = busy_intervals(events, window.start, window.end)
    return {
        name: 1 - sum(ended - began for began, ended in busy.get(name, [])) / window.seconds
        for name in names
    }
