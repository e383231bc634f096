"""Threads of this computer compute golden's torques; how fast is nobody's test."""

import numpy as np
import pytest

from dataflow.tasks.link_state import viscous_damping
from golden.newton_euler import inverse_dynamics
from papers.zeng_egan.today.measure import PROGRAMS, Measured, Today
from papers.zeng_egan.today.report import rows
from tests.task_graphs import five_joints, point

ARM = five_joints()
STATE = point(ARM, 5)


@pytest.fixture(scope="module")
def today():
    return Today(ARM, *STATE)


@pytest.mark.parametrize(("program", "threads"), PROGRAMS)
def test_torques_are_goldens_after_some_passes(today, program, threads):
    expected = inverse_dynamics(ARM, *STATE) + viscous_damping(ARM) * STATE[1]
    found = today.run(program, threads, 3)
    np.testing.assert_allclose(found.torques, expected, rtol=1e-9, atol=1e-9)
    assert found.seconds > 0


def test_rows_beside_those_of_1991():
    times = (2.0, 3.0, 8.0, 6.0, 10.0)
    found = rows(
        [Measured(*program, 1e-6 * time, None)
         for program, time in zip(PROGRAMS, times, strict=True)]
    )  # fmt: skip
    assert [row["speed_up"] for row in found] == pytest.approx([1.0, 2 / 3, 0.25, 1 / 3, 0.2])
    overhead = {row["program"]: row["overhead_to_work"] for row in found if row["threads"] == 1}
    assert overhead == {"sequential": None, "static": pytest.approx(0.5), "dynamic": 2.0}
    then = [row["overhead_to_work_1991"] for row in found]
    assert then[1] == pytest.approx(161.7 / 97.7 - 1)
    assert then[3] == pytest.approx(192.8 / 97.7 - 1)
    assert then[0] is then[2] is then[4] is None
