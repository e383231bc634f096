"""When the steps of a programme begin and end, by a plan's times: one cycle of it.

A message passes when both sides have come to it; a step ends when its work and all its messages
have. Who waits for whom for ever is found out here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from common.errors import InputError
from dataflow.tasks.operation_times import OperationTimes
from dataflow.tasks.pieces import ROOT, Message, Partition, Piece
from dataflow.tasks.steps import Programme, Step


@dataclass(frozen=True)
class StepTimes:
    """Microseconds of pieces and of messages."""

    of_piece: Callable[[Piece], float]
    of_message: Callable[[Message], float]


@dataclass(frozen=True)
class Interval:
    """From when to when, microseconds from the root's sending."""

    begin: float
    end: float


@dataclass(frozen=True)
class CycleTrace:
    """One cycle.

    Attributes
    ----------
    steps
        When each step of each processor happens.
    offered
        When each message's sender is ready.
    busy
        Time of work, by processor.
    """

    steps: Mapping[int, tuple[Interval, ...]]
    offered: Mapping[Message, float]
    busy: Mapping[int, float]

    @property
    def cycle(self) -> float:
        """From the root's sending of a state to its having the results."""
        return self.steps[ROOT][-1].end

    def left(self, number: int) -> float:
        """Return the time in which a processor has no work."""
        return self.cycle - self.busy[number]


def plan_times(cut: Partition, times: OperationTimes | None = None) -> StepTimes:
    """Return the times of a partition's pieces and messages by those of operations."""
    each = times or OperationTimes()
    nodes = cut.equations.graph.nodes
    return StepTimes(
        lambda piece: each.of(nodes, piece.computed(cut.equations)),
        lambda message: each.of_message(len(message.values)),
    )


def simulated(programme: Programme, times: StepTimes) -> CycleTrace:
    """Run one cycle; raises InputError if processors wait for each other for ever."""
    return _Run(programme, times).trace()


@dataclass
class _Run:
    """A cycle under way."""

    programme: Programme
    times: StepTimes
    ends: dict[int, list[Interval]] = field(default_factory=dict)
    posted: dict[tuple[Message, int], float] = field(default_factory=dict)
    passed: dict[Message, float] = field(default_factory=dict)

    def trace(self) -> CycleTrace:
        """Advance whoever can until all are done."""
        self.ends = {number: [] for number in self.programme}
        while any(len(self.ends[n]) < len(steps) for n, steps in self.programme.items()):
            if not any([self._advance(number) for number in self.programme]):
                self._refuse()
        offered = {m: at for (m, side), at in self.posted.items() if side == m.sender}
        busy = {
            number: sum(self.times.of_piece(s.work) for s in steps if s.work is not None)
            for number, steps in self.programme.items()
        }
        return CycleTrace({n: tuple(ends) for n, ends in self.ends.items()}, offered, busy)

    def _current(self, number: int) -> Step | None:
        done = len(self.ends[number])
        steps = self.programme[number]
        return steps[done] if done < len(steps) else None

    def _advance(self, number: int) -> bool:
        """Post what a processor's step can, end the step if all has passed; tell of progress."""
        step = self._current(number)
        if step is None:
            return False
        begin = self.ends[number][-1].end if self.ends[number] else 0.0
        progress, latest = False, begin
        if step.work is not None:
            latest += self.times.of_piece(step.work)
        complete = True
        for chain in step.channels().values():
            at = begin
            for message in chain:
                progress |= self._post(message, number, at)
                if message not in self.passed:
                    complete = False
                    break
                at = self.passed[message]
            latest = max(latest, at)
        if complete:
            self.ends[number].append(Interval(begin, latest))
        return progress or complete

    def _post(self, message: Message, number: int, at: float) -> bool:
        if (message, number) in self.posted:
            return False
        self.posted[message, number] = at
        other = message.receiver if number == message.sender else message.sender
        if (message, other) in self.posted:
            start = max(at, self.posted[message, other])
            self.passed[message] = start + self.times.of_message(message)
        return True

    def _refuse(self) -> None:
        waiting = []
        for number in sorted(self.programme):
            step = self._current(number)
            if step is not None:
                for m in step.messages:
                    if m not in self.passed:
                        other = m.sender if m.receiver == number else m.receiver
                        waiting.append(f"{number} for {other} ({m.array})")
                        break
        problem = f"processors wait for each other: {', '.join(waiting)}"
        raise InputError("assignment", problem, "an order of blocks without a loop")
