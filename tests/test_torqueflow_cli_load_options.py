"""Machines with more ports from the command line: what is built, simulated, refused."""

import json
from pathlib import Path

import numpy as np
import pytest

from golden.load import load_robot
from golden.trajectory import random_trajectory

LIMITS = (
    "[payload]\nmass = 2\nfirst_moment = 0.3\ninertia = 0.1\n[wrench]\nforce = 20\nmoment = 5\n"
)


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("limits.toml").write_text(LIMITS)
    return command_line


def test_the_sheet_has_every_port(run):
    status, _, err = run(
        "verilog", "machado_2r", "--ports", "payload,wrench,gravity", "--limits", "limits.toml",
        "-o", "core", "--width", "14",
    )  # fmt: skip
    assert (status, err) == (0, "")
    sheet = json.loads(Path("core/torque_array.json").read_text())
    names = [port["name"] for port in sheet["input"]["fields"]]
    assert names[6:] == [
        "payload_mass", *(f"payload_first_moment_{axis}" for axis in "xyz"),
        *(f"payload_inertia_{axes}" for axes in ("xx", "yy", "zz", "xy", "yz", "xz")),
        *(f"wrench_{part}_{axis}" for part in ("force", "moment") for axis in "xyz"),
        *(f"gravity_{axis}" for axis in "xyz"),
    ]  # fmt: skip


def test_a_file_feeds_the_ports(run):
    motion = random_trajectory(load_robot("machado_2r"), 12, 1)
    forces = np.full((12, 6), 2.5)
    np.savez("m.npz", q=motion.q, qd=motion.qd, qdd=motion.qdd, wrench=forces)
    status, _, _ = run(
        "simulate", "machado_2r", "--ports", "wrench", "--limits", "limits.toml", "--width", "14",
        "--simulator", "icarus", "--trajectory", "m.npz", "--json", "r.json",
    )  # fmt: skip
    assert status == 0
    report = json.loads(Path("r.json").read_text())
    assert report["checks_hold"]
    assert report["bit_mismatches"] == 0


def test_motors_are_simulated_too(run):
    status, out, _ = run(
        "simulate", "machado_2r", "--actuators", "--topology", "ring", "--width", "14",
        "--simulator", "icarus", "--points", "3",
    )  # fmt: skip
    assert status == 0
    assert "0 bit mismatches" in out


LINK = (
    '<link name="{child}"><inertial><origin xyz="0 .05 .1"/><mass value="1"/>'
    '<inertia ixx=".1" ixy="0" ixz="0" iyy=".1" iyz="0" izz=".1"/></inertial></link>'
    '<joint name="to {child}" type="revolute"><parent link="{parent}"/><child link="{child}"/>'
    '<origin xyz="0 0 .2"/><axis xyz="{axis}"/>'
    '<dynamics damping=".3" friction=".2" armature=".05"/>'
    '<limit lower="-1" upper="1" velocity="2" effort="50" acceleration="10"/></joint>'
)
TREE = (
    '<robot name="t"><link name="b"><inertial><mass value="3"/>'
    '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>'
    + LINK.format(child="l1", parent="b", axis="0 1 0")
    + LINK.format(child="l2", parent="b", axis="1 0 0")
    + LINK.format(child="l3", parent="l1", axis="0 0 1")
    + "</robot>"
)
BASE = "[base]\nomega = 3\nalpha = 10\nacceleration = 20\nforce = 500\nmoment = 200\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "outputs"),
    [
        (("--ports", "payload,wrench,gravity", "--actuators"), 3),
        (("--free-base", "--ports", "payload,wrench", "--actuators", "--ii", "4"), 9),
        (("--free-base", "--ports", "payload", "--topology", "ring"), 9),
    ],
)
def test_loads_on_a_tree_and_on_a_base_that_moves(run, options, outputs):
    Path("t.urdf").write_text(TREE)
    Path("all.toml").write_text("gravity = 12\n" + LIMITS + BASE)
    status, _, _ = run(
        "simulate", "t.urdf", *options, "--link", "l3", "--limits", "all.toml", "--width", "16",
        "--points", "12", "--stall", "0.2", "--simulator", "icarus", "--proof-effort", "0",
        "--json", "r.json",
    )  # fmt: skip
    report = json.loads(Path("r.json").read_text())
    assert (status, report["bit_mismatches"], report["cycle_mismatches"]) == (0, 0, 0)
    assert report["checks_hold"]
    assert len(report["outputs"]) == outputs
    assert all(0 < each["error_max"] <= each["error_bound"] for each in report["outputs"])


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--ports", "payload"], "no limit of payload mass, payload first moment, payload inertia"),
        (["--ports", "mass"], "--ports: 'mass' is unknown; allowed: payload, wrench, gravity"),
        (["--ports", ""], "--ports: ''"),
        (["--ports", "gravity,gravity"], "--ports: 'gravity' stands twice"),
        (["--ports", "gravity", "--algorithm", "lagrangian"], "--ports: given beside --algorithm"),
        (
            ["--ports", "gravity", "--algorithm", "forward"],
            "--ports: given beside --algorithm forward; allowed: newton-euler",
        ),
        (["--ports", "wrench", "--link", "3"], "--link: no link '3'; allowed: 1 to 2"),
        (["--link", "2"], "--link: given without a load"),
        (["--free-base"], "--free-base with a .urdf file"),
        (["--gravity", "1,2,x"], "--gravity: '1,2,x'"),
        (["--degrees"], "--degrees: given without --trajectory"),
        (["--step", "1"], "--step: given without --trajectory"),
    ],
)
def test_bad_requests(run, arguments, problem):
    status, out, err = run("simulate", "machado_2r", "--simulator", "icarus", *arguments)
    assert (status, out) == (2, "")
    assert problem in err
    assert len(err.splitlines()) == 1
