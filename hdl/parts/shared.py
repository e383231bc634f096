"""Units that several operations share, each in its own phase of the initiation interval.

A job is one operation on such a unit. The unit's operands are chosen by the phase; its result is on
the wires of every job, and right on those of the one whose phase it is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from amaranth import hdl
from amaranth.hdl import Const, Module, Signal, signed

from dataflow.multiples.adder_graph import Sum
from hdl.parts import ecp5_choice
from hdl.parts.choice import Arm, Choice, Filling, Phases, arms_of, one_hot
from hdl.parts.ecp5_sum import rounded_sum
from hdl.parts.family import Family
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
    zeros
        How many low bits of each operand are always 0.
    fillings
        For each operand that is read from a register that can be cleared, when it is not.
    """

    phase: int
    operands: tuple[Any, ...]
    result: Signal
    dropped: int = 0
    half: bool = False
    subtract: bool = False
    sources: tuple[Hashable, ...] = ()
    zeros: tuple[int, ...] = (0, 0)
    fillings: tuple[Filling | None, ...] = (None, None)


def chosen(
    m: Module,
    name: str,
    phases: Phases,
    jobs: Sequence[Job],
    values: Sequence[Any],
    place: int,
    inverted: Sequence[int] = (),
    most: int | None = None,
) -> Any:
    """Return the value whose job's phase it is, its bits inverted in some phases.

    Values from one source are one arm, open in the phases of all its jobs; constants are none. Of
    more bits than ``most`` the lowest are returned.
    """
    cast = [hdl.Value.cast(value) for value in values]
    read = [
        (job, value)
        for job, value in zip(jobs, cast, strict=True)
        if not isinstance(value, hdl.Const)
    ]
    sources = [job.sources[place] if place < len(job.sources) else None for job, _ in read]
    widest = max(map(len, cast))
    choice = Choice(
        name,
        widest if most is None else min(widest, most),
        arms_of(
            [
                Arm(value, (job.phase,), job.zeros[place], job.fillings[place])
                for job, value in read
            ],
            sources,
        ),
        {
            job.phase: value.value
            for job, value in zip(jobs, cast, strict=True)
            if isinstance(value, hdl.Const)
        },
        frozenset(inverted),
    )
    if phases.family is Family.ECP5:
        return ecp5_choice.chosen(m, phases, choice)
    return one_hot(m, phases, choice)


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


def adder(
    m: Module, name: str, phases: Phases, jobs: Sequence[Job], *, registered: bool = False
) -> None:
    """Add an adder, also for differences and negatives, with a register behind it.

    All results stand in one place, above as many bits as any drops: so the half that rounds them
    stands in one place too, and changes nothing where there is nothing to round. With
    ``registered`` operands, too, have registers behind their choice, and results come a cycle
    later.
    """
    places = max(job.dropped for job in jobs)
    width = max(len(job.result) for job in jobs)
    placed = [_raised(job, places - job.dropped) for job in jobs]
    first, second = ([job.operands[k] for job in placed] for k in (0, 1))
    # Minus b is b inverted and one.
    subtract = [job.phase for job in jobs if job.subtract]
    a = chosen(m, f"{name}_a", phases, placed, first, 0, most=places + width)
    b = chosen(m, f"{name}_b", phases, placed, second, 1, subtract, places + width)
    added = {job.phase: (job.phase + registered) % phases.interval for job in jobs}
    if registered:
        a, b = (_held(m, f"{name}_{which}", wires) for which, wires in (("a", a), ("b", b)))
    one = phases.word(f"{name}_subtracts", {added[phase]: 1 for phase in subtract}, 1)
    cut = [added[job.phase] for job in jobs if job.dropped and not job.half]
    if places and not cut and phases.family is Family.ECP5:
        total = rounded_sum(m, name, (a, b), (1, 1), places, width, one)
    else:
        half = ~phases.any_of(cut) if cut else Const(1)
        total = dropped(a + b + one + (half << places >> 1), places)
    register = Signal(signed(width), name=f"{name}_sum", reset_less=True)
    m.d.sync += register.eq(total)
    m.d.comb += [job.result.eq(register) for job in jobs]


def _held(m: Module, name: str, wires: Any) -> Signal:
    """Return a register of signed wires."""
    register = Signal(signed(len(wires)), name=f"{name}_held", reset_less=True)
    m.d.sync += register.eq(wires)
    return register


def _raised(job: Job, places: int) -> Job:
    """Return a job with both operands that many places further up."""
    return dataclasses.replace(
        job,
        operands=tuple(hdl.Value.cast(wires).shift_left(places) for wires in job.operands),
        zeros=tuple(zeros + places for zeros in job.zeros),
    )


def trigonometry(
    m: Module,
    name: str,
    phases: Phases,
    unit: SineCosine,
    sines: Sequence[Job],
    cosines: Sequence[Job],
    *,
    registered: bool = False,
) -> None:
    """Share a sine and cosine unit; each job's operand is its angle, ``registered`` as adders'."""
    jobs = [*sines, *cosines]
    by_phase = {job.phase: job for job in jobs}
    readers = list(by_phase.values())
    m.submodules[name] = unit
    angle = chosen(m, f"{name}_angle", phases, readers, [job.operands[0] for job in readers], 0)
    m.d.comb += unit.angle.eq(_held(m, f"{name}_angle", angle) if registered else angle)
    m.d.comb += [job.result.eq(unit.sine) for job in sines]
    m.d.comb += [job.result.eq(unit.cosine) for job in cosines]
