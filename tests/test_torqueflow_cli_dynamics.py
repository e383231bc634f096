"""`torqueflow dynamics`: golden torques from files to files, and how it ends."""

import functools
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from golden.equations_of_motion import coriolis_torque, gravity_torque, mass_matrix
from golden.formulations import FORMULATIONS
from golden.free_base import free_base_dynamics
from golden.generators import planar
from golden.kinematics import jacobian, link_pose
from golden.load import load_robot
from golden.loaded import holding, loaded_dynamics
from golden.newton_euler import inverse_dynamics
from golden.rigid_body import RigidBody
from golden.trajectory import Trajectory, random_states, random_trajectory
from golden.trajectory_file import write_trajectory
from golden.urdf.selection import Selection


@pytest.fixture
def run(command_line):
    """Run `dynamics`: (exit status, standard output, standard error)."""
    return functools.partial(command_line, "dynamics")


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
        (
            ["puma560", "--trajectory", "motion.csv", "--quantity", "x"],
            "--quantity: 'x' is unknown",
        ),
        (
            ["puma560", "--trajectory", "motion.csv", "--quantity", "acceleration"],
            "column 'tau1' is missing",
        ),
        (["puma560", "--trajectory", "motion.csv", "--step", "1"], "--step: motion.csv lacks no"),
        (["puma560", "--trajectory", "motion.csv", "--link", "2"], "--link: given beside"),
        (
            ["puma560", "--trajectory", "motion.csv", "--quantity", "pose", "--link", "7"],
            "--link: no link '7'; allowed: 1 to 6",
        ),
        (
            [
                "puma560",
                "--trajectory",
                "motion.csv",
                "--quantity",
                "mass",
                "--formulation",
                "waters",
            ],
            "--formulation: 'waters' beside --quantity mass",
        ),
        (
            ["puma560", "--trajectory", "motion.csv", "--quantity", "pose", "--actuators"],
            "--actuators: given beside --quantity pose",
        ),
        (
            ["puma560", "--trajectory", "motion.csv", "--gravity", "1,2"],
            "--gravity: '1,2'; allowed",
        ),
        (["puma560", "--trajectory", "motion.csv", "--free-base"], "--free-base with a .urdf file"),
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


@pytest.mark.parametrize(
    ("quantity", "expected"),
    [
        ("mass", lambda puma, m: mass_matrix(puma, m.q)),
        ("gravity", lambda puma, m: gravity_torque(puma, m.q)),
        ("coriolis", lambda puma, m: coriolis_torque(puma, m.q, m.qd)),
        ("pose", lambda puma, m: link_pose(puma, m.q, 2)),
        ("jacobian", lambda puma, m: jacobian(puma, m.q, 2)),
    ],
)
def test_other_quantities(run, tmp_path, motion, quantity, expected):
    report, table = tmp_path / "r.json", tmp_path / "r.csv"
    at = ["--link", "3"] if quantity in ("pose", "jacobian") else []
    status, out, err = run(
        "puma560", "--trajectory", tmp_path / "motion.csv", "--quantity", quantity, *at,
        "--json", report, "--output", table,
    )  # fmt: skip
    assert (status, err) == (0, "")
    wanted = expected(load_robot("puma560"), motion)
    data = json.loads(report.read_text("utf-8"))
    np.testing.assert_allclose(data[quantity], wanted, rtol=1e-9, atol=1e-12)
    header, *rows = table.read_text().splitlines()
    assert header.split(",") == data["columns"]
    assert len(set(data["columns"])) == len(data["columns"]) or quantity == "pose"
    written = np.array([row.split(",") for row in rows], dtype=float)
    np.testing.assert_allclose(written, wanted.reshape(40, -1), rtol=1e-9, atol=1e-12)
    assert out.startswith("PUMA 560: ")


def test_accelerations_of_the_torques_are_those_of_the_motion(run, tmp_path, motion):
    puma = load_robot("puma560")
    tau = inverse_dynamics(puma, motion.q, motion.qd, motion.qdd, actuators=True)
    np.savez(tmp_path / "push.npz", q=motion.q, qd=motion.qd, tau=tau)
    run("puma560", "--trajectory", tmp_path / "push.npz", "--quantity", "acceleration",
        "--actuators", "--json", tmp_path / "r.json")  # fmt: skip
    found = json.loads((tmp_path / "r.json").read_text())["acceleration"]
    np.testing.assert_allclose(found, motion.qdd, rtol=1e-7, atol=1e-7)


@pytest.mark.filterwarnings("always::common.errors.InputWarning")
def test_what_was_differentiated_is_said(run, tmp_path, motion):
    np.savez(tmp_path / "q.npz", q=motion.q[:30], t=motion.time[:30])
    status, out, _ = run(
        "puma560", "--trajectory", tmp_path / "q.npz", "--json", tmp_path / "r.json"
    )
    assert status == 0
    assert "qd and qdd by differentiating cubic splines" in out
    assert json.loads((tmp_path / "r.json").read_text())["differentiated"] == ["qd", "qdd"]


