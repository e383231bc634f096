"""Options that name files, alike in several commands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from common.errors import InputError
from common.files import is_device

JsonOption = Annotated[
    str | None, typer.Option(metavar="FILE", help="Write the report to this file as JSON.")
]

PictureOption = Annotated[
    str | None, typer.Option(metavar="FILE.svg", help="Draw it, into this file as SVG.")
]

TRAJECTORY = typer.Option(
    metavar="FILE", help="A .csv or .npz file of q, qd and qdd in rad, m and s, or of q and t."
)
"""Of `--trajectory`, which some commands need and others do not."""


def check_picture(path: str | None) -> None:
    """Refuse a name of a picture that promises another format than SVG."""
    if path is not None and Path(path).suffix.lower() != ".svg" and not is_device(path):
        raise InputError("--picture", repr(path), "a name that ends in .svg")


def check_table(path: str | None) -> None:
    """Refuse a name of a table that promises another format than CSV."""
    if path is not None and Path(path).suffix.lower() != ".csv" and not is_device(path):
        raise InputError("--output", f"{path!r} is no CSV file", "a name that ends in .csv")
