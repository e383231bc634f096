"""FPGAs that a machine can be put on, what they have, and which tools place a design there."""

from __future__ import annotations

from dataclasses import dataclass

from common.errors import InputError
from hdl.synth.flows import ECP5, GOWIN, ICE40, XC7, Flow


@dataclass(frozen=True)
class Device:
    """An FPGA.

    Attributes
    ----------
    name
        By which the command line knows it.
    flow
        How a design becomes its family's cells, and what places them.
    options
        The placer's for this device, the package with the most pins and speed grade among them.
    lut, ff, multipliers, memories
        Look-up tables, flip-flops, multiplier blocks and block memories, in the units in which the
        flow's ``resources`` count.
    operand_bits
        Of the widest operand that one multiplier block takes whole.
    constraints
        An LPF file, where a board's pins are; empty for a bare FPGA, whose pins are anywhere.
    on_board
        The bare FPGA's name if this one is a board's; empty for a bare one.
    """

    name: str
    flow: Flow
    options: tuple[str, ...]
    lut: int
    ff: int
    multipliers: int
    memories: int
    operand_bits: int = 18
    constraints: str = ""
    on_board: str = ""

    @property
    def chip(self) -> str:
        """The name by which places on it are known (`hdl.synth.sites`)."""
        return self.on_board or self.name

    @property
    def available(self) -> dict[str, int]:
        """How many there are by the names that reports use."""
        return {"lut": self.lut, "ff": self.ff, "mult": self.multipliers, "bram": self.memories}


def _ecp5(name: str, size: str, package: str, lut: int, multipliers: int, memories: int) -> Device:
    options = (size, "--package", package, "--speed", "8", "--lpf-allow-unconstrained")
    return Device(name, ECP5, options, lut, lut, multipliers, memories)


DEVICES = {
    device.name: device
    for device in (
        _ecp5("ecp5-25f", "--um5g-25k", "CABGA381", 24_288, 28, 56),
        _ecp5("ecp5-45f", "--um5g-45k", "CABGA554", 43_848, 72, 108),
        _ecp5("ecp5-85f", "--um5g-85k", "CABGA756", 83_640, 156, 208),
        Device("ice40-up5k", ICE40, ("--up5k", "--package", "sg48"), 5_280, 5_280, 8, 30, 16),
        # Counted after synthesis: GW2A-18 and XC7A100T.
        Device("gowin-gw2a-18", GOWIN, (), 20_736, 15_552, 48, 46),
        Device("xc7-estimate", XC7, (), 63_400, 126_800, 240, 270),
    )
}
"""What ``--device`` may name."""


def device_named(name: str) -> Device:
    """Return the device of that name; raises `InputError` if there is none."""
    if name not in DEVICES:
        raise InputError("--device", repr(name), ", ".join(DEVICES))
    return DEVICES[name]
