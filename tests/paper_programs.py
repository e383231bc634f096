"""Runs the papers' occam programs on the PUMA 560 and reads off their event logs who sent what."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from emulator.transputer.network.network import Network
from emulator.transputer.network.results import Event, EventKind, Status
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_states
from occam.build import Built, build
from occam.program import Checks
from papers.measurement import computing, peers
from papers.programs import PaperProgram, programs
from papers.trajectory_host import TrajectoryHost

ROBOT = load_robot("puma560")
SINGLE_PRECISION = 1e-6
"""Of a joint's torque limit: 2^-24 through some twenty operations in a row."""


@dataclass
class Run:
    """What a program did; ``error`` is the largest torque error in torque limits."""

    torques: np.ndarray
    error: float
    cycles: dict[str, int]
    events: list[Event] = field(repr=False)
    built: Built = field(repr=False)

    def window(self):
        """What happened between the host's last byte in and the first byte back."""
        return computing(self.events, self.built.network.host)

    def milliseconds_per_point(self):
        return 1e3 * self.window().seconds / len(self.torques)


def program(name) -> PaperProgram:
    """The program whose source has this name, without its suffix."""
    (found,) = (each for each in programs() if each.path.stem == name)
    return found


@cache
def built(name, part="T800", checks=Checks.HALT):
    path = name if isinstance(name, Path) else program(name).path
    return build(path, part, checks)


def execute(name, points, *, part="T800", checks=Checks.HALT, seed=1989, log=False):
    """Run a program, or a source, over random states of the arm within all its limits."""
    binary = built(name, part, checks)
    plan = binary.network
    network = Network(
        plan.nodes, plan.wires, link_mbits=plan.link_mbits, host=plan.host, log_events=log
    )
    network.boot(binary.data)
    trajectory = random_states(ROBOT, points, seed)
    host = TrajectoryHost(trajectory)
    outcome = network.run(host, max_cycles=2_000_000_000)
    assert outcome.status is Status.EXITED, outcome.reason
    torques = host.torques()
    golden = inverse_dynamics(ROBOT, trajectory.q, trajectory.qd, trajectory.qdd)
    error = float((np.abs(torques - golden) / ROBOT.torque_limits).max())
    cycles = {node: network.registers(node)["cycles"] for node in network.names}
    return Run(torques, error, cycles, network.events(), binary)


@dataclass
class Round:
    """Transfers of one node that overlap in time: those of one PAR."""

    ends: float
    sends: list[str]
    receives: list[str]


def rounds(run, node):
    """Group what a node sends and receives while it computes into rounds, in order of time."""
    ends = peers(run.built.network.wires)
    pending: dict[tuple[str, int], float] = {}
    transfers = []
    for event in run.window().events:
        if event.node != node or (node, event.detail) not in ends:
            continue
        direction = "out" if event.kind.name.startswith("OUTPUT") else "in"
        if event.kind in (EventKind.OUTPUT_START, EventKind.INPUT_START):
            pending[direction, event.detail] = event.seconds
        elif event.kind in (EventKind.OUTPUT_END, EventKind.INPUT_END):
            start = pending.pop((direction, event.detail), None)
            if start is not None:
                transfers.append((start, event.seconds, direction, ends[node, event.detail][0]))
    result: list[Round] = []
    for start, end, direction, peer in sorted(transfers):
        if not result or start >= result[-1].ends:
            result.append(Round(end, [], []))
        last = result[-1]
        last.ends = max(last.ends, end)
        (last.sends if direction == "out" else last.receives).append(peer)
    return [(sorted(r.sends), sorted(r.receives)) for r in result]
