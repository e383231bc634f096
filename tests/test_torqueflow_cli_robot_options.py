"""Which robot, which part of it, and which limits: the options that every command shares."""

import dataclasses
import inspect
import json
import tomllib
from pathlib import Path

import numpy as np
import pytest

from common.errors import InputError
from torqueflow.cli.robot_options import ChosenRobot, takes_robot

GRIPPER = Path(__file__).parent / "urdf" / "gripper.urdf"
ARM = Path(__file__).parent.parent / "examples" / "arm.urdf"


@pytest.fixture
def run(command_line):
    return command_line


@pytest.fixture
def gripper(tmp_path):
    """A gripper with mass, whose fingers have no effort."""
    mass = '<inertial><mass value="2"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" '
    text = GRIPPER.read_text("utf-8").replace('effort="20"', 'effort="0" acceleration="3"')
    text = text.replace('effort="10"', 'effort="10" acceleration="5"')
    text = text.replace(
        '<link name="hand"/>', f'<link name="hand">{mass}izz="0.1"/></inertial></link>'
    )
    nothing = mass.replace('value="2"', 'value="0"').replace("0.1", "0")
    for finger in ("left finger", "right finger"):
        body = f'<link name="{finger}">{nothing}izz="0"/></inertial></link>'
        text = text.replace(f'<link name="{finger}"/>', body)
    path = tmp_path / "gripper.urdf"
    path.write_text(text, "utf-8")
    return path


def test_a_part_of_a_robot_is_shown(run, gripper, tmp_path):
    report = tmp_path / "r.json"
    part = ("--base", "forearm", "--joints", "wrist,left", "--lock", "right=0.02")
    status, out, _ = run("robots", gripper, *part, "--json", report)
    assert status == 0
    assert "2 joints RP" in out
    assert "1 wrist" in out
    links = json.loads(report.read_text("utf-8"))["links"]
    assert [link["name"] for link in links] == ["wrist", "left"]
    assert [link["torque_limit"] for link in links] == [10, None]


def test_a_tree_is_shown_with_its_parents(run, gripper, tmp_path):
    report = tmp_path / "r.json"
    assert run("robots", gripper, "--json", report)[0] == 0
    links = json.loads(report.read_text("utf-8"))["links"]
    assert [link["parent"] for link in links] == [-1, 0, 0]
    assert links[2]["mount_rotation"] == [[1, 0, 0], [0, 0, -1], [0, 1, 0]]


def test_torques_of_a_tree_need_no_limits(run, gripper, tmp_path):
    states, report = tmp_path / "s.npz", tmp_path / "r.json"
    np.savez(states, q=np.zeros((1, 3)), qd=np.zeros((1, 3)), qdd=[[2.0, 0, 0]])
    status, out, _ = run("dynamics", gripper, "--trajectory", states, "--json", report)
    assert status == 0
    found = json.loads(report.read_text("utf-8"))
    assert found["torque_limit"] == [10, None, None]
    assert "2 left" in out
    assert "?" in out


def test_hardware_asks_for_limits_and_takes_them(run, gripper, tmp_path):
    status, _, err = run("verilog", gripper, "-o", tmp_path / "v", "--topology", "ring")
    assert status == 2
    assert "no torque limit of left, right; allowed: --limits FILE" in err
    assert not (tmp_path / "v").exists()
    command = ("verilog", gripper, "-o", tmp_path / "v", "--topology", "ring")
    assert run(*command, "--torque-limit", 20)[0] == 0
    (tmp_path / "limits.toml").write_text("[joints.left]\ntorque_limit = 3\n")
    status, _, err = run(*command, "--limits", tmp_path / "limits.toml")
    assert status == 2
    assert "no torque limit of right;" in err
    assert run(*command, "--limits", tmp_path / "limits.toml", "--torque-limit", 20)[0] == 0


def test_a_tree_from_a_file_is_simulated_to_the_bit(run, gripper, tmp_path):
    report = tmp_path / "r.json"
    status, _, _ = run(
        "simulate", gripper, "--topology", "ring", "--torque-limit", 20, "--points", 5,
        "--simulator", "icarus", "--json", report,
    )  # fmt: skip
    found = json.loads(report.read_text("utf-8"))
    assert status == 0
    assert (found["bit_mismatches"], found["cycle_mismatches"]) == (0, 0)


