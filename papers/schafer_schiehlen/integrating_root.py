"""The occam of a root that integrates by the second order of Adams and Moulton, in real time.

A step is two cycles and the root's own arithmetic; it begins with a tick of the clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dataflow.tasks.pieces import Partition
from dataflow.tasks.steps import Step
from occam.writing.expressions import table
from occam.writing.lines import Lines, construction, indented, procedure, sequence
from papers.generated.program import RootText
from papers.generated.root_text import (
    channel_parameters,
    cycle_of,
    declarations,
    held_by_root,
)
from papers.schafer_schiehlen.motion import FreeMotion

RECORDS = 20
"""How often positions are told."""


def integrating_root(
    motion: FreeMotion, step: float, steps: int, ticks: int, printing: bool
) -> RootText:
    """Return a root that integrates; ``ticks`` 0: without waiting for the clock."""

    def text(cut: Partition, own: Sequence[Step]) -> Lines:
        return _Root(motion, step, steps, ticks, printing).text(cut, own)

    return text


@dataclass(frozen=True)
class _Root:
    motion: FreeMotion
    step: float
    steps: int
    ticks: int
    printing: bool

    def text(self, cut: Partition, own: Sequence[Step]) -> Lines:
        n = self.motion.robot.n
        every = max(1, self.steps // RECORDS)
        protocol = "SP" if self.printing else "ANY"
        body = [
            f"VAL [{3 * n}]REAL32 start IS",
            f"      {table(self.motion.state())}:",
            f"VAL REAL32 half.step IS {table([self.step / 2])[1:-1]}:",
            f"VAL INT steps IS {self.steps}:",
            f"VAL INT ticks IS {self.ticks}:  -- of 64 us a step",
            "TIMER clock:",
            "INT next, now, late:",
            *declarations(cut),
            f"[{n}]REAL32 y, yd, a, yd.before, a.before, a.predicted:",
            *sequence(
                ["late := 0"],
                ["state := start"],
                [f"y := [state FROM 0 FOR {n}]"],
                [f"yd := [state FROM {n} FOR {n}]"],
                cycle_of(own, cut),
                self._taken(cut, "a"),
                ["yd.before := yd"],
                ["a.before := a"],
                ["clock ? next"],
                construction("SEQ step = 1 FOR steps", self._step(cut, own, every)),
                self._end(),
            ),
        ]
        parameters = [f"CHAN OF {protocol} fs, ts", *channel_parameters(own)]
        return procedure("root", parameters, body)

    def _step(self, cut: Partition, own: Sequence[Step], every: int) -> Lines:
        n = self.motion.robot.n
        predict = [
            "state[i] := y[i] + (half.step * ((3.0(REAL32) * yd[i]) - yd.before[i]))",
            f"state[{n} + i] := yd[i] + (half.step * ((3.0(REAL32) * a[i]) - a.before[i]))",
        ]
        correct = [
            "yd.before[i] := yd[i]",
            "a.before[i] := a[i]",
            f"y[i] := y[i] + (half.step * (yd[i] + state[{n} + i]))",
            "yd[i] := yd[i] + (half.step * (a[i] + a.predicted[i]))",
            "state[i] := y[i]",
            f"state[{n} + i] := yd[i]",
        ]
        return sequence(
            ["next := next PLUS ticks"],
            construction(f"SEQ i = 0 FOR {n}", sequence(*([line] for line in predict))),
            cycle_of(own, cut),
            self._taken(cut, "a.predicted"),
            construction(f"SEQ i = 0 FOR {n}", sequence(*([line] for line in correct))),
            cycle_of(own, cut),
            self._taken(cut, "a"),
            self._recorded(every),
            self._awaited(),
        )

    def _taken(self, cut: Partition, name: str) -> Lines:
        """Return assignments of every joint's acceleration: numbers and doubles among them."""
        places = held_by_root(cut).places
        nodes = cut.equations.graph.nodes
        lines: Lines = []
        for joint, index in enumerate(cut.equations.results["x"]):
            value = table([nodes[index].number])[1:-1]
            text = f"ydd[{places[index][1]}]" if index in places else value
            lines.append(f"{name}[{joint}] := {text}")
        return sequence(*([line] for line in lines))

    def _recorded(self, every: int) -> Lines:
        record = ["ts ! y"]
        if self.printing:
            n = self.motion.robot.n
            record = [
                "SEQ",
                f"  SEQ i = 0 FOR {n}",
                "    SEQ",
                "      so.write.real32 (fs, ts, y[i], 0, 0)",
                "      so.write.char (fs, ts, ' ')",
                "  so.write.nl (fs, ts)",
            ]
        return [
            "IF",
            f"  (step REM {every}) = 0",
            *indented(indented(record)),
            "  TRUE",
            "    SKIP",
        ]

    def _awaited(self) -> Lines:
        if not self.ticks:
            return []
        return [
            "SEQ",
            "  clock ? now",
            "  IF",
            "    now AFTER next",
            "      late := late + 1",
            "    TRUE",
            "      clock ? AFTER next",
        ]

    def _end(self) -> Lines:
        if not self.printing:
            return ["ts ! late"]
        return [
            "SEQ",
            '  so.write.string (fs, ts, "late steps: ")',
            "  so.write.int (fs, ts, late, 0)",
            "  so.write.nl (fs, ts)",
            "  so.exit (fs, ts, sps.success)",
        ]
