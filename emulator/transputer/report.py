"""Words for how a run ended: who waits for what, which node stopped and why."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from emulator.transputer import state as at
from emulator.transputer.boot import CONTROL, RUNNING
from emulator.transputer.results import Outcome, Status

WAITS_SHOWN = 12
BASE = 1 << 31


def hexadecimal(offset: int) -> str:
    """Return an offset from #80000000 as an address in INMOS's notation."""
    return f"#{(offset + BASE) % 2**32:08X}"


def link_name(s: NDArray[np.int64], link: int, names: list[str]) -> str:
    """Return a link's number and what it is wired to."""
    end = s[at.LINKS + at.LINK_FIELDS * link :]
    if end[at.PEER_NODE] < 0:
        return f"link {link}, which has no wire"
    if end[at.PEER_NODE] >= len(names):
        return f"link {link}, wired to the host"
    return f"link {link}, wired to {names[end[at.PEER_NODE]]} link {end[at.PEER_LINK]}"


def process_name(process: int) -> str:
    """Return a process by its workspace and priority."""
    workspace = (process & ~1) + BASE
    return f"process {hexadecimal(workspace)} ({'low' if process & 1 else 'high'} priority)"


def waiting_on_links(s: NDArray[np.int64], names: list[str]) -> list[str]:
    """Return a phrase for every process of a node that waits on a link."""
    phrases = []
    for link in range(4):
        end = s[at.LINKS + at.LINK_FIELDS * link :]
        for process, verb in (
            (end[at.IN_PROCESS], "input from"),
            (end[at.OUT_PROCESS], "output to"),
        ):
            if process not in (at.NOT_PROCESS, at.BOOT_PROCESS):
                place = link_name(s, link, names)
                phrases.append(f"{process_name(int(process))} waits to {verb} {place}")
    return phrases


def waiting(s: NDArray[np.int64], memory: NDArray[np.int32], names: list[str]) -> list[str]:
    """Return a phrase for every process of a node that waits on a channel."""
    phrases = waiting_on_links(s, names)
    entries = s[at.WAITS : at.WAITS + 3 * at.WAIT_ENTRIES].reshape(-1, 3)
    for process, channel, kind in entries[entries[:, 0] != at.NOT_PROCESS].tolist():
        if kind == at.WAIT_ALT:
            if memory[((process & ~1) + BASE >> 2) - 3] == at.WAITING:
                phrases.append(f"{process_name(process)} waits in an ALT")
        elif memory[channel >> 2] == process and channel >= 4 * at.EVENT_CHANNEL:
            verb = "input from" if kind == at.WAIT_IN else "output to"
            place = f"channel {hexadecimal(channel)}"
            if channel == 4 * at.EVENT_CHANNEL:
                place = "the event channel"
            phrases.append(f"{process_name(process)} waits to {verb} {place}")
    for priority in range(2):
        if memory[at.TIMER_QUEUE + priority] != at.NOT_PROCESS and not s[at.CLOCKS_RUN]:
            phrases.append("a process waits for a clock that was never started (sttimer)")
    return phrases


def quiet(
    states: NDArray[np.int64],
    memories: list[NDArray[np.int32]],
    names: list[str],
) -> Outcome:
    """Return the outcome when nothing can happen any more."""
    phrases = []
    booted = False
    for s, memory, name in zip(states, memories, names, strict=False):
        if s[at.BOOT_STATE] == RUNNING:
            booted = True
            phrases += [f"{name}: {phrase}" for phrase in waiting(s, memory, names)]
        elif s[at.BOOT_STATE] != CONTROL:
            end = s[at.LINKS + at.LINK_FIELDS * s[at.BOOT_LINK] :]
            link = link_name(s, int(s[at.BOOT_LINK]), names)
            left = int(end[at.IN_LEFT])
            phrases.append(f"{name}: its boot still expects {left} bytes from {link}")
    if phrases:
        shown = "; ".join(phrases[:WAITS_SHOWN])
        more = f"; and {len(phrases) - WAITS_SHOWN} more" if len(phrases) > WAITS_SHOWN else ""
        return Outcome(Status.DEADLOCK, f"nothing can go on: {shown}{more}")
    if not booted:
        return Outcome(Status.DEADLOCK, "no transputer was booted: each waits for its first byte")
    return Outcome(Status.IDLE, "every process has ended")


def stopped(s: NDArray[np.int64], name: str) -> Outcome:
    """Return the outcome when a node has stopped."""
    where = f"near {hexadecimal(int(s[at.FAULT_IPTR]))}"
    if s[at.FAULT_IPTR] < 0:
        where = "in a link transfer"
    if s[at.STOPPED] == at.HALTED:
        return Outcome(Status.ERROR, f"{name}: halted on its error flag {where}")
    if s[at.STOPPED] == at.FAULT:
        place = hexadecimal(int(s[at.FAULT_ADDRESS]))
        return Outcome(Status.FAULT, f"{name}: no memory at {place}, used {where}")
    code = int(s[at.FAULT_CODE])
    kind = "FPU entry" if code >= 0x10000 else "operation"
    part = "T800" if s[at.IS_T800] else "T414"
    text = f"{name}: a {part} has no {kind} #{code & 0xFFFF:X}, met {where}"
    return Outcome(Status.UNKNOWN_INSTRUCTION, text)
