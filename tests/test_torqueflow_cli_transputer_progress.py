"""The line that tells how far a run is: when it shows, and when it goes."""

import io

import pytest

from emulator.transputer.iserver.console import Console
from torqueflow.cli.transputer_progress import Progress

ERASED = "\r\x1b[K"


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


def test_it_shows_after_two_seconds_and_then_twice_a_second(clock):
    stream = Terminal()
    progress = Progress(stream)
    for later in (1.9, 2.1, 2.2, 2.7):
        clock[0] = 100 + later
        progress.show(later, 1_000_000)
    told = [text.split(" s ")[0] for text in stream.getvalue().split(ERASED)[1:]]
    assert told == ["2.10", "2.70"]
    assert "1,000,000 instructions" in stream.getvalue()


def test_it_goes_before_the_program_writes_and_stays_away_from_an_unfinished_line(clock):
    stream, screen = Terminal(), io.BytesIO()
    progress = Progress(stream)
    console = Console(io.BytesIO(), screen, io.BytesIO())
    progress.give_way_to(console)
    progress.say("busy")
    console.screen.write(b"How many? ")
    assert stream.getvalue() == f"{ERASED}busy{ERASED}"
    progress.say("hidden")
    assert "hidden" not in stream.getvalue()
    console.screen.write(b"5\n")
    progress.say("again")
    progress.close()
    progress.close()
    assert stream.getvalue().endswith(f"{ERASED}again{ERASED}")
    assert screen.getvalue() == b"How many? 5\n"


def test_there_is_none_without_a_terminal(clock):
    stream, screen = io.StringIO(), io.BytesIO()
    progress = Progress(stream)
    console = Console(io.BytesIO(), screen, io.BytesIO())
    progress.give_way_to(console)
    clock[0] += 10
    progress.show(1.0, 5)
    assert console.screen is screen
    assert stream.getvalue() == ""
