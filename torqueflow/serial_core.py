"""The computer's end of a serial line that a core is on: sets of inputs out, results back."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

import numpy as np
from serial import Serial, SerialException, SerialTimeoutException

from common.arrays import Integers
from common.errors import InputError
from dataflow.design import Design
from hdl.payloads import packed, unpacked
from hdl.serial.frames import END, TAG_BYTES, answer_frame, request_frame
from hdl.serial.rates import DEFAULT_RATE

_SLICE = 0.05  # s that one read waits at most
_TAGS = 1 << 8 * TAG_BYTES


class SerialCore:
    """A core behind a serial port, as `hdl.serial.machine.SerialMachine` puts it there.

    An answer counts if its checksum is right, its tag is that of a request of this host which
    waits, and the core that made it is this design. Whatever else comes is passed over, and a
    request that stays without an answer is sent again. What is returned is therefore whole and
    right, or an error is raised. (A random frame passes the checksum and meets a tag that waits
    once in 2^61.)

    Parameters
    ----------
    design
        What the core is.
    port
        The serial port's name.
    rate
        Bits a second.
    window
        Requests that may wait for answers at the same time.
    patience
        Seconds without an answer after which requests are sent again.
    attempts
        How often in a row that is done before the core counts as silent.

    Attributes
    ----------
    asked_again
        Requests that were sent once more, since the port was opened.

    Raises InputError if the port cannot be opened or a number makes no sense.
    """

    def __init__(
        self,
        design: Design,
        port: str,
        *,
        rate: int = DEFAULT_RATE,
        window: int = 8,
        patience: float = 1.0,
        attempts: int = 5,
    ) -> None:
        for name, value in (("window", window), ("attempts", attempts)):
            if value < 1:
                raise InputError(name, f"{value}", "1 or more")
        if not 0 < patience < float("inf"):
            raise InputError("patience", f"{patience:g} s", "above 0")
        self.design, self.port = design, port
        self.window, self.patience, self.attempts = window, patience, attempts
        self._request, self._answer = request_frame(design), answer_frame(design)
        self._tag = secrets.randbelow(_TAGS)
        self._came = bytearray()
        self.asked_again = 0
        try:
            self._line = Serial(port, rate, timeout=_SLICE, write_timeout=patience * attempts)
            self._line.reset_input_buffer()
        except (SerialException, OSError, ValueError) as problem:
            raise InputError(port, _one_line(problem), "a serial port that is there") from None

    def __enter__(self) -> Self:
        """Return the core itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the port."""
        self.close()

    def close(self) -> None:
        """Close the port."""
        self._line.close()

    def outputs(
        self, integers: Integers, more: Callable[[int], None] = lambda count: None
    ) -> Integers:
        """Return the sets of outputs for sets of inputs, in their ports' formats: (sets, ports).

        ``more`` is called with how many more are answered.

        Raises
        ------
        InputError
            The port vanished; the core is silent.
        """
        design = self.design
        rows = packed(integers, design.inputs)
        first, self._tag = self._tag, (self._tag + len(rows)) % _TAGS
        results = np.zeros((len(rows), len(design.outputs)), dtype=np.int64)
        under_way: dict[int, bytes] = {}
        begun = answered = silences = 0
        while answered < len(rows):
            while begun < len(rows) and len(under_way) < self.window:
                tag = (first + begun) % _TAGS
                under_way[tag] = self._request.packed(tag, rows[begun].tobytes())
                self.send(under_way[tag])
                begun += 1
            answer = self._answered(under_way)
            if answer is not None:
                tag, payload = answer[0], int.from_bytes(answer[1], "little")
                del under_way[tag]
                results[(tag - first) % _TAGS] = unpacked(payload, design.outputs)
                answered += 1
                silences = 0
                more(1)
                continue
            silences += 1
            if silences == self.attempts:
                problem = f"{answered} of {len(rows)} sets answered, then none in "
                problem += f"{self.patience * self.attempts:g} s"
                raise InputError(self.port, problem, "a core of this design at this rate")
            self.send(bytes([END]))  # what an end was lost of
            self.asked_again += len(under_way)
            for request in under_way.values():
                self.send(request)
        return results

    def _answered(self, under_way: dict[int, bytes]) -> tuple[int, bytes] | None:
        """Return tag and set of the next right answer to what waits; None if none comes."""
        deadline = time.monotonic() + self.patience
        while True:
            frame, end, rest = self._came.partition(bytes([END]))
            if end:
                self._came = rest
                answer = self._answer.unpacked(bytes(frame))
                if answer is not None and answer[0] in under_way:
                    return answer
                continue
            # Of what is too long for a frame, as much is kept as shows that it is.
            self._came = self._came[-2 * self._answer.line_bytes :]
            if time.monotonic() > deadline:
                return None
            self._came += self._receive()

    def send(self, request: bytes) -> None:
        """Write a frame to the line. Raises InputError if it is gone or takes nothing."""
        try:
            self._line.write(request)
        except SerialTimeoutException:
            raise InputError(self.port, "takes no more bytes", "a line that is read") from None
        except (SerialException, OSError) as problem:
            raise self._vanished(problem) from None

    def _receive(self) -> bytes:
        """Return what has come, after a short wait if need be. Raises InputError if it is gone."""
        try:
            return bytes(self._line.read(max(1, self._line.in_waiting)))
        except (SerialException, OSError) as problem:
            raise self._vanished(problem) from None

    def _vanished(self, problem: Exception) -> InputError:
        """Return what to say when the port is gone."""
        return InputError(self.port, f"vanished ({_one_line(problem)})", "a port that stays")


def _one_line(problem: Exception) -> str:
    """Return a problem's text without line breaks."""
    return " ".join(str(problem).split())
