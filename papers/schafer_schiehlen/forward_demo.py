"""The paper's example: the Stanford arm on one and on three transputers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from common.arrays import Reals
from dataflow.graph.expression_values import operations
from dataflow.graph.expressions import ExpressionKind
from dataflow.tasks.assignment import Assignment, on_one
from dataflow.tasks.blocks import BLOCKS, Equations, equations_of
from dataflow.tasks.operation_times import OperationTimes
from dataflow.tasks.partition import partition
from dataflow.tasks.pieces import Partition, Piece
from golden.load import load_robot
from golden.robot import Robot
from papers.generated.running import (
    CycleRun,
    measured_program,
    processors_of,
    run,
)
from papers.generated.worker_text import Extras
from papers.machine import MachineSettings
from papers.schafer_schiehlen.accuracy import Accuracy, accuracy, demo_states
from papers.schafer_schiehlen.timeline import activities, total

NAME = "forward"
ROBOT = "stanford"
SEED = 1992
THREE: Assignment = {"M": 1, "k": 2, "q": 3, "L": 3, "x": 1}
"""Of all assignments the one that comes nearest to all that is printed: `explore`."""

PROCESSORS: Mapping[int, Assignment] = {1: on_one(), 3: THREE}
"""The assignments of the paper's figures 7 and 8."""

PAPER_SETTINGS = MachineSettings(external_cycles=4, link_mbits=10)
"""The one setting at which all five printed figures come out."""

_POINTS_FOR_BLOCKS = 2
_REPEATS = 30


@dataclass(frozen=True)
class Layout:
    """How a program is written.

    Attributes
    ----------
    form
        "jacobian" or "recursive".
    parameters
        "names" or "numbers".
    temporaries
        "array" or "scalars".
    """

    form: str = "jacobian"
    parameters: str = "names"
    temporaries: str = "array"

    def equations(self, robot: Robot) -> Equations:
        """Return a robot's equations; raises `InputError`."""
        return equations_of(robot, self.form, named=self.parameters == "names")


@dataclass(frozen=True)
class BlockTime:
    """A piece of a program: its name, operations by kind and microseconds."""

    name: str
    operations: dict[str, int]
    microseconds: float


@dataclass(frozen=True)
class Measured:
    """A program that has run.

    Attributes
    ----------
    left
        Microseconds of a cycle in which a processor neither works nor has a message passing.
    """

    robot: Robot
    layout: Layout
    partition: Partition
    settings: MachineSettings
    cycle: CycleRun
    accuracy: Accuracy
    left: dict[str, float]


def measured(
    assignment: Assignment,
    settings: MachineSettings,
    layout: Layout | None = None,
    points: int = 300,
    extras: Extras | None = None,
) -> Measured:
    """Run the Stanford arm over states; raises `ProgramFailed`."""
    robot, layout = load_robot(ROBOT), layout or Layout()
    cut = partition(layout.equations(robot), assignment, OperationTimes())
    states = demo_states(robot, points, SEED)
    cycle = run(measured_program(cut, layout.temporaries, extras), states, settings)
    found = accuracy(robot, states, all_accelerations(cut, cycle.results))
    return Measured(robot, layout, cut, settings, cycle, found, left_of(cut, cycle))


def all_accelerations(cut: Partition, sent: NDArray[np.float32]) -> Reals:
    """Return (points, n) accelerations from the values that a program sends: doubles once."""
    array = cut.arrays["x"]
    places = [array.index(i) for i in cut.equations.results["x"]]
    return sent[:, places].astype(np.float64)


def left_of(cut: Partition, cycle: CycleRun) -> dict[str, float]:
    """Return microseconds of a cycle in which nothing happens on a processor, by name."""
    names = processors_of(cut)
    wires = cycle.built.network.wires
    found = activities(cycle.events, wires, names, *cycle.one_cycle())
    return {name: 1e6 * total(activity.waiting) for name, activity in found.items()}


def block_times(program: Measured) -> list[BlockTime]:
    """Measure each piece: how much longer a cycle is in which it is computed more often.

    So often that the cycle waits for it, whichever processor it is on.
    """
    cut, temporaries = program.partition, program.layout.temporaries
    states = demo_states(program.robot, _POINTS_FOR_BLOCKS, SEED)

    def cycle(number: int, place: int, times: int) -> float:
        extras = Extras(repeated=(number, place, times))
        return run(
            measured_program(cut, temporaries, extras), states, program.settings
        ).microseconds

    return [
        BlockTime(
            piece_name(number, piece),
            operations_of(cut.equations, piece),
            (cycle(number, place, 2 * _REPEATS) - cycle(number, place, _REPEATS)) / _REPEATS,
        )
        for number, own in cut.pieces.items()
        for place, piece in enumerate(own)
    ]


def piece_name(number: int, piece: Piece) -> str:
    """Return the processor, the block and, of a later part, its number: ``P1 x.2``."""
    part = f".{piece.part}" if piece.part > 1 or not piece.results else ""
    return f"P{number} {piece.block}{part}"


def operations_of(equations: Equations, piece: Piece) -> dict[str, int]:
    """Return how often a piece multiplies, adds, divides and so on."""
    counts = operations(equations.graph.nodes, piece.computed(equations))
    return {
        "multiply": counts[ExpressionKind.MULTIPLY],
        "add": counts[ExpressionKind.ADD] + counts[ExpressionKind.SUBTRACT],
        "divide": counts[ExpressionKind.DIVIDE],
        "root": counts[ExpressionKind.ROOT],
        "sine": counts[ExpressionKind.SINE] + counts[ExpressionKind.COSINE],
    }


def with_settings(settings: MachineSettings, **changes: object) -> MachineSettings:
    """Return settings with some of them changed; None leaves one as it is."""
    return replace(settings, **{k: v for k, v in changes.items() if v is not None})  # type: ignore[arg-type]


def letters(assignment: Assignment) -> str:
    """Return an assignment as a row of blocks a processor: ``M x | k | q L``."""
    numbers = sorted(set(assignment.values()))
    return " | ".join(
        " ".join(block for block in BLOCKS if assignment[block] == number) for number in numbers
    )
