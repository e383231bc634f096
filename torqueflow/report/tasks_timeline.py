"""A pass of a task graph as a timeline for Perfetto, a track a process."""

from __future__ import annotations

from dataflow.tasks.graph import TaskGraph
from emulator.multiprocessor.engine import Activity
from emulator.multiprocessor.simulate import Outcome
from emulator.trace import Trace


def timeline(graph: TaskGraph, outcome: Outcome, group: str) -> Trace:
    """Return the tasks, and what processes do between them, from the start to the exit task."""
    trace = Trace()
    tracks = [trace.track(group, f"process {i + 1}") for i in range(outcome.processes)]
    for run in sorted(outcome.runs, key=lambda run: (run.start, run.end)):
        task = graph.by_number[run.task]
        name = task.name if run.end > run.start else f"{task.name} (no arithmetic)"
        facts = {"task": run.task, "operations": task.operations, "writes": " ".join(task.writes)}
        trace.slice(tracks[run.process], name, run.start, run.end, **facts)
    for process, own in enumerate(outcome.slices):
        for piece in own:
            if piece.activity is not Activity.ARITHMETIC and piece.end > piece.start:
                trace.slice(tracks[process], piece.activity.value, piece.start, piece.end)
    return trace
