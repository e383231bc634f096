"""How a run ended, in terms of the source: processor, procedure, file and line, and the cause."""

from __future__ import annotations

import linecache
from collections.abc import Sequence
from typing import Protocol

from emulator.occam.build import Built
from emulator.occam.program import Origin
from emulator.transputer import isa
from emulator.transputer.disassembler import decode
from emulator.transputer.results import Outcome, ProcessState, Status

SHOWN = 12
"""Processes that are told one by one."""

RANGE = "a subscript, count or value out of range"
OVERFLOW = "an overflow"
CAUSES = {
    "csub0": RANGE,
    "ccnt1": RANGE,
    "cword": "a value its type has no room for",
    "csngl": "a value its type has no room for",
    "fpchkerror": "a floating-point overflow, division by zero or invalid operation",
    "seterr": "STOP, or nothing that fits in an IF, CASE or check",
    "div": "a division by zero, or an overflow",
    "rem": "a division by zero, or an overflow",
    "ldiv": "a division by zero, or an overflow",
    **dict.fromkeys(("adc", "add", "sub", "mul", "ladd", "lsub"), OVERFLOW),
}
"""What an instruction that set the error flag tells about the source."""


PREFIXES = tuple(isa.by_mnemonic(name).code for name in ("pfix", "nfix"))


class Machine(Protocol):
    """What is asked of a `network.Network`."""

    def processes(self) -> list[ProcessState]:
        """See `network.Network.processes`."""


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
    if outcome.node is not None and outcome.iptr is not None:
        return _stopped(outcome, outcome.node, outcome.iptr, built)
    if outcome.status is Status.IDLE:
        return f"{outcome.reason}, but none told the host that all is done (so.exit)"
    if outcome.status not in (Status.DEADLOCK, Status.CYCLE_LIMIT):
        return outcome.reason
    return _processes(outcome, machine.processes(), built)


def _stopped(outcome: Outcome, node: str, iptr: int, built: Built) -> str:
    origin = _origin(node, iptr - 1, built)
    if origin is None:
        return outcome.reason
    text = outcome.reason
    if outcome.status is Status.ERROR:
        cause = CAUSES.get(_mnemonic(node, iptr, built), "")
        text = f"{node}: halted on its error flag{cause and ': '}{cause},"
    return f"{text} in {_where(origin)}"


def _processes(outcome: Outcome, processes: Sequence[ProcessState], built: Built) -> str:
    lines = []
    for process in processes:
        origin = _origin(process.node, process.iptr - process.waits, built)
        if origin is None:
            lines.append(f"  {process}")
        else:
            lines.append(f"  {process.node}: {process.doing} in {_where(origin)}")
    if not lines:
        return outcome.reason
    if len(lines) > SHOWN:
        lines[SHOWN:] = [f"  and {len(lines) - SHOWN} more"]
    head = "nothing can go on" if outcome.status is Status.DEADLOCK else outcome.reason
    return "\n".join([f"{head}:", *lines])


def _origin(node: str, address: int, built: Built) -> Origin | None:
    """Return where the byte at an address came from."""
    if node not in built.images:
        return None
    return built.images[node].origin(address - built.placements[node].code)


def _where(origin: Origin) -> str:
    """Return a place of the source, and the line that stands there."""
    place = origin.place
    line = linecache.getline(place.file, place.line).strip()
    return f"{origin.procedure}, {place.file}:{place.line}{line and ': '}{line}"


def _mnemonic(node: str, iptr: int, built: Built) -> str:
    """Return the name of the instruction that ends before an address."""
    end = iptr - built.placements[node].code
    code = built.images[node].code
    start = end - 1
    while start > 0 and code[start - 1] >> 4 in PREFIXES:
        start -= 1
    return list(decode(code[start:end]))[-1].mnemonic
