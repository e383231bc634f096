"""A chain's tasks as expressions: each task is a block, and what it writes a value to send.

So the tasks of Zeng and Egan can be cut for processors that exchange messages, as the blocks of
Schäfer and Schiehlen are (`dataflow.tasks.partition`). Nothing is customised, as in
`dataflow.tasks.arithmetic`: every number of the robot stays a name, zeros among them. What depends
on a joint's position, A and p*, follows from its cosine and sine on each processor that reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from common.arrays import Reals
from dataflow.graph.expressions import Expression, Expressions
from dataflow.tasks.arithmetic import Arithmetic
from dataflow.tasks.blocks import Equations
from dataflow.tasks.graph import TaskGraph
from dataflow.tasks.link_state import LinkState, check_chain, viscous_damping
from dataflow.tasks.newton_euler_tasks import boundary_of, check_kind, graph_of_links
from golden.robot import JointType, Link, Robot

GATHERED = "torques"
"""The block of the exit task: all torques, on the processor that hands them to the root."""


@dataclass(frozen=True)
class TracedTasks:
    """A task graph and its expressions.

    Attributes
    ----------
    graph
        The tasks, with their operations.
    equations
        A block for each task that writes something, and `GATHERED`; `block_name` tells which.
    """

    graph: TaskGraph
    equations: Equations

    def block(self, number: int) -> str | None:
        """Return the block of a task; None if it has no values of its own."""
        if number == self.graph.exit:
            return GATHERED
        writes = self.graph.by_number[number].writes
        return _block(writes[0]) if writes and number != self.graph.entry else None


def traced_tasks(robot: Robot, kind: str) -> TracedTasks:
    """Trace one of `newton_euler_tasks.GRAPHS`; the state is `joint_state`.

    Raises
    ------
    InputError
        There is no such kind, or the robot is no chain of driven joints.
    """
    check_kind(kind)
    check_chain(robot)
    trace = _Trace(robot)
    graph = graph_of_links(trace.links, trace.boundary, kind, _SymbolicArithmetic)
    return TracedTasks(graph, trace.equations(graph))


def joint_state(robot: Robot, q: Reals, qd: Reals, qdd: Reals) -> Reals:
    """Return what the tasks read of states, (points, words); q, qd, qdd of shape (points, n).

    Of each joint cosine and sine of its angle, or its displacement; then of each qd and qdd.
    """
    columns: list[Reals] = []
    for i, joint in enumerate(robot.joints):
        angle = q[:, i] + joint.offset
        turns = joint.type is JointType.REVOLUTE
        columns += [np.cos(angle), np.sin(angle)] if turns else [q[:, i]]
    for i in range(robot.n):
        columns += [qd[:, i], qdd[:, i]]
    return np.stack(columns, axis=1)


def _block(value: str) -> str:
    """Return the block that writes a value: f.4 for f[4]."""
    return value.replace("[", ".").removesuffix("]")


class _SymbolicArithmetic(Arithmetic):
    """The same operations, recorded."""

    def scale(self, factor: Any, vector: Reals) -> Reals:  # noqa: ANN401 - an expression
        """See `Arithmetic.scale`."""
        self.operations += 3
        return np.array([each * factor for each in vector.tolist()])

    def dot(self, left: Reals, right: Reals) -> Any:  # noqa: ANN401 - an expression
        """See `Arithmetic.dot`."""
        self.operations += 5
        return left @ right


class _Trace:
    """The expressions of a chain, from the states of its joints to its torques."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._graph = Expressions(named=True)
        self._state: list[int] = []
        self.links = self._links()
        self.boundary = {
            value: self._numbers(_block(value), vector)
            for value, vector in boundary_of(robot).items()
        }

    def equations(self, graph: TaskGraph) -> Equations:
        """Run all tasks; what each writes is a name to the others."""
        values: dict[str, Any] = dict(self.boundary)
        results: dict[str, tuple[int, ...]] = {}
        for number in graph.in_order:
            task = graph.by_number[number]
            if task.compute is None or number == graph.entry:
                continue
            for value, vector in task.compute({name: values[name] for name in task.reads}).items():
                values[value] = self._handed_over(_block(value), vector)
                results[_block(value)] = tuple(each.index for each in values[value])
        torques = [values[f"t[{i}]"][0] for i in range(1, self._robot.n + 1)]
        results[GATHERED] = tuple(
            self._graph.handed_over(f"torque.{i}", torque, anew=True).index
            for i, torque in enumerate(torques, start=1)
        )
        return Equations(self._graph, self._robot.n, tuple(self._state), results, ())

    def _handed_over(self, block: str, vector: Reals) -> Reals:
        names = [block] if len(vector) == 1 else [f"{block}.{axis}" for axis in "xyz"]
        return np.array(
            [self._graph.handed_over(*pair) for pair in zip(names, vector.tolist(), strict=True)]
        )

    def _links(self) -> tuple[LinkState, ...]:
        """Return the links, their numbers as names; see `LinkState`."""
        places = [self._placed(i, link) for i, link in enumerate(self._robot.links, start=1)]
        tip = self._numbers("tip", np.eye(3))
        dampings = viscous_damping(self._robot)
        found = []
        for i, link in enumerate(self._robot.links, start=1):
            turn, offset = places[i - 1]
            beyond = places[i][0] if i < self._robot.n else tip
            motion: tuple[Any, Any] = (self._given(f"qd.{i}"), self._given(f"qdd.{i}"))
            constant: Any = self._graph.opaque
            found.append(
                LinkState(
                    revolute=link.joint.type is JointType.REVOLUTE,
                    speed=motion[0],
                    acceleration=motion[1],
                    turn=turn,
                    axis=turn[:, 2],
                    offset=offset,
                    turn_beyond=beyond.T,
                    offset_beyond=beyond @ offset,
                    centre=self._numbers(f"centre.{i}", link.center_of_mass),
                    mass=constant(f"mass.{i}", link.mass),
                    inertia=self._numbers(f"inertia.{i}", link.inertia),
                    damping=constant(f"damping.{i}", float(dampings[i - 1])),
                )
            )
        return tuple(found)

    def _placed(self, i: int, link: Link) -> tuple[Reals, Reals]:
        """Return A_i^(i-1) and p*_i, in the axes of frame i."""
        turns = link.joint.type is JointType.REVOLUTE
        offset = self._numbers(f"offset.{i}", link.rotation.T @ link.translation)
        if turns:
            c, s = self._given(f"c.{i}"), self._given(f"s.{i}")
            behind: list[list[Any]] = [[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]
            turn = self._folded(link.rotation.T, np.array(behind, dtype=object))
            return self._named(f"turn.{i}", turn), offset
        c, s = np.cos(link.joint.offset), np.sin(link.joint.offset)
        constant = link.rotation.T @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        turn = self._numbers(f"turn.{i}", constant)
        slid: Any = self._given(f"q.{i}")
        return turn, np.array([p + z * slid for p, z in zip(offset, turn[:, 2], strict=True)])

    def _folded(self, left: Reals, right: Reals) -> Reals:
        """Return a product of matrices, zeros and ones of its factors folded."""
        graph = self._graph
        return np.array(
            [
                [sum((graph.expression(v) * w for v, w in zip(row, column, strict=True)),
                     start=graph.expression(0.0)) for column in right.T]
                for row in left.tolist()
            ]
        )  # fmt: skip

    def _named(self, name: str, matrix: Reals) -> Reals:
        """Return a matrix whose numbers have become names, so that nothing is folded into them."""
        found = matrix.copy()
        for (row, column), each in np.ndenumerate(matrix):
            if isinstance(each, Expression) and each.number is not None:
                found[row, column] = self._graph.opaque(f"{name}.{row}{column}", each.number)
        return found

    def _numbers(self, name: str, values: Reals) -> Reals:
        """Return an array's numbers as names."""
        found = np.empty(values.shape, dtype=object)
        for place, value in np.ndenumerate(values):
            suffix = "".join(str(k) for k in place)
            found[place] = self._graph.opaque(f"{name}.{suffix}", float(value))
        return found

    def _given(self, name: str) -> Expression:
        """Return a word of the state, the next one."""
        found = self._graph.named_value(name)
        self._state.append(found.index)
        return found
