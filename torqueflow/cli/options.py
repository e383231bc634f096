"""Options that several commands share, and the design that they describe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from common.errors import InputError
from dataflow.build import DEFAULT_WIDTH, WIDTHS, build_array, build_ring
from dataflow.design import Design
from dataflow.equations.recursions import ALGORITHMS
from golden.load import load_robot
from golden.robot import Robot

RobotArgument = Annotated[
    str, typer.Argument(help="An arm's name, or the path of a .toml or .urdf file.")
]
AlgorithmOption = Annotated[str, typer.Option(help=f"One of {', '.join(ALGORITHMS)}.")]
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
        """The arm and its design; raises `InputError`."""
        arm = load_robot(self.robot)
        return arm, self.design(arm)

    def design(self, arm: Robot) -> Design:
        """The design for an arm that is loaded already; raises `InputError`."""
        if self.topology not in TOPOLOGIES:
            raise InputError("--topology", repr(self.topology), ", ".join(TOPOLOGIES))
        if self.topology == "ring":
            return build_ring(arm, self.algorithm, self.width, self.interval)
        interval = 1 if self.interval is None else self.interval
        return build_array(arm, self.algorithm, self.width, interval)


TOPOLOGIES = ("array", "ring")
