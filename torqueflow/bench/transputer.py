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

_BASE = -(1 << 31)
_WORKSPACE = _BASE + 0xC00

_INTEGER = """
        ldc     0
        stl     0
        ldc     0
        stl     2
        ldc     {count}
        stl     3
again:  ldl     0               -- sum of a masked counter, a store to an array, a comparison
        ldl     2
        add
        ldc     #FFFF
        and
        stl     0
        ldl     0
        ldl     2
        ldc     15
        and
        ldlp    4
        wsub
        stnl    0
        ldl     2
        ldc     100
        gt
        stl     1
        ldlp    2
        ldc     over - again
        lend
over:   seterr
"""

_FLOATING = """
        ldc     0
        stl     2
        ldc     {count}
        stl     3
        fpldzerosn
again:  ldlp    4
        fpldnladdsn
        ldlp    5
        fpldnlmulsn
        fpdup
        fpadd
        ldlp    2
        ldc     over - again
        lend
over:   seterr
"""

_EXCHANGE = """
        ldc     0
        stl     2
        ldc     {count}
        stl     3
again:  ldc     #200            -- one message on to the right,
        mint
        bsub
        mint
        ldnlp   {out}
        ldc     16
        {first}
        ldc     #200
        mint
        bsub
        mint
        ldnlp   {inp}
        ldc     16
        {second}
        ldc     0               -- then work for {work} turns
        stl     4
        ldc     {work}
        stl     5
inner:  ldl     0
        ldl     4
        add
        stl     0
        ldlp    4
        ldc     outer - inner
        lend
outer:  ldlp    2
        ldc     over - again
        lend
over:   stopp
"""


@dataclass(frozen=True)
class Measurement:
    """One program's figures: instructions with and without prefixes, wall seconds, cycles."""

    name: str
    instructions: int
    without_prefixes: int
    wall_seconds: float
    cycles: int


def _single(source: str, host: bool = False) -> Network:
    """Return one T800 with a program."""
    network = Network([NodeConfig("t800")], host=("t800", 0) if host else None)
    network.start("t800", assemble("sethalterr\n" + source).code, workspace=_WORKSPACE)
    return network


def _ring(nodes: int, rounds: int, work: int) -> Network:
    """Return a ring whose nodes pass 16-byte messages to the right and work in between."""
    names = [f"t{i}" for i in range(nodes)]
    wires = [((names[i], 1), (names[(i + 1) % nodes], 0)) for i in range(nodes)]
    network = Network([NodeConfig(name) for name in names], wires)
    for i, name in enumerate(names):
        order = (1, 4, "out", "in") if i % 2 == 0 else (4, 1, "in", "out")
        out, inp, first, second = order
        text = _EXCHANGE.format(
            count=rounds, work=work, out=out, inp=inp, first=first, second=second
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
    return Measurement(name, total, total - prefixes, seconds, cycles)


def run(scale: float = 1.0) -> list[Measurement]:
    """Measure all programs; `scale` shortens them."""

    def times(count: int) -> int:
        return max(1, round(count * scale))

    return [
        _measure("integer, one T800", _single(_INTEGER.format(count=times(2_000_000)))),
        _measure("the same beside a host", _single(_INTEGER.format(count=times(1_000_000)), True)),
        _measure("floating point, one T800", _single(_FLOATING.format(count=times(1_000_000)))),
        _measure("ring of 4, a message each 1,000", _ring(4, times(4_000), 140)),
        _measure("ring of 4, a message each 100", _ring(4, times(10_000), 12)),
        _measure("ring of 16, a message each 1,000", _ring(16, times(1_000), 140)),
        _measure("ring of 64, a message each 1,000", _ring(64, times(250), 140)),
    ]


def main() -> None:
    """Print the measurements."""
    began = time.perf_counter()
    run(0.001)
    start_up = time.perf_counter() - began
    title = "Transputer emulator, cycles counted"
    shown = table(title, "program", "M instr/s", "unprefixed", "M cycles/s", "wall s")
    for m in run():
        shown.add_row(
            m.name,
            f"{m.instructions / m.wall_seconds / 1e6:,.1f}",
            f"{m.without_prefixes / m.wall_seconds / 1e6:,.1f}",
            f"{m.cycles / m.wall_seconds / 1e6:,.1f}",
            f"{m.wall_seconds:.2f}",
        )
    screen = console()
    show(screen, shown)
    screen.print(f"start-up, machine code loaded or compiled: {start_up:.2f} s")


if __name__ == "__main__":
    main()
