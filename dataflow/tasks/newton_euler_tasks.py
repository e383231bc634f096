"""Zeng and Egan's four task graphs of the Newton-Euler equations, for any chain.

==========  ==============================================================  ==================
kind        task (k/i) of link i                                            for five links
==========  ==============================================================  ==================
`95`        k + 19 (i - 1), exit 19 n + 1: figure 2                         95 tasks and two
`52`        k + 10 (i - 1), exit 10 n + 1: figure 3                         50 tasks and two
`55`        as `52`; A v'_(i-1) of task (3/i) is task 10 n + 1 + i          55 tasks and two
`per-link`  one link at a time, each between dummies; numbered as it runs   115 tasks
==========  ==============================================================  ==================

Task 0 is the entry and hands on what holds at both ends of the arm. Tasks find out by a first pass
in order what they read and how many operations they take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.tasks.arithmetic import Arithmetic
from dataflow.tasks.equations import NINETEEN, SPLIT, SPLIT_OFF, TEN, Equation
from dataflow.tasks.graph import Arc, Task, TaskGraph, Values, connect
from dataflow.tasks.link_state import LinkState, link_states
from golden.robot import Robot

GRAPHS = ("95", "52", "55", "per-link")
"""The kinds, by the number of tasks for five links."""

_FORWARD = 13
"""The first tasks of `NINETEEN` run from the base to the tip, the others back."""


def newton_euler_graph(robot: Robot, kind: str, q: Reals, qd: Reals, qdd: Reals) -> TaskGraph:
    """Return the graph of a chain's joint torques at one point; q, qd, qdd of shape (n,).

    `torques` reads them from the memory after a pass. They contain the joints' viscous friction.

    Raises
    ------
    InputError
        There is no such kind, or the robot is no chain of driven joints.
    """
    check_kind(kind)
    return graph_of_links(link_states(robot, q, qd, qdd), boundary_of(robot), kind)


def check_kind(kind: str) -> None:
    """Raise InputError for what is none of `GRAPHS`."""
    if kind not in GRAPHS:
        raise InputError("--graph", f"{kind!r} is unknown", ", ".join(GRAPHS))


def graph_of_links(
    links: tuple[LinkState, ...],
    boundary: Mapping[str, Reals],
    kind: str,
    arithmetic: Callable[[], Arithmetic] = Arithmetic,
) -> TaskGraph:
    """Return one of `GRAPHS` over links and a boundary of any scalars.

    Parameters
    ----------
    links, boundary
        As `link_states` and `boundary_of` give them.
    arithmetic
        Makes what computes with their scalars.
    """
    builder = _Builder(links, boundary, arithmetic)
    if kind == "per-link":
        return builder.per_link()
    equations = {"95": NINETEEN, "52": TEN, "55": SPLIT}[kind]
    return builder.through_all_links(equations, split=kind == "55")


def torques(values: Values, n: int) -> Reals:
    """Return the joint torques, (n,), N m or N, out of the values that a pass has left."""
    return np.array([values[f"t[{i}]"][0] for i in range(1, n + 1)])


def boundary_of(robot: Robot) -> dict[str, Reals]:
    """Return the base's motion, accelerated against gravity, and the unloaded tip, by value."""
    still = np.zeros(3)
    lifted = robot.base_rotation.T @ -robot.gravity
    beyond = robot.n + 1
    return {
        "w[0]": still, "dw[0]": still, "dv[0]": lifted,
        f"f[{beyond}]": still, f"n[{beyond}]": still,
    }  # fmt: skip


class _Builder:
    """Tasks in an order in which they can run, each tried as soon as it is made."""

    def __init__(
        self,
        links: tuple[LinkState, ...],
        boundary: Mapping[str, Reals],
        arithmetic: Callable[[], Arithmetic],
    ) -> None:
        self._links = links
        self._boundary = boundary
        self._arithmetic = arithmetic
        self._values: dict[str, Any] = dict(boundary)
        self._tasks: list[Task] = []

    def through_all_links(self, equations: tuple[Equation, ...], split: bool) -> TaskGraph:
        """Return the graph in which a task runs as soon as its values are there."""
        n, size = len(self._links), len(equations)
        last = size * n + 1
        forward = [e for e in equations if e.writes not in _BACKWARD]
        backward = [e for e in equations if e.writes in _BACKWARD]
        self._dummy(0, "entry")
        for i in range(1, n + 1):
            if split:
                self._add(last + i, SPLIT_OFF, i)
            for equation in forward:
                self._add(equation.number + size * (i - 1), equation, i)
        for i in range(n, 0, -1):
            for equation in backward:
                self._add(equation.number + size * (i - 1), equation, i)
        self._dummy(last, "exit")
        return connect(self._tasks, 0, last)

    def per_link(self) -> TaskGraph:
        """Return the graph in which a link's tasks wait for all tasks of the link before."""
        n = len(self._links)
        waits: list[Arc] = []
        for i in range(1, n + 1):
            waits += self._phase(i, NINETEEN[:_FORWARD], first=0)
        for i in range(n, 0, -1):
            waits += self._phase(i, NINETEEN[_FORWARD:], first=_FORWARD + 2)
        return connect(self._tasks, 0, len(self._tasks) - 1, waits)

    def _phase(self, i: int, equations: Iterable[Equation], first: int) -> list[Arc]:
        """Add a link's tasks between two dummies; return the arcs to and from these.

        `first` is the paper's number of the first dummy: 0, or 15 on the way back.
        """
        began = len(self._tasks)
        self._dummy(began, f"({first}/{i})")
        for step, equation in enumerate(equations, start=1):
            self._add(began + step, equation, i, paper=first + step)
        ended = len(self._tasks)
        self._dummy(ended, f"({first + ended - began}/{i})")
        inside = range(began + 1, ended)
        waits = [(began, task) for task in inside] + [(task, ended) for task in inside]
        return [*waits, (began - 1, began)] if began else waits

    def _dummy(self, number: int, name: str) -> None:
        if number == 0:
            boundary = self._boundary
            task = Task(0, name, writes=tuple(boundary), compute=lambda _: boundary)
        else:
            task = Task(number, name)
        self._tasks.append(task)

    def _add(self, number: int, equation: Equation, i: int, paper: int | None = None) -> None:
        """Run an equation once to see what it reads and what it costs, and add it as a task."""
        arithmetic, reads = self._arithmetic(), dict[str, None]()

        def noted(name: str, offset: int) -> Reals:
            reads[f"{name}[{i + offset}]"] = None
            value: Reals = self._values[f"{name}[{i + offset}]"]
            return value

        link, value = self._links[i - 1], f"{equation.writes}[{i}]"
        self._values[value] = equation.compute(arithmetic, link, noted)
        self._tasks.append(
            Task(
                number,
                f"({equation.number if paper is None else paper}/{i})",
                tuple(reads),
                (value,),
                arithmetic.operations,
                partial(_compute, self._arithmetic, equation, link, i),
            )
        )


_BACKWARD = frozenset(("f", "V9", "V10", "V11", "n", "t"))
"""Values that follow from the tip's side."""


def _compute(
    arithmetic: Callable[[], Arithmetic],
    equation: Equation,
    link: LinkState,
    i: int,
    values: Values,
) -> Values:
    def read(name: str, offset: int) -> Reals:
        value: Reals = values[f"{name}[{i + offset}]"]
        return value

    return {f"{equation.writes}[{i}]": equation.compute(arithmetic(), link, read)}
