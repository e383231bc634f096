"""The shortest schedule, by OR-tools' constraint solver CP-SAT, with its proof or its gap.

Tasks are intervals of whole numbers of operations; at no time may more of them run than there are
processors. The solver starts from the schedule of a short depth first search. `ortools` is an
optional dependency of the project.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from common.errors import InputError
from dataflow.tasks.bounds import bounds
from dataflow.tasks.depth_first import df_ihs
from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.schedule import Schedule, Slot, in_order_of_start

if TYPE_CHECKING:
    from types import ModuleType

_EFFORT = 10.0
"""The solver's measure of work after which it gives up; a second or so each on its own clock."""

_HINT_BRANCHES = 5000
_ROUNDING = 1e-6


@dataclass(frozen=True)
class Optimum:
    """What the solver came to, in operations.

    Attributes
    ----------
    schedule
        The shortest one found.
    bound
        No schedule is shorter than this; equal to the makespan where the optimum is proved.
    """

    schedule: Schedule
    bound: float

    @property
    def optimal(self) -> bool:
        """Whether the schedule is proved to be the shortest."""
        return self.bound >= self.schedule.makespan

    @property
    def gap(self) -> float:
        """By which share of the makespan a better schedule might still be shorter."""
        return 1.0 - self.bound / self.schedule.makespan if self.schedule.makespan else 0.0


def optimum(graph: TaskGraph, processors: int, effort: float = _EFFORT) -> Optimum:
    """Return the shortest schedule for equal processors; a task takes its operations.

    One worker, one seed and a measure of work instead of a clock: equal calls give equal answers.

    Raises
    ------
    InputError
        `ortools` is not installed.
    """
    cp_model = _solver()
    model = cp_model.CpModel()
    known = df_ihs(graph, graph.durations(1.0), processors, _HINT_BRANCHES).schedule
    least = math.ceil(bounds(graph, graph.durations(1.0), processors).best - _ROUNDING)
    hint = {slot.task: slot for slot in known.slots}
    horizon = int(known.makespan)
    starts: dict[int, Any] = {}
    intervals = []
    for task in graph.tasks:
        starts[task.number] = model.new_int_var(0, horizon, f"start of {task.number}")
        intervals.append(
            model.new_fixed_size_interval_var(
                starts[task.number], task.operations, f"task {task.number}"
            )
        )
        model.add_hint(starts[task.number], int(hint[task.number].start))
    for before, after in graph.arcs:
        model.add(starts[after] >= starts[before] + graph.by_number[before].operations)
    model.add_cumulative(intervals, [1] * len(intervals), processors)
    end = starts[graph.exit] + graph.by_number[graph.exit].operations
    model.add(end >= least)  # saves the solver from proving what is known
    model.minimize(end)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.max_deterministic_time = effort
    status = solver.solve(model)
    bound = max(float(solver.best_objective_bound), float(least))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Optimum(known, bound)
    found = {task: solver.value(start) for task, start in starts.items()}
    return Optimum(_placed(graph, found, processors), bound)


def _solver() -> ModuleType:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise InputError(
            "--schedule",
            "'optimum' needs the solver of ortools, which is not installed",
            "pip install 'torqueflow[optimum]', or another schedule",
        ) from None
    module: ModuleType = cp_model
    return module


def _placed(graph: TaskGraph, starts: dict[int, int], processors: int) -> Schedule:
    """Give each task a processor that is free at its time.

    To the solver, a task without length needs no processor. It is put right before the first of its
    successors, which has one.
    """
    for task in reversed(graph.in_order):
        if not graph.by_number[task].operations and graph.successors[task]:
            starts[task] = min(starts[successor] for successor in graph.successors[task])
    rank = {task: place for place, task in enumerate(graph.in_order)}
    free = list(range(processors))
    running: list[tuple[int, int]] = []
    slots = []
    for task in sorted(starts, key=lambda t: (starts[t], rank[t])):
        start, length = starts[task], graph.by_number[task].operations
        while running and running[0][0] <= start:
            heapq.heappush(free, heapq.heappop(running)[1])
        processor = heapq.heappop(free)
        if length:
            heapq.heappush(running, (start + length, processor))
        else:
            heapq.heappush(free, processor)
        slots.append(Slot(task, processor, float(start), float(start + length)))
    return in_order_of_start(graph, slots, processors)
