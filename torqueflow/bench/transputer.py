"""How fast the transputer emulator runs here: `python -m torqueflow.bench.transputer`.

Every program is run once to warm up (compiling, if the cache is cold), then timed. Cycles are
counted throughout. Prefix bytes are instructions of the transputer; both rates are shown.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from common.tables import console, show, table
from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.network.results import Status
from torqueflow.bench.transputer_programs import COMPILER, EXCHANGE, FLOATING, INTEGER, OFF_CHIP

_BASE = -(1 << 31)
_WORKSPACE = _BASE + 0xC00
_ON_CHIP = 4096


@dataclass(frozen=True)
class Measurement:
    """One program's figures.

    Instructions with and without prefixes, wall seconds, cycles, and bytes over links.
    """

    name: str
    instructions: int
    without_prefixes: int
    wall_seconds: float
    cycles: int
    link_bytes: int


def _single(source: str, host: bool = False) -> Network:
    """Return one T800 with a program."""
    network = Network([NodeConfig("t800")], host=("t800", 0) if host else None)
    code = assemble("sethalterr\n" + source).code
    workspace = None if len(code) > _ON_CHIP else _WORKSPACE
    network.start("t800", code, workspace=workspace)
    return network


def _ring(nodes: int, rounds: int, work: int, length: int = 16) -> Network:
    """Return a ring whose nodes pass messages to the right and work in between."""
    names = [f"t{i}" for i in range(nodes)]
    wires = [((names[i], 1), (names[(i + 1) % nodes], 0)) for i in range(nodes)]
    network = Network([NodeConfig(name) for name in names], wires)
    for i, name in enumerate(names):
        order = (1, 4, "out", "in") if i % 2 == 0 else (4, 1, "in", "out")
        out, inp, first, second = order
        text = EXCHANGE.format(
            count=rounds,
            work=work,
            length=length,
            out=out,
            inp=inp,
            first=first,
            second=second,
        )
        network.start(name, assemble(text).code, workspace=_WORKSPACE)
    return network


def _measure(name: str, network: Network) -> Measurement:
    """Run a network to its end and time it."""
    began = time.perf_counter()
    outcome = network.run()
    seconds = time.perf_counter() - began
    if outcome.status not in (Status.ERROR, Status.IDLE):
        raise RuntimeError(f"{name}: {outcome.reason}")
    statistics = network.statistics()
    counts = [node.per_instruction for node in statistics.nodes.values()]
    prefixes = sum(count.get("pfix", 0) + count.get("nfix", 0) for count in counts)
    cycles = max(node.cycles for node in statistics.nodes.values())
    total = statistics.instructions
    sent = sum(link.bytes_out for node in statistics.nodes.values() for link in node.links)
    return Measurement(name, total, total - prefixes, seconds, cycles, sent)


def run(scale: float = 1.0) -> list[Measurement]:
    """Measure all programs; `scale` shortens them."""

    def times(count: int) -> int:
        return max(1, round(count * scale))

    integer, floating = INTEGER.format(count=times(2_000_000)), FLOATING
    compiler = COMPILER.format(count=times(400_000))
    return [
        _measure("integer, one T800", _single(integer)),
        _measure("the same beside a host", _single(integer, True)),
        _measure("in external memory, beside a host", _single(OFF_CHIP + integer, True)),
        _measure("compiler-like, in external memory", _single(OFF_CHIP + compiler, True)),
        _measure("floating point, one T800", _single(floating.format(count=times(1_000_000)))),
        _measure("ring of 4, a message each 1,000", _ring(4, times(4_000), 140)),
        _measure("ring of 4, a message each 100", _ring(4, times(10_000), 12)),
        _measure("ring of 4, messages of 1,024 bytes", _ring(4, times(250), 1, 1024)),
        _measure("ring of 16, a message each 1,000", _ring(16, times(1_000), 140)),
        _measure("ring of 64, a message each 1,000", _ring(64, times(250), 140)),
    ]


def main() -> None:
    """Print the measurements."""
    began = time.perf_counter()
    run(0.001)
    start_up = time.perf_counter() - began
    title = "Transputer emulator, cycles counted"
    columns = ("program", "M instr/s", "unprefixed", "M cycles/s", "ns/link byte", "wall s")
    shown = table(title, *columns)
    for m in run():
        shown.add_row(
            m.name,
            f"{m.instructions / m.wall_seconds / 1e6:,.1f}",
            f"{m.without_prefixes / m.wall_seconds / 1e6:,.1f}",
            f"{m.cycles / m.wall_seconds / 1e6:,.1f}",
            f"{m.wall_seconds / m.link_bytes * 1e9:,.0f}" if m.link_bytes else "",
            f"{m.wall_seconds:.2f}",
        )
    screen = console()
    show(screen, shown)
    screen.print(f"start-up, machine code loaded or compiled: {start_up:.2f} s")


if __name__ == "__main__":
    main()
