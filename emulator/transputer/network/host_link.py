"""The host's end of its link: what waits to be sent, and what has arrived."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from common.arrays import Integers
from emulator.transputer.network.host import HostDevice
from emulator.transputer.network.layout import HOST_BUFFER, clear_link
from emulator.transputer.processor import state as at

_UNREAD_MAXIMUM = 1 << 16
"""Bytes of answers that may wait in the host before it stops listening."""
_BYTES_SENT = 2
"""The value of HOST_CALLS of a link that has sent its bytes, and received none since."""


class HostLink:
    """Carries bytes between a host program and the last row of a network's states.

    Parameters
    ----------
    states
        The states of all nodes, the host's last.
    memory
        The host's buffers: `HOST_BUFFER` bytes to be sent, and as many that arrive.
    """

    def __init__(self, states: Integers, memory: NDArray[np.uint8]) -> None:
        self._states = states
        self._memory = memory
        self._outgoing = bytearray()
        self._room = _UNREAD_MAXIMUM
        self._expected = 0

    def send(self, data: bytes) -> None:
        """Queue bytes that nobody asked for; `serve` hands them to the link."""
        self._outgoing += data
        self._room = max(self._room, len(self._outgoing) + _UNREAD_MAXIMUM)

    def hear(self, device: HostDevice) -> bool:
        """Give the host program what has arrived; return whether anything had.

        Nothing is taken where the link called only because all bytes were sent.
        """
        calls = self._states[-1, at.HOST_CALLS]
        self._states[-1, at.HOST_CALLS] = 0
        if calls == _BYTES_SENT:
            return False
        end = self._states[-1, at.LINKS :]
        arrived = int(end[at.IN_POINTER]) - HOST_BUFFER if self._expected else 0
        if arrived == 0:
            return False
        end[at.IN_LEFT] = self._expected = 0
        device.receive(bytes(self._memory[HOST_BUFFER : HOST_BUFFER + arrived]))
        self._outgoing += device.pending()
        return True

    def serve(self, device: HostDevice, tick: int) -> None:
        """Let the link take bytes, and send what waits to be sent, from a tick on.

        No bytes are taken while more than `_UNREAD_MAXIMUM` bytes of answers wait to be read: a
        program that asks and never listens waits, as with INMOS's server.
        """
        end = self._states[-1, at.LINKS :]
        if self._expected == 0 and len(self._outgoing) <= self._room:
            self._expected = max(1, min(device.wanted(), HOST_BUFFER))
            end[at.IN_POINTER], end[at.IN_LEFT] = HOST_BUFFER, self._expected
            end[at.IN_TIME] = tick
        if self._outgoing and end[at.OUT_PROCESS] == at.NOT_PROCESS:
            chunk = bytes(self._outgoing[:HOST_BUFFER])
            del self._outgoing[: len(chunk)]
            self._memory[: len(chunk)] = np.frombuffer(chunk, np.uint8)
            end[at.OUT_POINTER], end[at.OUT_LEFT] = 0, len(chunk)
            end[at.OUT_PROCESS], end[at.OUT_TIME] = 0, tick

    def reset(self, tick: int) -> None:
        """Forget what was on its way, at a tick."""
        clear_link(self._states, len(self._states) - 1, 0)
        self._states[-1, at.HOST_CALLS] = 0
        self._states[-1, at.CLOCK] = tick
        self._outgoing.clear()
        self._room = _UNREAD_MAXIMUM
        self._expected = 0
