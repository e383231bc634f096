"""The options that all commands have which run transputers."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from occam.program import Checks


class Part(StrEnum):
    """The transputers there are."""

    T414 = "T414"
    T800 = "T800"


PartOption = Annotated[
    Part | None,
    typer.Option("--type", help="The kind of transputer.", show_default="T800"),
]
ChecksOption = Annotated[
    Checks,
    typer.Option(
        help="What is checked at run time: everything, with a halt where it fails; all but "
        "ranges; or nothing.",
    ),
]
Arguments = Annotated[
    list[str] | None,
    typer.Argument(help="The program's command line, after -- if it begins with a minus."),
]
NetworkOption = Annotated[
    Path | None,
    typer.Option(
        help="A file of several transputers and their wires, in place of one.", metavar="NET.toml"
    ),
]
Stats = Annotated[bool, typer.Option("--stats", help="Print what the run cost.")]
Trace = Annotated[
    Path | None,
    typer.Option(help="Write a timeline that ui.perfetto.dev opens.", metavar="FILE.json"),
]
Root = Annotated[Path, typer.Option(help="The one directory the program sees.", metavar="DIR")]
Writable = Annotated[bool, typer.Option("--writable", help="Let the program write below --root.")]
Strict = Annotated[
    bool, typer.Option("--strict", help="Refuse requests to the host that INMOS's servers refuse.")
]
Environment = Annotated[
    list[str] | None,
    typer.Option(
        help="A variable of the environment the program sees, which is empty otherwise; may be "
        "repeated.",
        metavar="NAME=VALUE",
    ),
]
MaxSeconds = Annotated[
    float, typer.Option(help="Stop after this much simulated time, in seconds.", metavar="S")
]
Json = Annotated[
    Path | None,
    typer.Option("--json", help="Write the result to this file as JSON.", metavar="FILE"),
]
BootableOutput = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        help="The bootable file to write.",
        metavar="FILE.btl",
        show_default="the source's name with .btl",
    ),
]
