"""One run of a bootable file: what it needs is checked, it is simulated, served and reported."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from common.destinations import check_outputs
from common.errors import InputError
from common.files import open_output, write_json
from common.room import NO_ROOM
from emulator.transputer.iserver.console import Console
from emulator.transputer.iserver.functions import Functions
from emulator.transputer.iserver.iserver import Iserver
from emulator.transputer.iserver.sandbox import Sandbox
from emulator.transputer.network import network_file
from emulator.transputer.network.configuration import NodeConfig
from emulator.transputer.network.network import Network
from emulator.transputer.network.results import Outcome, Status
from emulator.transputer.network.timeline import timeline
from emulator.transputer.processor.machine_code import STORE
from torqueflow.cli.standard_output import discard_output, whole_output
from torqueflow.cli.transputer_inputs import inputs, read_bootable
from torqueflow.cli.transputer_progress import Progress, at_terminal
from torqueflow.report.transputer_report import as_report, print_statistics

_SECONDS_AT_ONCE = 0.25
"""Simulated seconds of one transputer between moments at which progress is told."""

SECONDS_WITHOUT_TERMINAL = 60.0
"""Simulated seconds after which a run is stopped that nobody can press Ctrl-C for."""

_EPOCH_MAXIMUM = 2**32 - 1
"""The last second that SP.TIME can tell."""

EVENTS_MAXIMUM = 1_000_000
"""Events of a timeline: more take gigabytes here, and Perfetto does not open them."""


@dataclass(frozen=True)
class Options:
    """What the command line asks for; see `torqueflow transputer run --help`."""

    file: Path
    arguments: list[str]
    part: str | None
    network: Path | None
    stats: bool
    trace: Path | None
    root: Path
    writable: bool
    environment: list[str]
    max_seconds: float | None
    json: Path | None
    memory: str | None = None
    strict_memory: bool = True
    wall_clock: bool = False
    strict: bool = False


@dataclass(frozen=True)
class Bootable:
    """What is run.

    Attributes
    ----------
    data
        What goes down the host's link.
    plan
        The network.
    explain
        Says why a run did not end by itself, where `Outcome.reason` is not all there is to say.
    procedure
        Names what a node runs at an address, in bytes from #80000000, for timelines.
    """

    data: bytes
    plan: network_file.NetworkFile
    explain: Callable[[Outcome, Network], str] = lambda outcome, _: outcome.reason
    procedure: Callable[[str, int], str | None] = lambda node, address: None


def run_file(options: Options) -> int:
    """Boot the file, serve it to its end, write what was asked for; return the exit status.

    Raises InputError for whatever is wrong with the options or their files, before anything runs.
    """
    data = read_bootable(options.file)
    plan = given_network(options.network, options.part, options.memory)
    check(options)
    return run(Bootable(data, plan or _single(options)), options)


def given_network(
    path: Path | None, part: str | None, memory: str | None = None
) -> network_file.NetworkFile | None:
    """Return the network of `--network`; raises InputError if it is told twice what nodes are."""
    if path is None:
        return None
    for option, value, what in (("--type", part, "types"), ("--memory", memory, "memory")):
        if value is not None:
            problem = "given together with --network"
            raise InputError(option, problem, f"the nodes' {what} in NET.toml")
    return network_file.load(path)


def _single(options: Options) -> network_file.NetworkFile:
    """Return the one transputer that the options describe."""
    return network_file.single(options.part or "T800", memory_bytes(options.memory))


def memory_bytes(memory: str | None) -> int:
    """Return the bytes that `--memory` means, None: what a transputer has unless told."""
    if memory is None:
        return NodeConfig.memory_bytes
    size = network_file.memory_size(memory)
    if size is None:
        raise InputError("--memory", f"{memory!r}", network_file.MEMORY_ALLOWED)
    return size


def check(options: Options) -> None:
    """Raise InputError for options that no program could be run with."""
    if options.max_seconds is not None and not 0 < options.max_seconds < float("inf"):
        raise InputError("--max-seconds", f"{options.max_seconds!r}", "a number of seconds above 0")
    outputs = {"--trace": options.trace, "--json": options.json}
    check_outputs(outputs, inputs(options.file, options.network))


def run(program: Bootable, options: Options) -> int:
    """Boot a program and serve it, as `run_file` does with a file; options were checked."""
    plan = program.plan
    began = time.perf_counter()
    loading = _load_simulator() if options.stats else 0.0
    machine = Network(
        plan.nodes,
        plan.wires,
        link_mbits=plan.link_mbits,
        host=plan.host,
        log_events=options.trace is not None,
        strict_memory=options.strict_memory,
    )
    machine.boot(program.data)
    progress = Progress(sys.stderr)
    server = _server(options, plan, machine, progress)
    if STORE.folder is None or not any(STORE.folder.glob("simulation.*")):
        progress.say("compiling the simulator, once for this version: about half a minute")
    with whole_output(), closing(progress), closing(server):
        limit = options.max_seconds
        if limit is None and not at_terminal():
            limit = SECONDS_WITHOUT_TERMINAL
        outcome = _simulate(machine, server, plan, limit, progress)
    wall = time.perf_counter() - began
    if outcome.status is not Status.EXITED:
        outcome = replace(outcome, reason=program.explain(outcome, machine))
    _check_screen(server)
    status = _conclude(outcome, server)
    if options.trace is not None:
        with open_output(options.trace) as file:
            drawn = timeline(machine.events(), plan.wires, program.procedure)
            file.writelines(line.encode() for line in drawn.lines())
    if options.json is not None:
        statistics = machine.statistics()
        report = as_report(options.file, plan, outcome, server, statistics, status, wall)
        write_json(options.json, report)
    if options.stats:
        with whole_output():
            print_statistics(machine.statistics(), wall - loading, loading)
    return status


def _load_simulator() -> float:
    """Have the simulator's machine code loaded, or compiled; return the seconds that took."""
    began = time.perf_counter()
    plan = network_file.single("T800")
    Network(plan.nodes, plan.wires).run(max_cycles=1)
    return time.perf_counter() - began


