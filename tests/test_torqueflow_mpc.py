"""Plans with a core's derivatives: as many iterations as with exact ones, asked in batches."""

import dataclasses
import sys

import numpy as np
import pytest

from common.errors import InputError
from dataflow.build import build_array
from dataflow.computations.derivatives import INVERSE_DERIVATIVES
from emulator.systolic import SystolicArray
from golden.derivatives import inverse_dynamics_derivatives
from golden.load import load_robot
from golden.trajectory import random_states
from torqueflow.mpc.knots import Knots
from torqueflow.mpc.rtl import in_rtl
from torqueflow.mpc.sources import CoreSource, ExactSource


class Turned(ExactSource):
    """Golden's derivatives with one Jacobian's sign turned."""

    def derivatives(self, q, qd, qdd):
        found = super().derivatives(q, qd, qdd)
        return dataclasses.replace(found, position=-found.position)


def core(name="machado_2r", width=18, interval=4):
    robot = load_robot(name)
    return CoreSource(robot, build_array(robot, INVERSE_DERIVATIVES, width, interval))


def test_the_core_gives_goldens_matrices_but_for_its_errors():
    source = core()
    states = random_states(source.robot, 20, 1)
    found = source.derivatives(states.q, states.qd, states.qdd)
    golden = inverse_dynamics_derivatives(source.robot, states.q, states.qd, states.qdd)
    for name in ("torque", "position", "rate", "mass"):
        mine, truth = getattr(found, name), getattr(golden, name)
        assert mine.shape == truth.shape
        np.testing.assert_allclose(mine, truth, rtol=0, atol=1e-4 * np.abs(truth).max())
    assert (source.calls, source.points, source.clipped) == (1, 20, 0)


def test_states_beyond_the_ports_are_counted():
    source = core()
    states = random_states(source.robot, 5, 1)
    qdd = states.qdd.copy()
    qdd[1:3, 0] = 1e6
    source.derivatives(states.q, states.qd, qdd)
    assert source.clipped == 2
    with pytest.raises(InputError):
        source.derivatives(states.q, states.qd, qdd * np.nan)


def test_all_knots_are_asked_for_at_once_and_again_only_where_they_moved():
    source = ExactSource(load_robot("machado_2r"))
    knots = Knots(source, 3, 2)
    states = random_states(source.robot, 4, 2)
    for k in range(3):
        knots.note(k, states.q[k], states.qd[k], states.qdd[k])
    found = [knots.derivatives(k) for k in range(3)]
    assert source.calls == 1
    golden = inverse_dynamics_derivatives(source.robot, states.q, states.qd, states.qdd)
    for k in range(3):
        np.testing.assert_array_equal(found[k].position, golden.position[k])
    knots.note(1, states.q[3], states.qd[3], states.qdd[3])
    np.testing.assert_array_equal(knots.derivatives(1).mass, golden.mass[3])
    np.testing.assert_array_equal(knots.derivatives(2).mass, golden.mass[2])
    assert source.calls == 2


def test_a_plan_on_the_rtl_has_the_emulators_bits(tmp_path):
    source = core()
    inputs = np.random.default_rng(1).integers(-1000, 1000, (6, len(source.design.inputs)))
    machine = in_rtl(source.design, tmp_path, "icarus")
    np.testing.assert_array_equal(machine(inputs), SystolicArray(source.design).outputs(inputs))


def test_without_crocoddyl_the_command_that_installs_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "crocoddyl", None)
    monkeypatch.delitem(sys.modules, "torqueflow.mpc.models", raising=False)
    with pytest.raises(InputError, match=r"pip install 'torqueflow\[mpc\]'"):
        __import__("torqueflow.mpc.models")


START = np.array((0.0, np.pi / 4, -np.pi, 0.0, 0.3, 0.0))
END = np.array((0.7, 1.1, -2.5, 0.3, 0.0, 0.4))


@pytest.mark.slow
def test_a_plan_on_the_rtl_is_the_emulators(tmp_path):
    pytest.importorskip("crocoddyl")
    from torqueflow.mpc.planning import Swing, planned

    emulated = core()
    swing = Swing(emulated.robot, np.zeros(2), np.array((0.6, -0.4)), knots=12)
    built = CoreSource(emulated.robot, emulated.design, in_rtl(emulated.design, tmp_path, "icarus"))
    plan, same = planned(swing, emulated), planned(swing, built)
    assert plan.converged
    assert (plan.iterations, plan.cost) == (same.iterations, same.cost)
    np.testing.assert_array_equal(plan.torques, same.torques)
    assert emulated.calls == built.calls >= 3


@pytest.mark.slow
@pytest.mark.parametrize("control", ["torque", "acceleration"])
def test_a_swing_takes_as_many_iterations_as_with_exact_derivatives(control):
    pytest.importorskip("crocoddyl")
    from torqueflow.mpc.planning import Swing, planned

    robot = load_robot("puma560")
    swing = Swing(robot, START, END, control=control)
    exact = planned(swing, ExactSource(robot))
    source = core("puma560", interval=12)
    plan = planned(swing, source)
    assert exact.converged
    assert plan.converged
    assert plan.iterations == exact.iterations
    assert source.calls <= exact.iterations + 2
    assert source.clipped == 0
    assert abs(plan.cost / exact.cost - 1.0) < 1e-8
    wrong = planned(swing, Turned(robot))
    assert wrong.iterations > exact.iterations


@pytest.mark.parametrize(
    "wrong", [{"start": np.zeros(3)}, {"knots": 0}, {"step": np.nan}, {"control": "speed"}]
)
def test_swings_that_are_none_are_refused(wrong):
    pytest.importorskip("crocoddyl")
    from torqueflow.mpc.planning import Swing

    told = {"robot": load_robot("machado_2r"), "start": np.zeros(2), "end": np.ones(2)}
    with pytest.raises(InputError):
        Swing(**(told | wrong))
