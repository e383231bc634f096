"""How a set of results leaves a machine: options, and what does not go beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from common.errors import InputError
from dataflow.beats import KINDS
from torqueflow.cli.choices import choice

BeatsOption = Annotated[
    str,
    choice("How a set of results leaves: at once, by columns, or in words of 32 bits.", KINDS),
]
TagOption = Annotated[
    int, typer.Option(metavar="BITS", help="Of a number that travels with a set; 0 for none.")
]


def leaves_alone(beats: str, tag: int) -> bool:
    """Tell whether a set leaves at once and without a tag, as it is computed."""
    return (beats, tag) == ("set", 0)


def check_beside_beats(beats: str, tag: int, given: Mapping[str, object]) -> None:
    """Raise InputError for an option, by its name, that is given beside beats or a tag."""
    for option, value in given.items():
        if value is not None and not leaves_alone(beats, tag):
            raise InputError(option, "given beside --beats or --tag", "one of the two")
