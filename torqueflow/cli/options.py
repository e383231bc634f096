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
from dataflow.operators import TARGETS
from dataflow.topologies import TOPOLOGIES
from golden.robot import Robot
from torqueflow.cli.choices import check_choice, choice
from torqueflow.cli.robot_options import ChosenRobot

AlgorithmOption = Annotated[str, choice("What the machine computes, and how.", COMPUTATIONS)]
TopologyOption = Annotated[
    str,
    choice(
        "The machine: array has a pipeline stage for every link, forward and back; ring has one "
        "stage, which serves the links in turn.",
        TOPOLOGIES,
    ),
]
IntervalOption = Annotated[
    int | None,
    typer.Option(
        "--ii",
        help="The initiation interval: clock cycles from one set of inputs to the next.",
        show_default="1 for an array, twice the number of links for a ring",
    ),
]
WidthOption = Annotated[
    int,
    typer.Option(help=f"Bits of a multiplier's input, {WIDTHS.start} to {WIDTHS.stop - 1}."),
]
PartsOption = Annotated[
    str,
    choice(
        "The parts: usual have multipliers of three clock cycles, short ones of two; shortest "
        "multiply constants in them too.",
        TARGETS,
    ),
]
ActuatorsOption = Annotated[
    bool, typer.Option("--actuators", help="Of forward dynamics: add the motors' rotors to M.")
]


@dataclass(frozen=True)
class Choice:
    """What to build, as asked for on the command line; a string is the robot's name or file."""

    robot: ChosenRobot | str
    algorithm: str = "newton-euler"
    topology: str = "array"
    interval: int | None = None
    width: int = DEFAULT_WIDTH
    parts: str = "usual"
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
        check_choice("--topology", self.topology, TOPOLOGIES)
        check_choice("--parts", self.parts, TARGETS)
        computation, topology = self.computation(arm), TOPOLOGIES[self.topology]
        return Request(arm, computation, topology, self.width, self.interval, TARGETS[self.parts])

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
