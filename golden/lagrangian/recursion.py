"""W, its velocity and its acceleration, from the base to the tips: Waters's and Hollerbach's."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from common.arrays import Reals
from golden.connectivity import BASE


def motions(
    base: Reals,
    parents: Sequence[int],
    transforms: Reals,
    operators: Reals,
    qd: Reals,
    qdd: Reals,
) -> tuple[dict[int, Reals], dict[int, Reals], dict[int, Reals]]:
    """Return W_i, its first and its second derivative in time, by the index of the link.

    That of the base, -1, is there too. The paper's link i - 1 is the parent of link i.

    Parameters
    ----------
    base
        W of the base, (m, m), at rest.
    parents
        The parent array of `golden.connectivity`.
    transforms, operators
        A_i, (points, n, m, m), and Q_i, (n, m, m): m = 4, or m = 3 for rotations alone, where Q_i
        of a prismatic joint vanishes.
    qd, qdd
        (points, n).
    """
    start = np.broadcast_to(base, transforms[:, 0].shape)
    w = {BASE: start}
    w_dot, w_ddot = {BASE: np.zeros_like(start)}, {BASE: np.zeros_like(start)}
    for i, parent in enumerate(parents):
        a, q = transforms[:, i], operators[i]
        rate, push = qd[:, i, None, None], qdd[:, i, None, None]
        wq = w[parent] @ q
        w[i] = w[parent] @ a  # (13)
        w_dot[i] = (w_dot[parent] + wq * rate) @ a  # (14)
        turned = w_ddot[parent] + 2 * w_dot[parent] @ q * rate
        w_ddot[i] = (turned + wq @ q * rate**2 + wq * push) @ a  # (15)
    return w, w_dot, w_ddot
