"""The cocotb bench: plays a stimulus against an array and writes down all that it does.

It runs inside the simulator, started by `hdl.simulate.simulator`, and judges nothing: what was seen
in each cycle goes into a file, and whoever holds the emulator compares. One await a cycle, at the
falling clock edge, where every register of the cycle has settled: ready and valid are read there,
then the bench sets what the coming rising edge shall see.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cocotb
import numpy as np
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from common.arrays import Flags

STIMULUS = "TORQUEFLOW_STIMULUS"
"""Environment variable: the file to play."""

RECORD = "TORQUEFLOW_RECORD"
"""Environment variable: the file to write."""

PERIOD_NS = 10


@dataclass
class Producer:
    """Offers payloads in order; one that is offered stays offered until it is taken."""

    dut: Any
    payloads: list[int]
    offers: Flags
    taken: int = 0
    offering: bool = False

    def step(self, cycle: int, ready: bool, reset: bool) -> bool:
        """Set this cycle's input; tells whether it is taken."""
        if self.taken == len(self.payloads):
            self.dut.in_valid.value = 0
            return False
        if not self.offering and self.offers[cycle]:
            self.offering = True
            self.dut.in_payload.value = self.payloads[self.taken]
        self.dut.in_valid.value = int(self.offering)
        transfer = self.offering and ready and not reset
        if transfer:
            self.taken += 1
            self.offering = False
        return transfer


@dataclass
class Recorder:
    """What every cycle showed."""

    ready: list[bool] = field(default_factory=list)
    valid: list[bool] = field(default_factory=list)
    accepted: list[bool] = field(default_factory=list)
    payload: list[str] = field(default_factory=list)
    probes: list[list[str]] = field(default_factory=list)

    def save(self, path: Path, names: list[str]) -> None:
        """Write the record; bits as text, so that an unknown bit stays one."""
        np.savez(
            path,
            ready=np.array(self.ready, dtype=np.bool_),
            valid=np.array(self.valid, dtype=np.bool_),
            accepted=np.array(self.accepted, dtype=np.bool_),
            payload=np.array(self.payload, dtype=np.str_),
            probe_names=np.array(names, dtype=np.str_),
            probes=np.array(self.probes, dtype=np.str_).reshape(len(self.probes), len(names)),
        )


def find(dut: Any, path: str) -> Any:
    """Return the signal at a dotted path."""
    for name in path.split("."):
        dut = getattr(dut, name)
    return dut


@cocotb.test()  # type: ignore[untyped-decorator]
async def play(dut: Any) -> None:
    """Play the stimulus file from reset to its last cycle."""
    stimulus = np.load(os.environ[STIMULUS])
    payloads = [int.from_bytes(row.tobytes(), "little") for row in stimulus["payloads"]]
    producer = Producer(dut, payloads, stimulus["valid"])
    consumer, resets = stimulus["ready"].tolist(), stimulus["reset"].tolist()
    names = [str(name) for name in stimulus["probes"]]
    probes = [find(dut, name) for name in names]
    recorder = Recorder()

    dut.rst.value = 1
    dut.in_valid.value = 0
    dut.in_payload.value = 0
    dut.out_ready.value = 0
    Clock(dut.clk, PERIOD_NS, unit="ns").start()
    falling = FallingEdge(dut.clk)
    for _ in range(3):
        await falling
    dut.rst.value = 0

    for cycle, (ready_now, reset_now) in enumerate(zip(consumer, resets, strict=True)):
        if cycle:
            await falling
        ready, valid = bool(dut.in_ready.value), bool(dut.out_valid.value)
        recorder.ready.append(ready)
        recorder.valid.append(valid)
        recorder.payload.append(str(dut.out_payload.value) if valid else "")
        if probes:
            recorder.probes.append([str(probe.value) for probe in probes])
        recorder.accepted.append(producer.step(cycle, ready, reset_now))
        dut.out_ready.value = int(ready_now)
        dut.rst.value = int(reset_now)
    await falling
    recorder.save(Path(os.environ[RECORD]), names)
