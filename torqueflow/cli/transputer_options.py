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
        help="A variable of the environment the program sees, which else has only IBOARDSIZE; may "
        "be repeated.",
        metavar="NAME=VALUE",
    ),
]
MaxSeconds = Annotated[
    float | None,
    typer.Option(
        help="Stop after this much simulated time, in seconds.",
        metavar="S",
        show_default="60, but no limit at a terminal, where there is Ctrl-C",
    ),
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
Memory = Annotated[
    str | None,
    typer.Option(
        help="Memory of each transputer, on chip and external: bytes, or with K or M.",
        metavar="SIZE",
        show_default="1M",
    ),
]
StrictMemory = Annotated[
    bool,
    typer.Option("--strict-memory", help="Stop where there is no memory, instead of going on."),
]
WallClock = Annotated[
    bool,
    typer.Option(
        "--wall-clock", help="Tell the program the host's time, not its own simulated time."
    ),
]
