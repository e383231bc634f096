"""The robot as it was understood: its links and their frames, somewhere within their ranges."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from common.arrays import Reals
from common.pictures import COLOURS
from golden.joint import Joint
from golden.kinematics import frames
from golden.robot import Robot
from torqueflow.page.drawing import FAINT, INK, drawing
from torqueflow.page.findings import Findings
from torqueflow.page.panels.panel import Panel

_TURN, _TILT = math.radians(-55), math.radians(22)
"""From where one looks: about the vertical, then down on it."""

_AXES = (("x", COLOURS[1]), ("y", COLOURS[2]), ("z", COLOURS[0]))


def robot_panel(found: Findings) -> Panel:
    """Return the robot drawn with its frames."""
    title = "The robot"
    q = np.array([shown_place(joint) for joint in found.robot.joints])
    told = ", ".join(f"{value:.3g}" for value in q[:8]) + (" ..." if len(q) > 8 else "")
    words = (
        f"{found.robot.n} joints at q = {told}, seen from the side and a little from above. At the "
        "end of each link stands its frame; joints move about or along a z."
    )
    return Panel("robot", title, words, drawn(found.robot, q, f"{title}. {words}"))


def shown_place(joint: Joint) -> float:
    """Return a coordinate off the middle of a joint's range, where arms seldom lie straight.

    Never more than a radian from the middle; without limits it is 0.5.
    """
    low, high = joint.position_limits
    if not (math.isfinite(low) and math.isfinite(high)):
        return 0.5
    return (low + high) / 2 + min((high - low) / 6, 1.0)


def drawn(robot: Robot, q: Reals, words: str) -> str:
    """Return an SVG of a robot at q, (n,), rad or m."""
    found = frames(robot, q)
    with drawing("robot", words) as made:
        axes = made.figure.subplots()
        origins = _seen(found[:, :3, 3])
        size = max(float(np.ptp(origins, axis=0).max()), 1e-3)
        for link, parent in enumerate(robot.parents):
            way = np.stack([found[parent + 1, :3, 3], found[link + 1, :3, 3]])
            axes.plot(*_seen(way).T, color=INK, linewidth=4, alpha=0.35, solid_capstyle="round")
        for frame in found:
            _draw_frame(axes, frame, 0.15 * size)
        axes.plot(*origins.T, "o", color=INK, markersize=3)
        base = _seen(found[0, :3, 3])
        axes.axhline(base[1], color=FAINT, linewidth=0.8)
        for name, colour in _AXES:
            axes.plot([], [], color=colour, label=name)
        axes.legend(ncols=3, loc="upper right")
        axes.set_aspect("equal", adjustable="datalim")
        axes.grid(visible=False)
        axes.set_axis_off()
        axes.margins(0.12)
    return made.svg


def _draw_frame(axes: Any, frame: Reals, length: float) -> None:  # noqa: ANN401
    for column, (_, colour) in enumerate(_AXES):
        tip = frame[:3, 3] + length * frame[:3, column]
        axes.plot(*_seen(np.stack([frame[:3, 3], tip])).T, color=colour, linewidth=1.8)


def _seen(points: Reals) -> Reals:
    """Return places on the paper, (..., 2), of places in space, (..., 3), m."""
    c, s = math.cos(_TURN), math.sin(_TURN)
    across = c * points[..., 0] - s * points[..., 1]
    away = s * points[..., 0] + c * points[..., 1]
    up = math.cos(_TILT) * points[..., 2] + math.sin(_TILT) * away
    return np.stack([across, up], axis=-1)
