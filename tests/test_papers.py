import numpy as np
import pytest

from common.errors import InputError
from emulator.transputer.network.results import Event, EventKind
from golden.load import load_robot
from golden.trajectory import random_states
from papers import measurement, programs
from papers.trajectory_host import TrajectoryHost

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


def test_the_host_sends_the_points_and_takes_the_torques():
    trajectory = random_states(load_robot("puma560"), 3, 1)
    host = TrajectoryHost(trajectory)
    down = host.pending()
    assert int.from_bytes(down[:4], "little") == 3
    values = np.frombuffer(down[4:], "<f4").reshape(3, 3, 6)
    np.testing.assert_array_equal(values[2, 0], trajectory.q[2].astype("f4"))
    np.testing.assert_array_equal(values[1, 2], trajectory.qdd[1].astype("f4"))
    assert host.pending() == b""
    assert host.wanted() == 72
    torques = np.arange(18, dtype="<f4")
    host.receive(torques[:10].tobytes())
    assert (host.wanted(), host.exit_status()) == (32, None)
    assert host.torques().shape == (1, 6)
    host.receive(torques[10:].tobytes())
    assert host.exit_status() == 0
    np.testing.assert_array_equal(host.torques(), torques.reshape(3, 6))


def test_programs_are_found_by_name_and_processors():
    assert programs.find("drl", None).processors == 4
    assert programs.find("ne", None).processors == 1
    assert programs.find("drl", 26).source == "drl26.occ"


@pytest.mark.parametrize(
    ("name", "processors", "message"),
    [
        ("dlr", None, "'dlr' is unknown; allowed: ne, scsnea, pscsnea, drl"),
        ("drl", 5, "5 for drl; allowed: 1 or 4 or 26"),
        ("ne", 4, "4 for ne; allowed: 1"),
    ],
)
def test_programs_there_are_not(name, processors, message):
    with pytest.raises(InputError, match=message):
        programs.find(name, processors)


def test_the_papers_times():
    reductions = {"ne": 0.58, "scsnea": 0.41}
    for name, reduction in reductions.items():
        seconds = programs.find(name, 1).seconds["T800"]
        assert pytest.approx(seconds * (1 - reduction)) == 2e-3
