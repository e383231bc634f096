"""The equations of motion as blocks of one graph: what each block gives, and what it reads.

J, M, k, q, L, x are Schäfer and Schiehlen's. A block's results are names to the blocks after it;
elements of J alone are looked into, since whoever needs them may compute them again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.equations.computed_torque import ComputedTorque
from dataflow.equations.equations_of_motion import Blocks, jacobian_form
from dataflow.equations.recursive_form import recursive_form
from dataflow.graph.expression_values import needed
from dataflow.graph.expressions import Expression, ExpressionKind, Expressions
from golden.equations_of_motion import mass_matrix
from golden.robot import Robot

BLOCKS = ("M", "k", "q", "L", "x")
"""What is given to processors: the mass matrix, the two vectors of forces, factor and solution."""

JACOBIAN = "J"
"""The block whose elements are sent or computed again, as it suits."""

JOINTS_MAXIMUM = 12

_SAMPLES = 16
_NOTHING = 1e-14
"""An inertia (kg m2, kg), or a share of one, that is rounding noise."""

FORMS: dict[str, Callable[..., Blocks]] = {"jacobian": jacobian_form, "recursive": recursive_form}
"""What ``--form`` may name."""


@dataclass(frozen=True)
class Equations:
    """A robot's equations of motion, traced.

    Attributes
    ----------
    graph
        All expressions.
    joints
        n.
    state
        Nodes of y, yd and u in this order, 3 n of them.
    results
        Nodes of each block's results as its readers see them, zeros and doubles among them; no
        block reads results of one that stands behind it. The root takes those of the last.
    jacobian
        For each body the nodes of its columns' elements.
    """

    graph: Expressions
    joints: int
    state: tuple[int, ...]
    results: dict[str, tuple[int, ...]]
    jacobian: tuple[tuple[int, ...], ...]

    @cached_property
    def arrays(self) -> dict[str, tuple[int, ...]]:
        """The values of each block that are computed, each once, in order: what can be sent."""
        given = set(self.state)
        found = {}
        for block in self.results:
            computed = (i for i in self.results[block] if self.is_value(i) and i not in given)
            found[block] = tuple(dict.fromkeys(computed))
        return found

    @property
    def result(self) -> str:
        """The block that the root takes: the last one."""
        return list(self.results)[-1]

    def is_value(self, index: int) -> bool:
        """Tell whether a node is neither a number nor a parameter."""
        node = self.graph.nodes[index]
        parameter = node.kind is ExpressionKind.NAME and node.name in self.graph.parameters
        return node.kind is not ExpressionKind.NUMBER and not parameter

    def defined(self, index: int) -> int:
        """Return the node that computes a value."""
        return self.graph.definitions.get(index, index)

    def reads(self, block: str) -> tuple[str, ...]:
        """Return the blocks whose results a block reads."""
        seen = set(needed(self.graph.nodes, [self.defined(i) for i in self.arrays[block]]))
        return tuple(
            other
            for other in self.results
            if other != block and seen.intersection(self.arrays[other])
        )


def equations_of(
    robot: Robot,
    form: str = "jacobian",
    *,
    named: bool = False,
    rotors: Reals | None = None,
    control: ComputedTorque | None = None,
) -> Equations:
    """Trace a robot's equations of motion.

    Parameters
    ----------
    form
        One of `FORMS`.
    named
        Whether the robot's numbers stay names; not in the recursive form.
    rotors
        (n,), what the motors add to the diagonal of M.
    control
        What gives the torques; they are part of q then, and not of the state that is read.

    Raises
    ------
    InputError
        The robot has too many joints, followers, or a joint that moves nothing.
    """
    if robot.is_coupled:
        raise InputError(robot.name, "joints follow others", "joints with a coordinate each")
    if not 1 <= robot.n <= JOINTS_MAXIMUM:
        raise InputError(robot.name, f"{robot.n} joints", f"1 to {JOINTS_MAXIMUM}")
    refuse_idle_joints(robot, rotors)
    graph = Expressions(named)
    state = [
        [graph.named_value(f"{name}{i}") for i in range(1, robot.n + 1)]
        for name in ("y", "yd", "u")
    ]
    y, yd, torques = state
    given = torques if control is None else control.torques(graph, robot, y, yd)
    blocks = FORMS[form](graph, robot, y, yd, given, rotors)

    def indices(values: list[Expression | float]) -> tuple[int, ...]:
        return tuple(graph.expression(value).index for value in values)

    return Equations(
        graph,
        robot.n,
        tuple(each.index for part in state for each in part),
        {
            "M": indices([v for row in blocks.mass for v in row]),
            "k": indices(blocks.coriolis),
            "q": indices(blocks.applied),
            "L": indices([v for row in blocks.factor for v in row]),
            "x": indices(blocks.accelerations),
        },
        tuple(indices(body) for body in blocks.jacobian),
    )


def refuse_idle_joints(robot: Robot, rotors: Reals | None) -> None:
    """Refuse a joint that moves nothing: its row of M is zero wherever the others stand."""
    states = np.random.default_rng(0).uniform(-1.0, 1.0, (_SAMPLES, robot.n))
    mass = mass_matrix(robot, states)
    if rotors is not None:
        mass = mass + np.diag(rotors)
    diagonals = np.diagonal(mass, axis1=-2, axis2=-1).max(axis=0)
    for i, largest in enumerate(diagonals.tolist()):
        if not largest > _NOTHING:
            place = f"{robot.name}: joint {robot.joint_names[i]}"
            raise InputError(place, "moves nothing: M is singular", "mass or inertia behind it")
    scale = np.sqrt(diagonals)
    if not np.linalg.eigvalsh(mass / np.outer(scale, scale))[..., 0].max() > _NOTHING:
        problem = "M is singular: some motion of its joints moves nothing"
        raise InputError(robot.name, problem, "mass or inertia behind every joint")
