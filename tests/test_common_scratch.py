"""A signal at any moment of a temporary folder's life leaves nothing behind."""

import os
import signal
import tempfile
import threading

import pytest

from common.scratch import ScratchFolder
from common.signals import Ended, held, listening


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_it_is_there_and_then_gone(place):
    with ScratchFolder() as name:
        (place / name / "something").write_text("x")
        assert [each.name.startswith("torqueflow-") for each in place.iterdir()] == [True]
    assert list(place.iterdir()) == []


def test_where_it_is_can_be_said(place):
    (place / "here").mkdir()
    with ScratchFolder(place / "here", ".") as name:
        assert [str(each) for each in (place / "here").iterdir()] == [name]


def test_a_signal_while_it_is_made(place, monkeypatch):
    made = os.mkdir

    def interrupted(*arguments):
        made(*arguments)
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(os, "mkdir", interrupted)
    with listening(), pytest.raises(Ended), ScratchFolder():
        pass
    assert list(place.iterdir()) == []


def test_a_signal_while_it_is_removed(place, monkeypatch):
    removed = os.unlink

    def interrupted(*arguments, **options):
        removed(*arguments, **options)
        signal.raise_signal(signal.SIGTERM)

    with listening(), pytest.raises(Ended), ScratchFolder() as name:  # noqa: PT012
        for each in "abc":
            (place / name / each).touch()
        monkeypatch.setattr(os, "unlink", interrupted)
    assert list(place.iterdir()) == []


def test_threads_hold_nothing():
    """Their blocks begin and end in any order, which would leave signals held for ever."""
    entered, leave = threading.Event(), threading.Event()

    def holds():
        with held():
            entered.set()
            leave.wait()

    other = threading.Thread(target=holds)
    with held():
        other.start()
        entered.wait()
    leave.set()
    other.join()
    with listening(), pytest.raises(Ended):
        signal.raise_signal(signal.SIGTERM)


def test_what_is_held_twice_waits_for_the_outer_end():
    done = []
    with listening(), pytest.raises(Ended), held():  # noqa: PT012
        with held():
            signal.raise_signal(signal.SIGTERM)
        done.append("between")
    assert done == ["between"]
