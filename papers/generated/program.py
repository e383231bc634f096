"""A whole occam program from a partition: parameters, workers, root, and where each is placed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dataflow.tasks.pieces import ROOT, Partition
from dataflow.tasks.processor_steps import programme
from dataflow.tasks.step_times import plan_times
from dataflow.tasks.steps import Programme, Step
from occam.writing.expressions import real32, without_brackets
from occam.writing.lines import Lines, comment, construction, text_of
from papers.generated.naming import channel_name, worker_name
from papers.generated.worker_text import Extras, Worker, channels_of

RootText = Callable[[Partition, Sequence[Step]], Lines]
"""Writes the root's procedure ``root (fs, ts, channels)``."""

_HOST_LINK = 0
_INPUT = 4
"""What is added to a link's number for the place of its input channel."""


@dataclass(frozen=True)
class Program:
    """What is written.

    Attributes
    ----------
    title
        The first line of its head.
    about
        What the arrays hold, for the head; by default those of the equations of motion.
    protocol
        Of the host's channels: ``SP`` with the host library, ``ANY`` for plain bytes.
    laid_out
        What each processor does when; by default as `processor_steps.programme` has it.
    """

    title: str
    partition: Partition
    temporaries: str
    root: RootText
    about: str | None = None
    protocol: str = "SP"
    libraries: tuple[str, ...] = ("hostio.lib", "snglmath.lib")
    extras: Extras = field(default_factory=Extras)
    laid_out: Programme | None = None

    def steps(self) -> Programme:
        """Return what each processor does."""
        if self.laid_out is not None:
            return self.laid_out
        return programme(self.partition, plan_times(self.partition))

    def text(self) -> str:
        """Return the source; the same program gives the same text."""
        steps = self.steps()
        lines = [*self._head(), *self._parameters()]
        for number in self.partition.processors:
            worker = Worker(self.partition, number, steps[number], self.temporaries, self.extras)
            lines += [*comment(self._what(number)), *worker.text(), ""]
        lines += [*self.root(self.partition, steps[ROOT]), "", *placement(steps, self.protocol)]
        return text_of(lines)

    def _head(self) -> Lines:
        uses = ['#INCLUDE "hostio.inc"'] if "hostio.lib" in self.libraries else []
        uses += [f'#USE "{library}"' for library in self.libraries]
        return [
            *comment(self.title),
            *comment(self.about or self._equations_of_motion()),
            "",
            *uses,
            "",
        ]

    def _equations_of_motion(self) -> str:
        n = self.partition.equations.joints
        return (
            f"state: positions y in elements 0 to {n - 1}, speeds yd from {n} on, "
            f"torques or forces u from {2 * n} on; rad, m, s, N m, N. "
            "Symmetric and triangular matrices are their lower triangles, row by row, without what "
            "is zero, known or there already; the factor has inverses on its diagonal."
        )

    def _what(self, number: int) -> str:
        names = [f"{p.block}" for p in self.partition.pieces[number]]
        return f"Processor {number}: {', '.join(dict.fromkeys(names))}."

    def _parameters(self) -> Lines:
        parameters = self.partition.equations.graph.parameters
        lines = [
            f"VAL REAL32 {name} IS {without_brackets(real32(value))}:"
            for name, value in parameters.items()
        ]
        return [*lines, ""] if lines else []


def placement(steps: Programme, protocol: str) -> Lines:
    """Return the channels and the PLACED PAR: each pair of processors has a wire of its own."""
    channels = sorted({channel for own in steps.values() for channel in channels_of(own)})
    pairs = sorted({(min(pair), max(pair)) for pair in channels})
    links: dict[int, dict[int, int]] = {number: {} for number in steps}
    for low, high in pairs:
        for one, other in ((low, high), (high, low)):
            first = 1 if one == ROOT else 0
            links[one][other] = len(links[one]) + first
    parts = []
    for number in sorted(steps):
        own = channels_of(steps[number])
        places = [f"PLACE fs AT {_HOST_LINK + _INPUT}:", f"PLACE ts AT {_HOST_LINK}:"]
        if number != ROOT:
            places = []
        for sender, receiver in own:
            link = links[number][receiver if sender == number else sender]
            at = link if sender == number else link + _INPUT
            places.append(f"PLACE {channel_name(sender, receiver)} AT {at}:")
        names = [channel_name(*channel) for channel in own]
        names = ["fs", "ts", *names] if number == ROOT else names
        call = f"{worker_name(number)} ({', '.join(names)})"
        parts.append(construction(f"PROCESSOR {number} T800", [*places, call]))
    declared = [f"CHAN OF ANY {', '.join(channel_name(*channel) for channel in channels)}:"]
    return [f"CHAN OF {protocol} fs, ts:", *declared, *construction("PLACED PAR", *parts)]
