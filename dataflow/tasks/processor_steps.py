"""What each processor does one after the other, and which messages pass beside its work.

A step is work with messages beside it, or messages alone. A message to send passes beside the next
work that need not wait for anything; one to receive, beside work that ends after it has come, so
that it costs nothing when it is needed. Messages of one channel keep the sender's order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dataflow.tasks.pieces import ROOT, STATE, Message, Partition, Piece
from dataflow.tasks.step_times import StepTimes, simulated
from dataflow.tasks.steps import Programme, Step


def programme(partition: Partition, times: StepTimes) -> Programme:
    """Return the steps of every processor, the root's among them.

    Raises
    ------
    InputError
        Processors would wait for each other for ever: the blocks' order makes a loop.
    """
    plain = {number: _Steps(partition, number).all() for number in partition.processors}
    plain[ROOT] = _root_steps(partition)
    plain = _in_the_senders_order(plain)
    trace = simulated(plain, times)
    ends = {number: [step.end for step in trace.steps[number]] for number in plain}
    moved = {
        number: _received_early(partition, steps, ends[number], trace.offered, times)
        for number, steps in plain.items()
    }
    if moved != plain:
        moved = _in_the_senders_order(moved)
        simulated(moved, times)
    return moved


def _root_steps(partition: Partition) -> tuple[Step, ...]:
    ours = [m for m in partition.messages if ROOT in (m.sender, m.receiver)]
    return tuple(Step(None, (message,)) for message in ours)


@dataclass
class _Steps:
    """Lays out one processor's pieces and messages."""

    partition: Partition
    number: int

    def all(self) -> tuple[Step, ...]:
        """Return the steps, every message to receive where it is needed."""
        messages = self.partition.messages
        states = [m for m in messages if m.receiver == self.number and m.array == STATE]
        steps = [Step(None, tuple(states))] if states else []
        pending = [m for m in messages if m.sender == self.number and m.array == STATE]
        done: set[int] = set()
        for piece in self.partition.pieces[self.number]:
            written = [m for m in pending if m.array == piece.block]
            if piece.waits or written:
                steps.append(Step(None, (*pending, *piece.waits)))
                pending = []
            steps.append(Step(piece, tuple(pending)))
            done.update(piece.results)
            pending = self._ready(piece, done)
        if pending:
            steps.append(Step(None, tuple(pending)))
        return tuple(steps)

    def _ready(self, piece: Piece, done: set[int]) -> list[Message]:
        """Return the messages that can be sent once a piece is done, and not before."""
        before = done.difference(piece.results)
        return [
            m
            for m in self.partition.messages
            if m.sender == self.number and m.array == piece.block and m.array != STATE
            and done.issuperset(m.values) and not before.issuperset(m.values)
        ]  # fmt: skip


def _in_the_senders_order(steps: Mapping[int, tuple[Step, ...]]) -> dict[int, tuple[Step, ...]]:
    """Let each receiver take the messages of a channel in the order in which they are sent."""
    sent: dict[tuple[int, int], list[Message]] = {}
    for number, own in steps.items():
        for step in own:
            for message in step.messages:
                if message.sender == number:
                    sent.setdefault((message.sender, message.receiver), []).append(message)
    return {number: _reordered(number, own, sent) for number, own in steps.items()}


def _reordered(
    number: int, steps: Sequence[Step], sent: Mapping[tuple[int, int], Sequence[Message]]
) -> tuple[Step, ...]:
    """Move what was sent before something that is received to that place at the latest."""
    waiting = {channel: list(order) for channel, order in sent.items() if channel[1] == number}
    found = []
    for step in steps:
        messages: list[Message] = [m for m in step.messages if m.sender == number]
        for message in step.messages:
            if message.sender == number:
                continue
            queue = waiting.get((message.sender, number), [])
            if message in queue:
                last = queue.index(message)
                messages += queue[: last + 1]
                del queue[: last + 1]
        if step.work is not None or messages:
            found.append(Step(step.work, tuple(messages)))
    return tuple(found)


def _received_early(
    partition: Partition,
    steps: Sequence[Step],
    ends: Sequence[float],
    offered: Mapping[Message, float],
    times: StepTimes,
) -> tuple[Step, ...]:
    """Move messages to the last work before that ends after they have come."""
    moved: list[Step] = list(steps)
    for place, step in enumerate(steps):
        if step.work is not None:
            continue
        for message in step.messages:
            if message not in offered or message.array == STATE:
                continue
            comes = offered[message] + times.of_message(message)
            hidden = [
                j
                for j in range(place)
                if ends[j] >= comes and _can_be_beside(partition, steps[j].work, message)
            ]
            if hidden and _is_incoming(message, steps):
                kept = tuple(m for m in moved[place].messages if m != message)
                moved[place] = replace(moved[place], messages=kept)
                beside = moved[hidden[-1]]
                moved[hidden[-1]] = replace(beside, messages=(*beside.messages, message))
    return tuple(step for step in moved if step.work is not None or step.messages)


def _can_be_beside(partition: Partition, work: Piece | None, message: Message) -> bool:
    """Tell whether a message may come while a piece is computed: it has nothing of its array."""
    if work is None or work.block == message.array:
        return False
    equations = partition.equations
    computed = work.computed(equations)
    read = {o for i in computed for o in equations.graph.nodes[i].operands}
    read.update(equations.defined(i) for i in work.results)
    return read.isdisjoint(partition.arrays[message.array])


def _is_incoming(message: Message, steps: Sequence[Step]) -> bool:
    """Tell whether the processor of these steps receives a message: some piece waits for it."""
    return any(step.work is not None and message in step.work.waits for step in steps)
