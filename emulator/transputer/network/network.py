"""A network of transputers, their wires and their host, simulated together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from common.errors import InputError
from emulator.transputer.isa.timing_assumptions import TimingAssumptions
from emulator.transputer.network import endings
from emulator.transputer.network.configuration import End, NodeConfig
from emulator.transputer.network.host import HostDevice, SilentHost
from emulator.transputer.network.host_link import HostLink
from emulator.transputer.network.layout import build, clear_node
from emulator.transputer.network.results import (
    Event,
    EventKind,
    Outcome,
    ProcessState,
    Statistics,
    Status,
)
from emulator.transputer.network.statistics import network_statistics
from emulator.transputer.processor import state as at
from emulator.transputer.processor.boot import RUNNING
from emulator.transputer.processor.simulation import (
    CALL_HOST,
    LIMIT_REACHED,
    NODE_STOPPED,
    PAUSE,
    simulate,
)

__all__ = ["End", "Network", "NodeConfig"]

_BASE = 1 << 31


class Network:
    """Transputers and wires; the same programs give the same cycle counts on every run.

    Parameters
    ----------
    nodes
        The transputers.
    wires
        Pairs of link ends; an end may be used once. Other ends are left open.
    link_mbits
        5, 10 or 20 Mbit/s, all links.
    host
        The link end the host is wired to, as a rule link 0 of the first node; None: no host.
    log_events
        Keep the event log (see `events`); costs nothing when off.
    strict_memory
        An access where there is no memory stops its node. Otherwise it goes on, as on the part:
        what is read is 0, what is written is lost, and `NodeStatistics.absent_accesses` counts.
    timing
        Assumptions about time; None: the documented ones.

    Raises
    ------
    InputError
        A name twice, an unknown node, type or speed, an end used twice or outside 0 to 3, memory
        or clock out of range.
    """

    def __init__(
        self,
        nodes: Sequence[NodeConfig],
        wires: Sequence[tuple[End, End]] = (),
        *,
        link_mbits: int = 20,
        host: End | None = None,
        log_events: bool = False,
        strict_memory: bool = True,
        timing: TimingAssumptions | None = None,
    ) -> None:
        self.timing = timing or TimingAssumptions()
        self.names = [node.name for node in nodes]
        self._layout = build(nodes, wires, host, link_mbits, self.timing, log_events)
        self._layout.states[:, at.STRICT_MEMORY] = int(strict_memory)
        self._states = self._layout.states
        self._bytes = self._layout.memory.view(np.uint8)
        self._host: HostLink | None = None
        if host is not None:
            self._host = HostLink(self._states, self._bytes[4 * int(self._layout.bases[-2]) :])
        self._log: list[Event] = []

    def boot(self, data: bytes) -> None:
        """Queue bytes (a bootable file) to go down the host's link when the run starts."""
        if self._host is not None:
            self._host.send(data)

    def run(self, host: HostDevice | None = None, *, max_cycles: int | None = None) -> Outcome:
        """Simulate until something ends it; a later call goes on from there.

        Parameters
        ----------
        host
            The host program; None: what arrives is discarded.
        max_cycles
            Stop once the fastest node's clock has counted this many cycles since reset.
        """
        device = SilentHost() if host is None else host
        limit = at.NEVER - 1
        if max_cycles is not None:
            limit = max_cycles * int(self._states[: len(self.names), at.TICKS_PER_CYCLE].min())
        self.boot(device.pending())
        self._serve(device, self._now())
        while True:
            layout = self._layout
            reason = simulate(
                layout.states,
                layout.memory,
                self._bytes,
                layout.bases,
                layout.lookahead,
                limit,
            )
            self._drain_log()
            if reason == NODE_STOPPED or self._states[:, at.STOPPED].any():
                if self._host is not None:
                    self._host.hear(device)  # what was sent before is not lost
                row = endings.first_stopped(self._states)
                return endings.stopped(self._states[row], self.names[row])
            if reason == LIMIT_REACHED:
                return Outcome(Status.CYCLE_LIMIT, f"{max_cycles} cycles have passed")
            if reason == PAUSE:
                continue
            moment = int(self._states[-1, at.CLOCK]) if reason == CALL_HOST else self._now()
            heard = self._host is not None and self._host.hear(device)
            status = device.exit_status()
            if status is not None:
                return Outcome(Status.EXITED, "the host program ended the session", status)
            if reason != CALL_HOST and not heard:
                memories = [self._memory(row) for row in range(len(self.names))]
                return endings.quiet(self._states, memories, self.names)
            self._serve(device, moment + self._reply_ticks())

    def statistics(self) -> Statistics:
        """Return what was done since reset."""
        return network_statistics(self._states, self.names, self._layout.ticks_per_microsecond)

    def instructions(self) -> int:
        """Return how many instructions were executed since reset, prefixes included."""
        counts = self._states[: len(self.names), at.COUNTS : at.COUNTS + at.OPERATIONS]
        return int(counts.sum())

    def host_seconds(self) -> float:
        """Return the simulated time at which the host was last called; 0 without a host."""
        ticks = int(self._states[-1, at.CLOCK]) if self._host is not None else 0
        return 1e-6 * ticks / self._layout.ticks_per_microsecond

    def events_kept(self) -> int:
        """Return how many events the log has."""
        return len(self._log)

    def events(self) -> list[Event]:
        """Return the event log in order of time (empty unless `log_events`)."""
        return sorted(self._log, key=lambda event: event.seconds)

    def processes(self) -> list[ProcessState]:
        """Return what the processes are at that execute, or wait on channels or links."""
        found: list[ProcessState] = []
        for row, name in enumerate(self.names):
            s = self._states[row]
            found += endings.at_work(s, name)
            if s[at.BOOT_STATE] == RUNNING:
                found += endings.waiting(s, self._memory(row), name, self.names)
        return found

    def reset(self, *, analyse: bool = False) -> None:
        """Reset every node: memory is kept, each waits for a boot byte on any link.

        With `analyse`, `testpranal` gives TRUE afterwards, and the bootstrap finds the old Iptr
        and Wptr in Areg and Breg.
        """
        now = self._now()
        for row in range(len(self.names)):
            clear_node(self._states, row, self._memory(row))
            self._states[row, at.ANALYSE] = int(analyse)
        if self._host is not None:
            self._host.reset(now)

    def peek(self, node: str, address: int) -> int:
        """Return the signed word at an address (signed or unsigned) of a node's memory."""
        return int(self._memory(self.names.index(node))[self._index(node, address)])

    def poke(self, node: str, address: int, value: int) -> None:
        """Set a word of a node's memory."""
        memory = self._memory(self.names.index(node))
        memory[self._index(node, address)] = (value + _BASE) % (2 * _BASE) - _BASE

    def start(self, node: str, code: bytes, *, workspace: int | None = None) -> None:
        """Load code at MemStart of a node and run it at low priority, as if it had been booted.

        The workspace pointer is the first word above the code unless it is given.
        """
        row = self.names.index(node)
        s = self._states[row]
        start = int(s[at.MEMORY_START])
        room = int(s[at.SIZE]) - start
        if len(code) > room:
            raise InputError(f"node {node!r}", f"{len(code)} bytes of code", f"at most {room}")
        base = 4 * int(self._layout.bases[row])
        self._bytes[base + start : base + start + len(code)] = np.frombuffer(code, np.uint8)
        above = (start + len(code) + 3) & ~3
        s[at.WPTR] = above if workspace is None else (workspace + _BASE) % (2 * _BASE)
        s[at.IPTR] = start
        s[at.PRIORITY] = s[at.RUNNING] = 1
        s[at.BOOT_STATE] = RUNNING
        period = int(s[at.SLICE_CYCLES])
        s[at.SLICE_ENDS] = (int(s[at.CLOCK]) // period + 1) * period

    def signal_event(self, node: str, cycle: int) -> None:
        """Raise the EventReq pin of a node at a cycle of its clock."""
        self._states[self.names.index(node), at.EVENT_DUE] = cycle

    def registers(self, node: str) -> dict[str, int]:
        """Return a node's registers, addresses and words signed, flags 0 or 1."""
        s = self._states[self.names.index(node)]
        values = {name: int(s[index]) for name, index in _REGISTERS.items()}
        for name in ("Iptr", "Wptr"):
            values[name] -= _BASE
        return values

    def _memory(self, row: int) -> NDArray[np.int32]:
        bases = self._layout.bases
        return self._layout.memory[bases[row] : bases[row + 1]]

    def _index(self, node: str, address: int) -> int:
        offset = (address + _BASE) % (2 * _BASE)
        if offset >= self._states[self.names.index(node), at.SIZE]:
            raise IndexError(f"{node} has no memory at {endings.hexadecimal(offset)}")
        return offset >> 2

    def _now(self) -> int:
        return int((self._states[:, at.CLOCK] * self._states[:, at.TICKS_PER_CYCLE]).max())

    def _reply_ticks(self) -> int:
        first = self._states[0, at.TICKS_PER_CYCLE]
        return int(self.timing.host_reply_cycles * first)

    def _serve(self, device: HostDevice, tick: int) -> None:
        if self._host is not None:
            self._host.serve(device, tick)

    def _drain_log(self) -> None:
        ticks = self._layout.ticks_per_microsecond
        for name, s in zip(self.names, self._states, strict=False):
            count = int(s[at.LOG_COUNT])
            entries: Any = s[at.LOG : at.LOG + 4 * count].reshape(-1, 4).tolist()
            for tick, kind, detail, length in entries:
                self._log.append(Event(1e-6 * tick / ticks, name, EventKind(kind), detail, length))
            s[at.LOG_COUNT] = 0


_REGISTERS = {
    "Areg": at.AREG,
    "Breg": at.BREG,
    "Creg": at.CREG,
    "Iptr": at.IPTR,
    "Wptr": at.WPTR,
    "priority": at.PRIORITY,
    "error": at.ERROR_FLAG,
    "halt on error": at.HALT_ON_ERROR,
    "FP error": at.FP_ERROR,
    "cycles": at.CLOCK,
}
"""What `Network.registers` shows."""
