"""What the paper claims in words, with a verdict and the measured figures that it rests on.

``python -m papers.schafer_schiehlen.claims`` measures and prints them: about a minute.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cache

import numpy as np

from dataflow.tasks.assignment import Assignment, on_one
from dataflow.tasks.blocks import BLOCKS
from dataflow.tasks.operation_times import OperationTimes
from dataflow.tasks.partition import partition
from dataflow.tasks.subsystems import Groups, subsystem_equations
from golden.generators import random_robot
from golden.load import load_robot
from golden.robot import Robot
from papers.claim import Claim, outcome
from papers.generated.running import measured_program, run
from papers.generated.worker_text import Extras
from papers.schafer_schiehlen.accuracy import demo_states
from papers.schafer_schiehlen.forward_demo import (
    PAPER_SETTINGS,
    ROBOT,
    SEED,
    THREE,
    Layout,
    Measured,
    measured,
)
from papers.schafer_schiehlen.integration import integrate, motion_partition
from papers.schafer_schiehlen.motion import gentle_motion

_POINTS = 3
_HALVES: Groups = ((0, 1, 2), (3, 4, 5))
"""The Stanford arm cut before joint 4; the two arms of `two_branches`."""

_SECONDS = 0.2


@dataclass(frozen=True)
class FiveFigures:
    """What the paper prints, as it comes out here: microseconds and shares."""

    one: float
    three: float
    left: float

    @property
    def speed_up(self) -> float:
        """Of three transputers."""
        return self.one / self.three

    @property
    def with_control(self) -> float:
        """Of three, with what is left on the third used."""
        return (self.one + self.left) / self.three


def five_figures() -> FiveFigures:
    """Measure the paper's example."""
    one, three = _paper_runs()
    return FiveFigures(_us(one), _us(three), _left(three))


@cache
def _paper_runs() -> tuple[Measured, Measured]:
    """Return the runs that figures and claims rest on: one transputer and three."""
    return _on(on_one()), _on(THREE)


def claims() -> tuple[Claim, ...]:
    """Measure and judge all claims, at the one setting of the printed figures."""
    one, three = _paper_runs()
    return (
        _speed_up(one, three),
        _room(one, three),
        _chain(one),
        _branches(),
        _third_strategy(three),
        _recursion(three),
        _beside(three),
        _real_time(three),
    )


def two_branches() -> Robot:
    """Return two equal arms of three turning joints each on one base."""
    arm = random_robot(
        np.random.default_rng(3), 3, joint_types="RRR", quarter_twists=True, parents=(-1, 0, 1)
    )
    other = [
        dataclasses.replace(link, parent=parent)
        for link, parent in zip(arm.links, (-1, 3, 4), strict=True)
    ]
    return dataclasses.replace(arm, links=(*arm.links, *other))


def _on(assignment: Assignment, extras: Extras | None = None, form: str = "jacobian") -> Measured:
    layout = Layout(form, "names" if form == "jacobian" else "numbers")
    return measured(assignment, PAPER_SETTINGS, layout, _POINTS, extras)


def _us(program: Measured) -> float:
    return program.cycle.microseconds


def _left(program: Measured) -> float:
    return program.left["P3"]


def _speed_up(one: Measured, three: Measured) -> Claim:
    figures = {"one transputer, us": _us(one), "three transputers, us": _us(three)}
    speed_up = _us(one) / _us(three)
    return Claim(
        "the cycle time could be reduced to 1141 us and a speed-up of 1.4 could be achieved",
        outcome(abs(speed_up / 1.4 - 1.0) < 0.06),
        "holds, with M and x, k, and q and L on a processor each",
        {**figures, "speed-up": speed_up},
    )


def _room(one: Measured, three: Measured) -> Claim:
    left = _left(three)
    return Claim(
        "processor 3 has about 500 us left ..., which raises the achievable speed-up to 1.8",
        outcome(abs(left / 500.0 - 1.0) < 0.06),
        "holds: 1.8 is (1596 + 500) / 1141, the work of one transputer that had that to do as well",
        {"left, us": left, "speed-up with it": (_us(one) + left) / _us(three)},
    )


