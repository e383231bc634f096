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
from emulator.transputer.iserver.console import Console
from emulator.transputer.iserver.functions import Functions
from emulator.transputer.iserver.iserver import Iserver
from emulator.transputer.iserver.sandbox import Sandbox
from emulator.transputer.network import network_file
from emulator.transputer.network.network import Network
from emulator.transputer.network.results import Outcome, Status
from emulator.transputer.network.timeline import timeline
from torqueflow.cli.standard_output import whole_output
from torqueflow.cli.transputer_inputs import inputs, read_bootable
from torqueflow.report.transputer_report import as_report, print_statistics

_SECONDS_AT_ONCE = 0.25
"""Simulated seconds between moments at which Ctrl-C is heard."""

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
    max_seconds: float
    json: Path | None


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
    """

    data: bytes
    plan: network_file.NetworkFile
    explain: Callable[[Outcome, Network], str] = lambda outcome, _: outcome.reason


def run_file(options: Options) -> int:
    """Boot the file, serve it to its end, write what was asked for; return the exit status.

    Raises InputError for whatever is wrong with the options or their files, before anything runs.
    """
    data = read_bootable(options.file)
    plan = given_network(options.network, options.part)
    check(options)
    return run(Bootable(data, plan or network_file.single(options.part or "T800")), options)


def given_network(path: Path | None, part: str | None) -> network_file.NetworkFile | None:
    """Return the network of `--network`; raises InputError if `--type` is given too."""
    if path is None:
        return None
    if part is not None:
        raise InputError("--type", "given together with --network", "the nodes' types in NET.toml")
    return network_file.load(path)


def check(options: Options) -> None:
    """Raise InputError for options that no program could be run with."""
    if not 0 < options.max_seconds < float("inf"):
        raise InputError("--max-seconds", f"{options.max_seconds!r}", "a number of seconds above 0")
    outputs = {"--trace": options.trace, "--json": options.json}
    check_outputs(outputs, inputs(options.file, options.network))


def run(program: Bootable, options: Options) -> int:
    """Boot a program and serve it, as `run_file` does with a file; options were checked."""
    plan = program.plan
    began = time.perf_counter()
    loading = _load_simulator() if options.stats else 0.0
    with whole_output(), closing(_server(options)) as server:
        machine = Network(
            plan.nodes,
            plan.wires,
            link_mbits=plan.link_mbits,
            host=plan.host,
            log_events=options.trace is not None,
        )
        machine.boot(program.data)
        outcome = _simulate(machine, server, plan, options.max_seconds)
    wall = time.perf_counter() - began
    if outcome.status is not Status.EXITED:
        outcome = replace(outcome, reason=program.explain(outcome, machine))
    status = _conclude(outcome, server)
    if options.trace is not None:
        with open_output(options.trace) as file:
            file.writelines(line.encode() for line in timeline(machine.events()).lines())
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


def _server(options: Options) -> Iserver:
    words = [os.fsencode(word) for word in options.arguments]
    environment = {}
    for pair in options.environment:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise InputError("--env", f"{pair!r}", "NAME=VALUE")
        environment[os.fsencode(name)] = os.fsencode(value)
    functions = Functions(
        Sandbox(options.root, options.writable),
        Console.standard(),
        environment=environment,
        command_line=(b" ".join(words), b" ".join([os.fsencode(options.file), *words])),
    )
    return Iserver(functions)


def _simulate(
    machine: Network, server: Iserver, plan: network_file.NetworkFile, max_seconds: float
) -> Outcome:
    """Run to the end, in pieces, so that a signal is heard between them."""
    clock = max(node.clock_mhz for node in plan.nodes) * 1e6
    limit = max(1, round(max_seconds * clock))
    cycles = 0
    while True:
        cycles = min(limit, cycles + round(_SECONDS_AT_ONCE * clock))
        outcome = machine.run(server, max_cycles=cycles)
        if outcome.status is not Status.CYCLE_LIMIT:
            return outcome
        if cycles == limit:
            reason = f"stopped after {max_seconds:g} s of simulated time (--max-seconds)"
            return replace(outcome, reason=reason)
        events = len(machine.events())
        if events > EVENTS_MAXIMUM:
            seconds = f"{cycles / clock:g} s of simulated time"
            reason = f"stopped after {seconds}: {events:,} events are enough for --trace"
            return replace(outcome, reason=reason)


def _conclude(outcome: Outcome, server: Iserver) -> int:
    """Say in one line why a program did not end by itself; return the exit status."""
    if outcome.status is Status.EXITED and server.failure is None:
        return outcome.exit_status or 0
    kind = "deadlock: " if outcome.status is Status.DEADLOCK else ""
    print(f"error: {server.failure or kind + outcome.reason}", file=sys.stderr)
    return 1
