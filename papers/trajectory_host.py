"""The host of the papers' programs: sends the points of a trajectory, takes the torques back.

Down the link go a word, the number of points, and for each point 18 REAL32: theta, theta.dot and
theta.ddot. When it has computed all of them the program sends 6 REAL32 for each point. So all time
between the last byte down and the first byte back is the program's own.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from golden.trajectory import Trajectory
from papers.counted_host import CountedHost

_JOINTS = 6


class TrajectoryHost(CountedHost):
    """Serves one run.

    Parameters
    ----------
    trajectory
        The points, (points, 6).
    """

    def __init__(self, trajectory: Trajectory) -> None:
        states = np.concatenate([trajectory.q, trajectory.qd, trajectory.qdd], axis=1)
        count = np.array([trajectory.points], dtype="<i4")
        outgoing = count.tobytes() + states.astype("<f4").tobytes()
        super().__init__(outgoing, 4 * _JOINTS * trajectory.points)

    def torques(self) -> NDArray[np.float32]:
        """Return what has come back, (points, 6), N m."""
        return self.rows(_JOINTS)
