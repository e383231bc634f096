"""Options that name files, alike in several commands."""

from __future__ import annotations

from typing import Annotated

import typer

JsonOption = Annotated[
    str | None, typer.Option(metavar="FILE", help="Write the report to this file as JSON.")
]

TRAJECTORY = typer.Option(
    metavar="FILE", help="A .csv or .npz file of q, qd and qdd in rad, m and s."
)
"""Of `--trajectory`, which some commands need and others do not."""
