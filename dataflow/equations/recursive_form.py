"""The equations of motion in recursive form: M by composite bodies, forces by Newton-Euler.

What Schäfer and Schiehlen (1992) do not consider, with the same end: M = L L', L L' ydd = q - k.
Weight enters as an acceleration of the base, so it is in k, and q is what the drives exert.
"""

from __future__ import annotations

from collections.abc import Sequence

from common.arrays import Reals
from dataflow.equations.composite_bodies import mass_matrix
from dataflow.equations.drive import Drive
from dataflow.equations.equations_of_motion import Blocks, completed
from dataflow.equations.functions import UNKNOWN_BOUND, Functions
from dataflow.equations.joint_frames import JointFrameLink, joint_frame_links
from dataflow.equations.recursions import newton_euler_torques
from dataflow.equations.vector import PlaneRotation, Real
from golden.robot import Robot


def recursive_form(
    functions: Functions,
    robot: Robot,
    q: Sequence[Real],
    qd: Sequence[Real],
    torques: Sequence[Real],
    rotors: Reals | None = None,
) -> Blocks:
    """Return the blocks at a state; as `dataflow.equations.equations_of_motion.jacobian_form`.

    Bodies are in their joints' frames with their inertia as it is: regrouped, fewer operations
    would do. The robot's numbers are folded.
    """
    links = joint_frame_links(robot)
    drives = [drive_of(functions, i, link, q[i], qd[i], 0.0, 0.0) for i, link in enumerate(links)]
    forces = newton_euler_torques(functions, links, drives, robot.gravity, _ignore)
    mass = mass_matrix(functions, links, drives, _ignore)
    if rotors is not None:
        for i, inertia in enumerate(rotors.tolist()):
            mass[i][i] = mass[i][i] + inertia
    return completed(functions, [], mass, forces, list(torques))


def drive_of(
    functions: Functions,
    i: int,
    link: JointFrameLink,
    q: Real,
    qd: Real,
    qdd: Real,
    qdd_bound: float,
) -> Drive:
    """Return joint ``i``'s drive, counted from 0, of bounds that nobody knows."""
    unknown = UNKNOWN_BOUND
    if link.revolute:
        turn = PlaneRotation(*functions.cosine_and_sine(q, str(i + 1)))
        return Drive(qd, qdd, unknown, qdd_bound, rotation=turn)
    return Drive(qd, qdd, unknown, qdd_bound, slide=q, slide_bound=unknown)


def _ignore(stage: str) -> None:
    """Pass over the name of a step."""
