"""What a papers' program does between the last point's arrival and the first torque's departure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from emulator.transputer.network import End
from emulator.transputer.results import Event, EventKind


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


def messages(window: Window, wires: Sequence[tuple[End, End]]) -> dict[tuple[str, str], list[int]]:
    """Return the lengths in bytes of the messages from one node to another, in order."""
    peers = {left: right[0] for left, right in wires} | {right: left[0] for left, right in wires}
    sent: dict[tuple[str, str], list[int]] = {}
    for event in window.events:
        if event.kind is EventKind.OUTPUT_START and (event.node, event.detail) in peers:
            key = (event.node, peers[event.node, event.detail])
            sent.setdefault(key, []).append(event.count)
    return sent


def idle_shares(events: Sequence[Event], window: Window, names: Sequence[str]) -> dict[str, float]:
    """Return the share of a window in which no process ran on a node.

    Parameters
    ----------
    events
        The whole log: a process that began before the window may run in it.
    """
    busy = dict.fromkeys(names, 0.0)
    since: dict[str, float | None] = dict.fromkeys(names)
    for event in events:
        if event.kind is EventKind.PROCESS_START and since[event.node] is None:
            since[event.node] = event.seconds
        elif event.kind is EventKind.PROCESS_STOP:
            began = since[event.node]
            if began is not None:
                busy[event.node] += _overlap(began, event.seconds, window)
            since[event.node] = None
    for name, began in since.items():
        if began is not None:
            busy[name] += _overlap(began, window.end, window)
    return {name: 1 - busy[name] / window.seconds for name in names}


def _overlap(start: float, end: float, window: Window) -> float:
    return max(0.0, min(end, window.end) - max(start, window.start))
