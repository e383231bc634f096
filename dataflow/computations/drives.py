"""A robot's coordinates as the equations see them: each joint's drive, from the inputs."""

from __future__ import annotations

import functools

from dataflow.computations.computation import Inputs
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import JointFrameLink
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
