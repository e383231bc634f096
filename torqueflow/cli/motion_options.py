"""The motion that a command works along: a file, and what must be told of it."""

from __future__ import annotations

from typing import Annotated

import typer

from common.errors import InputError

StepOption = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="The time between points, to differentiate q where the file has no column t.",
    ),
]
DegreesOption = Annotated[
    bool, typer.Option("--degrees", help="Read the file's angles in degrees, per second too.")
]


def check_points(points: int | None, file: str | None, most: int) -> None:
    """Refuse a number of random points that is out of range, or beside a file of a motion."""
    if points is not None and file is not None:
        raise InputError("--points", "given beside --trajectory", "one of the two")
    if points is not None and not 1 <= points <= most:
        raise InputError("--points", str(points), f"1 to {most}")


def check_seed(seed: int) -> None:
    """Refuse a seed that is negative."""
    if seed < 0:
        raise InputError("--seed", str(seed), "0 or more")
