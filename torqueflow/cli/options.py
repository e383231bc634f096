"""Options that several commands share, and the design that they describe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from common.errors import InputError
from dataflow.build import build
from dataflow.computations.catalogue import COMPUTATIONS, computation_named
from dataflow.computations.computation import Computation
from dataflow.computations.derivatives import INVERSE_DERIVATIVES
from dataflow.computations.forward_derivatives import FORWARD_DERIVATIVES
from dataflow.computations.forward_dynamics import (
    FORWARD,
    FORWARD_WITH_ROTORS,
    rotor_inertias,
)
from dataflow.computations.inverse_dynamics import NEWTON_EULER, inverse_dynamics_with
from dataflow.computations.surroundings import NO_EXTRAS, Extras
from dataflow.design import Design
from dataflow.equations.recursions import ALGORITHMS
from dataflow.lowering.request import DEFAULT_WIDTH, WIDTHS, Request
from dataflow.operators import TARGETS
from dataflow.topologies import TOPOLOGIES
from golden.robot import Robot
from torqueflow.cli.choices import check_choice, choice
from torqueflow.cli.derivative_options import NO_DERIVATIVE_OPTIONS, DerivativeChoice
from torqueflow.cli.load_options import ports_named
from torqueflow.cli.robot_options import ChosenRobot, chosen_link
from torqueflow.report.derivative_report import DerivativeFindings

_DERIVATIVES = (INVERSE_DERIVATIVES.name, FORWARD_DERIVATIVES.name)

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
        "multiply constants in them too; single have multipliers of one; long are usual "
        "ones, and in a ring adders with registers for their operands.",
        TARGETS,
    ),
]
ActuatorsOption = Annotated[
    bool,
    typer.Option(
        "--actuators",
        help="Add the motors: their inertia and friction to torques, their rotors to M.",
    ),
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
    ports: str | None = None
    link: str | None = None
    derivatives: DerivativeChoice = NO_DERIVATIVE_OPTIONS

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
        """Return what is computed, with the ports and terms that are asked for."""
        extras = self.extras(arm)
        computation = computation_named(self.algorithm)
        if computation.name in _DERIVATIVES and not extras.ports:
            return self.derivatives.computation(computation.name, actuators=extras.actuators)
        self.derivatives.refuse_beside(self.algorithm)
        if extras == NO_EXTRAS and arm.base_body is None:
            return computation
        if computation in (FORWARD, FORWARD_WITH_ROTORS) and not extras.ports:
            return self._forward_with_rotors(arm)
        if self.algorithm not in ALGORITHMS:
            asked = {"--ports": extras.ports, "--actuators": extras.actuators}
            option = next((name for name, value in asked.items() if value), "--free-base")
            problem = f"given beside --algorithm {computation.name}"
            allowed = " or ".join(ALGORITHMS) if option == "--actuators" else NEWTON_EULER.name
            raise InputError(option, problem, allowed)
        return inverse_dynamics_with(self.algorithm, extras)

    def _forward_with_rotors(self, arm: Robot) -> Computation:
        if arm.base_body is not None:
            problem = f"given beside --algorithm {self.algorithm}"
            raise InputError("--free-base", problem, NEWTON_EULER.name)
        if not rotor_inertias(arm).any():
            raise InputError("--actuators", f"{arm.name} has no rotors", "an arm that has some")
        return FORWARD_WITH_ROTORS

    def derivative_findings(self, arm: Robot) -> DerivativeFindings | None:
        """Return what a report of derivatives needs; None where something else is computed."""
        if self.algorithm not in _DERIVATIVES:
            return None
        return self.derivatives.findings(self.algorithm, arm, actuators=self.actuators)

    def extras(self, arm: Robot) -> Extras:
        """Return the ports and terms beside the joints' motion; raises `InputError`."""
        ports = ports_named(self.ports)
        if self.actuators and not any(each.joint.actuator for each in arm.links):
            raise InputError("--actuators", f"{arm.name} has no actuators", "an arm that has some")
        holds = {"payload", "wrench"} & set(ports)
        if self.link is not None and not holds:
            raise InputError("--link", "given without a load", "--ports payload or wrench")
        link = chosen_link(arm, self.link) if holds else None
        return Extras(ports, link, self.actuators)
