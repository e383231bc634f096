"""The cocotb bench of a machine on a serial line: bytes onto rx, bytes from tx.

What is played is in a JSON file, in hexadecimal, with resets between; what came is written to
another, and judged outside.
"""

import json
import os
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge

PLAYED, CAME = "TORQUEFLOW_PLAYED", "TORQUEFLOW_CAME"
RESET, ANSWERED = "reset", "answered"


async def say(dut, sent, cycles):
    for byte in sent:
        for bit in (0, *(byte >> k & 1 for k in range(8)), 1):
            dut.rx.value = bit
            await ClockCycles(dut.clk, cycles)


async def hear(dut, heard, cycles):
    while True:
        await FallingEdge(dut.tx)
        await ClockCycles(dut.clk, cycles // 2)
        byte = 0
        for k in range(8):
            await ClockCycles(dut.clk, cycles)
            byte |= int(dut.tx.value) << k
        await ClockCycles(dut.clk, cycles)
        if int(dut.tx.value):
            heard.append(byte)


async def reset(dut):
    dut.rst.value = 1
    await ClockCycles(dut.clk, 2)
    dut.rst.value = 0


@cocotb.test()
async def play(dut):
    played = json.loads(Path(os.environ[PLAYED]).read_text())
    cycles, heard = played["cycles"], []
    Clock(dut.clk, 10, unit="ns").start()
    dut.rx.value = 1
    await reset(dut)
    cocotb.start_soon(hear(dut, heard, cycles))
    for piece in played["pieces"]:
        if piece == RESET:
            await reset(dut)
        elif piece == ANSWERED:
            await ClockCycles(dut.clk, played["wait"])
        else:
            await say(dut, bytes.fromhex(piece), cycles)
    await ClockCycles(dut.clk, played["wait"])
    Path(os.environ[CAME]).write_text(json.dumps(bytes(heard).hex()))
