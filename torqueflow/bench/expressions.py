"""`python -m torqueflow.bench.expressions`: operations of inverse dynamics, ours and a compiler's.

The textbook's Newton-Euler equations run once over SymPy's symbols, as one expression a torque;
`sympy.cse` finds what they have in common, in a minute a robot. Beside that the same equations as
the graph of a design, and with the economies that a build chooses.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from sympy.core.parameters import distribute

from common.tables import console, show, table
from dataflow.build import build
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.design import Design
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import joint_frame_links, regrouped
from dataflow.equations.recursions import newton_euler_torques
from dataflow.equations.vector import Plain, PlaneRotation
from dataflow.lowering.request import Request
from dataflow.operators import TARGETS
from dataflow.timing.cost import cost
from dataflow.topologies import TOPOLOGIES
from golden.limits import Limits, with_assumptions, with_limits
from golden.load import load_robot
from golden.robot import Robot

_NOISE = 1e-12
"""A constant nearer to 0, 1 or -1 than that is it: an angle's cosine was rounded."""


@dataclass(frozen=True)
class Symbolic:
    """A SymPy expression as the equations take it; what is known before any motion is folded."""

    value: Any

    def __add__(self, other: Symbolic | float) -> Symbolic:
        return Symbolic(self.value + _plain(other))

    def __mul__(self, other: Symbolic | float) -> Symbolic:
        return Symbolic(self.value * _plain(other))

    def __neg__(self) -> Symbolic:
        return Symbolic(-self.value)

    def __sub__(self, other: Symbolic | float) -> Symbolic:
        return Symbolic(self.value - _plain(other))

    def __rsub__(self, other: float) -> Symbolic:
        return Symbolic(_plain(other) - self.value)

    __radd__ = __add__
    __rmul__ = __mul__


def _plain(value: Symbolic | float) -> sympy.Expr:
    """Return what SymPy calculates with: numbers without the noise of their rounding."""
    if isinstance(value, Symbolic):
        return value.value
    whole = round(float(value))
    is_whole = abs(whole) <= 1 and abs(float(value) - whole) < _NOISE
    return sympy.Integer(whole) if is_whole else sympy.Float(float(value))


@dataclass(frozen=True)
class Count:
    """Products of two variables, products with a constant, additions and subtractions."""

    multiply: int
    scale: int
    add: int

    @property
    def all(self) -> int:
        """All of them."""
        return self.multiply + self.scale + self.add


def torque_expressions(robot: Robot, *, regroup: bool = False) -> list[Any]:
    """Return each torque as one expression of c, s, qd and qdd (d of a slide), by the textbook.

    With ``regroup``, inertia is moved to where it costs least first, as for a design.
    """
    links = joint_frame_links(robot)
    links = regrouped(links) if regroup else links
    drives = []
    for i, link in enumerate(links):
        c, s, d, rate, push = (
            Symbolic(sympy.Symbol(f"{name}{i + 1}")) for name in ("c", "s", "d", "qd", "qdd")
        )
        turn = PlaneRotation(c, s) if link.revolute else None
        drives.append(Drive(rate, push, 1.0, 1.0, turn, 0.0 if turn else d, 1.0))
    torques = newton_euler_torques(Plain(), links, drives, robot.gravity, lambda stage: None)
    return [torque.value for torque in torques]


def counted(expressions: Sequence[Any]) -> Count:
    """Return the operations of expressions as they stand; a power is its products."""
    multiply = scale = add = 0
    for each in expressions:
        for node in sympy.preorder_traversal(each):
            if node.is_Add:
                add += len(node.args) - 1
            elif node.is_Mul:
                numbers = [factor for factor in node.args if factor.is_Number]
                multiply += len(node.args) - len(numbers) - 1
                scale += sum(abs(factor) != 1 for factor in numbers)  # a sign is the sum's
            elif node.is_Pow:
                multiply += int(node.exp) - 1
    return Count(multiply, scale, add)


def compiled(robot: Robot, *, regroup: bool = False) -> Count:
    """Return what is left of a robot's torques when SymPy has found what they have in common."""
    with distribute(False):  # a constant times a sum is one product
        shared, results = sympy.cse(torque_expressions(robot, regroup=regroup))
    return counted([*(value for _, value in shared), *results])


def of_design(design: Design) -> Count:
    """Return a design's operations."""
    found = cost(design)
    return Count(found.multiply, found.scale, found.add)


def main() -> int:
    """Count for each robot, print the table, and return the exit status."""
    asked = _arguments()
    shown = table(
        "Operations of inverse dynamics: products, constants, additions, all; cycles",
        "robot", "by", "products", "constants", "additions", "all", "cycles",
    )  # fmt: skip
    rest = Limits(
        velocity_limit=asked.velocity_limit, acceleration_limit=asked.acceleration_limit,
        torque_limit=asked.torque_limit,
    )  # fmt: skip
    for name in asked.robots:
        told = with_limits(load_robot(name, assume=False), {}, rest)
        robot = with_assumptions(told, name)
        rows: list[tuple[str, Count, str]] = []
        if not (asked.no_cse or robot.is_coupled):  # one motor of two joints is one torque
            rows.append(("sympy.cse", compiled(robot), ""))
            rows.append(("sympy.cse, inertia regrouped", compiled(robot, regroup=True), ""))
        for parts, target in TARGETS.items():
            for textbook in (True, False):
                request = Request(
                    robot, NEWTON_EULER, TOPOLOGIES["array"], target=target, textbook=textbook
                )
                design = build(request)
                kind = f"{'textbook' if textbook else 'economies'}, {parts}"
                rows.append((kind, of_design(design), str(design.latency)))
        for kind, count, cycles in rows:
            numbers = (count.multiply, count.scale, count.add, count.all)
            shown.add_row(robot.name, kind, *map(str, numbers), cycles)
    show(console(), shown)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("robots", nargs="*", default=["puma560", "stanford", "iiwa14"])
    for limit in ("velocity", "acceleration", "torque"):
        parser.add_argument(f"--{limit}-limit", type=float, help="of joints that have none")
    parser.add_argument("--no-cse", action="store_true", help="our own counts alone")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
