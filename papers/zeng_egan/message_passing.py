"""The report's proposal: the same tasks on transputers that send messages, with no shared memory.

A scheduler gives the tasks to one to six T800s and orders them; `dataflow.tasks` finds what must be
sent, by which wires and when; `papers.generated` writes and runs the occam. Beside it the same
schedule runs on the shared-memory machines, each in units of its own one processor's time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from common.arrays import Reals
from common.errors import InputError
from dataflow.tasks.link_state import viscous_damping
from dataflow.tasks.message_plan import planned_steps, words_passed
from dataflow.tasks.operation_times import OperationTimes
from dataflow.tasks.partition import partition
from dataflow.tasks.pieces import Partition
from dataflow.tasks.routes import ROUTED_MAXIMUM, routed, wires_of
from dataflow.tasks.step_times import plan_times
from dataflow.tasks.steps import Programme
from dataflow.tasks.traced_tasks import TracedTasks, joint_state, traced_tasks
from emulator.multiprocessor.machine import Machine
from emulator.multiprocessor.schedules import plan
from emulator.multiprocessor.simulate import Outcome, simulate
from golden.newton_euler import inverse_dynamics
from golden.robot import Robot
from golden.trajectory import Trajectory
from papers.generated.program import Program
from papers.generated.root_text import printing_root
from papers.generated.running import CycleRun, measured_program, run
from papers.zeng_egan.machines import load_machine

TORQUE_SHARE = 2.0**-20
"""Largest error of a torque, as a share of the arm's largest, that single precision explains."""

POINTS = 3
"""States of a measured run: its cycles take equally long but for the roundings of the clock."""

_TEMPORARIES = "scalars"


@dataclass(frozen=True)
class Layout:
    """A task graph on processors that send messages.

    Attributes
    ----------
    cut
        The pieces of each processor; messages go between neighbours.
    steps
        What each processor does when.
    """

    cut: Partition
    steps: Programme

    @property
    def words(self) -> int:
        """The words that pass all wires for one set of torques."""
        return words_passed(self.steps)


@dataclass(frozen=True)
class Measured:
    """A number of processors.

    Attributes
    ----------
    processors
        How many the scheduler could use; ``layout.cut.processors`` are those that it did.
    layout, cycle
        What ran, and the run on the emulated network.
    torque_error
        The largest distance from golden, N m or N.
    torques_agree
        Whether that is within `TORQUE_SHARE`.
    shared_seconds
        Of a pass by the same schedule, by machine of `papers.zeng_egan.machines`.
    """

    processors: int
    layout: Layout
    cycle: CycleRun
    torque_error: float
    torques_agree: bool
    shared_seconds: dict[str, float]


@dataclass(frozen=True)
class Sharing:
    """How an arm's tasks are shared out.

    Attributes
    ----------
    robot, kind, schedule
        The arm, one of `GRAPHS`, one of `emulator.multiprocessor.schedules.SCHEDULES`.
    seed
        Of the dynamic runs.
    """

    robot: Robot
    kind: str
    schedule: str
    seed: int = 1

    def traced(self) -> TracedTasks:
        """Return the tasks; raises `InputError` for a robot that is no chain."""
        return traced_tasks(self.robot, self.kind)

    def outcome(self, tasks: TracedTasks, machine: Machine, processors: int) -> Outcome:
        """Return a pass on a shared-memory machine."""
        per_link = self.kind == "per-link"
        planned = plan(tasks.graph, machine, self.schedule, processors, self.seed, per_link)
        return simulate(tasks.graph, machine, planned.program, processors, self.seed)

    def layout(self, tasks: TracedTasks, processors: int) -> Layout:
        """Return the tasks on transputers, as the schedule has them where nothing is lost.

        Raises
        ------
        InputError
            There are too many processors, or there is no such schedule.
        """
        if not 1 <= processors <= ROUTED_MAXIMUM:
            raise InputError("--processors", f"{processors} T800s", f"1 to {ROUTED_MAXIMUM}")
        queues = self.outcome(tasks, load_machine("ideal"), processors).queues
        return laid_out(tasks, queues)

    def states(self, motion: Trajectory) -> Reals:
        """Return what the root is given of a motion."""
        return joint_state(self.robot, motion.q, motion.qd, motion.qdd)

    def program(self, layout: Layout, motion: Trajectory) -> Program:
        """Return a program that prints the torques of a motion: a line a joint."""
        states = self.states(motion)
        return Program(
            self._title(layout),
            layout.cut,
            _TEMPORARIES,
            lambda cut, steps: printing_root(cut, steps, states),
            about=self._about(),
            laid_out=layout.steps,
        )

    def measured(
        self, tasks: TracedTasks, layout: Layout, processors: int, motion: Trajectory
    ) -> Measured:
        """Run a layout on the emulated network; raises `ProgramFailed`."""
        program = replace(
            measured_program(layout.cut, _TEMPORARIES, title=self._title(layout)),
            about=self._about(),
            laid_out=layout.steps,
        )
        cycle = run(program, self.states(motion))
        golden = inverse_dynamics(self.robot, motion.q, motion.qd, motion.qdd)
        golden = golden + viscous_damping(self.robot) * motion.qd
        error = float(np.abs(cycle.results - golden).max())
        shared = {
            name: self.outcome(tasks, load_machine(name), processors).seconds
            for name in ("ideal", "multimax")
        }
        agree = error <= TORQUE_SHARE * float(np.abs(golden).max())
        return Measured(processors, layout, cycle, error, agree, shared)

    def all_measured(
        self, counts: Iterable[int], motion: Trajectory, watch: Callable[[], None] = lambda: None
    ) -> tuple[Measured, ...]:
        """Run on each number of processors; ``watch`` is called after each."""
        tasks = self.traced()
        found = []
        for processors in counts:
            layout = self.layout(tasks, processors)
            found.append(self.measured(tasks, layout, processors, motion))
            watch()
        return tuple(found)

    def _title(self, layout: Layout) -> str:
        count = len(layout.cut.processors)
        return f"{self.robot.name}: graph {self.kind}, {self.schedule}, on {count} processors"

    def _about(self) -> str:
        return (
            "state: of each joint cosine and sine of its angle, or its displacement; then of each "
            "its speed and its acceleration; rad, m, s. torques: N m or N, viscous friction "
            "included. A procedure is a task (k/i) of Zeng and Egan 1991, named after what it "
            "writes, the link, and the processor."
        )


def laid_out(tasks: TracedTasks, queues: Iterable[Iterable[int]]) -> Layout:
    """Return tasks on transputers by lists of them, one a processor, each done in order."""
    order: dict[int, list[str]] = {}
    for own in queues:
        blocks = [block for task in own if (block := tasks.block(task)) is not None]
        if blocks:
            order[len(order) + 1] = blocks
    assignment = {block: number for number, blocks in order.items() for block in blocks}
    cut = partition(tasks.equations, assignment, OperationTimes(), order=order, most=ROUTED_MAXIMUM)
    cut = replace(cut, messages=routed(cut, wires_of(cut)))
    return Layout(cut, planned_steps(cut, plan_times(cut)))
