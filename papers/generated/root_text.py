"""The occam of the root transputer: where states come from and results go."""

from __future__ import annotations

from collections.abc import Sequence

from common.arrays import Reals
from dataflow.tasks.pieces import ROOT, STATE, Partition
from dataflow.tasks.steps import Step
from occam.writing.expressions import real32, table
from occam.writing.lines import Lines, procedure, sequence
from papers.generated.naming import array_name, channel_name
from papers.generated.piece_text import Storage
from papers.generated.worker_text import channels_of, message_text

POINTS_MAXIMUM = 1000
"""States that the measured program has room for."""


def held_by_root(partition: Partition) -> Storage:
    """Return the root's arrays: the state, and the results."""
    result = partition.result
    arrays = {STATE: partition.arrays[STATE], result: partition.arrays[result]}
    places = {i: (name, k) for name, nodes in arrays.items() for k, i in enumerate(nodes)}
    return Storage(places, {name: len(nodes) for name, nodes in arrays.items()})


def cycle_of(steps: Sequence[Step], partition: Partition) -> Lines:
    """Return the processes that send ``state`` and take the results."""
    held = held_by_root(partition)
    return [line for step in steps for m in step.messages for line in message_text(m, ROOT, held)]


def declarations(partition: Partition) -> Lines:
    """Return the declarations of ``state`` and the results."""
    return [
        f"[{size}]REAL32 {array_name(name)}:"
        for name, size in held_by_root(partition).sizes.items()
    ]


def channel_parameters(steps: Sequence[Step]) -> list[str]:
    """Return the parameters of the root that lead to the head."""
    return [f"CHAN OF ANY {channel_name(*channel)}" for channel in channels_of(tuple(steps))]


def printing_root(partition: Partition, steps: Sequence[Step], states: Reals) -> Lines:
    """Return a root that prints the results of states, (points, words): a line a value."""
    points = len(states)
    body = [
        f"VAL [{points}][{states.shape[1]}]REAL32 states IS",
        *(f"      {line}" for line in _table_of(states)),
        *declarations(partition),
        *sequence(
            [
                f"SEQ point = 0 FOR {points}",
                "  SEQ",
                f"    {array_name(STATE)} := states[point]",
                *(f"    {line}" for line in cycle_of(steps, partition)),
                f"    SEQ i = 0 FOR {len(partition.arrays[partition.result])}",
                "      SEQ",
                f"        so.write.real32 (fs, ts, {array_name(partition.result)}[i], 0, 0)",
                "        so.write.nl (fs, ts)",
            ],
            ["so.exit (fs, ts, sps.success)"],
        ),
    ]
    return procedure("root", ["CHAN OF SP fs, ts", *channel_parameters(steps)], body)


def _table_of(states: Reals) -> Lines:
    rows = [table(row) for row in states.tolist()]
    lines = [f"{'[' if i == 0 else ' '}{row}," for i, row in enumerate(rows)]
    return [*lines[:-1], f"{lines[-1][:-1]}]:"]


def measured_root(partition: Partition, steps: Sequence[Step]) -> Lines:
    """Return a root that the host feeds: the count of states, they, then all results.

    So that all time between the last byte in and the first byte out is that of the cycles.
    """
    size, results = len(partition.arrays[STATE]), len(partition.arrays[partition.result])
    body = [
        "INT points:",
        f"[{POINTS_MAXIMUM}][{size}]REAL32 states:",
        f"[{POINTS_MAXIMUM}][{results}]REAL32 results:",
        *declarations(partition),
        *sequence(
            ["fs ? points"],
            ["SEQ point = 0 FOR points", "  fs ? states[point]"],
            [
                "SEQ point = 0 FOR points",
                "  SEQ",
                f"    {array_name(STATE)} := states[point]",
                *(f"    {line}" for line in cycle_of(steps, partition)),
                f"    results[point] := {array_name(partition.result)}",
            ],
            ["SEQ point = 0 FOR points", "  ts ! results[point]"],
        ),
    ]
    return procedure("root", ["CHAN OF ANY fs, ts", *channel_parameters(steps)], body)


def number(value: float) -> str:
    """Return a REAL32 constant."""
    return real32(value)
