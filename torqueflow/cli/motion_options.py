"""The motion that a command works along: a file, and what must be told of it."""

from __future__ import annotations

from typing import Annotated

import typer

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