def _strategy_1(robot: Robot, processors: dict[str, int]) -> float:
    """Return the microseconds of a cycle by subsystems; blocks not named are on the first."""
    equations = subsystem_equations(robot, _HALVES, named=True)
    cut = partition(equations, dict.fromkeys(equations.results, 1) | processors, OperationTimes())
    states = demo_states(robot, _POINTS, SEED)
    return run(measured_program(cut, "array"), states, PAPER_SETTINGS).microseconds


def _chain(one: Measured) -> Claim:
    robot = load_robot(ROBOT)
    alone, halves = _strategy_1(robot, {}), _strategy_1(robot, {"S2": 2})
    return Claim(
        "the subsystem approach is not beneficial due to the chain topology",
        outcome(halves > _us(one)),
        "holds: two halves on two transputers take longer than the whole on one",
        {"whole, us": _us(one), "halves on one, us": alone, "halves on two, us": halves},
    )


def _branches() -> Claim:
    robot = two_branches()
    alone = _strategy_1(robot, {})
    apart = _strategy_1(robot, {"S2": 2, "L2": 2, "X2": 2})
    return Claim(
        "subsystem equations of independent branches can be evaluated fully in parallel",
        outcome(apart < 0.7 * alone),
        "holds: nothing but states and accelerations is sent",
        {"two arms on one, us": alone, "two arms on two, us": apart},
    )


def _third_strategy(three: Measured) -> Claim:
    together = _on(dict(zip(BLOCKS, (1, 2, 3, 1, 1), strict=True)))
    return Claim(
        "this third strategy pays off in any case",
        outcome(_us(three) < _us(together)),
        "does not: sending M and L back and forth costs more than k and q leave to be won",
        {"L beside q, us": _us(three), "L behind M, us": _us(together)},
    )


def _recursion(three: Measured) -> Claim:
    recursive = _on(on_one(), form="recursive")
    fastest = _on(dict(zip(BLOCKS, (1, 2, 3, 1, 1), strict=True)))
    return Claim(
        "the evaluation of the generalized accelerations requires some overhead not necessary in "
        "the nonrecursive formulation",
        outcome(_us(recursive) > _us(three)),
        "does not: composite bodies and Newton-Euler on one transputer beat the paper's form on "
        "three",
        {
            "recursive on one, us": _us(recursive),
            "paper's on three, us": _us(three),
            "paper's form, L behind M, us": _us(fastest),
        },
    )


def _beside(three: Measured) -> Claim:
    plain = _on(THREE, Extras(priority=False))
    return Claim(
        "certain communications run in parallel to computations, thus reducing the communication "
        "overhead considerably",
        outcome(_us(three) < 0.9 * _us(plain)),
        "holds, if messages have priority: in a plain PAR straight-line code never lets them run",
        {"PRI PAR, us": _us(three), "PAR, us": _us(plain)},
    )


def _real_time(three: Measured) -> Claim:
    motion = gentle_motion(load_robot(ROBOT), control=False)
    cut = motion_partition(motion, three.layout, three.partition)
    found = integrate(motion, cut, three.layout, PAPER_SETTINGS, seconds=_SECONDS)
    return Claim(
        "real-time simulation by a second order integration scheme, for instance Adams-Moulton",
        outcome(found.keeps),
        "holds: two evaluations a step, and positions within 1e-3 rad of golden's",
        {
            "step, us": 1e6 * found.step,
            "two cycles, us": 2 * _us(three),
            "largest error, 1e-6 rad or m": 1e6 * float(found.position_error_max.max()),
        },
    )


def _print() -> None:
    for claim in claims():
        print(f"{'+' if claim.holds else '-'} {claim.words}\n  {claim.verdict}")
        print("  " + ", ".join(f"{name} {value:.4g}" for name, value in claim.figures.items()))


if __name__ == "__main__":
    _print()
