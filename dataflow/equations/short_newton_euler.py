"""Newton-Euler over a whole robot with economies: fewer operations, fewer of them in a row."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from common.arrays import Reals
from dataflow.equations.drive import Drive
from dataflow.equations.economies import ECONOMIES, Economy
from dataflow.equations.joint_frames import JointFrameLink
from dataflow.equations.newton_euler import LinkMotion, Wrench, base_motion
from dataflow.equations.parallel_axes import group_heads
from dataflow.equations.recursions import EnterStage, Held
from dataflow.equations.short_motion import (
    Approach,
    OwnWrench,
    Step,
    base_step,
    head_step,
    is_tip,
    own_wrench,
    sliding_step,
    tip_step,
    turning_step,
)
from dataflow.equations.short_wrench import Passed, Return, backward, gathered
from dataflow.equations.vector import Operations, Real, transform
from golden.connectivity import BASE


def short_torques(
    ops: Operations,
    links: Sequence[JointFrameLink],
    drives: Sequence[Drive],
    turns: Sequence[Drive],
    gravity: Reals,
    enter: EnterStage,
    economies: Collection[Economy] = ECONOMIES,
) -> list[Real]:
    """Return the joint torques (N m or N), in the links' order.

    Parameters
    ----------
    links
        From `parallel_axes.with_parallel_frames`, if parallel axes are to turn as one.
    turns
        For each joint the parallel joints that end in it, from `group_heads`' head on, taken as
        one: sums of their angles, rates and accelerations. The joint's own drive where there is
        one only.
    """
    base = base_motion(gravity)
    return short_torques_from(ops, links, drives, turns, base, enter, economies)[0]


Carried = Sequence[tuple[Passed, JointFrameLink]]
"""What the base gives to each link mounted on it: in the frame before that link's joint turns."""


def short_torques_from(
    ops: Operations,
    links: Sequence[JointFrameLink],
    drives: Sequence[Drive],
    turns: Sequence[Drive],
    base: LinkMotion,
    enter: EnterStage,
    economies: Collection[Economy],
    held: Held | None = None,
) -> tuple[list[Real], Carried]:
    """Return the joint torques from the base's motion, and what the base gives.

    As `short_torques`; what links hold is told in the frames that ``links`` have.
    """
    arm = _Arm(ops, links, drives, turns, economies, held or {})
    steps = {BASE: base_step(base)}
    for i in range(len(links)):
        enter(f"forward_{i + 1}")
        steps[i] = arm.forward(i, steps)
    torques: dict[int, Real] = {}
    beyond: dict[int, list[tuple[Passed, JointFrameLink]]] = {}
    for i, link in reversed(list(enumerate(links))):
        enter(f"backward_{i + 1}")
        torques[i], passed = arm.backward(i, steps[i], beyond.get(i, []))
        beyond.setdefault(link.parent, []).append((passed, link))
    return [torques[i] for i in range(len(links))], beyond.get(BASE, [])


def base_wrench(
    ops: Operations,
    body: JointFrameLink,
    motion: LinkMotion,
    carried: Carried,
    economies: Collection[Economy],
) -> Wrench:
    """Return the wrench that must act on a base that moves: force and moment about its origin."""
    own = own_wrench(ops, 0, body, motion, economies)
    force, moment, _ = gathered(OwnWrench(own.force, own.moment), carried)
    return Wrench(force.keep(ops, "f", 0), moment.keep(ops, "n", 0))


class _Arm:
    """Chooses the step of each link."""

    def __init__(
        self,
        ops: Operations,
        links: Sequence[JointFrameLink],
        drives: Sequence[Drive],
        turns: Sequence[Drive],
        economies: Collection[Economy],
        held: Held,
    ) -> None:
        self.ops, self.links, self.drives, self.turns = ops, links, drives, turns
        self.economies, self.held = economies, held
        parallel = Economy.PARALLEL_AXES in economies
        self.heads = group_heads(links) if parallel else list(range(len(links)))
        self.parents = {link.parent for link in links}
        self.with_group = {head for i, head in enumerate(self.heads) if head != i}

    def forward(self, i: int, steps: Mapping[int, Step]) -> Step:
        """Return link ``i``'s step from its parent's."""
        link, drive, held = self.links[i], self.drives[i], self.held.get(i)
        inner, parent = self.heads[i] != i, steps[link.parent]
        before = parent.before
        if not inner:
            before = (
                transform(link.rotation.T, parent.omega),
                transform(link.rotation.T, parent.alpha),
            )
        acceleration = transform(link.rotation.T, parent.point(link.translation, i + 1))
        acceleration = acceleration.keep(self.ops, "before", i + 1)
        turn = self.turns[i] if inner else drive
        at = Approach(i + 1, link, drive, turn, before, acceleration, self.economies, held)
        if drive.rotation is None:
            return sliding_step(self.ops, at)
        if held is not None:
            return turning_step(self.ops, at, drive.rotation)
        if Economy.TIP in self.economies and i not in self.parents and is_tip(link):
            return tip_step(self.ops, at)
        if Economy.HEAD in self.economies and i in self.with_group:
            return head_step(self.ops, at, drive.rotation)
        return turning_step(self.ops, at, drive.rotation)

    def backward(
        self, i: int, step: Step, beyond: Sequence[tuple[Passed, JointFrameLink]]
    ) -> tuple[Real, Passed]:
        """Return joint ``i``'s torque and what its link passes down."""
        inner = self.heads[i] != i
        turn = self.turns[i] if inner else self.drives[i]
        at = Return(i + 1, self.links[i], self.drives[i], turn, inner, self.economies)
        return backward(self.ops, at, step.own, beyond)
