"""A network of transputers, their wires and their host, simulated together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from emulator.transputer.host import HostDevice
from emulator.transputer.results import Event, Outcome, Statistics

End = tuple[str, int]
"""A link end: node name, link 0 to 3."""


@dataclass(frozen=True)
class NodeConfig:
    """One transputer.

    Parameters
    ----------
    name
        Unique in the network.
    type
        "T414" or "T800".
    clock_mhz
        Processor clock, a multiple of 0.5.
    memory_bytes
        On-chip and external memory together, from #80000000 up; a multiple of 4, at least the
        on-chip memory.
    external_cycles
        Processor cycles of one external word access (on-chip: 1).
    """

    name: str
    type: str = "T800"
    clock_mhz: float = 20.0
    memory_bytes: int = 1 << 20
    external_cycles: int = 3


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
        The link end the host is wired to; None: there is no host.
    log_events
        Keep the event log (see `events`); costs nothing when off.

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
        host: End | None = ("", 0),
        log_events: bool = False,
    ) -> None:
        raise NotImplementedError

    def boot(self, data: bytes) -> None:
        """Queue bytes (a bootable file) to go down the host's link when the run starts."""
        raise NotImplementedError

    def run(self, host: HostDevice | None = None, *, max_cycles: int | None = None) -> Outcome:
        """Simulate until something ends it; a later call goes on from there.

        Parameters
        ----------
        host
            The host program; None: what arrives is discarded.
        max_cycles
            Stop once the fastest node's clock has counted this many cycles since reset.
        """
        raise NotImplementedError

    def statistics(self) -> Statistics:
        """Return what was done since reset."""
        raise NotImplementedError

    def events(self) -> list[Event]:
        """Return the event log in order of time (empty unless `log_events`)."""
        raise NotImplementedError

    def reset(self, *, analyse: bool = False) -> None:
        """Reset every node: memory is kept, each waits for a boot byte on any link.

        With `analyse`, `testpranal` gives TRUE afterwards, and the bootstrap finds the old Iptr
        and Wptr in Areg and Breg.
        """
        raise NotImplementedError

    def peek(self, node: str, address: int) -> int:
        """Return the signed word at an address (signed or unsigned) of a node's memory."""
        raise NotImplementedError

    def poke(self, node: str, address: int, value: int) -> None:
        """Set a word of a node's memory."""
        raise NotImplementedError

    def start(self, node: str, code: bytes, *, workspace: int | None = None) -> None:
        """Load code at MemStart of a node and run it at low priority, as if it had been booted."""
        raise NotImplementedError

    def signal_event(self, node: str, cycle: int) -> None:
        """Raise the EventReq pin of a node at a cycle of its clock."""
        raise NotImplementedError
