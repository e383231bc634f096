"""A compiled machine that runs beside its user and is asked one set of inputs at a time."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from common.arrays import Integers
from common.scratch import ScratchFolder
from dataflow.design import Design
from hdl.payloads import packed, unpacked
from hdl.simulate.exchange import CYCLES_BYTES, EXCHANGE
from hdl.simulate.simulator import Simulation


@dataclass
class LiveMachine:
    """A machine in a simulator, over a socket.

    Attributes
    ----------
    design
        What it is.
    cycles
        From the transfer of the last set that was asked to its results; 0 before the first.
    """

    design: Design
    _other: socket.socket
    cycles: int = 0

    def ask(self, inputs: Integers) -> Integers:
        """Return the results, (outputs,), of one set of integers on the ports, (inputs,).

        Raises
        ------
        RuntimeError
            The simulator has gone.
        """
        payload = packed(np.asarray(inputs)[np.newaxis], self.design.inputs)[0].tobytes()
        width = sum(port.format.width for port in self.design.outputs)
        wanted = CYCLES_BYTES + -(-width // 8)
        answer = b""
        try:
            self._other.sendall(payload)
            while len(answer) < wanted and (piece := self._other.recv(wanted - len(answer))):
                answer += piece
        except OSError as error:
            raise RuntimeError(f"the simulator has gone: {error}") from error
        if len(answer) < wanted:
            raise RuntimeError("the simulator has gone")
        self.cycles = int.from_bytes(answer[:CYCLES_BYTES], "little")
        word = int.from_bytes(answer[CYCLES_BYTES:], "little")
        return np.array(unpacked(word, self.design.outputs), dtype=np.int64)


@contextmanager
def running(simulation: Simulation) -> Iterator[LiveMachine]:
    """Run a compiled machine until the block ends.

    Raises
    ------
    RuntimeError
        With the simulator's log, if it does not start.
    """
    with ScratchFolder() as folder:
        path = Path(folder) / "exchange"
        failed: list[BaseException] = []
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
            door.bind(str(path))
            door.listen(1)

            def simulate() -> None:
                try:
                    simulation.run("hdl.simulate.exchange", {EXCHANGE: str(path)})
                except BaseException as error:  # told by the thread that waits
                    failed.append(error)
                finally:
                    # Whoever still waits at the door is let go: nobody will come.
                    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as nobody:
                        nobody.connect_ex(str(path))

            thread = threading.Thread(target=simulate)
            thread.start()
            try:
                other, _ = door.accept()
                with other:
                    if failed:
                        raise RuntimeError("the simulator did not start") from failed[0]
                    yield LiveMachine(simulation.design, other)
            finally:
                thread.join()
        if failed:
            raise RuntimeError("the simulator stopped early") from failed[0]
