"""`torqueflow dynamics`: golden torques from files to files, and how it ends."""

import json
import subprocess
import sys

import numpy as np
import pytest

from golden.formulations import FORMULATIONS
from golden.generators import planar
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import Trajectory, random_states, random_trajectory
from golden.trajectory_file import write_trajectory
from torqueflow.cli import main as cli


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the command line in this process: (exit status, standard output, standard error)."""
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back

    def run(*arguments):
        with pytest.raises(SystemExit) as caught:
            cli.main(["dynamics", *(str(argument) for argument in arguments)])
        out, err = capsys.readouterr()
        return caught.value.code, out, err

    return run


@pytest.fixture
def motion(tmp_path):
    motion = random_trajectory(load_robot("puma560"), 40, 1)
    write_trajectory(tmp_path / "motion.csv", motion)
    write_trajectory(tmp_path / "motion.npz", motion)
    return motion


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("actuators", [False, True])
def test_torques(run, tmp_path, motion, formulation, actuators):
    report, table = tmp_path / "report.json", tmp_path / "tau.csv"
    options = ["--formulation", formulation, "--json", report, "--output", table]
    options += ["--actuators"] if actuators else []
    status, out, err = run("puma560", "--trajectory", tmp_path / "motion.csv", *options)
    assert (status, err) == (0, "")
    puma = load_robot("puma560")
    tau = inverse_dynamics(puma, motion.q, motion.qd, motion.qdd, actuators=actuators)
    data = json.loads(report.read_text("utf-8"))
    np.testing.assert_allclose(data["torque"], tau, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(data["torque_max"], np.abs(tau).max(axis=0), rtol=1e-9)
    np.testing.assert_allclose(data["torque_rms"], np.sqrt((tau**2).mean(axis=0)), rtol=1e-9)
    assert data["torque_limit"] == puma.torque_limits.tolist()
    assert (data["robot"], data["formulation"]) == ("PUMA 560", formulation)
    assert (data["actuators"], data["points"]) == (actuators, 40)
    assert data["units"] == ["N m"] * 6
    lines = table.read_text().splitlines()
    assert lines[0] == "tau1,tau2,tau3,tau4,tau5,tau6"
    written = np.array([line.split(",") for line in lines[1:]], dtype=float)
    np.testing.assert_array_equal(written, data["torque"])
    title, heading, *rows = out.splitlines()
    assert title.startswith(f"PUMA 560: 40 points by {formulation}")
    assert ("with actuators" in title) == actuators
    assert heading.split() == ["joint", "largest", "rms", "limit", "unit"]
    assert [row.split()[1] for row in rows] == [f"{t:.6g}" for t in np.abs(tau).max(axis=0)]


def test_npz_and_csv_give_the_same(run, tmp_path, motion):
    first = run("puma560", "--trajectory", tmp_path / "motion.csv")
    assert run("puma560", "--trajectory", tmp_path / "motion.npz") == first


def test_more_points_than_a_chunk(run, tmp_path):
    puma = load_robot("puma560")
    states = random_states(puma, 9000, 0)
    write_trajectory(tmp_path / "states.npz", states)
    report = tmp_path / "report.json"
    run("puma560", "--trajectory", tmp_path / "states.npz", "--json", report)
    tau = inverse_dynamics(puma, states.q, states.qd, states.qdd)
    np.testing.assert_allclose(json.loads(report.read_text())["torque"], tau, rtol=1e-12)


def test_a_torque_beyond_its_limit_is_marked(run, tmp_path):
    limit = load_robot("machado_2r").torque_limits[0]
    states = Trajectory(np.zeros((1, 2)), np.zeros((1, 2)), np.ones((1, 2)))
    text = open_robot().replace("torque_limit = 200", "torque_limit = 100")
    (tmp_path / "weak.toml").write_text(text)
    write_trajectory(tmp_path / "t.csv", states)
    _, out, _ = run("machado_2r", "--trajectory", tmp_path / "t.csv")
    assert "beyond" not in out
    status, out, _ = run(tmp_path / "weak.toml", "--trajectory", tmp_path / "t.csv")
    assert status == 0
    assert limit == 200
    assert "beyond the limit" in out.splitlines()[2]
    assert "beyond" not in out.splitlines()[3]


@pytest.mark.filterwarnings("always::common.errors.InputWarning")
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("rate", [1e200, 1e90])
def test_a_torque_that_is_no_number_is_never_a_result(run, tmp_path, formulation, rate):
    rates = np.array([[0, 0], [rate, rate]])
    write_trajectory(tmp_path / "t.csv", Trajectory(np.ones((2, 2)), rates, rates))
    report = tmp_path / "r.json"
    status, out, err = run(
        "machado_2r", "--trajectory", tmp_path / "t.csv", "--formulation", formulation,
        "--json", report,
    )  # fmt: skip
    assert (status, out) == (2, "")
    assert "t.csv: point 2, joint 1: the torque is" in err
    assert "RuntimeWarning" not in err
    assert not report.exists()


def open_robot():
    from importlib import resources

    return (resources.files("golden.robots") / "machado_2r.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["puma560"], "error: --trajectory: missing; allowed: "),
        (["--trajectory", "motion.csv"], "error: robot: missing; allowed: "),
        (["nobody", "--trajectory", "motion.csv"], "error: nobody: no arm of that name"),
        (["puma560", "--trajectory", "none.csv"], "error: none.csv: no such file"),
        (["puma560", "--trajectory", "motion.txt"], "extension '.txt' is unknown"),
        (["stanford", "--trajectory", "bad.csv"], "bad.csv: line 2, column 'q2': 'x' is not a"),
        (["machado_2r", "--trajectory", "motion.csv"], "column 'q3' is unknown"),
        (
            ["puma560", "--trajectory", "motion.csv", "--formulation", "newton"],
            "--formulation: 'newton' is unknown; allowed: newton-euler, uicker-kahn",
        ),
        (["puma560", "--trajectory", "motion.csv", "--output", "t.npz"], "--output: 't.npz' is no"),
        (["puma560", "--trajectory", "motion.csv", "--output", "motion.csv"], "is the trajectory"),
        (["puma560", "--trajectory", "motion.csv", "--json", "."], "is a directory"),
        (["puma560", "--trajectory", "motion.csv", "--json", "no/x"], "folder does not exist"),
        (["puma560", "--trajectory", "motion.csv", "--output", "no/x.csv"], "does not exist"),
        (["free.toml", "--trajectory", "one.csv", "--actuators"], "Free has no actuators"),
    ],
)
def test_bad_input(run, tmp_path, monkeypatch, motion, arguments, problem):
    monkeypatch.chdir(tmp_path)
    header = ",".join(f"{name}{i + 1}" for name in ("q", "qd", "qdd") for i in range(6))
    (tmp_path / "bad.csv").write_text(f"{header}\n0,x{',0' * 16}\n")
    (tmp_path / "free.toml").write_text(
        'name = "Free"\n[[links]]\nmass = 1\ncenter_of_mass = [0, 0, 0]\n'
        "inertia = [0, 0, 0, 0, 0, 0]\n[links.joint]\n"
        'type = "revolute"\nposition_limits = [0, 1]\nvelocity_limit = 1\n'
        "acceleration_limit = 1\ntorque_limit = 50\n"
    )
    write_trajectory(tmp_path / "one.csv", random_states(planar(1), 2, 0))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    status, out, err = run(*arguments)
    assert status == 2
    assert out == ""
    assert problem in err
    assert err.startswith("error: ")
    assert len(err.splitlines()) == 1
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_states_beyond_the_limits_are_warned_of(tmp_path):
    q = np.zeros((3, 6))
    q[1, 0] = 90.0
    write_trajectory(
        tmp_path / "degrees.csv", Trajectory(q, np.zeros((3, 6)), 30 * np.ones((3, 6)))
    )
    command = [sys.executable, "-m", "torqueflow", "dynamics", "puma560"]
    done = subprocess.run(
        [*command, "--trajectory", str(tmp_path / "degrees.csv")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    first, second = done.stderr.splitlines()
    assert first.startswith("warning: ")
    assert "q1 = 90 at point 2 is beyond the limits -2.79253 to 2.79253" in first
    assert "qdd2 = 30 at point 1 is beyond the limits -7.6 to 7.6" in second
