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


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--ports", "payload"], "no limit of payload mass, payload first moment, payload inertia"),
        (["--ports", "mass"], "--ports: 'mass' is unknown; allowed: payload, wrench, gravity"),
        (["--ports", ""], "--ports: ''"),
        (["--ports", "gravity,gravity"], "--ports: 'gravity' stands twice"),
        (["--ports", "gravity", "--algorithm", "lagrangian"], "--ports: given beside --algorithm"),
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
