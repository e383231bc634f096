"""Boards that a machine can be put on whole, and the FPGA on each."""

from __future__ import annotations

from dataclasses import dataclass

from common.errors import InputError
from hdl.synth.devices import Device
from hdl.synth.flows import ECP5


@dataclass(frozen=True)
class Board:
    """A board that one can buy.

    Attributes
    ----------
    name
        By which the command line knows it.
    device
        Its FPGA, in its package and speed grade.
    clock_hz
        Its oscillator.
    module, platform
        Where amaranth-boards describes it.
    """

    name: str
    device: Device
    clock_hz: float
    module: str
    platform: str


_SIZE = ("--85k", "--package", "CABGA381", "--speed", "6")

BOARDS = {
    board.name: board
    for board in (
        Board(
            "ulx3s-85f",
            Device(
                "ulx3s-85f", ECP5, _SIZE, 83_640, 83_640, 156, 208, on_board="ecp5-85f"
            ),
            25e6, "amaranth_boards.ulx3s", "ULX3S_85F_Platform",
        ),
    )
}  # fmt: skip
"""What ``--board`` may name."""


def board_named(name: str) -> Board:
    """Return the board of that name; raises `InputError` if there is none."""
    if name not in BOARDS:
        raise InputError("--board", repr(name), ", ".join(BOARDS))
    return BOARDS[name]
