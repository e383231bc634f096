"""Golden's derivatives of forward dynamics are no further from exact ones than is counted."""

from types import SimpleNamespace

import numpy as np
import pytest

from dataflow.computations import forward_derivative_rounding
from dataflow.computations.forward_derivatives import forward_derivatives
from dataflow.computations.forward_dynamics import golden_accelerations
from dataflow.computations.solved_rounding import Solved, solved_rounding
from dataflow.numbers.rounded_arrays import RoundedArray
from golden.actuators import rotor_inertia
from golden.derivatives import inverse_dynamics_derivatives
from golden.equations_of_motion import mass_matrix
from golden.load import load_robot
from golden.pivots import inverted, solved
from golden.trajectory import random_states
from tests.test_dataflow_computations_derivative_rounding import long_derivatives, long_torques

CASES = [
    ("machado_2r", {}), ("machado_2r", {"given": True}), ("puma560", {"actuators": True}),
    ("stanford", {"actuators": True}), ("stanford", {"given": True, "actuators": True}),
]  # fmt: skip


def long_entries(robot, states, given, actuators):
    """By array's name, in np.longdouble: those of the torques at the accelerations they cause."""
    q, qd = states["q"], states["qd"]
    motion = SimpleNamespace(q=q, qd=qd, qdd=np.zeros_like(q))
    rotors = rotor_inertia(robot) if actuators else 0.0
    mass = long_derivatives(robot, motion)["mass"] + rotors
    if given:
        inverse, motion.qdd = states["inverse_mass"].reshape(mass.shape), states["qdd"]
    else:
        still = [each.astype(np.clongdouble) for each in (q, qd, motion.qdd)]
        bias = long_torques(robot, *still).real
        inverse, motion.qdd = inverted(mass), solved(mass, states["tau"] - bias)
    found = long_derivatives(robot, motion)
    return {
        "dqdd_dq": -inverse @ found["position"], "dqdd_dqd": -inverse @ found["rate"],
        "inverse_mass": inverse,
    }  # fmt: skip


def reaches_of(robot, states):
    """The largest magnitudes; of M^-1 those of its upper triangle, which has ports."""
    found = {key: np.abs(values).max(axis=0) for key, values in states.items()}
    if "inverse_mass" in found:
        square = found["inverse_mass"].reshape(robot.n, robot.n)
        found["inverse_mass"] = square[np.triu_indices(robot.n)]
    return found


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_rounding_is_counted(name, kind):
    robot, computation = load_robot(name), forward_derivatives(**kind)
    states = computation.states(robot, random_states(robot, 4, 1))
    exact = long_entries(robot, states, kind.get("given"), kind.get("actuators"))
    golden = computation.reference(robot, states)
    counted = computation.rounding(robot, reaches_of(robot, states))
    largest = max(port.limit for port in computation.outputs(robot))
    assert counted.max() < 1e-3 * largest or name == "stanford"
    moved = set()
    for port, computed, bound in zip(computation.outputs(robot), golden.T, counted, strict=True):
        expected = exact[port.array].reshape(len(golden), -1)[:, port.column]
        distance = float(np.abs(computed - expected).max())
        assert distance <= bound + 1e-17 * float(np.abs(expected).max()), port.name
        moved |= {port.array} if distance > 0.0 else set()
    assert moved == {port.array for port in computation.outputs(robot)}


@pytest.mark.parametrize("which", ["accelerations", "inverse"])
def test_errors_of_what_is_solved_are_carried(which, monkeypatch):
    robot, off = load_robot("puma560"), 1e-3
    computation = forward_derivatives(actuators=True)
    states = computation.states(robot, random_states(robot, 20, 1))
    reaches = reaches_of(robot, states)

    def solved_but_for_one(*given):
        found = solved_rounding(*given)
        arrays = {key: getattr(found, key) for key in ("accelerations", "inverse")}
        return Solved(
            **{
                key: RoundedArray(each.size, np.full_like(each.size, off * (key == which)))
                for key, each in arrays.items()
            }
        )

    monkeypatch.setattr(forward_derivative_rounding, "solved_rounding", solved_but_for_one)
    counted = computation.rounding(robot, reaches)
    inverse = inverted(mass_matrix(robot, states["q"], actuators=True))
    push = golden_accelerations(robot, states, actuators=True)
    wrong = push + off * (which == "accelerations")
    found = inverse_dynamics_derivatives(robot, states["q"], states["qd"], wrong)
    computed = -(inverse + off * (which == "inverse")) @ found.position
    right = computation.reference(robot, states)
    for k, port in enumerate(computation.outputs(robot)):
        if port.array == "dqdd_dq":
            change = np.abs(computed.reshape(20, -1)[:, port.column] - right[:, k]).max()
            assert change <= counted[k], port.name
