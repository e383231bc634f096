"""`torqueflow occam`: compile occam for emulated transputers, and run it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from common.destinations import check_apart, check_outputs
from common.files import write_file
from occam.program import Checks
from torqueflow.cli.standard_output import whole_output
from torqueflow.cli.transputer_inputs import inputs
from torqueflow.cli.transputer_options import (
    Arguments,
    BootableOutput,
    ChecksOption,
    Environment,
    Json,
    MaxSeconds,
    Memory,
    NetworkOption,
    PartOption,
    Root,
    Stats,
    Strict,
    Trace,
    WallClock,
    Writable,
)

Source = Annotated[Path, typer.Argument(help="occam source, a text file.", metavar="FILE.occ")]


def build(
    file: Source,
    output: BootableOutput = None,
    type_: PartOption = None,
    checks: ChecksOption = Checks.HALT,
    network: NetworkOption = None,
    write_network: Annotated[
        Path | None,
        typer.Option(
            help="Write the network that the program needs to this file.", metavar="NET.toml"
        ),
    ] = None,
    listing: Annotated[
        bool, typer.Option("--listing", help="Print the code under its source.")
    ] = False,
) -> None:
    """Compile FILE.occ into a bootable file that loads every transputer of its network.

    The network of a program for several processors is printed, unless it is given or written.
    """
    from occam.build import build as compiled
    from occam.linking.configuration import as_toml
    from occam.telling.listing import listing as listed
    from torqueflow.cli.transputer_run import given_network

    output = output or file.with_suffix(".btl")
    outputs = {"-o": output, "--write-network": write_network}
    check_outputs(outputs, inputs(file, network))
    plan = given_network(network, type_.value if type_ else None)
    built = compiled(file, type_.value if type_ else None, checks, plan)
    check_apart(outputs, _parts_of_source(built.files))
    write_file(output, built.data)
    if write_network is not None:
        write_file(write_network, as_toml(built.network).encode())
    with whole_output():
        if len(built.network.nodes) > 1 and plan is None and write_network is None:
            sys.stdout.write(as_toml(built.network))
        if listing:
            sys.stdout.write(listed(built))


def compile_(
    file: Source,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="The object file to write.",
            metavar="FILE.tqo",
            show_default="the source's name with .tqo",
        ),
    ] = None,
    type_: PartOption = None,
    checks: ChecksOption = Checks.HALT,
) -> None:
    """Compile the procedures and functions of FILE.occ by themselves, for #USE "FILE.tqo"."""
    from occam.module import build_module
    from occam.objects import as_object

    output = output or file.with_suffix(".tqo")
    check_outputs({"-o": output}, inputs(file))
    module, files = build_module(file, type_.value if type_ else "T800", checks)
    check_apart({"-o": output}, _parts_of_source(files))
    write_file(output, as_object([module]))


def library(
    files: Annotated[
        list[Path], typer.Argument(help="Object files of `compile`.", metavar="FILE.tqo")
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", help="The library to write.", metavar="NAME.lib")
    ],
) -> None:
    """Put object files, as for several parts and checks, into one for #USE "NAME.lib"."""
    from occam.objects import as_object, joined

    check_outputs({"-o": output}, {f"object file {n}": file for n, file in enumerate(files, 1)})
    write_file(output, as_object(joined(files)))


def run(
    file: Source,
    arguments: Arguments = None,
    type_: PartOption = None,
    checks: ChecksOption = Checks.HALT,
    network: NetworkOption = None,
    memory: Memory = None,
    strict_memory: Annotated[
        bool,
        typer.Option(
            "--strict-memory/--no-strict-memory",
            help="Stop where there is no memory, instead of going on.",
        ),
    ] = True,
    stats: Stats = False,
    trace: Trace = None,
    root: Root = Path("."),
    writable: Writable = False,
    strict: Strict = False,
    env: Environment = None,
    max_seconds: MaxSeconds = None,
    wall_clock: WallClock = False,
    json_: Json = None,
) -> int:
    """Compile FILE.occ, boot it on emulated transputers, and exit with its status.

    As `build` and then `transputer run`, but the end of a run that went wrong is told in terms of
    the source: processor, procedure, file and line. Status 0: the program reported success. 1: it
    failed, stopped without a word, deadlocked or could not go on. 2: bad input.
    """
    # Imported here because the simulator's compiler takes longer to load than the rest to run.
    from occam.build import build as compiled
    from occam.telling.callers import procedure_at
    from occam.telling.diagnosis import explain
    from torqueflow.cli import transputer_run

    part = type_.value if type_ else None
    options = transputer_run.Options(
        file=file,
        arguments=arguments or [],
        part=part,
        network=network,
        memory=memory,
        strict_memory=strict_memory,
        stats=stats,
        trace=trace,
        root=root,
        writable=writable,
        environment=env or [],
        max_seconds=max_seconds,
        json=json_,
        strict=strict,
        wall_clock=wall_clock,
    )
    plan = transputer_run.given_network(network, part, memory)
    size = transputer_run.memory_bytes(memory)
    transputer_run.check(options)
    built = compiled(file, part, checks, plan, memory_bytes=size)
    check_apart({"--trace": trace, "--json": json_}, _parts_of_source(built.files))
    program = transputer_run.Bootable(
        built.data,
        built.network,
        lambda outcome, machine: explain(outcome, machine, built),
        lambda node, address: procedure_at(built, node, address),
    )
    return transputer_run.run(program, options)


def _parts_of_source(files: Iterable[str]) -> list[tuple[str, str]]:
    """Return what the compiler has read, for `check_apart`."""
    return [("a part of the source", file) for file in files]
