"""The host of a measured program: sends some bytes, and the session ends when so many came back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class CountedHost:
    """Serves one run; an `emulator.transputer.network.host.HostDevice`.

    Parameters
    ----------
    outgoing
        What goes down the link, as soon as the program takes it.
    expected
        How many bytes come back; whoever sent them all is done, with status 0.
    """

    def __init__(self, outgoing: bytes, expected: int) -> None:
        self._outgoing, self._expected = outgoing, expected
        self.received = bytearray()

    def wanted(self) -> int:
        """See `HostDevice.wanted`."""
        return max(1, self._expected - len(self.received))

    def receive(self, data: bytes) -> None:
        """See `HostDevice.receive`."""
        self.received += data

    def pending(self) -> bytes:
        """See `HostDevice.pending`."""
        data, self._outgoing = self._outgoing, b""
        return data

    def exit_status(self) -> int | None:
        """See `HostDevice.exit_status`."""
        return 0 if len(self.received) >= self._expected else None

    def rows(self, columns: int) -> NDArray[np.float32]:
        """Return what has come back as REAL32, (rows, columns); an incomplete row is left out."""
        whole = len(self.received) // (4 * columns) * 4 * columns
        return np.frombuffer(bytes(self.received[:whole]), "<f4").reshape(-1, columns)
