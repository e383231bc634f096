"""The options that all commands have which run transputers."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Part(StrEnum):
    """The transputers there are."""

    T414 = "T414"
    T800 = "T800"


PartOption = Annotated[
    Part | None,
    typer.Option("--type", help="The transputer. [default: T800]", case_sensitive=False),
]
Arguments = Annotated[
    list[str] | None,
    typer.Argument(help="The program's command line (after -- if it begins with a minus)."),
]
NetworkOption = Annotated[
    Path | None, typer.Option(help="Several transputers and their wires.", metavar="NET.toml")
]
Stats = Annotated[bool, typer.Option("--stats", help="Print what the run cost.")]
Trace = Annotated[
    Path | None, typer.Option(help="Write a timeline for Perfetto.", metavar="FILE.json")
]
Root = Annotated[Path, typer.Option(help="The one directory the program sees.", metavar="DIR")]
Writable = Annotated[bool, typer.Option("--writable", help="Let the program write below --root.")]
Strict = Annotated[
    bool, typer.Option("--strict", help="Refuse requests to the host that INMOS's servers refuse.")
]
Environment = Annotated[
    list[str] | None,
    typer.Option(help="All of the environment the program sees.", metavar="NAME=VALUE"),
]
MaxSeconds = Annotated[float, typer.Option(help="Stop after so much simulated time.", metavar="S")]
Json = Annotated[Path | None, typer.Option("--json", help="Write the result.", metavar="FILE")]
