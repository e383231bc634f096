"""The first strategy: the bodies in groups, each group's equations on a processor of its own.

Schäfer and Schiehlen (1992), (9) and (10). A group that hangs on another's body is first evaluated
for a base that moves in all six directions: its M is a matter of its own joints alone, its k and q
of the base's motion besides. The columns of J of the body that it hangs on are the subsystem's
Jacobian I, and M = I_1' M_1 I_1 + I_2' M_2 I_2, k and q likewise.

Joints of different trees on the base have nothing to do with each other: each tree has an L and an
x of its own. Blocks: ``S1``, ``S2`` ... with what the groups add to M, k and q, and what others
need of their bodies' motion; ``L1``, ``X1`` ... of the trees; ``x`` has all accelerations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from common.errors import InputError
from dataflow.equations.bodies import Body, bodies_of
from dataflow.equations.equations_of_motion import (
    BodyMotion,
    body_motion,
    inertial_wrench,
    resting_base,
    times,
)
from dataflow.equations.factorisation import Triangle, cholesky, solved
from dataflow.equations.functions import UNKNOWN_BOUND
from dataflow.equations.vector import ZERO, Real, Vector, cross, dot
from dataflow.graph.expressions import Expression, Expressions
from dataflow.tasks.blocks import Equations, refuse_idle_joints
from golden.connectivity import BASE
from golden.robot import Robot

Groups = Sequence[Sequence[int]]
"""The bodies of each subsystem, by index, ascending."""

_ROTATIONS, _TRANSLATIONS = (-6, -5, -4), (-3, -2, -1)
"""What stands for the six directions of a moving base among joints."""


def subsystem_equations(robot: Robot, groups: Groups, *, named: bool = False) -> Equations:
    """Trace a robot's equations by groups of bodies.

    Raises
    ------
    InputError
        The groups are not the robot's bodies, each once, or a group does not hang together.
    """
    _check(robot, groups)
    refuse_idle_joints(robot, None)
    graph = Expressions(named)
    state = [
        [graph.named_value(f"{name}{i}") for i in range(1, robot.n + 1)]
        for name in ("y", "yd", "u")
    ]
    y, yd, u = state
    return _Tracing(robot, groups, graph, y, yd, u).equations()


def _check(robot: Robot, groups: Groups) -> None:
    if sorted(i for group in groups for i in group) != list(range(robot.n)):
        allowed = f"the bodies 0 to {robot.n - 1}, each once"
        raise InputError("groups", f"{[list(group) for group in groups]}", allowed)
    for group in groups:
        outside = {robot.parents[i] for i in group} - set(group)
        if len(outside) > 1:
            raise InputError("groups", f"{list(group)} hangs on {sorted(outside)}", "one body")


@dataclass
class _Tracing:
    """A trace under way: the sums of what groups add, and each block's results."""

    robot: Robot
    groups: Groups
    graph: Expressions
    y: list[Expression]
    yd: list[Expression]
    u: list[Expression]
    results: dict[str, list[Expression]] = field(default_factory=dict)

    def equations(self) -> Equations:
        """Trace all blocks."""
        n = self.robot.n
        mass: Triangle = [[0.0] * (i + 1) for i in range(n)]
        right: list[Real] = list(self.u)
        bodies = bodies_of(self.robot, self.graph, self.y)
        motions = {BASE: resting_base(self.graph, self.robot)}
        for number, group in enumerate(self.groups, start=1):
            name = f"S{number}"
            self.results[name] = []
            added, forces = self._group(name, group, bodies, motions)
            for (i, j), value in added.items():
                mass[i][j] = mass[i][j] + value
            for i, value in forces.items():
                right[i] = right[i] + value
        accelerations = self._trees(mass, right)
        self.results["x"] = [
            self.graph.handed_over(f"ydd_{i}", value, anew=True)
            for i, value in enumerate(accelerations, start=1)
        ]
        state = (e.index for part in (self.y, self.yd, self.u) for e in part)
        results = {name: tuple(e.index for e in own) for name, own in self.results.items()}
        return Equations(self.graph, n, tuple(state), results, ())

    def _handed(self, block: str, name: str, value: Real) -> Expression:
        handed = self.graph.handed_over(f"{block}.{name}", value)
        self.results[block].append(handed)
        return handed

    def _group(
        self,
        block: str,
        group: Sequence[int],
        bodies: Sequence[Body],
        motions: dict[int, BodyMotion],
    ) -> tuple[dict[tuple[int, int], Expression], dict[int, Expression]]:
        """Return what a group adds to M and to q - k, by joints; keep its bodies' motions."""
        outside = next(p for i in group if (p := self.robot.parents[i]) not in group)
        base = motions[outside]
        moving = outside != BASE
        own = {outside: _free(base) if moving else base}
        mass: dict[tuple[int, int], Real] = {}
        forces: dict[int, Real] = {}
        for i in group:
            body = bodies[i]
            own[i] = body_motion(self.graph, body, self.yd[i], own[body.parent])
            _add_body(self.graph, body, own[i], mass, forces)
        if moving:
            mass, forces = _in_joints(base, mass, forces)
        hung_on = {self.robot.parents[i] for other in self.groups for i in other
                   if other is not group} & set(group)  # fmt: skip
        for i in hung_on:
            motion = _with_joints(base, own[i]) if moving else own[i]
            motions[i] = self._handed_motion(block, i, motion)
        return (
            {k: self._handed(block, f"M_{k[0] + 1}_{k[1] + 1}", v) for k, v in mass.items()},
            {i: self._handed(block, f"r_{i + 1}", v) for i, v in forces.items()},
        )

    def _handed_motion(self, block: str, i: int, motion: BodyMotion) -> BodyMotion:
        """Return a body's motion as names: the interface's variables."""

        def vector(name: str, value: Vector) -> Vector:
            parts = zip("xyz", value.components, strict=True)
            return Vector.of(
                (self._handed(block, f"{name}_{axis}_{i + 1}", v) for axis, v in parts),
                UNKNOWN_BOUND,
            )

        return BodyMotion(
            vector("omega", motion.omega),
            vector("alpha", motion.alpha),
            vector("a", motion.acceleration),
            {j: vector(f"JR{j + 1}", v) for j, v in motion.rotations.items()},
            {j: vector(f"JO{j + 1}", v) for j, v in motion.translations.items()},
            vector("g", motion.gravity),
        )

    def _trees(self, mass: Triangle, right: list[Real]) -> list[Real]:
        """Return the accelerations, solved tree by tree."""
        found: list[Real] = [0.0] * self.robot.n
        roots = [i for i, parent in enumerate(self.robot.parents) if parent == BASE]
        for number, root in enumerate(roots, start=1):
            joints = sorted(self.robot.subtree(root))
            own = [[mass[i][j] for j in joints if j <= i] for i in joints]
            factor_block, block = f"L{number}", f"X{number}"
            self.results[factor_block], self.results[block] = [], []
            factor = [
                [self._handed(factor_block, f"{joints[i] + 1}_{joints[j] + 1}", v)
                 for j, v in enumerate(row)]
                for i, row in enumerate(cholesky(self.graph, own))
            ]  # fmt: skip
            solution = solved(self.graph, factor, [right[i] for i in joints])
            for i, value in zip(joints, solution, strict=True):
                found[i] = self._handed(block, f"ydd_{i + 1}", value)
        return found


