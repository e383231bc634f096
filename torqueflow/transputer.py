"""`torqueflow transputer`: run bootable files on emulated transputers, assemble, disassemble."""

from __future__ import annotations

import os
import sys
import time
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from emulator.transputer import assembler, bootfile, disassembler, network_file
from emulator.transputer.console import Console
from emulator.transputer.iserver import Iserver
from emulator.transputer.network import Network
from emulator.transputer.results import Outcome, Status
from emulator.transputer.sandbox import Sandbox
from emulator.transputer.timeline import timeline
from golden.errors import InputError
from torqueflow.transputer_report import as_json, print_statistics

app = typer.Typer(
    help="T414 and T800 networks at instruction level: run, assemble, disassemble.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

SECONDS_AT_ONCE = 0.25
"""Simulated seconds between moments at which Ctrl-C is heard."""

FILE_MAXIMUM = 1 << 26
"""Bytes of a file that is read whole: more cannot be booted or assembled."""


@app.command()
def run(
    file: Annotated[Path, typer.Argument(help="Bootable file.", metavar="FILE.btl")],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(help="The program's command line (after -- if it begins with a minus)."),
    ] = None,
    type_: Annotated[
        str | None, typer.Option("--type", help="T800 or T414. [default: T800]", metavar="PART")
    ] = None,
    network: Annotated[
        Path | None, typer.Option(help="Several transputers and their wires.", metavar="NET.toml")
    ] = None,
    stats: Annotated[bool, typer.Option("--stats", help="Print what the run cost.")] = False,
    trace: Annotated[
        Path | None, typer.Option(help="Write a timeline for Perfetto.", metavar="FILE.json")
    ] = None,
    root: Annotated[
        Path, typer.Option(help="The one directory the program sees.", metavar="DIR")
    ] = Path("."),
    writable: Annotated[
        bool, typer.Option("--writable", help="Let the program write below --root.")
    ] = False,
    env: Annotated[
        list[str] | None,
        typer.Option(help="All of the environment the program sees.", metavar="NAME=VALUE"),
    ] = None,
    max_seconds: Annotated[
        float, typer.Option(help="Stop after so much simulated time.", metavar="S")
    ] = 60.0,
    json_: Annotated[
        Path | None, typer.Option("--json", help="Write the result.", metavar="FILE")
    ] = None,
) -> int:
    """Boot FILE.btl down the host's link, serve it by the iserver protocol, exit with its status.

    Status 0: the program reported success. 1: it failed, stopped without a word, deadlocked or
    could not go on. 2: bad input. A program's own status, 3 to 255, is passed on.
    """
    data = read(file)
    bootfile.parse(data, str(file))
    plan = _plan(type_, network)
    if not 0 < max_seconds < float("inf"):
        raise InputError("--max-seconds", f"{max_seconds!r}", "a positive number of seconds")
    for path in (trace, json_):
        check_writable(path)
    words = [os.fsencode(word) for word in arguments or []]
    server = Iserver(
        Sandbox(root, writable),
        Console.standard(),
        environment=_environment(env or []),
        command_line=(b" ".join(words), b" ".join([os.fsencode(file), *words])),
    )
    began = time.perf_counter()
    with closing(server):
        machine = Network(
            plan.nodes,
            plan.wires,
            link_mbits=plan.link_mbits,
            host=plan.host,
            log_events=trace is not None,
        )
        machine.boot(data)
        outcome = _simulate(machine, server, plan, max_seconds)
    wall = time.perf_counter() - began
    status = _conclude(outcome, server)
    if trace is not None:
        write(trace, "".join(timeline(machine.events()).lines()).encode())
    if json_ is not None:
        write(json_, as_json(file, plan, outcome, server, machine.statistics(), status, wall))
    if stats:
        print_statistics(machine.statistics(), wall)
    return status


@app.command()
def asm(
    file: Annotated[Path, typer.Argument(help="Assembly source.", metavar="FILE.s")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="Bootable file. [default: FILE.btl]", metavar="FILE.btl"
        ),
    ] = None,
    type_: Annotated[
        str | None,
        typer.Option("--type", help="Refuse what the T414 or T800 lacks.", metavar="PART"),
    ] = None,
) -> None:
    """Assemble FILE.s into a bootable file."""
    source = read(file)
    try:
        text = source.decode()
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise InputError(f"{file}:{line}", "bytes that are no UTF-8", "text") from error
    program = assembler.assemble(text, str(file), _part(type_) if type_ else None)
    if not program.code:
        raise InputError(str(file), "no instruction", "a program of at least one")
    data = program.code if program.raw else bootfile.bootable(program.code)
    output = output or file.with_suffix(".btl")
    if output == file:
        raise InputError(f"-o {output}", "the source itself", "another file")
    write(output, data)


@app.command()
def disasm(
    file: Annotated[Path, typer.Argument(help="Bootable file.", metavar="FILE.btl")],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Source. [default: standard output]", metavar="FILE.s"),
    ] = None,
) -> None:
    """Print source that `asm` turns back into exactly FILE.btl."""
    text = disassembler.disassemble_file(read(file), str(file))
    if output is None:
        sys.stdout.write(text)
    else:
        write(output, text.encode())


def read(path: Path) -> bytes:
    """Read a file of the user's; raises InputError for what cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(FILE_MAXIMUM + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(str(path), reason, "a file that can be read") from error
    if len(data) > FILE_MAXIMUM:
        raise InputError(str(path), "too long", f"at most {FILE_MAXIMUM} bytes")
    return data


def check_writable(path: Path | None) -> None:
    """Raise InputError now if `write` could not write there later."""
    if path is None:
        return
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise InputError(str(path), "cannot be written", "a file in a directory that exists")


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; raises InputError if it cannot be written."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a device or a pipe is not to be replaced
            return
        beside.write_bytes(data)
        beside.replace(path)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            beside.unlink()
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(str(path), reason, "a file that can be written") from error


def _part(name: str) -> str:
    part = name.upper()
    if part not in network_file.TYPES:
        raise InputError("--type", f"{name!r}", " or ".join(network_file.TYPES))
    return part


def _plan(type_: str | None, network: Path | None) -> network_file.NetworkFile:
    if network is None:
        return network_file.single(_part(type_ or "T800"))
    if type_ is not None:
        raise InputError("--type", "given together with --network", "the nodes' types in NET.toml")
    return network_file.load(network)


def _environment(pairs: list[str]) -> dict[bytes, bytes]:
    environment = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise InputError("--env", f"{pair!r}", "NAME=VALUE")
        environment[os.fsencode(name)] = os.fsencode(value)
    return environment


def _simulate(
    machine: Network, server: Iserver, plan: network_file.NetworkFile, max_seconds: float
) -> Outcome:
    """Run to the end, in pieces, so that a signal is heard between them."""
    clock = max(node.clock_mhz for node in plan.nodes) * 1e6
    limit = max(1, round(max_seconds * clock))
    cycles = 0
    while True:
        cycles = min(limit, cycles + round(SECONDS_AT_ONCE * clock))
        outcome = machine.run(server, max_cycles=cycles)
        if outcome.status is not Status.CYCLE_LIMIT:
            return outcome
        if cycles == limit:
            reason = f"stopped after {max_seconds:g} s of simulated time (--max-seconds)"
            return replace(outcome, reason=reason)


def _conclude(outcome: Outcome, server: Iserver) -> int:
    """Say in one line why a program did not end by itself; return the exit status."""
    if outcome.status is Status.EXITED and server.failure is None:
        return outcome.exit_status or 0
    print(f"error: {server.failure or outcome.reason}", file=sys.stderr)
    return 1
