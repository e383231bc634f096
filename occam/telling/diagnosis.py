"""How a run ended, in terms of the source: processor, procedure, file and line, and the cause."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from typing import Protocol

from emulator.transputer.network.results import Outcome, ProcessState, Status
from occam.build import Built
from occam.layout.sizes import WORD_BYTES
from occam.program import Origin
from occam.telling import callers

_BASE = 1 << 31
_SHOWN = 12
"""Processes that are told one by one."""

_RANGE = "a subscript, count or value out of range"
_OVERFLOW = "an overflow"
_CAUSES = {
    "csub0": _RANGE,
    "ccnt1": _RANGE,
    "cword": "a value its type has no room for",
    "csngl": "a value its type has no room for",
    "fpchkerror": "a floating-point overflow, division by zero or invalid operation",
    "seterr": "STOP, or nothing that fits in an IF, CASE or check",
    "div": "a division by zero, or an overflow",
    "rem": "a division by zero, or an overflow",
    "ldiv": "a division by zero, or an overflow",
    **dict.fromkeys(("adc", "add", "sub", "mul", "ladd", "lsub"), _OVERFLOW),
}
"""What an instruction that set the error flag tells about the source."""


_ARITHMETIC = "an overflow, a division by zero or an invalid operand"
"""What an error in a routine in assembly means."""


class Machine(callers.Memory, Protocol):
    """What is asked of a `network.Network`."""

    def processes(self) -> list[ProcessState]:
        """Return what each process is at, as `network.Network.processes` does."""

    def registers(self, node: str) -> dict[str, int]:
        """Return the registers of a node, as `network.Network.registers` does."""


def explain(outcome: Outcome, machine: Machine, built: Built) -> str:
    """Return why a program did not end by itself: one line, and one more for every process.

    Parameters
    ----------
    outcome
        How the run ended.
    machine
        The network that ran.
    built
        What it ran.
    """
    linecache.clearcache()  # the source may be another than last time
    if outcome.node is not None and outcome.iptr is not None:
        return _stopped(outcome, outcome.node, outcome.iptr, machine, built)
    if outcome.status is Status.IDLE:
        at_rest = _listed(f"{outcome.reason}:", list(_stops(machine, built)))
        return at_rest or f"{outcome.reason}, but none told the host that all is done (so.exit)"
    if outcome.status not in (Status.DEADLOCK, Status.CYCLE_LIMIT):
        return outcome.reason
    return _processes(outcome, machine, built)


def _stopped(outcome: Outcome, node: str, iptr: int, machine: Machine, built: Built) -> str:
    workspace = machine.registers(node)["Wptr"] + _BASE
    where = _where(node, workspace, iptr - 1, machine, built)
    if where is None:
        return outcome.reason
    if outcome.status is not Status.ERROR:
        return f"{outcome.reason}, {where}"
    return f"{node}: halted on its error flag{_cause(node, iptr, built)} {where}"


def _cause(node: str, iptr: int, built: Built) -> str:
    """Return what the instruction before an address says about an error, between punctuation."""
    image, end = built.images[node], iptr - built.placements[node].code
    origin = image.origin(end - 1)
    if origin is not None and callers.in_assembly(origin):
        return f": {_ARITHMETIC},"
    line = callers.instruction_before(image.code, end)
    cause = _CAUSES.get(line.mnemonic) if line is not None else None
    return f": {cause}," if cause is not None else ","


def _processes(outcome: Outcome, machine: Machine, built: Built) -> str:
    lines = []
    for process in machine.processes():
        address = process.iptr - process.waits
        where = _where(process.node, process.workspace, address, machine, built)
        told = process if where is None else f"{process.node}: {process.doing}, {where}"
        lines.append(str(told))
    lines += _stops(machine, built)
    head = "nothing can go on" if outcome.status is Status.DEADLOCK else outcome.reason
    return _listed(f"{head}:", lines) or outcome.reason


def _listed(head: str, lines: list[str]) -> str:
    """Return a head and what comes below it, as far as that is shown; "" for nothing."""
    if not lines:
        return ""
    more = [f"and {len(lines) - _SHOWN} more"] if len(lines) > _SHOWN else []
    shown = [*lines[:_SHOWN], *more]
    return "\n  ".join([head, *shown])


def _stops(machine: Machine, built: Built) -> Iterator[str]:
    """Yield every place where a process has stopped for good, as STOP does without checks.

    The instruction that ends it leaves its Iptr below its workspace, which nobody uses again.
    """
    for node, image in built.images.items():
        placement = built.placements[node]
        behind = {placement.code + offset: offset for offset in image.stops}
        first = placement.workspace - WORD_BYTES * image.below
        last = placement.workspace + WORD_BYTES * image.above
        words = (machine.peek(node, at - _BASE) + _BASE for at in range(first, last, WORD_BYTES))
        found = [image.origin(behind[word] - 1) for word in {*words} & behind.keys()]
        origins = [origin for origin in found if origin is not None]
        for origin in sorted(origins, key=lambda one: (one.place.file, one.place.line)):
            yield f"{node}: stopped in {_line(origin)}"


def _where(node: str, workspace: int, address: int, machine: Machine, built: Built) -> str | None:
    """Return "in" and the place that code came from; None for code that the compiler did not make.

    In the library, also where that was called.
    """
    if node not in built.images:
        return None
    image, placement = built.images[node], built.placements[node]
    origin = image.origin(address - placement.code)
    if origin is None:
        return None
    inside = f"in {_line(origin)}"
    if not callers.in_library(origin):
        return inside
    called = callers.caller(machine, node, workspace, origin, image, placement)
    return inside if called is None else f"{inside}, called in {_line(called)}"


def _line(origin: Origin) -> str:
    """Return the procedure, the place and the line that stands there; of a library, no line."""
    if callers.in_assembly(origin):
        return f"the library's {callers.shown(origin)}"
    place = f"{origin.procedure}, {callers.shown(origin)}"
    if callers.in_library(origin):
        return place
    text = linecache.getline(origin.place.file, origin.place.line).strip()
    return f"{place}{text and ': '}{text}"