def _server(
    options: Options, plan: network_file.NetworkFile, machine: Network, progress: Progress
) -> Iserver:
    words = [os.fsencode(word) for word in options.arguments]
    root = next(node for node in plan.nodes if node.name == plan.host[0])
    environment = {b"IBOARDSIZE": b"#%X" % root.memory_bytes}
    for pair in options.environment:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise InputError("--env", f"{pair!r}", "NAME=VALUE")
        environment[os.fsencode(name)] = os.fsencode(value)
    start = _start_of_run()
    console = Console.standard()
    progress.give_way_to(console)
    functions = Functions(
        Sandbox(options.root, options.writable),
        console,
        environment=environment,
        command_line=(b" ".join(words), b" ".join([os.fsencode(options.file), *words])),
        clock=time.time if options.wall_clock else lambda: start + machine.host_seconds(),
    )
    return Iserver(functions, options.strict)


def _start_of_run() -> int:
    """Return the time at which a program's clock begins, in whole seconds since 1970.

    That of the run's start, or SOURCE_DATE_EPOCH: then two runs print the same dates too.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given is None:
        return int(time.time())
    if not given.isascii() or not given.isdecimal() or int(given) > _EPOCH_MAXIMUM:
        allowed = f"whole seconds since 1970, 0 to {_EPOCH_MAXIMUM}"
        raise InputError("SOURCE_DATE_EPOCH", f"{given!r}", allowed)
    return int(given)


def _simulate(
    machine: Network,
    server: Iserver,
    plan: network_file.NetworkFile,
    max_seconds: float | None,
    progress: Progress,
) -> Outcome:
    """Run to the end, in pieces, so that a signal is heard and progress is told between them."""
    clock = max(node.clock_mhz for node in plan.nodes) * 1e6
    limit = None if max_seconds is None else max(1, round(max_seconds * clock))
    piece = max(1, round(_SECONDS_AT_ONCE * clock / len(plan.nodes)))
    cycles = 0
    while True:
        cycles = cycles + piece if limit is None else min(limit, cycles + piece)
        outcome = machine.run(server, max_cycles=cycles)
        if outcome.status is not Status.CYCLE_LIMIT:
            return outcome
        if cycles == limit:
            reason = f"stopped after {max_seconds:g} s of simulated time (--max-seconds)"
            return replace(outcome, reason=reason)
        progress.show(cycles / clock, machine.instructions())
        events = machine.events_kept()
        if events > EVENTS_MAXIMUM:
            seconds = f"{cycles / clock:g} s of simulated time"
            reason = f"stopped after {seconds}: {events:,} events are enough for --trace"
            return replace(outcome, reason=reason)


def _check_screen(server: Iserver) -> None:
    """Raise the OSError of a screen that had no room for what the program wrote."""
    failure = server.functions.screen_failure
    if failure is not None and failure.errno in NO_ROOM:
        discard_output()
        raise failure


def _conclude(outcome: Outcome, server: Iserver) -> int:
    """Say in one line why a program did not end by itself; return the exit status."""
    if outcome.status is Status.EXITED and server.failure is None:
        return outcome.exit_status or 0
    kind = "deadlock: " if outcome.status is Status.DEADLOCK else ""
    print(f"error: {server.failure or kind + outcome.reason}", file=sys.stderr)
    return 1
