"""`torqueflow transputer`: run bootable files on emulated transputers, assemble, disassemble."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from common.destinations import check_outputs
from common.errors import InputError
from common.files import write_file
from emulator.transputer.assembly import assembler, bootfile, disassembler
from torqueflow.cli.standard_output import whole_output
from torqueflow.cli.transputer_inputs import inputs, read, read_bootable
from torqueflow.cli.transputer_options import (
    Arguments,
    BootableOutput,
    Environment,
    Json,
    MaxSeconds,
    Memory,
    NetworkOption,
    Part,
    PartOption,
    Root,
    Stats,
    Strict,
    StrictMemory,
    Trace,
    WallClock,
    Writable,
)


def run(
    file: Annotated[Path, typer.Argument(help="A bootable file.", metavar="FILE.btl")],
    arguments: Arguments = None,
    type_: PartOption = None,
    network: NetworkOption = None,
    memory: Memory = None,
    strict_memory: StrictMemory = False,
    stats: Stats = False,
    trace: Trace = None,
    root: Root = Path("."),
    writable: Writable = False,
    strict: Strict = False,
    env: Environment = None,
    wall_clock: WallClock = False,
    max_seconds: MaxSeconds = None,
    json_: Json = None,
) -> int:
    """Boot FILE.btl on emulated transputers, serve it, and exit with its status.

    It is booted down the host's link and served by INMOS's iserver protocol. Status 0: the program
    reported success. 1: it failed, stopped without a word, deadlocked or could not go on. 2: bad
    input. A program's own status, up to 255, is passed on.
    """
    # Imported here because the simulator's compiler takes longer to load than the rest to run.
    from torqueflow.cli.transputer_run import Options, run_file

    part = type_.value if type_ else None
    options = Options(
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
        wall_clock=wall_clock,
        max_seconds=max_seconds,
        json=json_,
        strict=strict,
    )
    return run_file(options)


def asm(
    file: Annotated[Path, typer.Argument(help="Assembly source, a text file.", metavar="FILE.s")],
    output: BootableOutput = None,
    type_: Annotated[
        Part | None,
        typer.Option(
            "--type",
            help="Refuse instructions that this kind of transputer lacks.",
        ),
    ] = None,
) -> None:
    """Assemble FILE.s into a bootable file."""
    output = output or file.with_suffix(".btl")
    check_outputs({"-o": output}, inputs(file))
    source = read(file)
    try:
        text = source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise InputError(f"{file}:{line}", "bytes that are no UTF-8", "text") from error
    program = assembler.assemble(text, str(file), type_.value if type_ else None)
    if not program.code:
        raise InputError(str(file), "no instruction", "a program of at least one")
    write_file(output, program.code if program.raw else bootfile.bootable(program.code))


def disasm(
    file: Annotated[Path, typer.Argument(help="A bootable file.", metavar="FILE.btl")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="The source file to write.",
            metavar="FILE.s",
            show_default="standard output",
        ),
    ] = None,
) -> None:
    """Print source that `asm` turns back into exactly FILE.btl."""
    check_outputs({"-o": output}, inputs(file))
    text = disassembler.disassemble_file(read_bootable(file), str(file))
    if output is None:
        with whole_output():
            sys.stdout.write(text)
    else:
        write_file(output, text.encode())
