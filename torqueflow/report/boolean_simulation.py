"""The hybrid's RTL held against its emulator, bit for bit and cycle for cycle."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from common.arrays import Reals
from dataflow.boolean.hybrid import Hybrid
from dataflow.numbers.ports import Encoded
from emulator.boolean import BooleanTorques, run_boolean
from golden.newton_euler import inverse_dynamics
from golden.robot import Robot
from golden.trajectory import Trajectory
from hdl.simulate.simulator import Simulation
from torqueflow.report.comparison import latency, stimulus


@dataclass(frozen=True)
class Played:
    """What a simulation showed.

    Attributes
    ----------
    cycles, latency
        Clock cycles to the last delivery, and from the first set taken to the first one shown.
    bit_mismatches, cycle_mismatches
        As in `torqueflow.report.comparison.Agreement`.
    errors
        Of the delivered torques against golden, (points, n), N m or N.
    """

    cycles: int
    latency: int | None
    bit_mismatches: int
    cycle_mismatches: int
    errors: Reals


def play(
    robot: Robot,
    hybrid: Hybrid,
    emulator: BooleanTorques,
    netlist: str,
    simulator: str,
    states: Trajectory,
    stall: float,
    seed: int,
    folder: Path,
) -> Played:
    """Build the RTL in a folder, play states with stalls, and compare every cycle."""
    simulation = Simulation(hybrid, simulator, folder, netlist=netlist)  # type: ignore[arg-type]
    encoded = Encoded(hybrid.on_ports(states), 0)
    played = stimulus(hybrid, encoded, stall, seed)  # type: ignore[arg-type]
    record = simulation.play(played)
    expected = run_boolean(emulator, played.inputs, played.valid, played.ready, played.reset)
    timeline = expected.timeline
    transfers = record.valid & played.ready
    got = record.outputs[transfers]
    common = min(len(got), states.points)
    both = record.valid & timeline.output_valid
    differs = (record.outputs != expected.shown) | record.unknown[:, np.newaxis]
    handshakes = (
        (record.ready != timeline.input_ready)
        | (record.valid != timeline.output_valid)
        | (record.accepted != timeline.input_transfer)
    )
    golden = inverse_dynamics(
        robot, states.q, states.qd, states.qdd, actuators=hybrid.rules.actuators
    )
    deliveries = np.flatnonzero(transfers)
    return Played(
        cycles=int(deliveries[-1]) + 1 if len(deliveries) else len(record.valid),
        latency=latency(record),
        bit_mismatches=int(np.count_nonzero(differs[both]))
        + abs(len(got) - states.points) * robot.n,
        cycle_mismatches=int(np.count_nonzero(handshakes)),
        errors=np.abs(hybrid.torques(got[:common]) - golden[:common]),
    )
