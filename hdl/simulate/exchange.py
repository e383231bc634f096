"""The cocotb bench of a running machine: sets of inputs come over a socket, results go back.

It runs inside the simulator, started by `hdl.simulate.live`. While nobody sends, the simulated
clock stands still: what happens outside takes no cycles.
"""

from __future__ import annotations

import os
import socket
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

EXCHANGE = "TORQUEFLOW_EXCHANGE"
"""Environment variable: the path of the socket."""

CYCLES_BYTES = 4
"""Before each result: the cycles from its inputs' transfer, little-endian."""

PERIOD_NS = 10


@cocotb.test()  # type: ignore[untyped-decorator]
async def exchange(dut: Any) -> None:
    """Answer sets of inputs until the other side closes the socket."""
    into, out = (-(-len(signal) // 8) for signal in (dut.in_payload, dut.out_payload))
    dut.rst.value = 1
    dut.in_valid.value = 0
    dut.in_payload.value = 0
    dut.out_ready.value = 1
    Clock(dut.clk, PERIOD_NS, unit="ns").start()
    falling = FallingEdge(dut.clk)
    for _ in range(3):
        await falling
    dut.rst.value = 0
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
        other.connect(os.environ[EXCHANGE])
        while len(asked := _received(other, into)) == into:
            await falling
            dut.in_payload.value = int.from_bytes(asked, "little")
            dut.in_valid.value = 1
            while not dut.in_ready.value:
                await falling
            await falling
            dut.in_valid.value = 0
            cycles = 1
            while not dut.out_valid.value:
                await falling
                cycles += 1
            answer = int(dut.out_payload.value).to_bytes(out, "little")
            other.sendall(cycles.to_bytes(CYCLES_BYTES, "little") + answer)


def _received(other: socket.socket, count: int) -> bytes:
    """Return so many bytes; fewer if the other side has closed."""
    data = b""
    while len(data) < count:
        piece = other.recv(count - len(data))
        if not piece:
            break
        data += piece
    return data
