"""What a program does between the last point's arrival and the first torque's departure."""

import pytest

from emulator.transputer.network.results import Event, EventKind
from papers import measurement

START, STOP = EventKind.PROCESS_START, EventKind.PROCESS_STOP
OUT, SENT = EventKind.OUTPUT_START, EventKind.OUTPUT_END
ASKED, IN = EventKind.INPUT_START, EventKind.INPUT_END

LOG = [
    Event(0.0, "P0", START, 1),
    Event(0.5, "P1", START, 1),
    Event(1.0, "P0", ASKED, 0, 4),
    Event(2.0, "P0", IN, 0, 4),  # the last word from the host: the window begins
    Event(2.5, "P0", OUT, 1, 36),
    Event(2.5, "P0", STOP, 1),
    Event(3.0, "P1", OUT, 0, 12),
    Event(3.5, "P0", SENT, 1),
    Event(3.5, "P0", START, 1),
    Event(4.0, "P1", STOP, 1),
    Event(5.0, "P1", START, 1),
    Event(6.0, "P0", OUT, 0, 24),  # the first torque: the window ends
    Event(6.5, "P0", OUT, 1, 99),
    Event(7.0, "P0", STOP, 1),
]
HOST = ("P0", 0)
WIRES = ((("P0", 1), ("P1", 0)),)


def test_the_window_is_between_the_last_point_and_the_first_torque():
    window = measurement.computing(LOG, HOST)
    assert (window.start, window.end, window.seconds) == (2.0, 6.0, 4.0)
    assert measurement.bytes_sent(window, ["P0", "P1"]) == {"P0": 36, "P1": 12}
    sent = measurement.messages(window, WIRES)
    sizes = {pair: [event.count for event in events] for pair, events in sent.items()}
    assert sizes == {("P0", "P1"): [36], ("P1", "P0"): [12]}


def test_idle_shares_count_what_began_before_and_ends_after():
    window = measurement.computing(LOG, HOST)
    shares = measurement.idle_shares(LOG, window, ["P0", "P1", "P2"])
    assert shares == {"P0": 0.25, "P1": 0.25, "P2": 1.0}


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ([event for event in LOG if event.kind is not OUT], "nothing was sent to the host"),
        ([event for event in LOG if event.kind is not IN], "nothing came from the host"),
    ],
)
def test_a_log_without_a_window(log, message):
    with pytest.raises(ValueError, match=message):
        measurement.computing(log, HOST)
