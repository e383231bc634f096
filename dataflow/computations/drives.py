"""A robot's coordinates as the equations see them: each joint's drive, from the inputs."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from dataflow.computations.computation import Inputs
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import JointFrameLink
from dataflow.equations.parallel_axes import group_heads
from dataflow.equations.vector import PlaneRotation
from dataflow.graph.scalar import Tracer


def traced_drive(tracer: Tracer, inputs: Inputs, i: int, link: JointFrameLink) -> Drive:
    """Return joint ``i``'s coordinates, each with the largest magnitude that its port admits."""
    tracer.stage = f"forward_{i}"
    position, rate, acceleration = (inputs[f"{name}{i}"] for name in ("q", "qd", "qdd"))
    moving = functools.partial(
        Drive, rate.value, acceleration.value, rate.reach, acceleration.reach
    )
    if link.revolute:
        return moving(rotation=PlaneRotation(*tracer.cosine_and_sine(position.value, str(i))))
    return moving(slide=position.value, slide_bound=position.reach)


def traced_turns(
    tracer: Tracer, inputs: Inputs, links: Sequence[JointFrameLink], drives: Sequence[Drive]
) -> list[Drive]:
    """Return for each joint the parallel joints that end in it, taken as one.

    Their sums are computed in the joint's step forward; see
    `dataflow.equations.short_newton_euler.short_torques`.
    """
    heads, turns, angles = group_heads(links), list(drives), {}
    for i, (link, drive) in enumerate(zip(links, drives, strict=True)):
        if not link.revolute:
            continue
        angles[i] = inputs[f"q{i + 1}"].value
        if heads[i] == i:
            continue
        tracer.stage = f"forward_{i + 1}"
        name, before = f"{heads[i] + 1}_to_{i + 1}", turns[link.parent]
        angles[i] = tracer.angle_sum(angles[link.parent], angles[i], f"q_{name}")
        rate_bound = before.rate_bound + drive.rate_bound
        push_bound = before.acceleration_bound + drive.acceleration_bound
        turns[i] = Drive(
            tracer.keep(f"qd_{name}", before.rate + drive.rate, rate_bound),
            tracer.keep(f"qdd_{name}", before.acceleration + drive.acceleration, push_bound),
            rate_bound,
            push_bound,
            PlaneRotation(*tracer.cosine_and_sine(angles[i], name)),
        )
    return turns
