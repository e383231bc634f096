"""The fewest primes that cover a table: greedily, or exactly with a proof.

Each true output at each pattern must be covered by a prime that drives it. It is a set covering
problem; CP-SAT solves it or tells how few products there must be at least.
"""

from __future__ import annotations

import heapq
import importlib.util
import math
from dataclasses import dataclass

import numpy as np

from common.arrays import Integers
from common.errors import InputError
from dataflow.boolean.minimise.cover import Cover


@dataclass(frozen=True)
class Proved:
    """A cover, and how many products any cover has at least."""

    cover: Cover
    least: int


def check_solver() -> None:
    """Raise InputError, which says what installs it, unless CP-SAT is there."""
    if importlib.util.find_spec("ortools") is None:
        needed = "exact needs OR-Tools, which is not installed"
        raise InputError("--minimiser", needed, "pip install ortools, or isop or espresso")


def greedy(primes: Cover, patterns: Integers) -> Cover:
    """Return primes, each of which covered the most that was left when it was chosen."""
    places, starts = _covered_by(primes)
    left = _wanted(patterns, primes.outputs)
    remaining = int(left.sum())
    queue = [(starts[j] - starts[j + 1], j) for j in range(primes.products)]
    heapq.heapify(queue)
    chosen = []
    while remaining:
        _, j = heapq.heappop(queue)
        mine = places[starts[j] : starts[j + 1]]
        gain = int(left[mine].sum())
        if gain and queue and -queue[0][0] > gain:
            heapq.heappush(queue, (-gain, j))
        elif gain:
            left[mine] = False
            remaining -= gain
            chosen.append(j)
    return _selected(primes, sorted(chosen))


def exact(primes: Cover, patterns: Integers, start: Cover, effort: float) -> Proved:
    """Return a cover of the fewest primes, or the best that was found and a bound.

    Parameters
    ----------
    start
        Some cover of the same table: the search starts from it.
    effort
        The solver's deterministic time, about a second each: equal efforts give equal covers.

    Raises
    ------
    InputError
        The solver is not installed.
    """
    check_solver()
    from ortools.sat.python import cp_model

    rows = _rows(primes, patterns)
    model = cp_model.CpModel()
    use = [model.new_bool_var("") for _ in range(primes.products)]
    for row in rows:
        model.add_bool_or(use[j] for j in row)
    model.minimize(sum(use))
    hinted = _hinted(primes, start)
    for j, variable in enumerate(use):
        model.add_hint(variable, j in hinted)
    solver = cp_model.CpSolver()
    solver.parameters.max_deterministic_time = effort
    solver.parameters.num_workers = 8
    solver.parameters.interleave_search = True  # the same search on any machine
    status = solver.solve(model)
    least = math.ceil(solver.best_objective_bound - 1e-6)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Proved(start, min(least, start.products))
    chosen = [j for j, variable in enumerate(use) if solver.value(variable)]
    return Proved(_selected(primes, chosen), least)


def _wanted(patterns: Integers, outputs: int) -> np.ndarray:
    """Return (2^inputs x outputs,): whether each output is true at each pattern."""
    return (patterns[:, np.newaxis] >> np.arange(outputs) & 1).astype(np.bool_).reshape(-1)


def _covered_by(primes: Cover) -> tuple[Integers, Integers]:
    """Return what each prime covers, pattern times outputs plus output, one prime after another.

    Returns
    -------
    places, starts
        Prime j covers ``places[starts[j] : starts[j + 1]]``.
    """
    cells: list[Integers] = []
    for care, value, drives in zip(
        primes.care.tolist(), primes.value.tolist(), primes.drives.tolist(), strict=True
    ):
        patterns = np.array([value], dtype=np.int64)
        for bit in range(primes.inputs):
            if not care >> bit & 1:
                patterns = np.concatenate([patterns, patterns | 1 << bit])
        driven = [k for k in range(primes.outputs) if drives >> k & 1]
        cells.append((patterns[:, np.newaxis] * primes.outputs + driven).reshape(-1))
    starts = np.cumsum([0, *(len(c) for c in cells)])
    return np.concatenate(cells) if cells else np.zeros(0, dtype=np.int64), starts


def _rows(primes: Cover, patterns: Integers) -> list[tuple[int, ...]]:
    """Return the primes that cover each wanted place; places with the same ones count once."""
    places, starts = _covered_by(primes)
    owners = np.repeat(np.arange(primes.products), np.diff(starts))
    order = np.argsort(places, kind="stable")
    _, first = np.unique(places[order], return_index=True)
    groups = np.split(owners[order], first[1:])
    return sorted({tuple(group.tolist()) for group in groups if len(group)})


def _hinted(primes: Cover, start: Cover) -> set[int]:
    """Return primes that hold the products of a cover, one each."""
    hinted = set()
    for care, value, drives in zip(start.care, start.value, start.drives, strict=True):
        holds = (
            (primes.care & ~care == 0)
            & ((primes.value ^ value) & primes.care == 0)
            & (drives & ~primes.drives == 0)
        )
        hinted.add(int(np.argmax(holds)))
    return hinted


def _selected(primes: Cover, chosen: list[int]) -> Cover:
    """Return some of the primes."""
    index = np.array(chosen, dtype=np.int64)
    care, value, drives = primes.care[index], primes.value[index], primes.drives[index]
    return Cover(primes.inputs, primes.outputs, care, value, drives)
