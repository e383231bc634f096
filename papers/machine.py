"""The network that a compiled program runs on, and how a run of it ends."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from emulator.transputer.network.host import HostDevice
from emulator.transputer.network.network import Network
from emulator.transputer.network.results import Status
from occam.build import Built
from occam.program import Checks


class ProgramFailed(RuntimeError):
    """A program did not send its results; the message says how the run ended."""


@dataclass(frozen=True)
class MachineSettings:
    """What the papers leave open of their machines.

    Attributes
    ----------
    part
        "T800" or "T414".
    checks
        Which checks are compiled in.
    external_cycles
        Processor cycles of an access to external memory.
    link_mbits
        5, 10 or 20.
    clock_mhz
        The processors' clock.
    """

    part: str = "T800"
    checks: Checks = Checks.HALT
    external_cycles: int = 3
    link_mbits: int = 20
    clock_mhz: float = field(default=20.0, kw_only=True)

    def applied(self, built: Built) -> Built:
        """Return a program's network with these memories, clocks and links."""
        nodes = tuple(
            replace(node, external_cycles=self.external_cycles, clock_mhz=self.clock_mhz)
            for node in built.network.nodes
        )
        return replace(
            built, network=replace(built.network, nodes=nodes, link_mbits=self.link_mbits)
        )


def served(
    built: Built, host: HostDevice, cycles_maximum: int, *, log_events: bool = True
) -> Network:
    """Boot a program, serve it until its host is done, and return the network as it stands then.

    Raises
    ------
    ProgramFailed
        It halted, waited for ever, or took more cycles than that.
    """
    plan = built.network
    machine = Network(
        plan.nodes, plan.wires, link_mbits=plan.link_mbits, host=plan.host, log_events=log_events
    )
    machine.boot(built.data)
    outcome = machine.run(host, max_cycles=cycles_maximum)
    if outcome.status is not Status.EXITED:
        raise ProgramFailed(f"{outcome.status.value}: {outcome.reason}")
    return machine
