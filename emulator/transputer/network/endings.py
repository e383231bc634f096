"""How a run ended, in words: who waits for what, which node stopped and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from common.arrays import Integers
from emulator.transputer.network.results import Outcome, ProcessState, Status
from emulator.transputer.processor import state as at
from emulator.transputer.processor.boot import CONTROL, RUNNING

_WAITS_SHOWN = 12
_BASE = 1 << 31


def hexadecimal(offset: int) -> str:
    """Return an offset from #80000000 as an address in INMOS's notation."""
    return f"#{(offset + _BASE) % 2**32:08X}"


def _link_name(s: Integers, link: int, names: list[str]) -> str:
    """Return a link's number and what it is wired to."""
    end = s[at.LINKS + at.LINK_FIELDS * link :]
    if end[at.PEER_NODE] < 0:
        return f"link {link}, which has no wire"
    if end[at.PEER_NODE] >= len(names):
        return f"link {link}, wired to the host"
    return f"link {link}, wired to {names[end[at.PEER_NODE]]} link {end[at.PEER_LINK]}"


def _process_name(process: int) -> str:
    """Return a process by its workspace and priority."""
    workspace = (process & ~1) + _BASE
    return f"process {hexadecimal(workspace)} ({'low' if process & 1 else 'high'} priority)"


def _at_rest(memory: NDArray[np.int32], node: str, process: int, doing: str) -> ProcessState:
    """Return a process that waits; its Iptr lies below its workspace."""
    workspace = (process & ~1) + _BASE
    word = (workspace >> 2) - 1
    iptr = int(memory[word]) + _BASE if 0 <= word < len(memory) else 0
    return ProcessState(node, _process_name(process), workspace, doing, iptr)


def _waiting_on_links(
    s: Integers, memory: NDArray[np.int32], node: str, names: list[str]
) -> Iterator[ProcessState]:
    """Yield every process of a node that waits on a link."""
    for link in range(4):
        end = s[at.LINKS + at.LINK_FIELDS * link :]
        for process, verb in (
            (int(end[at.IN_PROCESS]), "input from"),
            (int(end[at.OUT_PROCESS]), "output to"),
        ):
            if process not in (at.NOT_PROCESS, at.BOOT_PROCESS):
                doing = f"waits to {verb} {_link_name(s, link, names)}"
                yield _at_rest(memory, node, process, doing)


def waiting(
    s: Integers, memory: NDArray[np.int32], node: str, names: list[str]
) -> Iterator[ProcessState]:
    """Yield every process of a node that waits on a channel, or for ever on a clock."""
    yield from _waiting_on_links(s, memory, node, names)
    entries = s[at.WAITS : at.WAITS + 3 * at.WAIT_ENTRIES].reshape(-1, 3)
    for process, channel, kind in entries[entries[:, 0] != at.NOT_PROCESS].tolist():
        doing = None
        if kind == at.WAIT_ALT:
            if memory[((process & ~1) + _BASE >> 2) - 3] == at.WAITING:
                doing = "waits in an ALT"
        elif memory[channel >> 2] == process and channel >= 4 * at.EVENT_CHANNEL:
            verb = "input from" if kind == at.WAIT_IN else "output to"
            event = channel == 4 * at.EVENT_CHANNEL
            place = "the event channel" if event else f"channel {hexadecimal(channel)}"
            doing = f"waits to {verb} {place}"
        if doing is not None:
            yield _at_rest(memory, node, process, doing)
    for priority in range(2):
        process = int(memory[at.TIMER_QUEUE + priority])
        if process != at.NOT_PROCESS and not s[at.CLOCKS_RUN]:
            doing = "waits for a clock that was never started (sttimer)"
            yield replace(_at_rest(memory, node, process, doing), name="a process")


def at_work(s: Integers, node: str) -> Iterator[ProcessState]:
    """Yield the process that a node executes, if there is one."""
    if s[at.RUNNING] == 1 and s[at.BOOT_STATE] == RUNNING:
        process = int(s[at.WPTR]) - _BASE | int(s[at.PRIORITY])
        name = _process_name(process)
        yield ProcessState(node, name, int(s[at.WPTR]), "runs", int(s[at.IPTR]), waits=False)


def quiet(
    states: Integers,
    memories: list[NDArray[np.int32]],
    names: list[str],
) -> Outcome:
    """Return the outcome when nothing can happen any more."""
    phrases: list[str] = []
    booted = False
    for s, memory, name in zip(states, memories, names, strict=False):
        if s[at.BOOT_STATE] == RUNNING:
            booted = True
            phrases += map(str, waiting(s, memory, name, names))
        elif s[at.BOOT_STATE] != CONTROL:
            end = s[at.LINKS + at.LINK_FIELDS * s[at.BOOT_LINK] :]
            link = _link_name(s, int(s[at.BOOT_LINK]), names)
            left = int(end[at.IN_LEFT])
            phrases.append(f"{name}: its boot still expects {left} bytes from {link}")
    if phrases:
        shown = "; ".join(phrases[:_WAITS_SHOWN])
        more = f"; and {len(phrases) - _WAITS_SHOWN} more" if len(phrases) > _WAITS_SHOWN else ""
        return Outcome(Status.DEADLOCK, f"nothing can go on: {shown}{more}")
    if not booted:
        return Outcome(Status.DEADLOCK, "no transputer was booted: each waits for its first byte")
    return Outcome(Status.IDLE, "every process has ended")


def first_stopped(states: Integers) -> int:
    """Return the row of the node that stopped first, the lowest of several."""
    rows = np.flatnonzero(states[:, at.STOPPED])
    ticks = states[rows, at.CLOCK] * states[rows, at.TICKS_PER_CYCLE]
    return int(rows[np.argmin(ticks)])


def stopped(s: Integers, name: str) -> Outcome:
    """Return the outcome when a node has stopped."""
    iptr = int(s[at.FAULT_IPTR]) if s[at.FAULT_IPTR] >= 0 else None
    where = "in a link transfer" if iptr is None else f"near {hexadecimal(iptr)}"
    if s[at.STOPPED] == at.HALTED:
        text = f"{name}: halted on its error flag {where}"
        return Outcome(Status.ERROR, text, node=name, iptr=iptr)
    if s[at.STOPPED] == at.FAULT:
        place = hexadecimal(int(s[at.FAULT_ADDRESS]))
        text = f"{name}: no memory at {place}, used {where}"
        return Outcome(Status.FAULT, text, node=name, iptr=iptr)
    if s[at.STOPPED] == at.ENDLESS_QUEUE:
        text = f"{name}: a timer queue bent into a ring, met {where}"
        return Outcome(Status.FAULT, text, node=name, iptr=iptr)
    code = int(s[at.FAULT_CODE])
    kind = "FPU entry" if code >= at.FPU_ENTRY else "operation"
    part = "T800" if s[at.IS_T800] else "T414"
    text = f"{name}: a {part} has no {kind} #{code & 0xFFFFFFFF:X}, met {where}"
    return Outcome(Status.UNKNOWN_INSTRUCTION, text, node=name, iptr=iptr)
