"""Timelines in the Chrome trace format, which Perfetto (ui.perfetto.dev) and chrome://tracing open.

A `Trace` is a set of tracks in named groups; a track holds slices that do not overlap, or that lie
within each other. Times are in seconds, the file's in microseconds. Format: Google, "Trace Event
Format" (phases X: a slice, i: an instant, s and f: the ends of an arrow, M: a name).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

_MICROSECOND = 1e-6


@dataclass(frozen=True)
class Track:
    """One row of a timeline: the numbers by which the file knows its group and itself."""

    group: int
    number: int


@dataclass
class Trace:
    """A timeline that is built slice by slice and then written."""

    _groups: dict[str, int] = field(default_factory=dict)
    _tracks: dict[tuple[str, str], Track] = field(default_factory=dict)
    _events: list[dict[str, Any]] = field(default_factory=list)
    _flows: int = 0

    def track(self, group: str, name: str) -> Track:
        """Return the track of that name in that group; both are made when first asked for.

        Groups and tracks are shown in the order in which they were made.
        """
        if (group, name) not in self._tracks:
            number = self._groups.setdefault(group, len(self._groups) + 1)
            self._tracks[group, name] = Track(number, len(self._tracks) + 1)
        return self._tracks[group, name]

    def slice(self, track: Track, name: str, start: float, end: float, **facts: object) -> None:
        """Add a slice from ``start`` to ``end``; ``facts`` are shown when it is clicked."""
        if end < start:
            raise ValueError(f"slice {name!r} ends at {end!r}, before it starts at {start!r}")
        length = _microseconds(end) - _microseconds(start)
        self._add("X", track, name, start, {"dur": round(length, 6)}, facts)

    def instant(self, track: Track, name: str, at: float, **facts: object) -> None:
        """Add a mark at one time."""
        self._add("i", track, name, at, {"s": "t"}, facts)

    def flow(self, track: Track, start: float, target: Track, end: float, name: str) -> None:
        """Add an arrow, from the slice at a time on one track to that at a time on another."""
        self._flows += 1
        number = {"cat": name, "id": self._flows}
        self._add("s", track, name, start, number, {})
        self._add("f", target, name, end, {**number, "bp": "e"}, {})

    def lines(self) -> Iterator[str]:
        """Yield the file, line by line: one event a line."""
        yield '{"displayTimeUnit": "ns", "traceEvents": [\n'
        separator = ""
        for event in [*self._names(), *self._events]:
            yield separator + json.dumps(event)
            separator = ",\n"
        yield "\n]}\n"

    def _add(
        self,
        phase: str,
        track: Track,
        name: str,
        at: float,
        more: dict[str, Any],
        facts: dict[str, object],
    ) -> None:
        event = {"ph": phase, "pid": track.group, "tid": track.number, "name": name}
        event |= {"ts": _microseconds(at)} | more
        if facts:
            event["args"] = facts
        self._events.append(event)

    def _names(self) -> Iterator[dict[str, Any]]:
        for group, number in self._groups.items():
            yield _metadata(number, 0, "process_name", {"name": group})
            yield _metadata(number, 0, "process_sort_index", {"sort_index": number})
        for (_, name), track in self._tracks.items():
            yield _metadata(track.group, track.number, "thread_name", {"name": name})
            order = {"sort_index": track.number}
            yield _metadata(track.group, track.number, "thread_sort_index", order)


def _metadata(group: int, number: int, name: str, facts: Mapping[str, object]) -> dict[str, Any]:
    return {"ph": "M", "pid": group, "tid": number, "name": name, "args": facts}


def _microseconds(seconds: float) -> float:
    # Picoseconds are kept: a cycle of a processor of any clock is a whole number of them.
    return round(seconds / _MICROSECOND, 6)
