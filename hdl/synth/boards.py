"""A machine on a serial line as the whole design of a board: pins, clock, reset, constraints.

Pins and clock are those of amaranth-boards (`pip install 'torqueflow[boards]'`).
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from dataclasses import dataclass
from typing import Any

from amaranth.hdl import (
    ClockDomain,
    ClockSignal,
    DomainRenamer,
    Elaboratable,
    Fragment,
    Module,
    Mux,
    ResetSignal,
    Signal,
)
from amaranth.lib import io
from amaranth.lib.cdc import FFSynchronizer

from common.errors import InputError
from dataflow.design import Design
from hdl.parts.family import Family
from hdl.serial.machine import SerialMachine
from hdl.serial.rates import cycles_a_bit
from hdl.synth.board_names import Board


@dataclass(frozen=True)
class BoardFiles:
    """A board's design.

    Attributes
    ----------
    top
        The module's name.
    netlist
        In RTLIL: ports ``clk25``, ``uart_rx``, ``uart_tx``, ``button_reset``, ``led_dropped``.
    constraints
        Where they are on the FPGA, and the clock: an LPF file.
    """

    top: str
    netlist: str
    constraints: str


class BoardTop(Elaboratable):
    """`SerialMachine` between a board's pins.

    The button resets the machine; the lamp shines once a request was dropped since. Both wait for
    two clock edges, as the receiver's line does.
    """

    def __init__(self, design: Design, cycles: int) -> None:
        self.machine = SerialMachine(design, cycles)

    def elaborate(self, platform: Any) -> Module:
        """Join machine and pins; the machine's parts are the family's own."""
        m = Module()
        line = platform.request("uart", 0, dir=dict.fromkeys(("rx", "tx", "rts", "dtr"), "-"))
        m.submodules.pin_rx = rx = io.Buffer("i", line.rx)
        m.submodules.pin_tx = tx = io.Buffer("o", line.tx)
        m.submodules.pin_button = button = io.Buffer(
            "i", platform.request("button_fire", 0, dir="-")
        )
        m.submodules.pin_lamp = lamp = io.Buffer("o", platform.request("led", 0, dir="-"))
        reset, dropped = Signal(), Signal()
        m.submodules.button = FFSynchronizer(button.i, reset)
        machine = Fragment.get(self.machine, Family.ECP5)
        # A domain of its own, since the platform's has no reset, which cells are given by name.
        m.domains.machine = ClockDomain()
        m.d.comb += [
            ClockSignal("machine").eq(ClockSignal()),
            ResetSignal("machine").eq(reset),
        ]
        m.submodules.machine = DomainRenamer("machine")(machine)
        m.d.sync += dropped.eq(Mux(reset, 0, dropped | self.machine.dropped))
        m.d.comb += [
            self.machine.rx.eq(rx.i),
            tx.o.eq(self.machine.tx),
            lamp.o.eq(dropped),
        ]
        return m


_NAMES = {
    "clk25_0__io": "clk25",
    "uart_0__rx__io": "uart_rx",
    "uart_0__tx__io": "uart_tx",
    "button_fire_0__io": "button_reset",
    "led_0__io": "led_dropped",
}
"""Ports of plain names, by what Amaranth calls them."""


def board_files(design: Design, board: Board, rate: float, name: str) -> BoardFiles:
    """Return the design of a board with a machine behind its serial line.

    Parameters
    ----------
    rate
        Bits a second.
    name
        Of the module.

    Raises
    ------
    InputError
        amaranth-boards is not installed; the board's clock cannot make the rate; a set is too
        long for a frame.
    """
    if importlib.util.find_spec("amaranth_boards") is None:
        raise InputError("amaranth-boards", "is not installed", "pip install 'torqueflow[boards]'")
    top = BoardTop(design, cycles_a_bit(board.clock_hz, rate))
    platform = getattr(importlib.import_module(board.module), board.platform)()
    files = platform.prepare(top, name, emit_src=False).files
    pattern = re.compile("|".join(_NAMES))
    netlist, constraints = (
        pattern.sub(lambda found: _NAMES[found[0]], _text(files[f"{name}.{ending}"]))
        for ending in ("il", "lpf")
    )
    return BoardFiles(name, netlist, constraints)


def _text(content: str | bytes) -> str:
    return content if isinstance(content, str) else content.decode()
