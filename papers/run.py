"""Runs a papers' program on emulated transputers and compares torques and time."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from common.arrays import Reals
from common.scratch import ScratchFolder
from emulator.transputer.network.results import Event
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.robot import Robot
from golden.trajectory import Trajectory
from occam.build import Built, build
from papers.indexing import Indexing, copy
from papers.machine import MachineSettings, served
from papers.measurement import Window, bytes_sent, computing, idle_shares
from papers.programs import PaperProgram
from papers.trajectory_host import TrajectoryHost

ROBOT = "puma560"
POINTS_MAXIMUM = 300
"""Points of the papers' trajectory, for which the programs have room."""

TORQUE_BOUND = 2.0**-20
"""Largest error of a torque, as a share of the joint's limit, that single precision explains.

Sixteen roundings of terms as large as the limit, each to 24 bits.
"""

CYCLES_MAXIMUM = 200_000_000_000


@dataclass(frozen=True)
class Settings(MachineSettings):
    """What the papers leave open: the machine, and how their programs were written and laid out.

    Attributes
    ----------
    indexing
        How matrices are indexed.
    external_code
        Whether only workspace is kept on chip, as far as it goes, and no code.
    vector_space
        Whether large arrays lie above the code, or in workspace, below it.
    """

    indexing: Indexing = Indexing.SUBSCRIPTS
    external_code: bool = False
    vector_space: bool = True


@dataclass(frozen=True)
class ProgramRun:
    """One run of a program along a trajectory.

    Attributes
    ----------
    torques, golden
        (points, 6), N m: the program's, and golden's in float64.
    window
        What happened while it computed.
    events
        The whole log.
    built
        Program and network.
    clock_hz
        The processors' clock.
    """

    torques: NDArray[np.float32]
    golden: Reals
    window: Window
    events: tuple[Event, ...]
    built: Built
    clock_hz: float

    @property
    def points(self) -> int:
        """How many sets of torques there are."""
        return len(self.torques)

    @property
    def seconds(self) -> float:
        """Simulated time for one set of joint torques, the mean over the trajectory."""
        return self.window.seconds / self.points

    @property
    def torque_error(self) -> Reals:
        """(6,), N m: the largest difference from golden for each joint."""
        error: Reals = np.abs(self.torques - self.golden).max(axis=0)
        return error

    @property
    def names(self) -> list[str]:
        """The processors."""
        return [node.name for node in self.built.network.nodes]

    def link_bytes(self) -> dict[str, int]:
        """Return the bytes that each processor sent through its links while computing."""
        return bytes_sent(self.window, self.names)

    def idle_shares(self) -> dict[str, float]:
        """Return, for each processor, the share of the time in which it had nothing to do."""
        return idle_shares(self.events, self.window, self.names)


def compile_for(program: PaperProgram, settings: Settings) -> Built:
    """Compile a program and set up the network that it runs on; raises `InputError`."""
    with ScratchFolder() as folder:
        path = program.path
        if settings.indexing is Indexing.ABBREVIATIONS:
            path = copy(program, Path(folder))
        built = build(
            path,
            settings.part,
            settings.checks,
            None,
            settings.external_code,
            settings.vector_space,
        )
    return settings.applied(built)


def run(built: Built, trajectory: Trajectory, robot: Robot | None = None) -> ProgramRun:
    """Run a compiled program along a trajectory.

    Raises
    ------
    ProgramFailed
        It halted, waited for ever or ended without its torques.
    """
    host = TrajectoryHost(trajectory)
    events = tuple(served(built, host, CYCLES_MAXIMUM).events())
    arm = robot or load_robot(ROBOT)
    golden = inverse_dynamics(arm, trajectory.q, trajectory.qd, trajectory.qdd)
    plan = built.network
    clock = plan.nodes[0].clock_mhz * 1e6
    return ProgramRun(host.torques(), golden, computing(events, plan.host), events, built, clock)
