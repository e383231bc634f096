"""`make bench`: rates of golden, emulator and RTL beside Pinocchio and roboticstoolbox, in one run.

Rates are by the processor's time of the process and its children, so that what else the machine
does hardly counts. Each contender is timed in turn with Pinocchio, several times; a ratio is the
median of those of the pairs.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from collections.abc import Callable, Iterator
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
from hdl.simulate.simulator import Simulation
from hdl.simulate.stimulus import Stimulus, everything_ready

_POINTS = 100_000
_RTL_POINTS = 10_000
_PEER_POINTS = 50_000
_REPEATS = 5


Contender = tuple[str, int, Callable[[], object]]
"""Its name, how many points it works through, and the work."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m torqueflow.bench.dynamics")
    parser.add_argument("--no-rtl", action="store_true", help="leave machines in Verilator out")
    rtl = not parser.parse_args().no_rtl
    robot = load_robot("puma560")
    states = random_states(robot, _POINTS, 1)
    screen = console()
    shown = table(
        "PUMA 560, inverse dynamics, one core", "what", "vectors/s", "beside Pinocchio", "points"
    )
    pinocchio = _pinocchio(robot, states)
    with ScratchFolder() as folder:
        for each in _contenders(robot, states, Path(folder) if rtl else None):
            name, points, _ = each
            beside, rate, ratio = paired(pinocchio, each)
            shown.add_row(name, f"{rate:,.0f}", f"{ratio:.3g}", f"{points:,}")
            shown.add_row(f"  {pinocchio[0]}", f"{beside:,.0f}", "1", f"{pinocchio[1]:,}")
    screen.print(shown)


def _contenders(robot: Robot, states: Trajectory, folder: Path | None) -> Iterator[Contender]:
    """Yield everything that is set beside Pinocchio; without a folder no machines."""
    yield "roboticstoolbox, compiled", _PEER_POINTS, _toolbox_work(states)
    golden = partial(inverse_dynamics, robot, states.q, states.qd, states.qdd)
    yield "golden, Newton-Euler, batch", _POINTS, golden
    for computation in (NEWTON_EULER, LAGRANGIAN):
        algorithm, design = computation.name, build_array(robot, computation)
        inputs = encode(design, computation.states(robot, states)).integers
        yield f"emulator, {algorithm}", _POINTS, partial(SystolicArray(design).outputs, inputs)
        if folder is None:
            continue
        here = folder / algorithm
        here.mkdir()
        simulation = Simulation(design, "verilator", here)
        few = inputs[:_RTL_POINTS]
        stimulus = Stimulus(few, **everything_ready(_RTL_POINTS + design.latency + 2))
        yield f"RTL in Verilator, {algorithm}", _RTL_POINTS, partial(simulation.play, stimulus)


def paired(reference: Contender, contender: Contender) -> tuple[float, float, float]:
    """Return the points a second of both, and the contender's over the reference's.

    Each is the median of `_REPEATS` pairs, one run of both in turn, after one that warms up.
    """
    runs = [(points, work) for _, points, work in (reference, contender)]
    for _, work in runs:
        work()
    pairs = [[points / _seconds(work) for points, work in runs] for _ in range(_REPEATS)]
    besides, rates = zip(*pairs, strict=True)
    ratios = [rate / beside for beside, rate in pairs]
    return statistics.median(besides), statistics.median(rates), statistics.median(ratios)


def _seconds(work: Callable[[], object]) -> float:
    """Return the processor's time that it takes, of this process and of children that ended."""
    began = _used()
    work()
    return _used() - began


def _used() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _pinocchio(robot: Robot, states: Trajectory) -> Contender:
    """Return Pinocchio's recursive Newton-Euler algorithm, a call a point."""
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

    return "Pinocchio, called from Python", _PEER_POINTS, work


def _toolbox_work(states: Trajectory) -> Callable[[], object]:
    """Return roboticstoolbox's compiled Newton-Euler, a call a trajectory."""
    import roboticstoolbox  # a test dependency: only the bench needs it

    arm = roboticstoolbox.models.DH.Puma560()
    # It computes read-only arrays in Python, four hundred times slower: give it copies.
    q, qd, qdd = (np.array(column[:_PEER_POINTS]) for column in (states.q, states.qd, states.qdd))
    return partial(arm.rne, q, qd, qdd)


if __name__ == "__main__":
    main()
