"""How long each pass of the recursive Lagrangian takes on four transputers, as in tables 6 and 8.

T1 sends to T0 at the end of passes 1 to 7 of phase 1, and of passes 1 to 5 of phase 2. Pass 0 ends
with its first message to T2. So the moments of T1's messages part its time into passes: from one
point's last message of phase 2 to the next point's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from common.arrays import Reals
from emulator.transputer.network.results import Event
from papers.catalogue import paper
from papers.measurement import messages
from papers.run import ProgramRun

_FIRST_PASSES, _SECOND_PASSES = 7, 5
_SENDER, _MASTER, _NEXT = "P1", "P0", "P2"

_PAPER = paper("zalzala_morris")

TABLE_6 = _PAPER.values("phase_1")
"""Phase 1, links 1 to 6, seconds."""
TABLE_6_SECOND = _PAPER.values("phase_2")
"""Phase 2, links 1 to 6, seconds."""
TABLE_8A_FIRST = _PAPER.value("pass_0")
"""What comes before link 1, which is pass 0 of table 7a, seconds."""


@dataclass(frozen=True)
class Phases:
    """Seconds of the passes, means over the points of a run.

    Attributes
    ----------
    first
        Phase 1: passes 0 to 7.
    second
        Phase 2: passes 1 to 5. What T0 does after pass 5 overlaps with the next point's pass 0.
    last
        That, of the last point, which has no next one: until the first torque goes to the host.
    """

    first: tuple[float, ...]
    second: tuple[float, ...]
    last: float

    @property
    def totals(self) -> tuple[float, float]:
        """Seconds of phase 1 and of phase 2; table 6 adds up to 1.598 and 0.864 ms."""
        return sum(self.first), sum(self.second)


def phases(result: ProgramRun) -> Phases:
    """Return the passes of a run of the four-processor program.

    Raises
    ------
    ValueError
        Its messages are not those of that program.
    """
    sent = messages(result.window, result.built.network.wires)
    to_master = _by_point(sent[_SENDER, _MASTER], result.points, _FIRST_PASSES + _SECOND_PASSES)
    pass_0 = _by_point(sent[_SENDER, _NEXT], result.points, 6)[:, :1]
    # The first point begins while the trajectory is still handed on: it is left out.
    ends = np.concatenate([to_master[:-1, -1:], pass_0[1:], to_master[1:]], axis=1)
    lengths = np.diff(ends, axis=1).mean(axis=0).tolist()
    first, second = lengths[: 1 + _FIRST_PASSES], lengths[1 + _FIRST_PASSES :]
    return Phases(tuple(first), tuple(second), result.window.end - float(to_master[-1, -1]))


def _by_point(sent: list[Event], points: int, each: int) -> Reals:
    if len(sent) != points * each:
        raise ValueError(f"{len(sent)} messages for {points} points, not {each} a point")
    return np.array([event.seconds for event in sent]).reshape(points, each)