def test_a_template_is_printed(run, gripper):
    status, out, _ = run("robots", gripper, "--limits-template")
    assert status == 0
    assert list(tomllib.loads(out)["joints"]) == ["wrist", "left", "right"]


def test_a_template_does_not_take_what_is_assumed_for_told(run, tmp_path, recwarn):
    status, out, _ = run("robots", ARM, "--limits-template")
    assert status == 0
    assert "# acceleration_limit = 15  # rad/s2, assumed without it" in out
    assert set(tomllib.loads(out)["joints"]["turn"]) == {
        "position_limits", "velocity_limit", "torque_limit",
    }  # fmt: skip
    report = tmp_path / "r.json"
    limits = tmp_path / "limits.toml"
    limits.write_text(out.replace("# acceleration_limit = 15", "acceleration_limit = 14"))
    assert run("robots", ARM, "--limits", limits, "--json", report)[0] == 0
    links = json.loads(report.read_text("utf-8"))["links"]
    assert [link["acceleration_limit"] for link in links] == pytest.approx([14, 12.5, 17.5])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--lock", "left"), "--lock: 'left'; allowed: JOINT=VALUE"),
        (("--lock", "=3"), "--lock: '=3'"),
        (("--lock", "left=far"), "--lock: 'left=far'"),
        (("--lock", "left=1_0"), "--lock: 'left=1_0'; allowed: JOINT=VALUE"),
        (("--joints", "left,left"), "--joints: 'left,left'; allowed: each joint once"),
        (("--lock", "left=1", "--lock", "left=2"), "--lock: 'left' stands twice"),
        (("--lock", "left=inf"), "--lock: left=inf"),
        (("--joints", "left,,right"), "--joints: 'left,,right'"),
        (("--velocity-limit", "0"), "--velocity-limit: 0; allowed: a finite number, more than 0"),
        (("--torque-limit", "inf"), "--torque-limit: inf"),
        (("--acceleration-limit", "nan"), "--acceleration-limit: nan"),
        (("--tip", "toe"), "--tip: 'toe': no such link"),
        (("--limits", "none.toml"), "none.toml: no such file"),
    ],
)
def test_options_that_make_no_sense(run, gripper, options, words):
    status, out, err = run("robots", gripper, *options)
    assert (status, out) == (2, "")
    assert words in err


def test_options_without_a_robot(run):
    for options in (("--tip", "x"), ("--lock", "a=1"), ("--limits-template",)):
        status, _, err = run("robots", *options)
        assert status == 2
        assert f"error: {options[0]}: given without a robot" in err


def test_reports_do_not_overwrite_the_limits(run, gripper, tmp_path):
    limits = tmp_path / "limits.toml"
    limits.write_text("[joints.left]\ntorque_limit = 3\n")
    status, _, err = run("robots", gripper, "--limits", limits, "--json", limits)
    assert status == 2
    assert "is the limits" in err


def test_a_command_gets_the_options_in_place_of_its_robot():
    @takes_robot
    def command(robot: ChosenRobot, points: int = 3) -> int:
        return 7 if robot == ChosenRobot("a", tip="b") and points == 4 else 0

    names = list(inspect.signature(command).parameters)
    fields = dataclasses.fields(ChosenRobot)
    assert (names[0], names[-1], len(names)) == ("robot", "points", len(fields) + 1)
    given = {field.name: field.default for field in fields[1:]} | {"tip": "b"}
    assert command(robot="a", points=4, **given) == 7


def test_a_part_and_limits_at_once(gripper):
    chosen = ChosenRobot(str(gripper), tip="left finger", torque_limit=4.0)
    assert chosen.load_for_hardware().torque_limits.tolist() == [10, 4]
    with pytest.raises(InputError, match="no torque limit of left"):
        ChosenRobot(str(gripper), tip="left finger").load_for_hardware()
