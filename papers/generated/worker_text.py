"""The occam of one processor: its procedures, and the process that calls them for ever.

Messages beside work are processes of high priority in a PRI PAR: they run as soon as a link is
ready, while straight-line code of low priority never lets them have their turn in a plain PAR.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dataflow.tasks.pieces import Message, Partition
from dataflow.tasks.steps import Step
from occam.writing.expressions import slices
from occam.writing.lines import Lines, construction, parallel, procedure, sequence
from papers.generated.naming import array_name, channel_name, worker_name
from papers.generated.piece_text import PieceText, Storage, storage


@dataclass(frozen=True)
class Extras:
    """What a program has beside the equations, for measurements.

    Attributes
    ----------
    priority
        Whether messages beside work have high priority; without, a plain PAR.
    loops
        Turns of an empty loop, by processor and step: other work of the processor, beside the
        messages of a step that has nothing else; behind the last step, before the next cycle.
    repeated
        Processor, piece, and how often it is computed.
    """

    priority: bool = True
    loops: Mapping[tuple[int, int], int] = field(default_factory=dict)
    repeated: tuple[int, int, int] | None = None


@dataclass(frozen=True)
class Worker:
    """Writes a processor's procedures and process."""

    partition: Partition
    number: int
    steps: tuple[Step, ...]
    temporaries: str
    extras: Extras

    def text(self) -> Lines:
        """Return the procedures of the pieces, then the process."""
        found: Lines = []
        for piece in self._pieces():
            found += [*piece.procedure(), ""]
        return [*found, *self._process()]

    def channels(self) -> list[tuple[int, int]]:
        """Return sender and receiver of every channel that this processor uses, in order."""
        return channels_of(self.steps)

    def _pieces(self) -> list[PieceText]:
        held = storage(self.partition, self.number)
        return [
            PieceText(self.partition, self.number, piece, held, self.temporaries)
            for piece in self.partition.pieces[self.number]
        ]

    def _process(self) -> Lines:
        held = storage(self.partition, self.number)
        calls = {id(piece.piece): piece.call() for piece in self._pieces()}
        cycle: list[Lines] = []
        counted = 0
        for place, step in enumerate(self.steps):
            turns = self.extras.loops.get((self.number, place), 0)
            work: Lines = construction(f"SEQ i = 0 FOR {turns}", ["SKIP"]) if turns else []
            if step.work is not None:
                work = sequence(work, self._repeated(calls[id(step.work)], counted))
                counted += 1
            cycle.append(self._step(step, work, held))
        end = self.extras.loops.get((self.number, len(self.steps)), 0)
        cycle.append(construction(f"SEQ i = 0 FOR {end}", ["SKIP"]) if end else [])
        declarations = [f"[{size}]REAL32 {array_name(name)}:" for name, size in held.sizes.items()]
        names = [f"CHAN OF ANY {channel_name(*channel)}" for channel in self.channels()]
        forever = construction("WHILE TRUE", sequence(*cycle))
        return procedure(worker_name(self.number), names, [*declarations, *forever])

    def _repeated(self, work: Lines, piece: int) -> Lines:
        if self.extras.repeated is None or self.extras.repeated[:2] != (self.number, piece):
            return work
        return construction(f"SEQ i = 0 FOR {self.extras.repeated[2]}", work)

    def _step(self, step: Step, work: Lines, held: Storage) -> Lines:
        chains = [
            sequence(*([line] for m in chain for line in message_text(m, self.number, held)))
            for chain in step.channels().values()
        ]
        if not chains:
            return work
        if not work:
            return parallel(*chains)
        head = "PRI PAR" if self.extras.priority else "PAR"
        return construction(head, parallel(*chains), work)


def channels_of(steps: tuple[Step, ...]) -> list[tuple[int, int]]:
    """Return sender and receiver of every channel in some steps, sorted."""
    return sorted({channel for step in steps for channel in step.channels()})


def message_text(message: Message, number: int, held: Storage) -> Lines:
    """Return the inputs or outputs of a message: one for each run of neighbours in its array."""
    sign = "!" if message.sender == number else "?"
    channel = channel_name(message.sender, message.receiver)
    places = [held.places[i][1] for i in message.values]
    parts = slices(array_name(message.array), held.sizes[message.array], places)
    return [f"{channel} {sign} {part}" for part in parts]
