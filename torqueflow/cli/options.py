"""Options that several commands share, and the design that they describe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from common.errors import InputError
from dataflow.build import build
from dataflow.computations.catalogue import COMPUTATIONS, computation_named
from dataflow.computations.computation import Computation
from dataflow.computations.forward_dynamics import (
    FORWARD,
    FORWARD_WITH_ROTORS,
    rotor_inertias,
)
from dataflow.design import Design
from dataflow.lowering.request import DEFAULT_WIDTH, WIDTHS, Request
from dataflow.topologies import TOPOLOGIES
from golden.robot import Robot
from torqueflow.cli.robot_options import ChosenRobot

AlgorithmOption = Annotated[str, typer.Option(help=f"One of {', '.join(COMPUTATIONS)}.")]
TopologyOption = Annotated[
    str, typer.Option(help="array: a stage a link, each way. ring: one for all.")
]
IntervalOption = Annotated[
    int | None,
    typer.Option(
        "--ii", help="Cycles between inputs: 1 for the array, 2 a link for the ring, if not said."
    ),
]
WidthOption = Annotated[
    int, typer.Option(help=f"Bits of a factor, {WIDTHS.start} to {WIDTHS.stop - 1}.")
]
ActuatorsOption = Annotated[
    bool, typer.Option("--actuators", help="forward: add the motors' rotors to M.")
]
JsonOption = Annotated[str | None, typer.Option(help="Write the report as JSON.")]


@dataclass(frozen=True)
class Choice:
    """What to build, as asked for on the command line; a string is the robot's name or file."""

    robot: ChosenRobot | str
    algorithm: str = "newton-euler"
    topology: str = "array"
    interval: int | None = None
    width: int = DEFAULT_WIDTH
    actuators: bool = False

    def build(self) -> tuple[Robot, Design]:
        """Return the robot and its design; raises `InputError`."""
        arm = self.load()
        return arm, self.design(arm)

    def load(self) -> Robot:
        """Return the robot, all of whose limits are known; raises `InputError`."""
        chosen = ChosenRobot(self.robot) if isinstance(self.robot, str) else self.robot
        return chosen.load_for_hardware()

    def design(self, arm: Robot) -> Design:
        """Return the design for a robot that is loaded already; raises `InputError`."""
        return build(self.request(arm))

    def request(self, arm: Robot) -> Request:
        """Return what is to be built for a robot that is loaded already; raises `InputError`."""
        if self.topology not in TOPOLOGIES:
            raise InputError("--topology", repr(self.topology), ", ".join(TOPOLOGIES))
        computation, topology = self.computation(arm), TOPOLOGIES[self.topology]
        return Request(arm, computation, topology, self.width, self.interval)

    def computation(self, arm: Robot) -> Computation:
        """Return what is to be computed for a robot that is loaded already; raises `InputError`."""
        computation = computation_named(self.algorithm)
        if not self.actuators:
            return computation
        if computation not in (FORWARD, FORWARD_WITH_ROTORS):
            raise InputError("--actuators", f"is not for {self.algorithm}", FORWARD.name)
        if not rotor_inertias(arm).any():
            raise InputError("--actuators", f"{arm.name} has no actuators", "an arm that has some")
        return FORWARD_WITH_ROTORS
