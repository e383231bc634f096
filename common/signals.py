"""Signals that end the program: they unwind it, so that nothing is left behind.

SIGINT, SIGTERM and SIGHUP raise an exception where the program is; every ``with`` and ``finally``
on the way out removes what it made: folders, half files, simulators, compilers. The exit status is
128 and the signal's number, as shells have it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import FrameType

_WORDS = {signal.SIGTERM: "terminated", signal.SIGHUP: "hung up"}
_ENDING = (signal.SIGINT, *_WORDS)
_USUAL = (signal.SIG_DFL, signal.default_int_handler)

_SOON = 0.01
"""Seconds after which most of what Python removes on its own is gone."""

_Hook = Callable[["sys.UnraisableHookArgs"], object]
_Handler = Callable[[int, FrameType | None], object] | int | None


class Ended(BaseException):
    """The program was told to end by SIGTERM or SIGHUP; no ``except Exception`` catches it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = signal.Signals(number)

    @property
    def status(self) -> int:
        """The exit status, as shells have it: 128 and the signal's number."""
        return 128 + self.number

    def __str__(self) -> str:
        """Return the word that the user reads."""
        return _WORDS[self.number]


class _Attention:
    """Whether a signal is acted on at once, the one that waits, and those that are listened to."""

    held = False
    waiting: int | None = None
    listened: tuple[signal.Signals, ...] = ()


@contextmanager
def listening() -> Iterator[None]:
    """Listen until the block ends."""
    hook = sys.unraisablehook
    before = listen()
    try:
        yield
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


def listen() -> Mapping[signal.Signals, _Handler]:
    """Raise `Ended` for SIGTERM and SIGHUP, KeyboardInterrupt for SIGINT; return what was before.

    What is ignored (as under `nohup`) or handled by somebody else stays so. After the first signal
    the others are ignored: they would disturb the putting away of things.
    """
    if threading.current_thread() is not threading.main_thread():
        return {}
    before = {number: signal.getsignal(number) for number in _ENDING}
    ours = {number: each for number, each in before.items() if each in _USUAL}
    for number in ours:
        signal.signal(number, _end)
    if ours:
        _Attention.listened = tuple(ours)
        sys.unraisablehook = partial(_not_lost, sys.unraisablehook)
    return ours


@contextmanager
def held() -> Iterator[None]:
    """Let signals wait until the block ends: what it makes is then known to who must remove it.

    Inside another such block they wait for the outer one's end. Signals come to the main thread
    alone, so the others have nothing to hold.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before, _Attention.held = _Attention.held, True
    try:
        yield
    finally:
        _Attention.held = before
        if not before:
            waiting, _Attention.waiting = _Attention.waiting, None
            if waiting is not None:
                _end(waiting, None)


def _end(number: int, frame: FrameType | None) -> None:
    """Unwind the program, once."""
    if _Attention.held:
        _Attention.waiting = number
        return
    for each in _ENDING:
        # Not SIG_IGN: Python complains of a signal that came before it was ignored.
        signal.signal(each, _disregard)
    warnings.simplefilter("ignore")  # of what is cut off half-way, such as modules not used yet
    raise KeyboardInterrupt if number == signal.SIGINT else Ended(number)


def _not_lost(hook: _Hook, unraisable: sys.UnraisableHookArgs) -> None:
    """Send a signal again that came inside a ``__del__``, where Python drops what is raised."""
    error = unraisable.exc_value
    if not isinstance(error, (Ended, KeyboardInterrupt)):
        hook(unraisable)
        return
    number = error.number if isinstance(error, Ended) else signal.SIGINT
    for each in _Attention.listened:
        signal.signal(each, _end)
    again = threading.Timer(_SOON, os.kill, (os.getpid(), number))
    again.daemon = True
    again.start()


def _disregard(number: int, frame: FrameType | None) -> None:
    """Do nothing: the program is ending already."""
