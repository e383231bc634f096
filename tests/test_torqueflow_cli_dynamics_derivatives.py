"""`torqueflow dynamics --derivatives`: the file it writes, and what it refuses."""

import json

import numpy as np
import pytest

from golden.derivatives import forward_dynamics_derivatives, inverse_dynamics_derivatives
from golden.equations_of_motion import forward_dynamics
from golden.load import load_robot
from golden.trajectory import random_trajectory
from golden.trajectory_file import write_trajectory
from torqueflow.cli.main import main


def run(arguments):
    """The exit status."""
    with pytest.raises(SystemExit) as end:
        main(arguments)
    return end.value.code


@pytest.fixture
def states(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    robot = load_robot("puma560")
    motion = random_trajectory(robot, 5, 1)
    write_trajectory("t.csv", motion)
    np.savez("f.npz", q=motion.q, qd=motion.qd, tau=10.0 * motion.q)
    return robot, motion


def test_the_file_has_goldens_jacobians(states):
    robot, motion = states
    assert (
        run(
            [
                "dynamics",
                "puma560",
                "--trajectory",
                "t.csv",
                "--derivatives",
                "-o",
                "d.npz",
                "--json",
                "d.json",
            ]
        )
        == 0
    )
    golden = inverse_dynamics_derivatives(robot, motion.q, motion.qd, motion.qdd)
    expected = {
        "tau": golden.torque, "dtau_dq": golden.position,
        "dtau_dqd": golden.rate, "mass": golden.mass,
    }  # fmt: skip
    with np.load("d.npz") as found:
        assert set(found) == set(expected)
        for name, array in expected.items():
            np.testing.assert_array_equal(found[name], array)
    with open("d.json") as file:
        told = json.load(file)
    np.testing.assert_array_equal(told["dtau_dq"], golden.position)
    np.testing.assert_array_equal(told["mass_max"], np.abs(golden.mass).max(axis=0))


def test_forward_with_actuators(states):
    robot, motion = states
    command = "dynamics puma560 --torques f.npz --forward --derivatives --actuators -o d.npz"
    assert run(command.split()) == 0
    state = motion.q, motion.qd, 10.0 * motion.q
    golden = forward_dynamics_derivatives(robot, *state, actuators=True)
    with np.load("d.npz") as found:
        assert set(found) == {"qdd", "dqdd_dq", "dqdd_dqd", "inverse_mass"}
        np.testing.assert_array_equal(found["qdd"], forward_dynamics(robot, *state, actuators=True))
        np.testing.assert_array_equal(found["inverse_mass"], golden.inverse_mass)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--trajectory t.csv -o d.csv", "--output"),
        ("--trajectory t.csv --quantity mass", "--quantity"),
        ("--trajectory t.csv --formulation waters", "--formulation"),
        ("--trajectory t.csv --torques f.npz", "--torques"),
        ("--forward --trajectory t.csv", "--trajectory"),
        ("--forward", "--torques"),
        ("", "--trajectory"),
        ("--trajectory t.csv --ports payload", "--ports"),
        ("--forward --torques f.npz --degrees", "--degrees"),
        ("--trajectory t.csv -o d.npz --step 0.1", "--step"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_line(states, capsys, options, told):
    assert run(["dynamics", "puma560", "--derivatives", *options.split()]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_complex_and_endless_states_are_refused(states, capsys):
    _, motion = states
    for bad in (motion.q * 1j, motion.q * np.nan):
        np.savez("c.npz", q=bad, qd=motion.qd, qdd=motion.qdd)
        command = "dynamics puma560 --trajectory c.npz --derivatives -o d.npz"
        assert run(command.split()) == 2
    assert capsys.readouterr().err.count("\n") == 2
