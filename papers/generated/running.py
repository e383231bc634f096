"""Runs a generated program on emulated transputers, and times its cycles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from common.arrays import Reals
from dataflow.tasks.pieces import ROOT, Partition
from emulator.transputer.network.results import Event
from occam.build import Built, build
from papers.counted_host import CountedHost
from papers.generated.program import Program
from papers.generated.root_text import POINTS_MAXIMUM, measured_root
from papers.generated.worker_text import Extras
from papers.machine import MachineSettings, served
from papers.measurement import Window, busy_intervals, computing

CYCLES_MAXIMUM = 20_000_000_000


@dataclass(frozen=True)
class CycleRun:
    """A run over states.

    Attributes
    ----------
    results
        (points, values), as the program sends them.
    window
        From the last state's arrival at the root to the first result's departure.
    events
        The whole log.
    built
        Program and network.
    """

    results: NDArray[np.float32]
    window: Window
    events: tuple[Event, ...]
    built: Built

    @property
    def points(self) -> int:
        """How many cycles."""
        return len(self.results)

    @property
    def microseconds(self) -> float:
        """Of one cycle: a state sent, the results had, the mean over the run."""
        return 1e6 * self.window.seconds / self.points

    def one_cycle(self) -> tuple[float, float]:
        """Return begin and end, in seconds, of the cycle in the middle."""
        each = self.window.seconds / self.points
        begin = self.window.start + self.points // 2 * each
        return begin, begin + each

    def left_microseconds(self) -> dict[str, float]:
        """Return for each processor the time of a cycle in which it has nothing to do."""
        busy = busy_intervals(self.events, self.window.start, self.window.end)
        found = {}
        for node in self.built.network.nodes:
            worked = sum(end - begin for begin, end in busy.get(node.name, []))
            found[node.name] = 1e6 * (self.window.seconds - worked) / self.points
        return found


class StateHost(CountedHost):
    """The host of a measured program: sends states, takes results back.

    Down go a word, the number of states, and the states as REAL32; up come the results of all.
    """

    def __init__(self, states: Reals, results: int) -> None:
        count = np.array([len(states)], dtype="<i4")
        outgoing = count.tobytes() + states.astype("<f4").tobytes()
        super().__init__(outgoing, 4 * results * len(states))
        self._columns = results

    def results(self) -> NDArray[np.float32]:
        """Return what has come, (points, results)."""
        return self.rows(self._columns)


def measured_program(
    partition: Partition,
    temporaries: str,
    extras: Extras | None = None,
    title: str = "Forward dynamics",
) -> Program:
    """Return the program of a partition that `run` can feed with states."""
    return Program(
        f"{title}, measured",
        partition,
        temporaries,
        measured_root,
        protocol="ANY",
        libraries=("snglmath.lib",),
        extras=extras or Extras(),
    )


def compiled(text: str, settings: MachineSettings) -> Built:
    """Compile a source and set up the network that it runs on; raises `InputError`."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "forward.occ"
        path.write_text(_for_part(text, settings.part), "utf-8")
        built = build(path, settings.part, settings.checks)
    return settings.applied(built)


def _for_part(text: str, part: str) -> str:
    return text if part == "T800" else text.replace(" T800\n", f" {part}\n")


def run(program: Program, states: Reals, settings: MachineSettings | None = None) -> CycleRun:
    """Compile and run a measured program over states, (points, words).

    Raises
    ------
    ProgramFailed
        It halted, waited for ever or ended without its results.
    """
    if not 1 <= len(states) <= POINTS_MAXIMUM:
        raise ValueError(f"{len(states)} states, not 1 to {POINTS_MAXIMUM}")
    built = compiled(program.text(), settings or MachineSettings())
    host = StateHost(states, len(program.partition.arrays[program.partition.result]))
    events = tuple(served(built, host, CYCLES_MAXIMUM).events())
    window = computing(events, built.network.host)
    return CycleRun(host.results(), window, events, built)


def exchanged(
    program: Program, settings: MachineSettings, outgoing: bytes, expected: int
) -> tuple[bytes, float]:
    """Run a program that takes and gives plain bytes; return what came, and simulated seconds.

    Raises
    ------
    ProgramFailed
        It halted, waited for ever or ended without them.
    """
    built = compiled(program.text(), settings)
    host = CountedHost(outgoing, expected)
    machine = served(built, host, CYCLES_MAXIMUM, log_events=False)
    return bytes(host.received), machine.statistics().seconds


def words_sent(partition: Partition) -> Mapping[str, int]:
    """Return the words of a cycle from each processor to each other, as ``P1 to P3``."""
    found: dict[str, int] = {}
    for m in partition.messages:
        key = f"{node_name(m.sender)} to {node_name(m.receiver)}"
        found[key] = found.get(key, 0) + len(m.values)
    return found


def node_name(number: int) -> str:
    """Return what the network calls a processor."""
    return f"P{number}"


def processors_of(partition: Partition) -> list[str]:
    """Return the names of the processors that compute, without the root."""
    return [node_name(number) for number in partition.processors if number != ROOT]
