"""Motion in real time: the root integrates, the workers give accelerations.

A step is two cycles and the root's own arithmetic; it begins with a tick of the clock of 64 us, so
its length is a whole number of ticks, the fewest that it fits into.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from common.arrays import Reals
from common.errors import InputError
from dataflow.equations.computed_torque import ComputedTorque
from dataflow.equations.functions import Floats
from dataflow.tasks.blocks import equations_of
from dataflow.tasks.operation_times import OperationTimes
from dataflow.tasks.partition import Partition, partition
from dataflow.tasks.steps import Step
from golden.equations_of_motion import forward_dynamics
from golden.newton_euler import inverse_dynamics
from golden.robot import Robot
from occam.writing.expressions import table
from occam.writing.lines import Lines, construction, indented, procedure, sequence
from papers.generated.program import Program, RootText
from papers.generated.root_text import (
    channel_parameters,
    cycle_of,
    declarations,
    held_by_root,
)
from papers.generated.running import exchanged
from papers.machine import MachineSettings
from papers.schafer_schiehlen.adams_moulton import Accelerations, integrated
from papers.schafer_schiehlen.forward_demo import Layout

SECONDS = 2.0
"""How long a motion lasts."""

ALLOWED = 1e-3
"""rad or m: how far positions may be from golden's."""

TICK = 64e-6
"""s: of the clock that a process of low priority waits for."""

RECORDS = 20
"""How often positions are told."""

_FREE_STEPS = (2, 12)


@dataclass(frozen=True)
class Motion:
    """What is integrated.

    Attributes
    ----------
    start
        (n,), rad or m: at rest.
    torques
        (n,), N m or N, constant.
    control
        What gives the torques instead.
    """

    robot: Robot
    start: Reals
    torques: Reals
    control: ComputedTorque | None = None

    @property
    def accelerations(self) -> Accelerations:
        """Golden's, under these torques."""

        def found(q: Reals, qd: Reals) -> Reals:
            torques = self.torques
            if self.control is not None:
                asked = self.control.torques(Floats(), self.robot, q.tolist(), qd.tolist())
                torques = np.array(asked, dtype=np.float64)
            return forward_dynamics(self.robot, q, qd, torques)

        return found

    def state(self) -> Reals:
        """Return the start's y, yd and u, (3 n,)."""
        return np.concatenate([self.start, np.zeros(self.robot.n), self.torques])


def gentle_motion(robot: Robot, control: bool) -> Motion:
    """Return a motion from a quarter of the limits: slow, or by control to their middle."""
    lower, upper = robot.position_limits.T
    bounded = np.isfinite(lower) & np.isfinite(upper)
    low, high = np.where(bounded, lower, -1.0), np.where(bounded, upper, 1.0)
    start = low + 0.4 * (high - low)
    still = np.zeros(robot.n)
    torques = inverse_dynamics(robot, start, still, np.full(robot.n, 0.05))
    goal = low + 0.5 * (high - low)
    return Motion(robot, start, torques, ComputedTorque(goal) if control else None)


@dataclass(frozen=True)
class Integration:
    """How a motion in real time went.

    Attributes
    ----------
    step
        s, of a step; `step_needed` is what it takes without waiting for the clock.
    steps, late
        How many; those that ended after their time.
    position_error_max
        (n,), rad or m, of `RECORDS` moments: from golden's fine integration.
    scheme_error_max
        The same of this scheme in double precision: what is left is single precision's.
    """

    step: float
    step_needed: float
    steps: int
    late: int
    position_error_max: Reals
    scheme_error_max: Reals

    @property
    def keeps(self) -> bool:
        """Whether positions are within `ALLOWED`, and no step was late."""
        return bool(self.position_error_max.max() <= ALLOWED) and self.late == 0


def integrating_root(
    motion: Motion, step: float, steps: int, ticks: int, printing: bool
) -> RootText:
    """Return a root that integrates; ``ticks`` 0: without waiting for the clock."""

    def text(cut: Partition, own: Sequence[Step]) -> Lines:
        return _Root(motion, step, steps, ticks, printing).text(cut, own)

    return text


