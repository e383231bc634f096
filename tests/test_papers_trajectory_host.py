"""The host sends the points and takes the torques back."""

import numpy as np

from golden.load import load_robot
from golden.trajectory import random_states
from papers.trajectory_host import TrajectoryHost


def test_the_host_sends_the_points_and_takes_the_torques():
    trajectory = random_states(load_robot("puma560"), 3, 1)
    host = TrajectoryHost(trajectory)
    down = host.pending()
    assert int.from_bytes(down[:4], "little") == 3
    values = np.frombuffer(down[4:], "<f4").reshape(3, 3, 6)
    np.testing.assert_array_equal(values[2, 0], trajectory.q[2].astype("f4"))
    np.testing.assert_array_equal(values[1, 2], trajectory.qdd[1].astype("f4"))
    assert host.pending() == b""
    assert host.wanted() == 72
    torques = np.arange(18, dtype="<f4")
    host.receive(torques[:10].tobytes())
    assert (host.wanted(), host.exit_status()) == (32, None)
    assert host.torques().shape == (1, 6)
    host.receive(torques[10:].tobytes())
    assert host.exit_status() == 0
    np.testing.assert_array_equal(host.torques(), torques.reshape(3, 6))
