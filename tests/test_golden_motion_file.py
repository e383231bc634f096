"""Motions from files: what is missing is differentiated, and what cannot be is told."""

import math

import numpy as np
import pytest

from common.errors import InputError
from golden.generators import planar, random_robot
from golden.load import load_robot
from golden.motion_file import derivative, read_motion
from golden.surroundings import BASE_MOTION
from golden.trajectory import point_to_point
from golden.trajectory_file import write_csv, write_trajectory

ARM = planar(2)


def write(tmp_path, text):
    (tmp_path / "m.csv").write_text(text)
    return tmp_path / "m.csv"


def test_a_cubic_is_differentiated_exactly():
    time = np.array([0.0, 0.3, 0.5, 1.0, 1.7])[:, None]
    found = derivative(time[:, 0], np.hstack([time**3 - time, 2 * time**2]))
    np.testing.assert_allclose(found, np.hstack([3 * time**2 - 1, 4 * time]), atol=1e-12)


@pytest.mark.parametrize("how", ["time", "step"])
def test_q_alone_gives_its_rates(tmp_path, how):
    puma = load_robot("puma560")
    motion = point_to_point(puma, np.zeros(6), np.full(6, 0.7), 400)
    columns = ["t"] * (how == "time") + [f"q{i + 1}" for i in range(6)]
    rows = np.hstack([motion.time[:, None], motion.q])[:, how == "step" :]
    write_csv(tmp_path / "q.csv", columns, rows)
    step = float(motion.time[1]) if how == "step" else None
    found = read_motion(tmp_path / "q.csv", puma, step=step)
    assert found.differentiated == ("qd", "qdd")
    np.testing.assert_allclose(found.arrays["qd"], motion.qd, atol=1e-4)
    np.testing.assert_allclose(found.arrays["qdd"], motion.qdd, atol=2e-2)


def test_what_is_there_is_not_differentiated(tmp_path):
    motion = point_to_point(ARM, [0.0, 0.0], [1.0, 0.5], 20)
    write_trajectory(tmp_path / "m.npz", motion, motion.time)
    found = read_motion(tmp_path / "m.npz", ARM)
    assert found.differentiated == ()
    np.testing.assert_array_equal(found.arrays["qdd"], motion.qdd)
    np.testing.assert_array_equal(found.arrays["t"][:, 0], motion.time)


def test_accelerations_come_from_rates_that_are_there(tmp_path):
    rows = "".join(f"{t},0,0,{t**2},1\n" for t in (0.0, 0.1, 0.2, 0.4))
    found = read_motion(write(tmp_path, "t,q1,q2,qd1,qd2\n" + rows), ARM)
    assert found.differentiated == ("qdd",)
    np.testing.assert_allclose(found.arrays["qdd"][:, 0], [0, 0.2, 0.4, 0.8], atol=1e-12)


def test_only_what_is_needed_is_asked_for(tmp_path):
    path = write(tmp_path, "q1,q2\n0,1\n")
    assert read_motion(path, ARM, ("q",)).differentiated == ()


def test_degrees_are_of_angles_alone(tmp_path):
    robot = random_robot(np.random.default_rng(0), 2, joint_types="RP")
    path = write(tmp_path, "q1,q2,qd1,qd2,qdd1,qdd2\n180,0.5,90,1,360,2\n")
    found = read_motion(path, robot, degrees=True).arrays
    rows = np.vstack([found[name] for name in ("q", "qd", "qdd")])
    np.testing.assert_allclose(rows, [[math.pi, 0.5], [math.pi / 2, 1], [2 * math.pi, 2]])


def test_the_bases_motion_is_asked_for_and_turned_too(tmp_path):
    columns = [name for array in BASE_MOTION for name in array.columns]
    header = ",".join(["q1", "q2", *columns])
    path = write(tmp_path, header + "\n0,0" + ",180" * 6 + ",9.81" * 3 + "\n")
    found = read_motion(path, ARM, ("q",), degrees=True, beside=BASE_MOTION).arrays
    np.testing.assert_allclose(found["base_alpha"], [[math.pi] * 3])
    np.testing.assert_array_equal(found["base_acceleration"], [[9.81] * 3])
    with pytest.raises(InputError, match="column 'base_omega_x' is missing"):
        read_motion(write(tmp_path, "q1,q2\n0,0\n"), ARM, ("q",), beside=BASE_MOTION)


@pytest.mark.parametrize(
    ("text", "step", "problem"),
    [
        ("q1,q2\n" + "0,1\n" * 5, None, r"m.csv: qd and qdd missing; allowed: .* --step SECONDS"),
        ("q1,q2\n" + "0,1\n" * 5, 0.0, "--step: 0; allowed: a finite number of seconds"),
        ("q1,q2\n" + "0,1\n" * 5, math.nan, "--step: nan"),
        ("q1,q2\n" + "0,1\n" * 3, 0.1, "3 points, of which qd and qdd are to come; allowed: 4"),
        ("t,q1,q2\n" + "1,0,1\n" * 5, None, "m.csv: point 2, t: 1 s comes after 1 s"),
        ("t,q1,q2\n0,0,1\n2,0,1\n1,0,1\n3,0,1\n", None, "m.csv: point 3, t: 1 s comes after 2 s"),
        ("t,q1,q2\n" + "1,0,1\n" * 5, 0.1, "--step: .* has its own time t"),
        ("q1,q2,qd1,qd2,qdd1,qdd2\n0,0,0,0,0,0\n", 0.1, "--step: .* lacks no rate"),
        ("q1,qd1,qd2,qdd1,qdd2\n0,0,0,0,0\n", None, "column 'q2' is missing"),
        ("q1,q2,qd1\n0,0,0\n", 0.1, "column 'qd2' is missing"),
        ("q1,q2,tau1,tau2\n0,0,0,0\n", 0.1, "column 'tau1' is unknown"),
    ],
)
def test_what_cannot_be_known_is_told(tmp_path, text, step, problem):
    with pytest.raises(InputError, match=problem):
        read_motion(write(tmp_path, text), ARM, step=step)
