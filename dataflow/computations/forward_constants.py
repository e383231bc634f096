"""How far M and the bias of forward dynamics' equations may be from those of the exact robot.

The equations work with constants that were multiplied in floating point, snapped and cleaned. Here
they run once more, with constants that know how far the exact ones may be
(`dataflow.equations.link_deviations`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from dataflow.equations.composite_bodies import mass_matrix
from dataflow.equations.drive import Drive
from dataflow.equations.joint_frames import JointFrameLink, joint_frame_links, regrouped
from dataflow.equations.link_deviations import with_deviations
from dataflow.equations.recursions import newton_euler_torques
from dataflow.equations.vector import PlaneRotation
from dataflow.graph.distances import neglected_distances
from dataflow.graph.scalar import Tracer
from golden.robot import Robot


@dataclass(frozen=True)
class Distances:
    """Bounds of what is off: of M, (n, n), kg m2, kg m or kg, and of the bias, (n,), N m or N."""

    mass: Reals
    bias: Reals


def distances_of_constants(robot: Robot, reaches: Mapping[str, Reals]) -> Distances:
    """Return what the constants' being off makes of M and the bias.

    Parameters
    ----------
    reaches
        The largest magnitudes of q and qd, (n,) each, in SI units.
    """
    links = with_deviations(robot, regrouped(joint_frame_links(robot)))
    tracer = Tracer()
    drives = [_drive(tracer, i, link, reaches) for i, link in enumerate(links)]
    bias = newton_euler_torques(tracer, links, drives, robot.gravity, _nowhere)
    mass = mass_matrix(tracer, links, drives, _nowhere)
    found = {}
    for i in range(robot.n):
        found[f"bias_{i}"] = bias[i]
        found |= {f"mass_{i}_{j}": mass[i][j] for j in range(i + 1)}
    for name, value in found.items():
        tracer.output(name, value)
    graph = tracer.graph
    distances = neglected_distances(graph, translated=0.0)
    off = {name: distances[node] for name, node in graph.outputs.items()}
    square = np.array(
        [[off[f"mass_{max(i, j)}_{min(i, j)}"] for j in range(robot.n)] for i in range(robot.n)]
    )
    return Distances(square, np.array([off[f"bias_{i}"] for i in range(robot.n)]))


def _drive(tracer: Tracer, i: int, link: JointFrameLink, reaches: Mapping[str, Reals]) -> Drive:
    """Return a joint's position and rate, at rest otherwise."""
    position, speed = float(reaches["q"][i]), float(reaches["qd"][i])
    q, qd = tracer.input(f"q{i + 1}", position), tracer.input(f"qd{i + 1}", speed)
    if link.revolute:
        turn = PlaneRotation(*tracer.cosine_and_sine(q, str(i + 1)))
        return Drive(qd, 0.0, speed, 0.0, rotation=turn)
    return Drive(qd, 0.0, speed, 0.0, slide=q, slide_bound=position)


def _nowhere(stage: str) -> None:
    """Enter no stage: nothing is built of this graph."""
