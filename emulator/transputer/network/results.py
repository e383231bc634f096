"""What a run of a network gives back: how it ended, what it cost, what happened when."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from emulator.transputer.processor import state


class Status(Enum):
    """How a run ended."""

    EXITED = "exited"
    """The host program ended the session; `Outcome.exit_status` is its status."""
    IDLE = "idle"
    """No process is left that could run, and none waits on a channel: the programs have ended."""
    DEADLOCK = "deadlock"
    """No process can run, and some wait on channels or links for ever."""
    ERROR = "error"
    """A transputer halted on its error flag."""
    FAULT = "fault"
    """A transputer used memory that it does not have, or bent a timer queue into a ring."""
    UNKNOWN_INSTRUCTION = "unknown instruction"
    """A transputer met a code that its part does not have."""
    CYCLE_LIMIT = "cycle limit"
    """`max_cycles` have passed."""


@dataclass(frozen=True)
class Outcome:
    """How a run ended.

    Parameters
    ----------
    status
        The kind of end.
    reason
        One line for the user, with node names and addresses; for a deadlock, who waits for what.
    exit_status
        The host program's status, for `Status.EXITED`.
    node, iptr
        Which node stopped, and where: the address behind the instruction it met, in bytes from
        #80000000; None for other ends, and where a link transfer stopped it.
    """

    status: Status
    reason: str
    exit_status: int | None = None
    node: str | None = None
    iptr: int | None = None


@dataclass(frozen=True)
class ProcessState:
    """What a process is at when a run has ended.

    Parameters
    ----------
    node
        Where it runs.
    name
        Its workspace and priority, for the user.
    workspace
        Its Wptr, in bytes from #80000000.
    doing
        "waits to input from link 1, wired to P1 link 2", "runs" and the like.
    iptr
        The address of its next instruction, in bytes from #80000000; if it waits, that behind the
        instruction it waits in.
    waits
        Whether it waits.
    """

    node: str
    name: str
    workspace: int
    doing: str
    iptr: int
    waits: bool = True

    def __str__(self) -> str:
        return f"{self.node}: {self.name} {self.doing}"


@dataclass(frozen=True)
class LinkStatistics:
    """Traffic of one link end: bytes sent, bytes received, seconds its outgoing wire was busy."""

    bytes_out: int
    bytes_in: int
    busy_seconds: float


@dataclass(frozen=True)
class NodeStatistics:
    """What one transputer did since reset.

    Parameters
    ----------
    cycles
        Processor cycles from reset to the last thing that happened on this node.
    seconds
        The same in simulated seconds.
    instructions
        Instructions executed, each prefix byte counted as the instruction it is.
    per_instruction
        How often each mnemonic was executed.
    idle_cycles
        Cycles in which no process was ready: all waited for channels, links or timers.
    fpu_busy_cycles, fpu_wait_cycles, fpu_overlap_cycles
        FPU at work on operations it does beside the CPU; CPU waiting for it; both at work at once.
        (Loads, stores and comparisons keep both and are not counted here.)
    external_cycles
        Cycles added by external memory.
    absent_accesses
        Words and link bytes used where there is no memory (see `Network`'s `strict_memory`).
    process_switches
        Processes started or resumed by the scheduler, pre-emptions included.
    pre_emptions, timeslices
        High priority over low; low priority processes moved to the back of the queue.
    links
        Four link ends.
    """

    cycles: int
    seconds: float
    instructions: int
    per_instruction: dict[str, int]
    idle_cycles: int
    fpu_busy_cycles: int
    fpu_wait_cycles: int
    fpu_overlap_cycles: int
    external_cycles: int
    absent_accesses: int
    process_switches: int
    pre_emptions: int
    timeslices: int
    links: tuple[LinkStatistics, ...]


@dataclass(frozen=True)
class Statistics:
    """What the whole network did: the node furthest in time, and each node by name."""

    seconds: float
    instructions: int
    nodes: dict[str, NodeStatistics] = field(default_factory=dict)


class EventKind(Enum):
    """What `Event` marks."""

    PROCESS_START = state.PROCESS_START
    """A process starts or resumes; `detail` is its workspace descriptor (bit 0: low priority),
    `count` the address it goes on at, in bytes from #80000000."""
    PROCESS_STOP = state.PROCESS_STOP
    """It stops, waits, ends or is pre-empted; `detail` is its workspace descriptor."""
    OUTPUT_START = state.OUTPUT_START
    """A link output of `count` bytes begins; `detail` is the link."""
    OUTPUT_END = state.OUTPUT_END
    """Its last byte is acknowledged."""
    INPUT_START = state.INPUT_START
    """A link input of `count` bytes begins (a process asks for it)."""
    INPUT_END = state.INPUT_END
    """Its last byte has arrived."""


@dataclass(frozen=True)
class Event:
    """One entry of the event log: `seconds` of simulated time, on `node`."""

    seconds: float
    node: str
    kind: EventKind
    detail: int
    count: int = 0
