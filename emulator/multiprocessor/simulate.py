"""A pass of a task graph on a machine, by a program of Zeng and Egan, and what it took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.memory import Memory
from dataflow.tasks.queues import Queues, check_queues
from emulator.multiprocessor.engine import Activity, Engine, Slice
from emulator.multiprocessor.local_queues import VERSION_4, LocalProcedures, LocalQueues
from emulator.multiprocessor.machine import Machine
from emulator.multiprocessor.one_pass import OnePass, Run
from emulator.multiprocessor.shared_queues import SharedQueues


@dataclass(frozen=True)
class SharedProgram:
    """Ready queues in shared memory; see `SharedQueues`."""

    assignment: Mapping[int, int] | None = None
    counts_tasks: bool = False


@dataclass(frozen=True)
class LocalProgram:
    """Lists in local memory; see `LocalQueues`."""

    queues: Queues
    procedures: LocalProcedures = VERSION_4
    skips_own: bool = False


Program = SharedProgram | LocalProgram


@dataclass(frozen=True)
class Outcome:
    """What a pass took.

    Attributes
    ----------
    seconds
        From the start to the end of the exit task.
    runs
        Each task's arithmetic, in the order in which they ended.
    slices
        By process: what it did when.
    locks_taken, lock_waits
        How often a lock was taken, and how often that had to be waited for.
    """

    seconds: float
    runs: tuple[Run, ...]
    slices: tuple[tuple[Slice, ...], ...]
    locks_taken: int
    lock_waits: int

    @property
    def processes(self) -> int:
        """How many there were."""
        return len(self.slices)

    @property
    def queues(self) -> Queues:
        """Each process's tasks in the order in which it did them."""
        started = sorted(self.runs, key=lambda run: (run.start, run.end))
        return tuple(
            tuple(run.task for run in started if run.process == process)
            for process in range(self.processes)
        )

    @property
    def assignment(self) -> dict[int, int]:
        """The process of each task."""
        return {run.task: run.process for run in self.runs}

    def spent(self, *activities: Activity) -> float:
        """Return the seconds that all processes together spent so."""
        return sum(
            piece.end - piece.start
            for own in self.slices
            for piece in own
            if piece.activity in activities
        )


def simulate(
    graph: TaskGraph,
    machine: Machine,
    program: Program,
    processes: int,
    seed: int = 0,
    memory: Memory | None = None,
) -> Outcome:
    """Run a pass.

    Parameters
    ----------
    graph, machine, program
        What runs on what, and how.
    processes
        One or more, each on a processor of its own; for local queues, as many as there are queues.
    seed
        Of the choice who gets a lock that several wait for.
    memory
        Where the tasks compute; None to count time only.

    Raises
    ------
    InputError
        Local queues that do not hold every task once, or would wait for ever.
    dataflow.tasks.memory.ReadTooEarly
        A task read what nobody had written: an arc of the graph is missing.
    """
    engine = Engine(machine.contention, seed)
    one = _one_pass(graph, machine, engine, program, memory)
    engine.run(one.process(number) for number in range(processes))
    slices = tuple(tuple(own) for own in engine.slices)
    return Outcome(engine.now, tuple(one.runs), slices, engine.locks_taken, engine.locks_waited_for)


def _one_pass(
    graph: TaskGraph, machine: Machine, engine: Engine, program: Program, memory: Memory | None
) -> OnePass:
    seconds = machine.statement_seconds
    match program:
        case SharedProgram(assignment, counts_tasks):
            return SharedQueues(
                graph, machine, engine, seconds.shared, memory, assignment, counts_tasks
            )
        case LocalProgram(queues, procedures, skips_own):
            check_queues(graph, queues, "queues")
            statement = seconds.local if procedures is VERSION_4 else seconds.direct
            return LocalQueues(
                graph, machine, engine, statement, memory, queues, procedures, skips_own
            )
