"""`torqueflow host` through a pseudo-terminal: what it prints, writes, refuses."""

import csv
import importlib.util
import json
import os

import numpy as np
import pytest

from dataflow.build import build_array
from dataflow.numbers.ports import decode_outputs, encode
from emulator.systolic import SystolicArray
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_trajectory
from golden.trajectory_file import write_trajectory
from tests.serial_device import Device
from torqueflow.cli import main as cli

POINTS = 12
PATIENCE = ("--patience", "0.2", "--attempts", "100")
IMPATIENT = ("--patience", "0.05", "--attempts", "2")


@pytest.fixture(scope="module")
def robot():
    return load_robot("machado_2r")


@pytest.fixture(scope="module")
def motion(robot):
    return random_trajectory(robot, POINTS, 3)


@pytest.fixture(scope="module")
def design(robot):
    return build_array(robot, width=12)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch, motion):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back
    write_trajectory("t.csv", motion)


@pytest.fixture
def run(capsys):
    """Run the command on a port: (exit status, standard output, standard error)."""

    def run(port, *options):
        arguments = ["machado_2r", "--width", "12", "--port", port, "--trajectory", "t.csv"]
        with pytest.raises(SystemExit) as ended:
            cli.main(["host", *arguments, *options])
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return run


def test_a_motion_comes_back_as_torques(run, robot, design, motion):
    with Device(design) as device:
        status, out, err = run(device.port, "-o", "tau.csv", "--json", "r.json", *PATIENCE)
    assert (status, err) == (0, "")
    states = {"q": motion.q, "qd": motion.qd, "qdd": motion.qdd}
    emulated = SystolicArray(design).outputs(encode(design, states).integers)
    torques = decode_outputs(design, emulated)
    with open("tau.csv") as file:
        header, *rows = csv.reader(file)
    assert header == ["tau1", "tau2"]
    np.testing.assert_array_equal(np.array(rows, dtype=float), torques)
    with open("r.json") as file:
        report = json.load(file)
    assert list(report) == [
        "robot", "algorithm", "topology", "ii", "width", "port", "baud", "points", "seconds",
        "sets_per_second", "asked_again", "bit_mismatches", "checks_hold", "outputs",
    ]  # fmt: skip
    assert (report["points"], report["bit_mismatches"], report["checks_hold"]) == (POINTS, 0, True)
    golden = inverse_dynamics(robot, motion.q, motion.qd, motion.qdd)
    worst = np.abs(torques - golden).max(axis=0)
    assert [each["error_max"] for each in report["outputs"]] == pytest.approx(worst, rel=1e-6)
    assert [each["unit"] for each in report["outputs"]] == ["N m", "N m"]
    assert "0 values differ from the emulator's" in out


def test_a_core_with_a_fault_that_no_checksum_shows_is_status_one(run, design, monkeypatch):
    with Device(design) as device:
        right = device.emulated.outputs
        device.emulated.outputs = lambda inputs: right(inputs) ^ 1
        status, out, _ = run(device.port, "--json", "r.json", *PATIENCE)
    assert status == 1
    assert f"FELL SHORT: {2 * POINTS} values differ" in out
    with open("r.json") as file:
        assert json.load(file)["bit_mismatches"] == 2 * POINTS


def test_what_was_lost_is_asked_for_again(run, design):
    lost = {2, 5}
    with Device(design, lambda k, answer: b"" if k in lost else answer) as device:
        status, _, _ = run(device.port, "--json", "r.json", "--window", "1", *PATIENCE)
    with open("r.json") as file:
        assert (status, json.load(file)["asked_again"]) == (0, len(lost))


def refused(ended, message):
    status, out, err = ended
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {message}")
    assert err.count("\n") == 1
    assert not os.path.exists("tau.csv")


def test_another_robot_at_the_other_end_is_told(run):
    other = build_array(load_robot("machado_2r"), width=13)
    with Device(other) as device:
        ended = run(device.port, "-o", "tau.csv", *IMPATIENT)
    refused(ended, f"{device.port}: 0 of 12 sets answered, then none in 0.1 s; allowed: a core of")


def test_a_line_that_vanishes_is_told(run, design):
    device = Device(design, lambda k, answer: None if k == 4 else answer)
    with device:
        ended = run(device.port, "-o", "tau.csv", *PATIENCE)
    refused(ended, f"{device.port}: vanished (")


def test_a_port_that_is_not_there_is_told(run):
    refused(run("/dev/nowhere", "-o", "tau.csv"), "/dev/nowhere: ")


@pytest.mark.parametrize("package", ["serial", "cobs"])
def test_what_installs_a_missing_package_is_said(run, monkeypatch, package):
    there = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == package else there(name)
    )
    wheel = {"serial": "pyserial", "cobs": "cobs"}[package]
    message = f"{wheel}: is not installed; allowed: pip install 'torqueflow[serial]'"
    refused(run("/dev/nowhere", "-o", "tau.csv"), message)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--window", "0"), "--window: 0; allowed: 1 to 4096"),
        (("--attempts", "0"), "--attempts: 0; allowed: 1 or more"),
        (("--patience", "0"), "--patience: 0 s; allowed: more than 0"),
        (("--patience", "nan"), "--patience: nan s"),
        (("--baud", "0"), "--baud: 0; allowed: 1 to 100000000"),
        (("-o", "tau.txt"), "--output: 'tau.txt' is no CSV file"),
        (("--topology", "star"), "--topology: 'star'; allowed: array, ring"),
        (("--json", "t.csv"), "--json: 't.csv' is the trajectory"),
    ],
)
def test_bad_options_are_refused_before_a_port_is_opened(run, options, message):
    refused(run("/dev/nowhere", *options), message)


@pytest.mark.parametrize("missing", ["--port", "--trajectory"])
def test_port_and_motion_must_be_named(missing, capsys):
    given = {"--port": "/dev/nowhere", "--trajectory": "t.csv"}
    given.pop(missing)
    words = [word for pair in given.items() for word in pair]
    with pytest.raises(SystemExit) as ended:
        cli.main(["host", "machado_2r", *words])
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith(f"error: {missing}: missing; allowed: ")
