"""Options that several commands share, and the design that they describe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from common.errors import InputError
from dataflow.build import build
from dataflow.computations.catalogue import COMPUTATIONS, computation_named
from dataflow.design import Design
from dataflow.lowering.request import DEFAULT_WIDTH, WIDTHS, Request
from dataflow.topologies import TOPOLOGIES
from golden.load import load_robot
from golden.robot import Robot

RobotArgument = Annotated[
    str, typer.Argument(help="An arm's name, or the path of a .toml or .urdf file.")
]
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
JsonOption = Annotated[str | None, typer.Option(help="Write the report as JSON.")]


@dataclass(frozen=True)
class Choice:
    """What to build, as asked for on the command line."""

    robot: str
    algorithm: str = "newton-euler"
    topology: str = "array"
    interval: int | None = None
    width: int = DEFAULT_WIDTH

    def build(self) -> tuple[Robot, Design]:
        """Return the robot and its design; raises `InputError`."""
        arm = load_robot(self.robot)
        return arm, self.design(arm)

    def design(self, arm: Robot) -> Design:
        """Return the design for a robot that is loaded already; raises `InputError`."""
        return build(self.request(arm))

    def request(self, arm: Robot) -> Request:
        """Return what is to be built for a robot that is loaded already; raises `InputError`."""
        if self.topology not in TOPOLOGIES:
            raise InputError("--topology", repr(self.topology), ", ".join(TOPOLOGIES))
        computation, topology = computation_named(self.algorithm), TOPOLOGIES[self.topology]
        return Request(arm, computation, topology, self.width, self.interval)
