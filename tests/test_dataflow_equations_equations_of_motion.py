"""The blocks of the equations of motion in both forms, against golden."""

from __future__ import annotations

import numpy as np
import pytest

from dataflow.equations.counted import OperationCounter
from dataflow.equations.equations_of_motion import Blocks, jacobian_form
from dataflow.equations.functions import Floats
from dataflow.equations.recursive_form import recursive_form
from golden.equations_of_motion import (
    coriolis_torque,
    forward_dynamics,
    gravity_torque,
    mass_matrix,
)
from golden.generators import random_parents, random_robot
from golden.load import load_robot
from golden.robot import Robot

FORMS = {"jacobian": jacobian_form, "recursive": recursive_form}


def robots() -> list[Robot]:
    rng = np.random.default_rng(1992)
    chains = [random_robot(rng, n, base=True) for n in range(1, 8)]
    trees = [random_robot(rng, n, parents=random_parents(rng, n)) for n in (3, 5, 7)]
    return [load_robot("puma560"), load_robot("stanford"), *chains, *trees]


def state(robot: Robot, seed: int = 7) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    lower, upper = robot.position_limits.T
    return (
        rng.uniform(lower, upper), rng.uniform(-1, 1, robot.n), rng.uniform(-10, 10, robot.n),
    )  # fmt: skip


def triangle(rows: list) -> np.ndarray:
    n = len(rows)
    full = np.zeros((n, n))
    for i, row in enumerate(rows):
        full[i, : i + 1] = row
    return full


def near(found: object, true: np.ndarray) -> None:
    scale = max(1.0, float(np.abs(true).max()))
    np.testing.assert_allclose(np.asarray(found, float), true, atol=1e-9 * scale, rtol=0)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("robot", robots(), ids=lambda robot: robot.name)
def test_every_block_is_goldens(robot: Robot, form: str) -> None:
    q, qd, torques = state(robot)
    blocks: Blocks = FORMS[form](Floats(), robot, q, qd, torques)
    mass, coriolis, weight = (
        mass_matrix(robot, q), coriolis_torque(robot, q, qd), gravity_torque(robot, q),
    )  # fmt: skip
    near(triangle(blocks.mass), np.tril(mass))
    near(np.subtract(blocks.applied, blocks.coriolis), torques - weight - coriolis)
    if form == "jacobian":
        near(blocks.coriolis, coriolis)
        near(blocks.applied, torques - weight)
    factor = np.linalg.cholesky(mass)
    near(np.diag(triangle(blocks.factor)), 1 / np.diag(factor))
    near(np.tril(triangle(blocks.factor), -1), np.tril(factor, -1))
    residual = mass @ np.array(blocks.accelerations, float) - (torques - weight - coriolis)
    assert np.abs(residual).max() < 1e-9 * max(1.0, np.abs(mass).max())


def test_a_batch_is_one_call() -> None:
    robot = load_robot("stanford")
    rng = np.random.default_rng(2)
    q, qd, torques = (rng.uniform(0.3, 1, (6, 50)) for _ in range(3))
    found = np.array(jacobian_form(Floats(), robot, q, qd, torques).accelerations)
    near(found.T, forward_dynamics(robot, q.T, qd.T, torques.T))


@pytest.mark.parametrize("form", FORMS)
def test_rotors_are_added_to_the_diagonal(form: str) -> None:
    robot = load_robot("puma560")
    q, qd, torques = state(robot)
    rotors = np.arange(1.0, 7.0)
    found = triangle(FORMS[form](Floats(), robot, q, qd, torques, rotors).mass)
    near(found, np.tril(mass_matrix(robot, q)) + np.diag(rotors))


def test_jacobians_give_velocities() -> None:
    robot = load_robot("stanford")
    q, qd, torques = state(robot)
    blocks = jacobian_form(Floats(), robot, q, qd, torques)
    columns = np.array(blocks.jacobian[5], float).reshape(2, 6, 3)
    velocity, omega = np.einsum("cjk,j->ck", columns, qd)
    body = robot.links[5]
    energy = body.mass * velocity @ velocity + omega @ body.inertia @ omega
    lighter = load_robot("stanford")
    links = list(lighter.links)
    links[5] = type(body)(
        body.joint, body.rotation, body.translation, 0.0, body.center_of_mass, np.zeros((3, 3))
    )
    without = Robot("without the hand", "", tuple(links))
    difference = qd @ (mass_matrix(robot, q) - mass_matrix(without, q)) @ qd
    assert energy == pytest.approx(difference, rel=1e-9)


def counted(robot: Robot, form: str) -> dict[str, int]:
    counter = OperationCounter()
    unknown = [counter.unknown() for _ in range(robot.n)]
    FORMS[form](counter, robot, unknown, unknown, unknown)
    return dict(counter.operations)


def test_operations_are_counted() -> None:
    one = random_robot(np.random.default_rng(3), 1, joint_types="P")
    # M = m, so L = 1 / sqrt(m) is known; reach = X + y z takes 3 products and 3 sums, yd z and its
    # double 3 products each, q = u + m g one sum, x = (q - k) L L two products.
    assert counted(one, "jacobian") == {"add": 4, "multiply": 11}
    counts = counted(load_robot("stanford"), "jacobian")
    assert (counts["root"], counts["divide"], counts["sine"]) == (6, 6, 10)


def test_the_recursive_form_takes_fewer_operations() -> None:
    for name in ("stanford", "puma560"):
        robot = load_robot(name)
        recursive, paper = (counted(robot, form)["multiply"] for form in ("recursive", "jacobian"))
        assert recursive < 0.75 * paper
