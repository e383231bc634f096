"""Timelines: the file that Perfetto reads, and what the event log of a network becomes."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.trace import Trace
from emulator.transputer.network.results import Event, EventKind
from emulator.transputer.network.timeline import timeline


def read(trace):
    data = json.loads("".join(trace.lines()))
    assert data["displayTimeUnit"] == "ns"
    return data["traceEvents"]


def slices(trace):
    """Each slice as (group, track, name, start, end) in microseconds."""
    events = read(trace)
    groups = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
    tracks = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
    return [
        (groups[e["pid"]], tracks[e["pid"], e["tid"]], e["name"], e["ts"], e["ts"] + e["dur"])
        for e in events
        if e["ph"] == "X"
    ]


def test_slices_instants_and_names():
    trace = Trace()
    track = trace.track("a", "one")
    assert trace.track("a", "one") is track
    trace.slice(track, "work", 1e-6, 3.5e-6, bytes=4)
    trace.instant(trace.track("b", "one"), "mark", 50e-9)
    events = read(trace)
    assert slices(trace) == [("a", "one", "work", 1.0, 3.5)]
    assert events[-2]["args"] == {"bytes": 4}
    assert events[-1]["ph"] == "i"
    assert events[-1]["ts"] == 0.05
    assert events[-1]["pid"] != events[-2]["pid"]
    assert [e["args"]["sort_index"] for e in events if e["name"] == "process_sort_index"] == [1, 2]


def test_an_empty_trace_is_a_file():
    assert read(Trace()) == []


def test_cycles_are_exact_far_from_the_start():
    trace = Trace()
    cycle = 1 / 17.5e6
    trace.slice(trace.track("a", "one"), "cycle", 100.0, 100.0 + cycle)
    assert slices(trace)[0][3:] == pytest.approx((1e8, 1e8 + cycle * 1e6), abs=1e-5)


def test_a_slice_does_not_end_before_it_starts():
    trace = Trace()
    with pytest.raises(ValueError, match="before it starts"):
        trace.slice(trace.track("a", "one"), "work", 2.0, 1.0)


START, STOP = EventKind.PROCESS_START, EventKind.PROCESS_STOP


def test_a_process_keeps_its_track_while_its_workspace_moves():
    events = [
        Event(0.0, "a", START, -0x7FFFFF00 | 1),
        Event(1e-6, "a", STOP, -0x7FFFFF10 | 1),  # it waits, deeper in its stack
        Event(1e-6, "a", START, -0x7FFFFE00),
        Event(2e-6, "a", STOP, -0x7FFFFE00),
        Event(3e-6, "a", START, -0x7FFFFF10 | 1),
        Event(4e-6, "b", START, -0x7FFFFF00 | 1),
    ]
    low, high = "process #80000100 low", "process #80000200 high"
    assert slices(timeline(events)) == [
        ("a", low, "runs", 0, 1),
        ("a", high, "runs", 1, 2),
        ("a", low, "runs", 3, 4),
        ("b", low, "runs", 4, 4),
    ]


def test_links_have_a_track_for_each_direction():
    events = [
        Event(0.0, "a", EventKind.OUTPUT_START, 2, 16),
        Event(0.5e-6, "b", EventKind.INPUT_START, 0, 16),
        Event(1e-6, "a", EventKind.INPUT_START, 2, 4),
        Event(2e-6, "b", EventKind.INPUT_END, 0, 16),
        Event(3e-6, "a", EventKind.OUTPUT_END, 2, 16),
        Event(4e-6, "a", EventKind.OUTPUT_END, 3, 16),
    ]
    assert slices(timeline(events)) == [
        ("b", "link 0 input", "16 bytes", 0.5, 2),
        ("a", "link 2 output", "16 bytes", 0, 3),
        ("a", "link 2 input", "4 bytes", 1, 4),
    ]


EVENTS = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from(EventKind), st.integers(0, 3)), max_size=60
)


@given(EVENTS)
def test_any_log_makes_tracks_without_overlap(drawn):
    log = [Event(i * 1e-6, node, kind, detail) for i, (node, kind, detail) in enumerate(drawn)]
    rows = {}
    for group, track, _, start, end in slices(timeline(log)):
        assert 0 <= start <= end <= len(log)
        rows.setdefault((group, track), []).append((start, end))
    for row in rows.values():
        assert all(first[1] <= second[0] for first, second in pairwise(row))


def arrows(trace):
    """The ends of every arrow: group, track and microseconds of both."""
    lines = [line.lstrip(",\n") for line in trace.lines()]
    events = [json.loads(line) for line in lines if line.startswith('{"ph"')]
    names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
    ends = {"s": {}, "f": {}}
    for event in events:
        if event["ph"] in ends:
            ends[event["ph"]][event["id"]] = names[event["pid"], event["tid"]], event["ts"]
    return [(ends["s"][number], ends["f"][number]) for number in ends["s"]]


def test_messages_are_arrows_from_their_output_to_the_inputs_that_took_them():
    out, into = EventKind.OUTPUT_START, EventKind.INPUT_START
    events = [
        Event(0.0, "a", out, 1, 8),
        Event(1e-6, "b", into, 2, 4),
        Event(3e-6, "b", EventKind.INPUT_END, 2, 4),
        Event(4e-6, "b", into, 2, 4),
        Event(6e-6, "b", EventKind.INPUT_END, 2, 4),
        Event(7e-6, "a", EventKind.OUTPUT_END, 1, 8),
        Event(8e-6, "a", out, 1, 4),
        Event(9e-6, "a", EventKind.OUTPUT_END, 1, 4),
        Event(9e-6, "a", out, 3, 4),
        Event(10e-6, "a", EventKind.OUTPUT_END, 3, 4),
    ]
    wires = [(("b", 2), ("a", 1))]
    assert arrows(timeline(events, wires)) == [
        (("link 1 output", 0), ("link 2 input", 3)),
        (("link 1 output", 0), ("link 2 input", 6)),
    ]
    assert arrows(timeline(events)) == []


def test_a_process_is_named_by_where_it_goes_on():
    events = [
        Event(0.0, "a", START, -0x7FFFFF00 | 1, 100),
        Event(1e-6, "a", STOP, -0x7FFFFF00 | 1),
        Event(2e-6, "a", START, -0x7FFFFF00 | 1, 300),
        Event(3e-6, "a", STOP, -0x7FFFFF00 | 1),
    ]
    names = {("a", 100): "work"}
    drawn = timeline(events, procedure=lambda node, address: names.get((node, address)))
    assert [name for _, _, name, _, _ in slices(drawn)] == ["work", "runs"]