@dataclass(frozen=True)
class _Root:
    motion: Motion
    step: float
    steps: int
    ticks: int
    printing: bool

    def text(self, cut: Partition, own: Sequence[Step]) -> Lines:
        n = self.motion.robot.n
        every = max(1, self.steps // RECORDS)
        protocol = "SP" if self.printing else "ANY"
        body = [
            f"VAL [{3 * n}]REAL32 start IS",
            f"      {table(self.motion.state())}:",
            f"VAL REAL32 half.step IS {table([self.step / 2])[1:-1]}:",
            f"VAL INT steps IS {self.steps}:",
            f"VAL INT ticks IS {self.ticks}:  -- of 64 us a step",
            "TIMER clock:",
            "INT next, now, late:",
            *declarations(cut),
            f"[{n}]REAL32 y, yd, a, yd.before, a.before, a.predicted:",
            *sequence(
                ["late := 0"],
                ["state := start"],
                [f"y := [state FROM 0 FOR {n}]"],
                [f"yd := [state FROM {n} FOR {n}]"],
                cycle_of(own, cut),
                self._taken(cut, "a"),
                ["yd.before := yd"],
                ["a.before := a"],
                ["clock ? next"],
                construction("SEQ step = 1 FOR steps", self._step(cut, own, every)),
                self._end(),
            ),
        ]
        parameters = [f"CHAN OF {protocol} fs, ts", *channel_parameters(own)]
        return procedure("root", parameters, body)

    def _step(self, cut: Partition, own: Sequence[Step], every: int) -> Lines:
        n = self.motion.robot.n
        predict = [
            "state[i] := y[i] + (half.step * ((3.0(REAL32) * yd[i]) - yd.before[i]))",
            f"state[{n} + i] := yd[i] + (half.step * ((3.0(REAL32) * a[i]) - a.before[i]))",
        ]
        correct = [
            "yd.before[i] := yd[i]",
            "a.before[i] := a[i]",
            f"y[i] := y[i] + (half.step * (yd[i] + state[{n} + i]))",
            "yd[i] := yd[i] + (half.step * (a[i] + a.predicted[i]))",
            "state[i] := y[i]",
            f"state[{n} + i] := yd[i]",
        ]
        return sequence(
            ["next := next PLUS ticks"],
            construction(f"SEQ i = 0 FOR {n}", sequence(*([line] for line in predict))),
            cycle_of(own, cut),
            self._taken(cut, "a.predicted"),
            construction(f"SEQ i = 0 FOR {n}", sequence(*([line] for line in correct))),
            cycle_of(own, cut),
            self._taken(cut, "a"),
            self._recorded(every),
            self._awaited(),
        )

    def _taken(self, cut: Partition, name: str) -> Lines:
        """Return assignments of every joint's acceleration: numbers and doubles among them."""
        places = held_by_root(cut).places
        nodes = cut.equations.graph.nodes
        lines: Lines = []
        for joint, index in enumerate(cut.equations.results["x"]):
            value = table([nodes[index].number])[1:-1]
            text = f"ydd[{places[index][1]}]" if index in places else value
            lines.append(f"{name}[{joint}] := {text}")
        return sequence(*([line] for line in lines))

    def _recorded(self, every: int) -> Lines:
        record = ["ts ! y"]
        if self.printing:
            n = self.motion.robot.n
            record = [
                "SEQ",
                f"  SEQ i = 0 FOR {n}",
                "    SEQ",
                "      so.write.real32 (fs, ts, y[i], 0, 0)",
                "      so.write.char (fs, ts, ' ')",
                "  so.write.nl (fs, ts)",
            ]
        return [
            "IF",
            f"  (step REM {every}) = 0",
            *indented(indented(record)),
            "  TRUE",
            "    SKIP",
        ]

    def _awaited(self) -> Lines:
        if not self.ticks:
            return []
        return [
            "SEQ",
            "  clock ? now",
            "  IF",
            "    now AFTER next",
            "      late := late + 1",
            "    TRUE",
            "      clock ? AFTER next",
        ]

    def _end(self) -> Lines:
        if not self.printing:
            return ["ts ! late"]
        return [
            "SEQ",
            '  so.write.string (fs, ts, "late steps: ")',
            "  so.write.int (fs, ts, late, 0)",
            "  so.write.nl (fs, ts)",
            "  so.exit (fs, ts, sps.success)",
        ]


def motion_partition(motion: Motion, layout: Layout, cut_like: Partition) -> Partition:
    """Return the equations cut as another partition is, the controller in q."""
    equations = equations_of(
        motion.robot, layout.form, named=layout.parameters == "names", control=motion.control
    )
    return partition(equations, cut_like.assignment, OperationTimes())


def printing_program(
    motion: Motion, cut: Partition, layout: Layout, integration: Integration
) -> Program:
    """Return the program that integrates and prints: what `occam run` takes."""
    ticks = round(integration.step / TICK)
    root = integrating_root(motion, integration.step, integration.steps, ticks, printing=True)
    title = f"Motion of the {motion.robot.name} in real time, by Adams and Moulton's second order."
    return Program(title, cut, layout.temporaries, root)


def integrate(
    motion: Motion,
    cut: Partition,
    layout: Layout,
    settings: MachineSettings,
    step: float | None = None,
    seconds: float = SECONDS,
) -> Integration:
    """Measure a step, run a motion with as many ticks as it needs, compare with golden.

    Parameters
    ----------
    step
        s; what the cycle allows if None. Rounded up to ticks.

    Raises
    ------
    InputError
        The motion blows up.
    """
    needed = _step_needed(motion, cut, layout, settings)
    ticks = math.ceil((needed if step is None else step) / TICK + 1e-9)
    length = ticks * TICK
    steps = max(RECORDS, round(seconds / length))
    every = max(1, steps // RECORDS)
    records = steps // every
    scheme = integrated(
        motion.accelerations, motion.start, np.zeros(motion.robot.n), length, steps, motion.robot
    )[every::every, 0][:records]
    fine = _fine(motion, [length * every * (k + 1) for k in range(records)])
    root = integrating_root(motion, length, steps, ticks, printing=False)
    program = _measured(cut, layout, root)
    data, _ = exchanged(program, settings, b"", 4 * (records * motion.robot.n + 1))
    positions = np.frombuffer(data[:-4], "<f4").reshape(records, motion.robot.n)
    late = int(np.frombuffer(data[-4:], "<i4")[0])
    return Integration(
        length, needed, steps, late,
        np.abs(positions - fine).max(axis=0), np.abs(scheme - fine).max(axis=0),
    )  # fmt: skip


def _measured(cut: Partition, layout: Layout, root: RootText) -> Program:
    return Program(
        "A motion, measured", cut, layout.temporaries, root, protocol="ANY",
        libraries=("snglmath.lib",),
    )  # fmt: skip


def _step_needed(
    motion: Motion, cut: Partition, layout: Layout, settings: MachineSettings
) -> float:
    """Return what a step takes: the difference of two runs, by their steps."""
    seconds = []
    for steps in _FREE_STEPS:
        root = integrating_root(motion, 1e-6, steps, 0, printing=False)
        size = 4 * (steps // max(1, steps // RECORDS) * motion.robot.n + 1)
        _, took = exchanged(_measured(cut, layout, root), settings, b"", size)
        seconds.append(took)
    few, many = _FREE_STEPS
    return (seconds[1] - seconds[0]) / (many - few)


def _fine(motion: Motion, times: Sequence[float]) -> Reals:
    """Return golden's positions, (times, n), by an eighth order method with error control."""
    n = motion.robot.n

    def rates(_: float, state: Reals) -> Reals:
        return np.concatenate([state[n:], motion.accelerations(state[:n], state[n:])])

    start = np.concatenate([motion.start, np.zeros(n)])
    found = solve_ivp(
        rates, (0.0, times[-1]), start, method="DOP853", t_eval=list(times), rtol=1e-10, atol=1e-12
    )
    if not found.success:
        raise InputError("--integrate", f"golden cannot follow: {found.message}", "another motion")
    positions: Reals = found.y[:n].T
    return positions
