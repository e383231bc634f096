"""Units that several operations share, each in its own phase of the initiation interval.

A job is one operation on such a unit. The unit's operands are chosen by the phase; its result is on
the wires of every job, and right on those of the one whose phase it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from amaranth import hdl
from amaranth.hdl import Module, Signal, signed

from hdl.parts.fixed import dropped
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
    """

    phase: int
    operands: tuple[Any, ...]
    result: Signal
    dropped: int = 0
    half: bool = False
    subtract: bool = False


def _chosen(m: Module, name: str, phase: Any, jobs: Sequence[Job], values: Sequence[Any]) -> Signal:
    """Return the value whose job's phase it is."""
    width = max(len(hdl.Value.cast(value)) for value in values)
    choice = Signal(signed(width), name=name)
    with m.Switch(phase):
        for job, value in zip(jobs, values, strict=True):
            with m.Case(job.phase):
                m.d.comb += choice.eq(value)
    return choice


def multiplier(
    m: Module, name: str, phase: Any, jobs: Sequence[Job], latency: int = LATENCY
) -> None:
    """Add a multiplier for products with variables and with constants."""
    a = _chosen(m, f"{name}_a", phase, jobs, [job.operands[0] for job in jobs])
    b = _chosen(m, f"{name}_b", phase, jobs, [job.operands[1] for job in jobs])
    fewest = min(job.dropped for job in jobs)
    width = max(len(job.result) + job.dropped - fewest for job in jobs)
    m.submodules[name] = unit = Multiplier(len(a), len(b), fewest, width, latency)
    m.d.comb += [unit.a.eq(a), unit.b.eq(b)]
    m.d.comb += [job.result.eq(dropped(unit.o, job.dropped - fewest)) for job in jobs]


def adder(m: Module, name: str, phase: Any, jobs: Sequence[Job]) -> None:
    """Add an adder, also for differences and negatives, with a register behind it."""
    a = _chosen(m, f"{name}_a", phase, jobs, [job.operands[0] for job in jobs])
    b = _chosen(m, f"{name}_b", phase, jobs, [_inverted(job) for job in jobs])
    # Minus b is b inverted and one; rounding adds half of the last bit that is kept.
    carries = [int(job.subtract) + (1 << (job.dropped - 1) if job.half else 0) for job in jobs]
    widest = max(carry.bit_length() for carry in carries) + 1
    carry = _chosen(
        m, f"{name}_carry", phase, jobs, [hdl.Const(value, signed(widest)) for value in carries]
    )
    total = a + b + carry
    register = Signal(signed(len(total)), name=f"{name}_sum", reset_less=True)
    m.d.sync += register.eq(total)
    m.d.comb += [job.result.eq(dropped(register, job.dropped)) for job in jobs]


def _inverted(job: Job) -> Any:
    """Return the second operand of a sum, its bits inverted where it is subtracted."""
    return (~job.operands[1]).as_signed() if job.subtract else job.operands[1]


def trigonometry(
    m: Module,
    name: str,
    phase: Any,
    unit: SineCosine,
    sines: Sequence[Job],
    cosines: Sequence[Job],
) -> None:
    """Share a sine and cosine unit; each job's operand is its angle."""
    jobs = [*sines, *cosines]
    by_phase = {job.phase: job for job in jobs}
    readers = list(by_phase.values())
    m.submodules[name] = unit
    angle = _chosen(m, f"{name}_angle", phase, readers, [job.operands[0] for job in readers])
    m.d.comb += unit.angle.eq(angle)
    m.d.comb += [job.result.eq(unit.sine) for job in sines]
    m.d.comb += [job.result.eq(unit.cosine) for job in cosines]
