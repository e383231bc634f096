"""The backward recursion of Waters and Hollerbach: W, its velocity and its acceleration."""

from __future__ import annotations

import numpy as np

from common.arrays import Reals


def motions(
    base: Reals, transforms: Reals, operators: Reals, qd: Reals, qdd: Reals
) -> tuple[list[Reals], list[Reals], list[Reals]]:
    """Return W_i, its first and its second derivative in time, for i = 0 .. n.

    Parameters
    ----------
    base
        W_0, (m, m), at rest.
    transforms, operators
        A_i, (points, n, m, m), and Q_i, (n, m, m): m = 4, or m = 3 for rotations alone, where Q_i
        of a prismatic joint vanishes.
    qd, qdd
        (points, n).
    """
    start = np.broadcast_to(base, transforms[:, 0].shape)
    w, w_dot, w_ddot = [start], [np.zeros_like(start)], [np.zeros_like(start)]
    for i in range(transforms.shape[1]):
        a, q = transforms[:, i], operators[i]
        rate, push = qd[:, i, None, None], qdd[:, i, None, None]
        wq = w[i] @ q
        w.append(w[i] @ a)  # (13)
        w_dot.append((w_dot[i] + wq * rate) @ a)  # (14)
        w_ddot.append(
            (w_ddot[i] + 2 * w_dot[i] @ q * rate + wq @ q * rate**2 + wq * push) @ a  # (15)
        )
    return w, w_dot, w_ddot
