"""Options of a serial line, alike for who writes a core and who talks to it."""

from __future__ import annotations

from typing import Annotated

import typer

from common.errors import InputError
from hdl.serial.rates import DEFAULT_RATE
from hdl.synth.board_names import BOARDS
from torqueflow.cli.choices import choice

_MOST_BAUD = 100_000_000

BaudOption = Annotated[
    int | None,
    typer.Option(
        metavar="RATE",
        help="The serial line's rate, in bits a second.",
        show_default=str(DEFAULT_RATE),
    ),
]

BoardOption = Annotated[
    str | None,
    choice("Put the machine on this board's serial line, as its whole design.", BOARDS),
]


def check_baud(baud: int | None) -> int:
    """Return the rate that is meant; raises `InputError` if there is none such."""
    if baud is not None and not 1 <= baud <= _MOST_BAUD:
        raise InputError("--baud", str(baud), f"1 to {_MOST_BAUD}")
    return DEFAULT_RATE if baud is None else baud
