"""The host of the papers' programs: sends the points of a trajectory, takes the torques back.

Down the link go a word, the number of points, and for each point 18 REAL32: theta, theta.dot and
theta.ddot. When it has computed all of them the program sends 6 REAL32 for each point. So all time
between the last byte down and the first byte back is the program's own.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from golden.trajectory import Trajectory

_JOINTS = 6


class TrajectoryHost:
    """Serves one run; an `emulator.transputer.network.host.HostDevice`.

    Parameters
    ----------
    trajectory
        The points, (points, 6).
    """

    def __init__(self, trajectory: Trajectory) -> None:
        states = np.concatenate([trajectory.q, trajectory.qd, trajectory.qdd], axis=1)
        count = np.array([trajectory.points], dtype="<i4")
        self._outgoing = count.tobytes() + states.astype("<f4").tobytes()
        self._expected = 4 * _JOINTS * trajectory.points
        self._received = bytearray()

    def wanted(self) -> int:
        """See `HostDevice.wanted`."""
        return max(1, self._expected - len(self._received))

    def receive(self, data: bytes) -> None:
        """See `HostDevice.receive`."""
        self._received += data

    def pending(self) -> bytes:
        """See `HostDevice.pending`."""
        data, self._outgoing = self._outgoing, b""
        return data

    def exit_status(self) -> int | None:
        """See `HostDevice.exit_status`."""
        return 0 if len(self._received) >= self._expected else None

    def torques(self) -> NDArray[np.float32]:
        """Return what has come back, (points, 6), N m."""
        whole = len(self._received) // (4 * _JOINTS) * 4 * _JOINTS
        return np.frombuffer(bytes(self._received[:whole]), "<f4").reshape(-1, _JOINTS)
