"""A machine between the two wires of a serial line."""

from __future__ import annotations

import dataclasses
from typing import Any

from amaranth.hdl import Cat, Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from dataflow.beats import planned_beats
from dataflow.design import Design
from hdl.beats import BeatMachine
from hdl.flat_ports import converted
from hdl.serial.frames import CRC_BYTES, TAG_BYTES, Frame, answer_frame, request_frame
from hdl.serial.framing import TAG_BITS, Deframer, Framer
from hdl.serial.rates import cycles_a_bit
from hdl.serial.uart import Receiver, Transmitter


class SerialMachine(wiring.Component):
    """A machine that answers requests on a serial line, in their order, each with its tag.

    A request that is not right in every byte is never answered; nor is one that comes while another
    waits for the machine. Who asks counts answers, and asks again.

    Parameters
    ----------
    cycles
        Clock cycles a bit (`hdl.serial.rates.cycles_a_bit`).

    Members
    -------
    rx : In
    tx : Out
    dropped : Out
        High for a cycle when a request is dropped.

    Raises InputError if a set is too long for a frame.
    """

    def __init__(self, design: Design, cycles: int) -> None:
        self.design, self.cycles = design, cycles
        self.request, self.answer = request_frame(design), answer_frame(design)
        super().__init__({"rx": In(1), "tx": Out(1, init=1), "dropped": Out(1)})

    def elaborate(self, platform: Any) -> Module:
        """Join line, frames and machine; tags go beside the sets."""
        m = Module()
        beats = dataclasses.replace(planned_beats(self.design), tag=TAG_BITS)
        m.submodules.receiver = receiver = Receiver(self.cycles)
        m.submodules.deframer = deframer = Deframer(self.request)
        m.submodules.machine = machine = BeatMachine(self.design, beats)
        m.submodules.framer = framer = Framer(self.answer)
        m.submodules.transmitter = transmitter = Transmitter(self.cycles)
        wiring.connect(m, framer.o, transmitter.i)
        m.d.comb += [
            receiver.rx.eq(self.rx),
            deframer.byte.eq(receiver.byte),
            deframer.valid.eq(receiver.valid),
            deframer.broken.eq(receiver.broken),
            self.dropped.eq(deframer.dropped),
            machine.i.valid.eq(deframer.o.valid),
            deframer.o.ready.eq(machine.i.ready),
            machine.i.payload.tag.eq(deframer.o.payload[:TAG_BITS]),
            machine.i.payload.set.as_value().eq(deframer.o.payload[TAG_BITS:]),
            framer.i.valid.eq(machine.o.valid),
            machine.o.ready.eq(framer.i.ready),
            framer.i.payload.eq(Cat(machine.o.payload.tag, machine.o.payload.data)),
            self.tx.eq(transmitter.tx),
        ]
        return m


def serial_netlist(design: Design, cycles: int, name: str) -> str:
    """Return the machine on a serial line in RTLIL: ports clk, rst, rx, tx and dropped.

    Raises InputError if a set is too long for a frame.
    """
    return converted(SerialMachine(design, cycles), name)


def serial_sheet(design: Design, clock: float, rate: float, module: str) -> dict[str, Any]:
    """Return what a user must know of the machine on a serial line, for a JSON file.

    Parameters
    ----------
    clock
        Hz.
    rate
        Bits a second.
    """
    cycles = cycles_a_bit(clock, rate)
    return {
        "module": module,
        "clock_hz": clock,
        "baud": rate,
        "cycles_a_bit": cycles,
        "characters": "8 data bits, no parity, 1 stop bit",
        "frame": "COBS of tag, set and CRC-32, each with its lowest byte first; then a zero byte",
        "request": _frame_sheet(request_frame(design)),
        "answer": _frame_sheet(answer_frame(design)),
    }


def _frame_sheet(frame: Frame) -> dict[str, int]:
    return {
        "tag_bytes": TAG_BYTES,
        "set_bytes": frame.set_bytes,
        "crc_bytes": CRC_BYTES,
        "line_bytes": frame.line_bytes,
        "crc_goes_on_from": frame.start,
    }
