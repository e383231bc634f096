"""`torqueflow robots`: what it prints and writes, and how it ends."""

import json
import subprocess
import sys

import numpy as np
import pytest

from golden.load import load_robot, robot_names
from torqueflow.cli.robots import description


@pytest.fixture
def run(command_line):
    return command_line


def test_the_list(run, tmp_path):
    status, out, err = run("robots", "--json", tmp_path / "list.json")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["robot", "joints", "description"]
    for name in robot_names():
        assert any(line.startswith(name) for line in lines)
    assert any(line.split()[:2] == ["stanford", "RRPRRR"] for line in lines)
    report = json.loads((tmp_path / "list.json").read_text("utf-8"))
    assert [entry["key"] for entry in report] == list(robot_names())
    assert all(entry["sources"] for entry in report)


def test_one_robot(run, tmp_path):
    status, out, err = run("robots", "puma560", "--json", tmp_path / "puma.json")
    assert (status, err) == (0, "")
    rows = [" ".join(line.split()) for line in out.splitlines()]
    assert "1 revolute -160 160 deg 1.92 9.6 rad/s, rad/s2 97.6 N m" in rows
    assert "2 17.4 -0.3638 0.006 0.2275 0.13 0.524 0.539 0 0 0" in rows
    assert "1 -62.6111 0.0002 0.00148 0.395 -0.435" in rows
    assert "Armstrong-Helouvry" in out
    assert "assumption" in out
    report = json.loads((tmp_path / "puma.json").read_text("utf-8"))
    assert report["joints"] == "RRRRRR"
    puma = load_robot("puma560")
    limits = [link["position_limits"] for link in report["links"]]
    np.testing.assert_array_equal(limits, puma.position_limits)
    np.testing.assert_array_equal(report["links"][1]["inertia"], puma.links[1].inertia)


def test_columns_are_aligned(run):
    _, out, _ = run("robots", "stanford")
    lines = out.splitlines()
    start = lines.index(next(line for line in lines if line.startswith("joint ")))
    ends = {len(line.rstrip()) for line in lines[start + 1 : start + 7]}
    assert len(ends) == 1
    prismatic = lines[start + 3].split()
    assert prismatic[1:5] == ["prismatic", "0.3048", "1.27", "m"]
    assert prismatic[-1] == "N"


def test_a_file_without_actuators_or_sources(run, tmp_path):
    text = """
    name = "[bold]Slider"
    [[links]]
    mass = 1
    center_of_mass = [0, 0, 0]
    inertia = [0, 0, 0, 0, 0, 0]
    joint = { type = "prismatic", position_limits = [0, 1], velocity_limit = 1, acceleration_limit = 1, torque_limit = 50 }
    """  # noqa: E501
    path = tmp_path / "slider.toml"
    path.write_text(text)
    status, out, err = run("robots", path)
    assert (status, err) == (0, "")
    assert "[bold]Slider" in out
    assert "Actuators" not in out
    assert "Sources" not in out
    assert description(load_robot(path))["links"][0]["actuator"] is None


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["nobody"], "error: nobody: no arm of that name; allowed: iiwa14, machado_2r, puma560"),
        (["none.toml"], "error: none.toml: no such file"),
        (["puma560", "--json", "no/such/folder.json"], "folder does not exist"),
        (["puma560", "stanford"], "error: "),
        (["--jsn", "x"], "error: --jsn: no such option; did you mean --json?"),
    ],
)
def test_bad_input(run, arguments, problem):
    status, out, err = run("robots", *arguments)
    assert status == 2
    assert out == ""
    assert problem in err
    assert len(err.splitlines()) == 1


def test_warnings_are_one_line(tmp_path):
    text = description_in_degrees()
    path = tmp_path / "degrees.toml"
    path.write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "torqueflow", "robots", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(f"warning: {path}: links[0].joint.position_limits: [-160, 160]")


def description_in_degrees():
    return """
    name = "Arm"
    [[links]]
    mass = 1
    center_of_mass = [0, 0, 0]
    inertia = [0, 0, 0, 0, 0, 0]
    [links.joint]
    type = "revolute"
    position_limits = [-160, 160]
    velocity_limit = 1
    acceleration_limit = 1
    torque_limit = 50
    """
