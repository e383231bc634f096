"""The motion that a command works along: a file, and what must be told of it."""

from __future__ import annotations

from typing import Annotated

import typer

StepOption = Annotated[
    float | None,
    typer.Option(help="Seconds between points: to differentiate q where there is no time t."),
]
DegreesOption = Annotated[
    bool, typer.Option("--degrees", help="Angles in the file are degrees, per second too.")
]
