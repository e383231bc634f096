"""Every assignment of the blocks to processors, with block times measured on the emulator.

Pieces are measured in programs that need them, then every assignment is planned with these times;
the best ten and those that come nearest to the paper are run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.tasks.assignment import PROCESSORS_MAXIMUM, Assignment, all_assignments
from dataflow.tasks.blocks import BLOCKS, Equations
from dataflow.tasks.operation_times import OperationTimes
from dataflow.tasks.partition import partition
from dataflow.tasks.pieces import ROOT, Message, Partition, Piece
from dataflow.tasks.processor_steps import programme
from dataflow.tasks.step_times import StepTimes, simulated
from papers.catalogue import paper
from papers.generated.running import measured_program, run
from papers.generated.worker_text import Extras
from papers.machine import MachineSettings
from papers.schafer_schiehlen.forward_demo import left_of

BEST = 10
"""Assignments that are run, fastest first."""

NEAREST = 5
"""Assignments that are run since they come nearest to the paper."""

_REPEATS = 30
_SHARING = {"M", "k", "q"}
"""Blocks that compute elements of J."""

Key = tuple[str, frozenset[str], int]
"""A piece's block, the blocks before it that may share elements of J with it, and its nodes."""


@dataclass(frozen=True)
class Plan:
    """One assignment by measured block times.

    Attributes
    ----------
    microseconds, left
        Of a cycle; the most that any processor has without work and messages.
    measured, measured_left
        The same on the emulator; None where it was not run.
    """

    assignment: Assignment
    microseconds: float
    left: float
    measured: float | None = None
    measured_left: float | None = None


@dataclass(frozen=True)
class Exploration:
    """All plans, fastest first, and what was measured for them.

    Attributes
    ----------
    one
        Microseconds of one processor, planned and measured.
    nearest
        The plans that come nearest to the paper's time ratio and to what it has left.
    """

    plans: tuple[Plan, ...]
    nearest: tuple[Plan, ...]
    one: Plan
    pieces: dict[str, float]


def explore(
    equations: Equations,
    temporaries: str,
    states: Reals,
    settings: MachineSettings,
    processors: int,
    advance: Callable[[str], None] = lambda _: None,
) -> Exploration:
    """Try all assignments to at most so many processors; ``advance`` is told of each run.

    Raises
    ------
    InputError
        So many processors cannot be wired to each other.
    """
    if not 1 <= processors <= PROCESSORS_MAXIMUM:
        raise InputError("--explore", f"{processors} processors", f"1 to {PROCESSORS_MAXIMUM}")
    times = OperationTimes()
    cuts = [partition(equations, each, times) for each in all_assignments(processors)]
    measuring = _Measuring(equations, temporaries, states, settings, advance)
    known = measuring.pieces(cuts)
    per_word, start = measuring.messages()

    def message(m: Message) -> float:
        return start + per_word * len(m.values)

    plans = []
    for cut in cuts:
        keys = {id(p): key for own in cut.pieces.values() for p, key in _keyed(equations, own)}
        step_times = StepTimes(lambda p, keys=keys: known[keys[id(p)]], message)  # type: ignore[misc]
        trace = simulated(programme(cut, step_times), step_times)
        passing = {n: sum(message(m) for m in cut.messages if n in (m.sender, m.receiver))
                   for n in cut.processors}  # fmt: skip
        left = max(max(0.0, trace.left(n) - passing[n]) for n in cut.processors)
        plans.append((Plan(cut.assignment, trace.cycle, left), cut))
    plans.sort(key=lambda each: each[0].microseconds)
    one = next(plan for plan, cut in plans if len(set(plan.assignment.values())) == 1)
    near = sorted(plans, key=lambda each: distance(each[0], one))[:NEAREST]
    chosen = [p for p, _ in (*plans[:BEST], *near)]
    found: list[Plan] = []
    for plan, cut in plans:
        if plan in chosen or plan is one:
            found.append(measuring.run(plan, cut))
        else:
            found.append(plan)
    by_assignment = {tuple(p.assignment.items()): p for p in found}
    measured_one = by_assignment[tuple(one.assignment.items())]
    return Exploration(
        tuple(found),
        tuple(
            sorted(
                (by_assignment[tuple(p.assignment.items())] for p, _ in near),
                key=lambda each: distance(each, measured_one),
            )
        ),
        measured_one,
        {_named(key): us for key, us in known.items()},
    )


def distance(plan: Plan, one: Plan) -> float:
    """Return how far a plan's speed-up and what is left in it are from the paper's, relatively.

    By what was measured where it was.
    """
    printed = paper("schafer_schiehlen")
    alone = one.measured or one.microseconds
    speed_up = alone / (plan.measured or plan.microseconds) / printed.value("speed_up_of_times")
    left = (plan.left if plan.measured_left is None else plan.measured_left) / alone
    paper_left = printed.value("left") / printed.value("one_transputer")
    return float(np.hypot(speed_up - 1.0, left / paper_left - 1.0))


def _keyed(equations: Equations, pieces: Sequence[Piece]) -> list[tuple[Piece, Key]]:
    found = []
    before: set[str] = set()
    for piece in pieces:
        sharing = before & _SHARING if piece.block in _SHARING else set()
        nodes = len(piece.computed(equations))
        found.append((piece, (piece.block, frozenset(sharing), nodes)))
        before.add(piece.block)
    return found


def _named(key: Key) -> str:
    block, before, nodes = key
    return f"{block}, {nodes} nodes, after {' '.join(sorted(before)) or 'nothing'}"


@dataclass(frozen=True)
class _Measuring:
    """Runs programs for times."""

    equations: Equations
    temporaries: str
    states: Reals
    settings: MachineSettings
    advance: Callable[[str], None]

    def pieces(self, cuts: Sequence[Partition]) -> dict[Key, float]:
        """Return the time of every piece that occurs."""
        found: dict[Key, float] = {}
        for cut in cuts:
            for number, own in cut.pieces.items():
                for place, (_, key) in enumerate(_keyed(self.equations, own)):
                    if key not in found:
                        self.advance(_named(key))
                        found[key] = self._repeated(cut, number, place)
        return found

    def _repeated(self, cut: Partition, number: int, place: int) -> float:
        once, twice = (
            self._cycle(cut, Extras(repeated=(number, place, times)))
            for times in (_REPEATS, 2 * _REPEATS)
        )
        return (twice - once) / _REPEATS

    def messages(self) -> tuple[float, float]:
        """Return microseconds of a word and of a message's start, by what the link's speed is."""
        bits = {20: 11.0, 10: 13.0, 5: 13.0}[self.settings.link_mbits]
        return 4 * bits / self.settings.link_mbits, OperationTimes().message

    def run(self, plan: Plan, cut: Partition) -> Plan:
        """Return a plan with its measured times."""
        self.advance(" ".join(f"{b}={plan.assignment[b]}" for b in BLOCKS))
        cycle = run(measured_program(cut, self.temporaries), self.states, self.settings)
        left = max(value for name, value in left_of(cut, cycle).items() if name != f"P{ROOT}")
        return Plan(plan.assignment, plan.microseconds, plan.left, cycle.microseconds, left)

    def _cycle(self, cut: Partition, extras: Extras) -> float:
        program = measured_program(cut, self.temporaries, extras)
        return run(program, self.states[:1], self.settings).microseconds
