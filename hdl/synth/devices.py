"""FPGAs that a machine can be put on, and what they have."""

from __future__ import annotations

from dataclasses import dataclass

from common.errors import InputError


@dataclass(frozen=True)
class Device:
    """An ECP5 of Lattice, speed grade 8.

    Attributes
    ----------
    name
        By which the command line knows it.
    size
        nextpnr's option for it.
    package
        The one with the most pins that the open tools know.
    lut, multipliers, memories
        Look-up tables of four inputs (and as many flip-flops), MULT18X18D, DP16KD block memories.
    """

    name: str
    size: str
    package: str
    lut: int
    multipliers: int
    memories: int


DEVICES = {
    device.name: device
    for device in (
        Device("ecp5-25f", "--um5g-25k", "CABGA381", 24_288, 28, 56),
        Device("ecp5-45f", "--um5g-45k", "CABGA554", 43_848, 72, 108),
        Device("ecp5-85f", "--um5g-85k", "CABGA756", 83_640, 156, 208),
    )
}
"""What ``--device`` may name."""


def device_named(name: str) -> Device:
    """Return the device of that name; raises `InputError` if there is none."""
    if name not in DEVICES:
        raise InputError("--device", repr(name), ", ".join(DEVICES))
    return DEVICES[name]
