"""The host's end of INMOS's iserver ("SP") protocol: requests out of a byte stream, and answers.

A request is a 16-bit length, low byte first, and that many bytes: a tag and its fields. The answer
has the same frame, a result byte, and fields; its length is made even, and at least 6 like a
request's. What each tag does is in `iserver_functions`.

Whatever the program sends is answered. Only a length beyond `REQUEST_MAXIMUM` ends the service:
then the stream is out of step, and no later byte can be told from noise.
"""

from __future__ import annotations

from emulator.transputer.iserver.functions import Functions
from emulator.transputer.iserver.packet import REQUEST_MAXIMUM, REQUEST_MINIMUM

_EXIT_SUCCESS, _EXIT_FAILURE = 999_999_999, -999_999_999
"""Statuses that mean success and failure on whatever host."""


class Iserver:
    """Serves one booted program; a `host.HostDevice`.

    Parameters
    ----------
    functions
        What the program may ask for.
    strict
        Whether a request is refused that INMOS's servers refuse: of an odd length, or below
        `REQUEST_MINIMUM`.

    Attributes
    ----------
    failure
        Why the stream can no longer be served, or None.
    """

    def __init__(self, functions: Functions, strict: bool = False) -> None:
        self.functions = functions
        self.strict = strict
        self.failure: str | None = None
        self._taken = bytearray()
        self._answers = bytearray()

    def wanted(self) -> int:
        """Return how many bytes complete the length, or the request it announces."""
        held = len(self._taken)
        return 2 - held if held < 2 else max(1, 2 + self._length() - held)

    def receive(self, data: bytes) -> None:
        """Take bytes from the link and answer the requests that are complete.

        Bytes after the request that ends the program are dropped.
        """
        self._taken += data
        while len(self._taken) >= 2 and not self.ended:
            length = self._length()
            if length > REQUEST_MAXIMUM:
                self.failure = (
                    f"the program sent a request of {length} bytes to the host"
                    f" (iserver takes at most {REQUEST_MAXIMUM})"
                )
            if self.strict and (length % 2 or length < REQUEST_MINIMUM):
                self.failure = (
                    f"the program sent a request of {length} bytes to the host (--strict: INMOS's"
                    f" servers take even numbers from {REQUEST_MINIMUM})"
                )
            if self.failure or len(self._taken) < 2 + length:
                break
            packet = bytes(self._taken[2 : 2 + length])
            del self._taken[: 2 + length]
            self._answers += self.functions.answer(packet)

    def pending(self) -> bytes:
        """Return the answers that were not yet given, once."""
        answers = bytes(self._answers)
        self._answers.clear()
        return answers

    @property
    def ended(self) -> bool:
        """Whether the program has ended the session, or the stream was found out of step."""
        return self.functions.program_status is not None or self.failure is not None

    def exit_status(self) -> int | None:
        """Return the host's exit status once the session has ended, None before."""
        if self.failure is not None:
            return 1
        return (
            None
            if self.functions.program_status is None
            else host_status(self.functions.program_status)
        )

    def _length(self) -> int:
        return int.from_bytes(self._taken[:2], "little")

    def close(self) -> None:
        """Close the program's files and flush the console."""
        self.functions.close()


def host_status(status: int) -> int:
    """Map a program's status to the host's: success 0, failure 1, others as they are.

    A status that a process of the host cannot give (outside 0 to 255) is a failure.
    """
    if status in (_EXIT_SUCCESS, 0):
        return 0
    return status if 0 < status < 256 else 1
