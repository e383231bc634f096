"""Units that several operations share, each in its own phase of the initiation interval.

A job is one operation on such a unit. The unit's operands are chosen by the phase; its result is on
the wires of every job, and right on those of the one whose phase it is.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from amaranth import hdl
from amaranth.hdl import Cat, Module, Signal, signed

from dataflow.multiples.adder_graph import Sum
from hdl.parts.fixed import dropped
from hdl.parts.multiples import Multiples, Product
from hdl.parts.multiplier import LATENCY, Multiplier
from hdl.parts.trig import SineCosine


@dataclass(frozen=True)
class Job:
    """One operation on a shared unit.

    Attributes
    ----------
    phase
        The operation's start, modulo the initiation interval.
    operands
        Signed wires, right in that phase.
    result
        Where the result goes, with ``dropped`` low bits left out.
    half
        Whether the bits left out are rounded half up (adders only).
    subtract
        Whether the second operand is subtracted (adders only).
    sources
        For each operand where its wires come from: equal for jobs that read the same. None, or
        left out, for what is read by this job alone.
    """

    phase: int
    operands: tuple[Any, ...]
    result: Signal
    dropped: int = 0
    half: bool = False
    subtract: bool = False
    sources: tuple[Hashable, ...] = ()


class Phases:
    """The cycle modulo the initiation interval: as a number, and as one bit a phase.

    The bits are registers: the one of a phase is high in that phase, from reset on. Each is a
    signal of its own: with thousands of readers of parts of one vector Icarus compiles for minutes.
    """

    def __init__(self, m: Module, number: Any, interval: int) -> None:
        self.number = number
        self.bits = [Signal(init=phase == 0, name=f"in_phase_{phase}") for phase in range(interval)]
        m.d.sync += [
            self.bits[phase].eq(number == (phase - 1) % interval) for phase in range(interval)
        ]

    def any_of(self, phases: Sequence[int]) -> Any:
        """Return what is high in the phases."""
        return Cat(*(self.bits[phase] for phase in phases)).any()


def chosen(
    m: Module, name: str, phases: Phases, jobs: Sequence[Job], values: Sequence[Any], place: int
) -> Signal:
    """Return the value whose job's phase it is.

    Values from one source are one arm, open in the phases of all its jobs; the arms' bits are
    joined by OR. Constants come from a table of all phases.
    """
    cast = [hdl.Value.cast(value) for value in values]
    width = max(map(len, cast))
    arms: dict[Hashable, list[tuple[Any, int]]] = {}
    table: dict[int, Any] = {}
    for number, (job, value) in enumerate(zip(jobs, cast, strict=True)):
        if isinstance(value, hdl.Const):
            table[job.phase] = value
            continue
        source = job.sources[place] if place < len(job.sources) else None
        arms.setdefault(number if source is None else source, []).append((value, job.phase))
    joined = [_from_table(m, name, phases, width, table)] if table else []
    for k, arm in enumerate(arms.values()):
        # The wires of one unit's results differ in how far they repeat the sign.
        widest = max((value for value, _ in arm), key=len)
        wires = Signal(signed(width), name=f"{name}_arm_{k}")
        m.d.comb += wires.eq(widest)
        joined.append(wires & phases.any_of([phase for _, phase in arm]).replicate(width))
    choice = Signal(signed(width), name=name)
    m.d.comb += choice.eq(_or(joined))
    return choice


def _or(values: list[Any]) -> Any:
    """Return values joined by OR, as a balanced tree."""
    while len(values) > 1:
        pairs = [values[k : k + 2] for k in range(0, len(values), 2)]
        values = [pair[0] | pair[1] if len(pair) == 2 else pair[0] for pair in pairs]
    return values[0]


def _from_table(
    m: Module, name: str, phases: Phases, width: int, table: Mapping[int, Any]
) -> Signal:
    """Return each phase's constant, zero where there is none."""
    constant = Signal(signed(width), name=f"{name}_constant")
    with m.Switch(phases.number):
        for phase, value in table.items():
            with m.Case(phase):
                m.d.comb += constant.eq(value)
        with m.Default():
            m.d.comb += constant.eq(0)
    return constant


def multiplier(
    m: Module, name: str, phases: Phases, jobs: Sequence[Job], latency: int = LATENCY
) -> None:
    """Add a multiplier for products with variables and with constants."""
    a = chosen(m, f"{name}_a", phases, jobs, [job.operands[0] for job in jobs], 0)
    b = chosen(m, f"{name}_b", phases, jobs, [job.operands[1] for job in jobs], 1)
    fewest = min(job.dropped for job in jobs)
    width = max(len(job.result) + job.dropped - fewest for job in jobs)
    m.submodules[name] = unit = Multiplier(len(a), len(b), fewest, width, latency)
    m.d.comb += [unit.a.eq(a), unit.b.eq(b)]
    m.d.comb += [job.result.eq(dropped(unit.o, job.dropped - fewest)) for job in jobs]


def tree(
    m: Module, name: str, phases: Phases, jobs: Sequence[Job], constant: int, sums: Sequence[Sum]
) -> None:
    """Add the adders of products with one constant."""
    operand = chosen(m, f"{name}_operand", phases, jobs, [job.operands[0] for job in jobs], 0)
    fewest = min(job.dropped for job in jobs)
    width = max(len(job.result) + job.dropped - fewest for job in jobs)
    product = Product(constant, fewest, width)
    m.submodules[name] = part = Multiples(len(operand), sums, [product])
    (result,) = part.results
    m.d.comb += part.i.eq(operand)
    m.d.comb += [job.result.eq(dropped(result, job.dropped - fewest)) for job in jobs]


def adder(m: Module, name: str, phases: Phases, jobs: Sequence[Job]) -> None:
    """Add an adder, also for differences and negatives, with a register behind it."""
    a = chosen(m, f"{name}_a", phases, jobs, [job.operands[0] for job in jobs], 0)
    b = chosen(m, f"{name}_b", phases, jobs, [job.operands[1] for job in jobs], 1)
    # Minus b is b inverted and one; rounding adds half of the last bit that is kept.
    subtract = [job.phase for job in jobs if job.subtract]
    if subtract:
        inverted = phases.any_of(subtract).replicate(len(b))
        b = (b.as_unsigned() ^ inverted).as_signed()
    carries = [int(job.subtract) + (1 << (job.dropped - 1) if job.half else 0) for job in jobs]
    widest = max(carry.bit_length() for carry in carries) + 1
    carry = chosen(
        m, f"{name}_carry", phases, jobs, [hdl.Const(value, signed(widest)) for value in carries], 2
    )
    total = a + b + carry
    register = Signal(signed(len(total)), name=f"{name}_sum", reset_less=True)
    m.d.sync += register.eq(total)
    m.d.comb += [job.result.eq(dropped(register, job.dropped)) for job in jobs]


def trigonometry(
    m: Module,
    name: str,
    phases: Phases,
    unit: SineCosine,
    sines: Sequence[Job],
    cosines: Sequence[Job],
) -> None:
    """Share a sine and cosine unit; each job's operand is its angle."""
    jobs = [*sines, *cosines]
    by_phase = {job.phase: job for job in jobs}
    readers = list(by_phase.values())
    m.submodules[name] = unit
    angle = chosen(m, f"{name}_angle", phases, readers, [job.operands[0] for job in readers], 0)
    m.d.comb += unit.angle.eq(angle)
    m.d.comb += [job.result.eq(unit.sine) for job in sines]
    m.d.comb += [job.result.eq(unit.cosine) for job in cosines]
