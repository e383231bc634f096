"""`torqueflow dynamics --forward`: what torques cause, and what is told of bad files."""

import json

import numpy as np
import pytest

from golden.equations_of_motion import forward_dynamics
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states
from golden.trajectory_file import column_names, write_csv
from torqueflow.cli.main import main

ROBOT = load_robot("puma560")
COLUMNS = column_names(6, ("q", "qd", "tau"))


def torques_file(tmp_path, columns=COLUMNS, change=None):
    motion = random_states(ROBOT, 4, 1)
    tau = inverse_dynamics(ROBOT, motion.q, motion.qd, motion.qdd)
    rows = np.hstack([motion.q, motion.qd, tau])
    if change is not None:
        rows[change] = np.nan
    path = tmp_path / "torques.csv"
    write_csv(path, columns, rows[:, : len(columns)])
    return path, motion


def run(*arguments):
    with pytest.raises(SystemExit) as ended:
        main(["dynamics", "puma560", *map(str, arguments)])
    return ended.value.code


def test_inverse_then_forward_is_the_motion(tmp_path, capsys):
    path, motion = torques_file(tmp_path)
    report, table = tmp_path / "a.json", tmp_path / "a.csv"
    assert run("--forward", "--torques", path, "--json", report, "--output", table) == 0
    found = json.loads(report.read_text())
    np.testing.assert_allclose(found["acceleration"], motion.qdd, atol=1e-9)
    assert found["units"] == ["rad/s2"] * 6
    assert table.read_text().splitlines()[0] == "qdd1,qdd2,qdd3,qdd4,qdd5,qdd6"
    assert "accelerations at 4 states" in capsys.readouterr().out


def test_motors_are_heavier(tmp_path):
    path, motion = torques_file(tmp_path)
    report = tmp_path / "a.json"
    assert run("--forward", "--torques", path, "--actuators", "--json", report) == 0
    tau = inverse_dynamics(ROBOT, motion.q, motion.qd, motion.qdd)
    true = forward_dynamics(ROBOT, motion.q, motion.qd, tau, actuators=True)
    np.testing.assert_allclose(json.loads(report.read_text())["acceleration"], true, atol=1e-9)


@pytest.mark.parametrize(
    ("columns", "change", "told"),
    [
        (COLUMNS[:-1], None, "line 1: column 'tau6' is missing"),
        (COLUMNS, (2, 13), "line 4, column 'tau2': 'nan' is not finite"),
        ([*COLUMNS[:-1], "qdd6"], None, "column 'tau6' is missing"),
    ],
)
def test_bad_files_are_told_in_one_line(tmp_path, capsys, columns, change, told):
    path, _ = torques_file(tmp_path, columns, change)
    output = tmp_path / "a.csv"
    assert run("--forward", "--torques", path, "--output", output) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert not output.exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--forward"], "--torques: is missing"),
        (["--torques", "a.csv"], "--torques: without --forward"),
        (["--forward", "--trajectory", "a.csv"], "--trajectory: is not for --forward"),
        (["--forward", "--torques", "a.txt"], "extension '.txt' is unknown"),
        (["--forward", "--torques", "a.csv", "--formulation", "waters"], "not for --forward"),
    ],
)
def test_bad_options_are_told_in_one_line(arguments, told, capsys):
    assert run(*arguments) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
