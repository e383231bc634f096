"""The terms of an arm's torques: T_i = sum of M_ij qdd_j + c_ijk qd_j qd_k + G_i.

They are read off the traced graph, multiplied out. A coefficient that is a sum is divided by the
angle combinations of its harmonics, cos q1 and cos(q1 + q2) say, so that each term depends on as
few inputs as its own function needs. What is left is a product of functions, each of one
combination of angles or of one number, that share no input: so extrema are exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.boolean.coefficients import divided, gathered, port_order
from dataflow.boolean.expansion import Expansion, Exponents, Polynomial, expanded
from dataflow.boolean.functions import Factor, Interval, Power
from dataflow.build import state_of
from dataflow.computations.inverse_dynamics import NEWTON_EULER
from dataflow.lowering.request import Request
from golden.robot import Robot

MOST_JOINTS = 3
"""Joints of the largest arm: a fourth one's inertial terms have three angles and more bits than a
table can have."""

_TRACED_WIDTH = 18
"""Bits of the ports for the tracer: the algebra does not depend on it."""


@dataclass(frozen=True)
class Term:
    """One summand of one joint's torque.

    Attributes
    ----------
    joint
        Whose torque, counted from 1.
    names
        ``T11``; two of them where one table is added twice.
    factors
        Functions that share no input; the term is their product.
    """

    joint: int
    names: tuple[str, ...]
    factors: tuple[Factor, ...]

    @property
    def copies(self) -> int:
        """How often the term is added."""
        return len(self.names)

    @property
    def words(self) -> tuple[str, ...]:
        """The inputs that it depends on: angles and slides, rates, accelerations, by joint."""
        return tuple(sorted((w for f in self.factors for w in f.words), key=port_order))

    def even_in(self, word: str) -> bool:
        """Whether the term keeps its value when an input changes its sign."""
        return any(factor.even_in(word) for factor in self.factors)

    def __call__(self, values: Mapping[str, Reals]) -> Reals:
        """Return the term, N m or N, of input values in rad, m and s that broadcast."""
        return reduce(np.multiply, (factor(values) for factor in self.factors))

    def extrema(self, box: Mapping[str, Interval]) -> Interval:
        """Return the exact least and largest value over boxes of inputs, elementwise."""
        low, high = self.factors[0].extrema(box)
        for factor in self.factors[1:]:
            a, b = factor.extrema(box)
            corners = (low * a, low * b, high * a, high * b)
            low, high = reduce(np.minimum, corners), reduce(np.maximum, corners)
        return low, high

    def amplitude(self, ranges: Mapping[str, tuple[float, float]]) -> float:
        """Return the exact largest magnitude over the inputs' ranges."""
        box = {w: (np.array(a), np.array(b)) for w, (a, b) in ranges.items()}
        return float(max(abs(end) for end in self.extrema(box)))

    @property
    def description(self) -> str:
        """Its name and inputs, for messages."""
        return f"{self.names[0]} of {', '.join(self.words) or 'no input'}"

    def halved(self) -> Term:
        """Return the term as two equal halves, of which there is one table."""
        first, *others = self.factors
        name = self.names[0]
        return Term(self.joint, (name, name + "'"), (first.scaled(0.5), *others))


def torque_terms(robot: Robot, *, actuators: bool = False) -> list[list[Term]]:
    """Return the terms of every joint's torque; a joint that nothing moves has none.

    Inertial terms come first, then squares of rates, products of rates, rates, and what the
    position alone causes. Terms are named ``T11``, ``T12`` and so on.

    Parameters
    ----------
    actuators
        Whether the motors' inertias and viscous friction count.

    Raises
    ------
    InputError
        The arm has more than three joints, or a motor with Coulomb friction.
    """
    if robot.n > MOST_JOINTS:
        raise InputError(
            f"robot {robot.name}", f"{robot.n} joints", f"1 to {MOST_JOINTS}: wider terms than"
            " a table can have come with more"
        )  # fmt: skip
    graph = state_of(
        Request(robot, NEWTON_EULER, width=_TRACED_WIDTH, textbook=True), "simplified"
    ).graph
    expansion = expanded(graph)
    found = []
    for i in range(1, robot.n + 1):
        polynomial = dict(expansion.outputs[f"tau{i}"])
        if actuators:
            _add_actuator(polynomial, expansion, robot, i)
        found.append(_numbered(i, _terms_of(polynomial, expansion)))
    return found


def _add_actuator(polynomial: Polynomial, expansion: Expansion, robot: Robot, joint: int) -> None:
    """Add what the motor needs for itself: G^2 Jm qdd + G^2 B qd."""
    motor = robot.joints[joint - 1].actuator
    if motor is None:
        return
    if motor.coulomb_positive or motor.coulomb_negative:
        raise InputError(
            f"robot {robot.name}, joint {joint}",
            "Coulomb friction is a step at rest, and no table's cell has an error bound there",
            "an actuator without it, or no --actuators",
        )
    for prefix, value in (("qdd", motor.motor_inertia), ("qd", motor.viscous_friction)):
        if value:
            exponents = tuple(int(name == f"{prefix}{joint}") for name in expansion.inputs)
            polynomial[exponents] = polynomial.get(exponents, 0.0) + motor.gear_ratio**2 * value


def _terms_of(polynomial: Polynomial, expansion: Expansion) -> list[tuple[Factor, ...]]:
    """Return the terms of one torque in the order of `torque_terms`."""
    names = expansion.inputs
    moving = [k for k, name in enumerate(names) if name.startswith("qd")]
    groups: dict[Exponents, Polynomial] = {}
    for exponents, coefficient in polynomial.items():
        motion = tuple(exponents[k] for k in moving)
        groups.setdefault(motion, {})[exponents] = coefficient
    found = []
    for motion in sorted(groups, key=lambda m: _motion_order([names[k] for k in moving], m)):
        powers = [
            Power(names[k], (*(0.0,) * power, 1.0))
            for k, power in zip(moving, motion, strict=True)
            if power
        ]
        for product in divided(groups[motion], expansion):
            found.append((*product, *powers))
    return [gathered(term) for term in found]


def _motion_order(names: list[str], powers: tuple[int, ...]) -> tuple[object, ...]:
    """Return the sorting key of a monomial in rates and accelerations."""
    present = [(name, power) for name, power in zip(names, powers, strict=True) if power]
    accelerates = any(name.startswith("qdd") for name, _ in present)
    square = any(power == 2 for _, power in present)
    degree = sum(power for _, power in present)
    kind = 0 if accelerates else (1 if square else 2) if degree == 2 else 3 if degree else 4
    return (kind, [port_order(name) for name, _ in present])


def _numbered(joint: int, terms: list[tuple[Factor, ...]]) -> list[Term]:
    return [Term(joint, (f"T{joint}{k}",), factors) for k, factors in enumerate(terms, start=1)]
