"""`occam generate` and `transputer demo forward`: reports, files, and what is told of mistakes."""

import json
import re

import pytest

from tests.pendulum import pendulum
from torqueflow.cli.main import main

DEMO_KEYS = {
    "program", "processors", "assignment", "type", "clock_mhz", "checks", "external_cycles",
    "parameters", "temporaries", "points", "cycles", "microseconds", "paper_microseconds", "ratio",
    "speed_up", "paper_speed_up", "left_microseconds", "blocks", "words_sent",
    "acceleration_error_max", "accelerations_agree",
}  # fmt: skip


def run(*arguments):
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    return ended.value.code


@pytest.mark.slow
def test_demo_forward_beside_the_paper(tmp_path, capsys):
    report, picture = tmp_path / "a.json", tmp_path / "a.svg"
    status = run(
        "transputer", "demo", "forward", "--processors", 3, "--points", 2,
        "--json", report, "--picture", picture,
    )  # fmt: skip
    assert status == 0
    found = json.loads(report.read_text())
    assert set(found) >= DEMO_KEYS
    assert found["assignment"] == "M=1,k=2,q=3,L=3,x=1"
    assert found["paper_microseconds"] == 1141
    assert set(found["blocks"][0]) == {"name", "operations", "microseconds"}
    assert set(found["blocks"][0]["operations"]) == {"multiply", "add", "divide", "root", "sine"}
    assert found["words_sent"]["P1 to P3"] == 28
    assert set(found["left_microseconds"]) == {"P1", "P2", "P3"}
    text = capsys.readouterr().out
    assert re.search(r"time, us +11\d\d\.\d +1141", text)
    assert "accelerations agree with golden" in text
    assert picture.read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--processors", "2"], "--processors: 2 for forward; allowed: 1 or 3"),
        (["--points", "0"], "--points: 0"),
        (["--link-speed", "7"], "--link-speed: 7"),
        (["--external-code"], "--external-code: is not for forward"),
        (["--picture", "a.png"], "--picture: 'a.png' is no SVG file"),
    ],
)
def test_mistakes_in_the_demo_are_told_in_one_line(arguments, told, capsys):
    assert run("transputer", "demo", "forward", *arguments) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def generate(tmp_path, *arguments):
    return run("occam", "generate", *arguments, "-o", tmp_path / "f.occ")


def test_a_generated_program_runs_as_it_is(tmp_path, capsys):
    report = tmp_path / "f.json"
    assert generate(
        tmp_path, "machado_2r", "--assign", "M=1,k=2,q=2,L=1,x=1", "--json", report
    ) == 0  # fmt: skip
    found = json.loads(report.read_text())
    assert found["processors"] == 2
    assert found["integration"] is None
    capsys.readouterr()
    assert run("occam", "run", tmp_path / "f.occ") == 0
    values = [float(line) for line in capsys.readouterr().out.split()]
    # At rest under torques that give every joint 0.05 rad/s2: what is left of 40 N m of weight in
    # single precision, at a tenth of a kg m2.
    assert values == pytest.approx([0.05, 0.05], abs=40 * 2**-24 / 0.1)


def test_motion_in_real_time_is_judged(tmp_path, capsys):
    report = tmp_path / "f.json"
    status = generate(
        tmp_path, "machado_2r", "--form", "recursive", "--integrate", "adams-moulton",
        "--step", 2e4, "--json", report,
    )  # fmt: skip
    found = json.loads(report.read_text())["integration"]
    assert status == (0 if found["within_1e-3"] else 1)
    assert found["steps"] == 100
    assert found["late_steps"] == 0
    assert "2 s by constant torques: 100 steps of 20032 us" in capsys.readouterr().out
    assert "TIMER clock:" in (tmp_path / "f.occ").read_text()


ALONE = "M=1,k=1,q=1,L=1,x=1"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["puma560", "--assign", "M=1,k=1,q=1,L=1"], "--assign: no processor for x"),
        (["puma560", "--assign", ALONE + ",J=2"], "--assign: block 'J' is unknown"),
        (["puma560", "--assign", "M=5,k=1,q=1,L=1,x=1"], "beyond what four links reach"),
        (["puma560", "--assign", ""], "names no block"),
        (["nobody"], "nobody"),
        (["puma560", "--form", "recursive", "--parameters", "names"], "--parameters: names in"),
        (["puma560", "--step", "100"], "--step: without --integrate"),
        (["puma560", "--control"], "--control: without --integrate"),
        (["puma560", "--explore", "2"], "-o: is not for --explore"),
        (["stanford", "--integrate", "adams-moulton", "--step", "0"], "--step: 0 us"),
        (
            ["machado_2r", "--integrate", "adams-moulton", "--control", "--step", "600000"],
            "blows up with steps of",
        ),
    ],
)
def test_mistakes_are_told_in_one_line_and_nothing_is_written(arguments, told, tmp_path, capsys):
    assert generate(tmp_path, *arguments) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert not (tmp_path / "f.occ").exists()


def test_options_that_need_each_other(capsys):
    assert run("occam", "generate", "puma560") == 2
    assert "-o: is missing" in capsys.readouterr().err
    assert run("occam", "generate", "puma560", "--explore", "9") == 2
    assert "--explore: 9 processors; allowed: 1 to 4" in capsys.readouterr().err


def test_a_joint_that_moves_nothing_is_refused(tmp_path, capsys):
    robot = tmp_path / "idle.toml"
    robot.write_text(
        """
name = "idle"
description = "its second joint moves nothing"
sources = ["made up"]
angles = "degrees"
[[links]]
dh = { d = 0, a = 1, alpha = 0 }
mass = 1.0
center_of_mass = [0, 0, 0]
inertia = [1, 1, 1, 0, 0, 0]
[links.joint]
type = "revolute"
position_limits = [-90, 90]
velocity_limit = 1.0
acceleration_limit = 1.0
torque_limit = 1.0
[[links]]
dh = { d = 0, a = 1, alpha = 0 }
mass = 0.0
center_of_mass = [0, 0, 0]
inertia = [0, 0, 0, 0, 0, 0]
[links.joint]
type = "revolute"
position_limits = [-90, 90]
velocity_limit = 1.0
acceleration_limit = 1.0
torque_limit = 1.0
"""
    )
    assert generate(tmp_path, robot) == 2
    assert "joint 2: moves nothing: M is singular" in capsys.readouterr().err
    assert run("simulate", robot, "--algorithm", "forward", "--simulator", "icarus") == 2
    assert "joint 2: its own link has no inertia" in capsys.readouterr().err


def test_actuators_need_motors(capsys, tmp_path):
    arm = tmp_path / "pendulum.toml"
    arm.write_text(pendulum(16))
    options = ("--algorithm", "forward", "--actuators", "--simulator", "icarus")
    assert run("simulate", arm, *options) == 2
    assert "--actuators: pendulum has no actuators" in capsys.readouterr().err
