"""`make bench`: rates of golden, emulator and RTL beside Pinocchio and roboticstoolbox, in one run.

Every rate is the median of several repeats; ratios are those of this run. On a shared machine the
repeats scatter, so quote ratios, not single rates.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from common.scratch import ScratchFolder
from common.tables import console, table
from dataflow.build import build_array
from dataflow.computations.inverse_dynamics import LAGRANGIAN, NEWTON_EULER
from dataflow.numbers.ports import encode
from emulator.systolic import SystolicArray
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.robot import Robot
from golden.trajectory import Trajectory, random_states
from hdl.simulate.simulator import Simulation, Stimulus, everything_ready

_POINTS = 100_000
_RTL_POINTS = 10_000
_PEER_POINTS = 2_000
_REPEATS = 5


def main() -> None:
    """Measure and print."""
    robot = load_robot("puma560")
    states = random_states(robot, _POINTS, 1)
    screen = console()
    shown = table(
        "PUMA 560, inverse dynamics, one process", "what", "vectors/s", "beside Pinocchio", "points"
    )
    reference: float | None = None
    for name, points, rate in _rates(robot, states):
        reference = rate if reference is None else reference
        shown.add_row(name, f"{rate:,.0f}", f"{rate / reference:.3g}", f"{points:,}")
    screen.print(shown)


def _rates(robot: Robot, states: Trajectory) -> list[tuple[str, int, float]]:
    """Return name, points and rate of each contender, Pinocchio first."""
    found = [
        ("Pinocchio, called from Python", _PEER_POINTS, _pinocchio_rate(robot, states)),
        ("roboticstoolbox, compiled", _PEER_POINTS, _toolbox_rate(states)),
        ("golden, Newton-Euler, batch", _POINTS, _golden_rate(robot, states)),
    ]
    for computation in (NEWTON_EULER, LAGRANGIAN):
        algorithm, design = computation.name, build_array(robot, computation)
        inputs = encode(design, computation.states(robot, states)).integers
        array = SystolicArray(design)
        found.append(
            (f"emulator, {algorithm}", _POINTS, _rate(partial(array.outputs, inputs), _POINTS))
        )
        with ScratchFolder() as folder:
            simulation = Simulation(design, "verilator", Path(folder))
            few = inputs[:_RTL_POINTS]
            stimulus = Stimulus(few, **everything_ready(_RTL_POINTS + design.latency + 2))
            found.append(
                (
                    f"RTL in Verilator, {algorithm}",
                    _RTL_POINTS,
                    _rate(partial(simulation.play, stimulus), _RTL_POINTS),
                )
            )
    return found


def _rate(work: Callable[[], object], points: int) -> float:
    """Return points a second, the median of `_REPEATS` runs after one that warms up."""
    work()
    times = []
    for _ in range(_REPEATS):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return points / statistics.median(times)


def _golden_rate(robot: Robot, states: Trajectory) -> float:
    """Return the rate of the golden model on the whole batch."""
    return _rate(lambda: inverse_dynamics(robot, states.q, states.qd, states.qdd), _POINTS)


def _pinocchio_rate(robot: Robot, states: Trajectory) -> float:
    """Return the rate of Pinocchio's recursive Newton-Euler algorithm, a call a point."""
    import pinocchio  # a test dependency: only the bench needs it

    model = pinocchio.Model()
    parent, placement = 0, pinocchio.SE3(robot.base_rotation, robot.base_translation)
    for i, link in enumerate(robot.links):
        turn = pinocchio.SE3(pinocchio.utils.rotate("z", link.joint.offset), np.zeros(3))
        joint = model.addJoint(parent, pinocchio.JointModelRZ(), placement * turn, f"joint{i + 1}")
        distal = pinocchio.SE3(np.array(link.rotation), np.array(link.translation))
        inertia = pinocchio.Inertia(
            link.mass, np.array(link.center_of_mass), np.array(link.inertia)
        )
        model.appendBodyToJoint(joint, inertia, distal)
        parent, placement = joint, distal
    model.gravity.linear = np.array(robot.gravity)
    data = model.createData()
    rows = list(zip(states.q, states.qd, states.qdd, strict=True))[:_PEER_POINTS]
    expected = inverse_dynamics(robot, *(np.array(column) for column in zip(*rows, strict=True)))
    got = np.array([pinocchio.rnea(model, data, *row).copy() for row in rows])
    np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-9)

    def work() -> None:
        for q, qd, qdd in rows:
            pinocchio.rnea(model, data, q, qd, qdd)

    return _rate(work, _PEER_POINTS)


def _toolbox_rate(states: Trajectory) -> float:
    """Return the rate of roboticstoolbox's compiled Newton-Euler, a call a trajectory."""
    import roboticstoolbox  # a test dependency: only the bench needs it

    arm = roboticstoolbox.models.DH.Puma560()
    # It computes read-only arrays in Python, four hundred times slower: give it copies.
    q, qd, qdd = (np.array(column[:_PEER_POINTS]) for column in (states.q, states.qd, states.qdd))
    return _rate(lambda: arm.rne(q, qd, qdd), _PEER_POINTS)


if __name__ == "__main__":
    main()
