"""Threads of this computer compute golden's torques; how fast is nobody's test."""

import numpy as np
import pytest

from dataflow.tasks.link_state import viscous_damping
from golden.newton_euler import inverse_dynamics
from papers.zeng_egan.today.clock import quick_pass
from papers.zeng_egan.today.measure import PROGRAMS, Today
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
    moments = found.stamps[:, 0] * 10**9 + found.stamps[:, 1]
    assert np.all(np.diff(moments) > 0)
    assert found.tasks.shape == (3, threads)
    assert np.all(found.tasks.sum(axis=1) == 52)


def test_rows_beside_those_of_1991():
    times = (2.0, 3.0, 8.0, 6.0, 10.0)
    found = rows({program: 1e-6 * time for program, time in zip(PROGRAMS, times, strict=True)})
    assert [row["speed_up"] for row in found] == pytest.approx([1.0, 2 / 3, 0.25, 1 / 3, 0.2])
    # All threads' time, less the work, over the work: of two threads (2 x 8 - 2) / 2.
    overheads = [row["overhead_to_work"] for row in found]
    assert overheads[0] is None
    assert overheads[1:] == pytest.approx([0.5, 7.0, 2.0, 9.0])
    then = [row["overhead_to_work_1991"] for row in found]
    printed = (161.7, 2 * 99.6, 192.8, 2 * 130.4)
    assert then[0] is None
    assert then[1:] == pytest.approx([seconds / 97.7 - 1 for seconds in printed])


def test_threads_that_were_never_at_work_together_have_no_time():
    found = rows({**dict.fromkeys(PROGRAMS, 1e-6), ("static", 2): None})
    assert [row["speed_up"] for row in found] == [1.0, 1.0, None, 1.0, 1.0]
    assert found[2]["overhead_to_work"] is None
    assert found[2]["overhead_to_work_1991"] > 1.0


def test_quick_passes_are_those_that_all_threads_shared():
    stamps = np.array([[5, 0], [5, 700], [5, 900], [6, 0], [6, 400], [6, 900]])
    tasks = np.array([[26, 26], [40, 12], [50, 2], [30, 22], [26, 26], [26, 26]])
    # Passes 2 to 6 took 700, 200, nearly a second, 400 and 500 ns. One thread did nearly all of the
    # second of these, and in the third one was set aside.
    seconds = quick_pass([(stamps, tasks)])
    assert seconds == pytest.approx(np.percentile([700, 400, 500], 10) * 1e-9)
    alone = np.array([[52, 0]] * 6)
    assert quick_pass([(stamps, alone)]) is None
