"""When each processor exchanges what: steps in which nobody waits for another for ever.

The plan is a cycle without rendezvous: a piece starts when its values are there, and a message
goes as soon as its values and its wire are free. Each message is then exchanged, by sender and
receiver alike, beside whatever they do at the moment at which it arrives by plan. Since all
processors take their messages in the order of these moments, the earliest one that is still to
pass finds both sides ready for it: there is no deadlock.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dataflow.tasks.pieces import ROOT, STATE, Message, Partition
from dataflow.tasks.step_times import StepTimes
from dataflow.tasks.steps import Programme, Step

_A_MOMENT = 1e-3
"""Microseconds after the end of a piece: in what follows it."""


def planned_steps(cut: Partition, times: StepTimes) -> Programme:
    """Return the steps of every processor, the root's among them.

    Parameters
    ----------
    cut
        Its messages go between neighbours (`dataflow.tasks.routes.routed`).
    """
    plan = _Plan(cut, times)
    plan.run()
    steps = {number: _steps(cut, number, plan) for number in cut.processors}
    root = sorted((m for m in plan.arrivals if ROOT in (m.sender, m.receiver)), key=plan.moment)
    return {**steps, ROOT: tuple(Step(None, (message,)) for message in root)}


@dataclass
class _Plan:
    """A cycle under way; times in microseconds from the root's sending.

    Attributes
    ----------
    arrivals
        When each message has arrived.
    starts, ends
        Of the pieces of each processor that have begun.
    """

    cut: Partition
    times: StepTimes
    arrivals: dict[Message, float] = field(default_factory=dict)
    starts: dict[int, list[float]] = field(default_factory=dict)
    ends: dict[int, list[float]] = field(default_factory=dict)
    _events: list[tuple[float, int, int, Message | None]] = field(default_factory=list)
    _turn: Iterator[int] = field(default_factory=itertools.count)
    _working: set[int] = field(default_factory=set)
    _free: dict[tuple[int, int], float] = field(default_factory=dict)

    def moment(self, message: Message) -> float:
        """Return when a message arrives."""
        return self.arrivals[message]

    def run(self) -> None:
        """Let the cycle happen."""
        self.starts = {number: [] for number in self.cut.processors}
        self.ends = {number: [] for number in self.cut.processors}
        for first in self.cut.messages:
            if first.sender == ROOT:
                self._send(first, 0.0)
        for number in self.cut.processors:
            self._begin(number, 0.0)
        while self._events:
            now, _, number, message = heapq.heappop(self._events)
            if message is None:
                self._working.remove(number)
                self._offer(number, now)
            elif number != ROOT:
                self._hand_on(message, now)
            if number != ROOT:
                self._begin(number, now)

    def _event(self, at: float, number: int, message: Message | None) -> None:
        heapq.heappush(self._events, (at, next(self._turn), number, message))

    def _send(self, message: Message, earliest: float) -> None:
        channel = (message.sender, message.receiver)
        begin = max(earliest, self._free.get(channel, 0.0))
        end = begin + self.times.of_message(message)
        self._free[channel] = self.arrivals[message] = end
        self._event(end, message.receiver, message)

    def _begin(self, number: int, now: float) -> None:
        """Start a processor's next piece if it is idle and has all values."""
        begun, pieces = self.starts[number], self.cut.pieces[number]
        if len(begun) == len(pieces) or number in self._working:
            return
        piece = pieces[len(begun)]
        waits = {m.array for m in piece.waits} | {STATE}
        needed = [m for m in self.cut.messages if m.receiver == number and m.array in waits]
        if any(self.arrivals.get(m, now + 1.0) > now for m in needed):
            return
        begun.append(now)
        self.ends[number].append(now + self.times.of_piece(piece))
        self._working.add(number)
        self._event(self.ends[number][-1], number, None)

    def _offer(self, number: int, now: float) -> None:
        """Send the array that a processor has completed with the piece that has just ended."""
        place = len(self.ends[number]) - 1
        block = self.cut.pieces[number][place].block
        if any(later.block == block for later in self.cut.pieces[number][place + 1 :]):
            return
        for message in self.cut.messages:
            if message.sender == number and message.array == block:
                self._send(message, now)

    def _hand_on(self, message: Message, now: float) -> None:
        """Send on what has come for others, after the piece beside which it came."""
        number = message.receiver
        for further in self.cut.messages:
            if further.sender != number or further.array != message.array:
                continue
            after = now
            if number in self._working:
                after = self.ends[number][-1] + _A_MOMENT - self.times.of_message(further)
            self._send(further, max(now, after))


def _steps(cut: Partition, number: int, plan: _Plan) -> tuple[Step, ...]:
    """Return a processor's pieces, each with the messages that arrive while it is computed."""
    own = [m for m in plan.arrivals if number in (m.sender, m.receiver)]
    waiting = sorted(own, key=plan.moment)
    steps: list[Step] = []
    for piece, start, end in zip(
        cut.pieces[number], plan.starts[number], plan.ends[number], strict=True
    ):
        steps += _alone(number, [m for m in waiting if plan.moment(m) <= start])
        beside = tuple(m for m in waiting if start < plan.moment(m) <= end)
        waiting = [m for m in waiting if plan.moment(m) > end]
        steps.append(Step(piece, beside))
    return (*steps, *_alone(number, waiting))


def _alone(number: int, messages: list[Message]) -> list[Step]:
    """Return steps of messages alone; what is handed on goes in a later one than it came in."""
    found: list[list[Message]] = []
    came: set[str] = set()
    for message in messages:
        if not found or (message.sender == number and message.array in came):
            found.append([])
            came = set()
        found[-1].append(message)
        if message.receiver == number:
            came.add(message.array)
    return [Step(None, tuple(group)) for group in found]


def words_passed(steps: Mapping[int, tuple[Step, ...]]) -> int:
    """Return the words that pass all wires in a cycle."""
    return sum(
        len(m.values)
        for number, own in steps.items()
        for step in own
        for m in step.messages
        if m.sender == number
    )
