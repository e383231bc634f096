"""A compiler of expressions beside our own graphs: what it is given is right, and is counted."""

import numpy as np
import pytest

from golden.load import load_robot, robot_names
from golden.newton_euler import inverse_dynamics

sympy = pytest.importorskip("sympy")
expressions = pytest.importorskip("torqueflow.bench.expressions")


@pytest.mark.slow
@pytest.mark.parametrize("regroup", [False, True])
@pytest.mark.parametrize("name", robot_names())
def test_the_expressions_are_golden_s_torques(name, regroup):
    robot = load_robot(name)
    rng = np.random.default_rng(1)
    q, qd, qdd = rng.uniform(-1.0, 1.0, (3, robot.n))
    known = {"c": np.cos(q), "s": np.sin(q), "d": q, "qd": qd, "qdd": qdd}
    values = {f"{name}{i + 1}": array[i] for name, array in known.items() for i in range(robot.n)}
    given = sympy.symbols(list(values))
    torques = expressions.torque_expressions(robot, regroup=regroup)
    found = sympy.lambdify(given, torques, cse=True)(*values.values())
    # The offset of an angle is in the link's frame, not in q.
    np.testing.assert_allclose(found, inverse_dynamics(robot, q, qd, qdd), rtol=0, atol=1e-9)


def test_operations_are_counted_as_they_stand():
    a, b, c = sympy.symbols("a b c")
    count = expressions.counted([a * b * c + 2.5 * a - b, -a * b, a**3, sympy.Float(0.5) * b * c])
    # a b c: 2; a b: 1; a a a: 2; b c: 1; and 2.5 a, 0.5 b: constants; two sums.
    assert (count.multiply, count.scale, count.add) == (6, 2, 2)


def test_what_torques_have_in_common_is_done_once():
    robot = load_robot("machado_2r")
    apart = expressions.counted(expressions.torque_expressions(robot))
    assert expressions.compiled(robot).all < apart.all