def _free(base: BodyMotion) -> BodyMotion:
    """Return a base's motion with unit columns for its six directions in place of joints'."""
    units = [Vector.of((float(i == k) for i in range(3)), 1.0) for k in range(3)]
    zeros = dict.fromkeys((*_ROTATIONS, *_TRANSLATIONS), ZERO)
    return BodyMotion(
        base.omega,
        base.alpha,
        base.acceleration,
        zeros | dict(zip(_ROTATIONS, units, strict=True)),
        zeros | dict(zip(_TRANSLATIONS, units, strict=True)),
        base.gravity,
    )


def _add_body(
    graph: Expressions,
    body: Body,
    motion: BodyMotion,
    mass: dict[tuple[int, int], Real],
    forces: dict[int, Real],
) -> None:
    """Add what one body is to M and to q - k over its columns."""
    centres = {j: v + cross(motion.rotations[j], body.centre)
               for j, v in motion.translations.items()}  # fmt: skip
    force, moment = inertial_wrench(graph, body, motion)
    weight = motion.gravity.scaled(body.mass, UNKNOWN_BOUND)
    for j, column in centres.items():
        turning = motion.rotations[j]
        share = dot(column, weight) - dot(column, force) - dot(turning, moment)
        forces[j] = forces.get(j, 0.0) + share
        momentum, spin = column.scaled(body.mass, UNKNOWN_BOUND), times(body.inertia, turning)
        for k in (k for k in centres if k <= j):
            added = dot(centres[k], momentum) + dot(motion.rotations[k], spin)
            mass[j, k] = mass.get((j, k), 0.0) + added


def _column(base: BodyMotion, j: int) -> list[Real]:
    """Return joint j's column of I: how the base's six directions move with it."""
    return [*base.rotations[j].components, *base.translations[j].components]


def _in_joints(
    base: BodyMotion, mass: dict[tuple[int, int], Real], forces: dict[int, Real]
) -> tuple[dict[tuple[int, int], Real], dict[int, Real]]:
    """Return I' M I and I' (q - k): the base's directions in terms of the joints before it."""
    directions = (*_ROTATIONS, *_TRANSLATIONS)
    own = [i for i in forces if i >= 0]
    before = list(base.rotations)

    def element(i: int, j: int) -> Real:
        return mass[max(i, j), min(i, j)]

    def along(weights: Sequence[Real], values: Sequence[Real]) -> Real:
        return sum((w * v for w, v in zip(weights, values, strict=True)), start=0.0)

    turned = {
        (a, j): along(_column(base, j), [element(a, b) for b in directions])
        for j in before
        for a in (*directions, *own)
    }
    added = {(i, j): element(i, j) for i in own for j in own if j <= i}
    added |= {(i, j): turned[i, j] for i in own for j in before}
    added |= {
        (i, j): along(_column(base, i), [turned[a, j] for a in directions])
        for i in before
        for j in before
        if j <= i
    }
    right = {i: forces[i] for i in own}
    right |= {j: along(_column(base, j), [forces[a] for a in directions]) for j in before}
    return added, right


def _with_joints(base: BodyMotion, motion: BodyMotion) -> BodyMotion:
    """Return a motion over a moving base in terms of the joints before that."""
    directions = (*_ROTATIONS, *_TRANSLATIONS)

    def carried(columns: dict[int, Vector], j: int) -> Vector:
        total = ZERO
        for weight, direction in zip(_column(base, j), directions, strict=True):
            total = total + columns[direction].scaled(weight, UNKNOWN_BOUND)
        return total

    own = [j for j in motion.rotations if j >= 0]
    rotations = {j: carried(motion.rotations, j) for j in base.rotations}
    translations = {j: carried(motion.translations, j) for j in base.rotations}
    rotations |= {j: motion.rotations[j] for j in own}
    translations |= {j: motion.translations[j] for j in own}
    return BodyMotion(
        motion.omega, motion.alpha, motion.acceleration, rotations, translations, motion.gravity
    )
