"""The host computer at the end of one link: what it sees of the network, and what it may send."""

from __future__ import annotations

from typing import Protocol


class HostDevice(Protocol):
    """A program on the host, such as iserver. `Network.run` calls it between simulated bytes.

    Host software takes no simulated time: what it sends starts down the link at the simulated
    moment the bytes that caused it arrived (`timing.Timing.host_reply_cycles` can add to that).
    """

    def wanted(self) -> int:
        """Return how many bytes must have arrived before `receive` is worth calling (at least 1).

        Returning the rest of a packet's length here, not 1, saves a call for every byte. Bytes
        short of it are delivered once the network can do nothing more.
        """

    def receive(self, data: bytes) -> None:
        """Take bytes that the network sent, in order; at least one."""

    def pending(self) -> bytes:
        """Return, once, the bytes now to be sent to the network; b"" if there are none.

        Called once when a run starts and after each `receive`.
        """

    def exit_status(self) -> int | None:
        """Return the program's exit status once it has ended the session, None before."""


class SilentHost:
    """A host that keeps what it receives and sends only what it is given at the start.

    Parameters
    ----------
    data
        Bytes to send when the run starts (after what `Network.boot` was given).
    stop_after
        End the run, with exit status 0, once this many bytes have been received.
    """

    def __init__(self, data: bytes = b"", stop_after: int | None = None) -> None:
        self.received = bytearray()
        self._data = data
        self._stop_after = stop_after

    def wanted(self) -> int:
        """See `HostDevice.wanted`."""
        return 1

    def receive(self, data: bytes) -> None:
        """See `HostDevice.receive`."""
        self.received += data

    def pending(self) -> bytes:
        """See `HostDevice.pending`."""
        data, self._data = self._data, b""
        return data

    def exit_status(self) -> int | None:
        """See `HostDevice.exit_status`."""
        done = self._stop_after is not None and len(self.received) >= self._stop_after
        return 0 if done else None