def test_gravity_may_be_another(run, tmp_path, motion):
    run("puma560", "--trajectory", tmp_path / "motion.npz", "--quantity", "gravity",
        "--gravity", "3,0,-1", "--json", tmp_path / "r.json")  # fmt: skip
    found = json.loads((tmp_path / "r.json").read_text())["gravity"]
    puma = load_robot("puma560").with_gravity([3, 0, -1])
    np.testing.assert_allclose(found, gravity_torque(puma, motion.q), rtol=1e-9, atol=1e-12)


def test_a_payload_and_a_wrench(run, tmp_path, motion):
    load = "2.5,0.1,-0.05,0.2,0.02,0.03,0.04,0.001,0.002,-0.003"
    run("puma560", "--trajectory", tmp_path / "motion.npz", "--payload", load,
        "--wrench", "1,2,3,4,5,6", "--json", tmp_path / "r.json")  # fmt: skip
    found = json.loads((tmp_path / "r.json").read_text())["torque"]
    inertia = np.array([[0.02, 0.001, -0.003], [0.001, 0.03, 0.002], [-0.003, 0.002, 0.04]])
    body = RigidBody(2.5, np.array([0.1, -0.05, 0.2]), inertia)
    expected = inverse_dynamics(
        holding(load_robot("puma560"), body), motion.q, motion.qd, motion.qdd,
        tip_force=[1, 2, 3], tip_moment=[4, 5, 6],
    )  # fmt: skip
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


def test_a_payload_counts_in_every_quantity(run, tmp_path, motion):
    for link in ("3", "6"):
        run("puma560", "--trajectory", tmp_path / "motion.npz", "--quantity", "mass",
            "--payload", "3,0.1,0,0", "--link", link, "--json", tmp_path / "r.json")  # fmt: skip
        found = json.loads((tmp_path / "r.json").read_text())["mass"]
        body = RigidBody(3.0, np.array([0.1, 0.0, 0.0]), np.zeros((3, 3)))
        heavy = holding(load_robot("puma560"), body, int(link) - 1)
        np.testing.assert_allclose(found, mass_matrix(heavy, motion.q), rtol=1e-9, atol=1e-12)


def test_loads_may_stand_in_the_file(run, tmp_path, motion):
    rng = np.random.default_rng(2)
    loads = {"payload": rng.uniform(0, 1, (40, 10)), "gravity": rng.uniform(-9, 9, (40, 3))}
    states = {name: getattr(motion, name) for name in ("q", "qd", "qdd")}
    np.savez(tmp_path / "m.npz", **states, **loads)
    run("puma560", "--trajectory", tmp_path / "m.npz", "--ports", "payload,gravity",
        "--json", tmp_path / "r.json")  # fmt: skip
    found = json.loads((tmp_path / "r.json").read_text())["torque"]
    expected, _ = loaded_dynamics(load_robot("puma560"), **states, **loads)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


@pytest.mark.filterwarnings("always::common.errors.InputWarning")
def test_a_free_base_gives_its_wrench_beside_the_torques(run, tmp_path):
    text = (Path(__file__).parent / "urdf" / "three_axes.urdf").read_text("utf-8")
    file = tmp_path / "arm.urdf"
    file.write_text(text.replace("velocity=", 'acceleration="9" velocity='), "utf-8")
    robot = load_robot(file, Selection(free_base=True))
    rng = np.random.default_rng(1)
    q, qd, qdd = rng.uniform(-1, 1, (3, 5, robot.n))
    base = dict(
        zip(
            ("base_omega", "base_alpha", "base_acceleration"),
            rng.uniform(-3, 3, (3, 5, 3)),
            strict=True,
        )
    )
    np.savez(tmp_path / "m.npz", q=q, qd=qd, qdd=qdd, **base)
    status, out, _ = run(
        file, "--free-base", "--trajectory", tmp_path / "m.npz", "--output", tmp_path / "t.csv"
    )
    assert status == 0
    tau, wrench = free_base_dynamics(robot, *base.values(), q, qd, qdd)
    header, *rows = (tmp_path / "t.csv").read_text().splitlines()
    assert header.split(",")[robot.n :][:4] == [
        "base_force_x", "base_force_y", "base_force_z", "base_moment_x",
    ]  # fmt: skip
    written = np.array([row.split(",") for row in rows], dtype=float)
    np.testing.assert_allclose(written, np.hstack([tau, wrench]), rtol=1e-12, atol=1e-12)
    assert "base_moment_z" in out


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
