"""An algorithm's link steps chained over a whole arm: forward to the tip, back to the base."""

from __future__ import annotations

from collections.abc import Callable

from common.arrays import Reals
from dataflow.equations import lagrangian, newton_euler
from dataflow.equations.chain import ChainLink
from dataflow.equations.motion import Drive
from dataflow.equations.vector import Operations, Real

EnterStage = Callable[[str], None]
"""Told the name of each step before it runs: forward_1 ... forward_n, backward_n ... backward_1."""

Algorithm = Callable[[Operations, list[ChainLink], list[Drive], Reals, EnterStage], list[Real]]


def _chain_newton_euler(
    ops: Operations,
    chain: list[ChainLink],
    drives: list[Drive],
    gravity: Reals,
    enter: EnterStage,
) -> list[Real]:
    """Joint torques (N m or N) by Newton-Euler, base first."""
    motion, own = newton_euler.base_motion(gravity), []
    for i, (link, drive) in enumerate(zip(chain, drives, strict=True), start=1):
        enter(f"forward_{i}")
        motion = newton_euler.forward(ops, i, link, drive, motion)
        own.append(newton_euler.link_wrench(ops, i, link, motion))
    torques: list[Real] = []
    wrench, next_link = newton_euler.no_wrench(), None
    for i in range(len(chain), 0, -1):
        enter(f"backward_{i}")
        torque, wrench = newton_euler.backward(ops, i, drives[i - 1], own[i - 1], wrench, next_link)
        torques.append(torque)
        next_link = chain[i - 1]
    return torques[::-1]


def _chain_lagrangian(
    ops: Operations,
    chain: list[ChainLink],
    drives: list[Drive],
    gravity: Reals,
    enter: EnterStage,
) -> list[Real]:
    """Joint torques (N m or N) by the recursive Lagrangian, base first."""
    motion, motions, own = lagrangian.base_motion(), [], []
    for i, (link, drive) in enumerate(zip(chain, drives, strict=True), start=1):
        enter(f"forward_{i}")
        motion = lagrangian.forward(ops, i, link, drive, motion)
        motions.append(motion)
        own.append(lagrangian.link_load(ops, i, link, motion))
    torques: list[Real] = []
    passed, next_link = lagrangian.no_load(), None
    for i in range(len(chain), 0, -1):
        enter(f"backward_{i}")
        load, passed = lagrangian.backward(ops, i, drives[i - 1], own[i - 1], passed, next_link)
        torques.append(lagrangian.torque(ops, i, drives[i - 1], motions[i - 1], load, gravity))
        next_link = chain[i - 1]
    return torques[::-1]


ALGORITHMS: dict[str, Algorithm] = {
    "newton-euler": _chain_newton_euler,
    "lagrangian": _chain_lagrangian,
}
