"""The cocotb bench of a machine on AXI, with cocotbext-axi's source, sink and master.

What is played and what must come are in a JSON file; what came is written to another, and judged
outside.
"""

import itertools
import json
import os
import random
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, with_timeout
from cocotbext.axi import (
    AxiLiteBus,
    AxiLiteMaster,
    AxiStreamBus,
    AxiStreamFrame,
    AxiStreamSink,
    AxiStreamSource,
)

PLAYED, CAME = "TORQUEFLOW_PLAYED", "TORQUEFLOW_CAME"


def pauses(seed, share):
    chance = random.Random(seed)
    return (chance.random() < share for _ in itertools.count())


@cocotb.test()
async def play(dut):
    played = json.loads(Path(os.environ[PLAYED]).read_text())
    Clock(dut.aclk, 10, unit="ns").start()
    reset = {"clock": dut.aclk, "reset": dut.aresetn, "reset_active_level": False}
    source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), byte_lanes=None, **reset)
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), byte_lanes=None, **reset)
    master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), **reset)
    dut.aresetn.value = 0
    await ClockCycles(dut.aclk, 4)
    dut.aresetn.value = 1
    await ClockCycles(dut.aclk, 2)
    source.set_pause_generator(pauses(1, played["stall"]))
    sink.set_pause_generator(pauses(2, played["stall"]))
    for k, channel in enumerate(
        (
            master.write_if.aw_channel, master.write_if.w_channel, master.write_if.b_channel,
            master.read_if.ar_channel, master.read_if.r_channel,
        )
    ):  # fmt: skip
        channel.set_pause_generator(pauses(3 + k, played["stall"]))
    answers = []
    for address, word in played["writes"]:
        answer = await with_timeout(master.write(address, word.to_bytes(4, "little")), 20, "us")
        answers.append(int(answer.resp))
    for packet in played["packets"]:
        await source.send(AxiStreamFrame(bytes.fromhex(packet)))
    came = []
    for _ in range(played["expected"]):
        frame = await with_timeout(sink.recv(), 200, "us")
        came.append(bytes(frame.tdata).hex())
    await ClockCycles(dut.aclk, 200)
    read = []
    for address in played["reads"]:
        answer = await with_timeout(master.read(address, 4), 20, "us")
        read.append([int.from_bytes(answer.data, "little"), int(answer.resp)])
    found = {"packets": came, "left": sink.count(), "read": read, "writes": answers}
    Path(os.environ[CAME]).write_text(json.dumps(found))
