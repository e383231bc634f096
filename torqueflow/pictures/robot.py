"""A robot drawn as sticks with its frames, somewhere within its ranges."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from common.arrays import Reals
from common.pictures import COLOURS
from golden.joint import Joint
from golden.kinematics import frames
from golden.robot import Robot
from torqueflow.pictures.sheet import FAINT, INK, sheet

_TURN, _TILT = math.radians(-55), math.radians(22)
"""From where one looks: about the vertical, then down on it."""

_AXES = (("x", COLOURS[1]), ("y", COLOURS[2]), ("z", COLOURS[0]))
_ACROSS = 3
"""Robots beside each other, where there are several."""


def shown_position(joint: Joint) -> float:
    """Return a coordinate off the middle of a joint's range, where arms seldom lie straight.

    Never more than a radian from the middle; without limits it is 0.5.
    """
    low, high = joint.position_limits
    if not (math.isfinite(low) and math.isfinite(high)):
        return 0.5
    return (low + high) / 2 + min((high - low) / 6, 1.0)


def shown_positions(robot: Robot) -> Reals:
    """Return the coordinates, (n,), rad or m, at which a robot is drawn."""
    return np.array([shown_position(joint) for joint in robot.joints])


def robot_picture(robot: Robot) -> bytes:
    """Return an SVG of one robot, its frames numbered, their axes in three colours."""
    with sheet(f"{robot.name}: {robot.n} joints", 7.0, 6.0) as made:
        axes = made.figure.subplots()
        draw_robot(axes, robot, shown_positions(robot), INK, FAINT, numbered=True)
        told = ", ".join(
            f"q{i} = {value:.3g}" for i, value in enumerate(shown_positions(robot)[:8], start=1)
        )
        axes.set_title(told + (", ..." if robot.n > 8 else ""), loc="left", fontsize=8)
    return made.svg


def gallery(robots: Mapping[str, Robot]) -> bytes:
    """Return an SVG of several robots beside each other, each with the name it is known by."""
    rows = -(-len(robots) // _ACROSS)
    with sheet("Robots", 4.0 * _ACROSS, 3.4 * rows) as made:
        panels = made.figure.subplots(rows, _ACROSS, squeeze=False).ravel()
        for axes, (name, robot) in zip(panels, robots.items(), strict=False):
            draw_robot(axes, robot, shown_positions(robot), INK, FAINT)
            axes.set_title(name, loc="left", fontsize=10)
        for axes in panels[len(robots) :]:
            axes.set_axis_off()
    return made.svg


def draw_robot(
    axes: Any,  # noqa: ANN401 - matplotlib's own type says no more
    robot: Robot,
    q: Reals,
    ink: str,
    faint: str,
    *,
    numbered: bool = False,
) -> None:
    """Draw a robot at q, (n,), rad or m: sticks from frame to frame, the floor through the base.

    Parameters
    ----------
    ink, faint
        Colours of links, and of the floor.
    numbered
        Whether the numbers of the frames stand beside them, 0 for the base's.
    """
    found = frames(robot, q)
    origins = _seen(found[:, :3, 3])
    size = max(float(np.ptp(origins, axis=0).max()), 1e-3)
    for link, parent in enumerate(robot.parents):
        way = _seen(np.stack([found[parent + 1, :3, 3], found[link + 1, :3, 3]]))
        axes.plot(*way.T, color=ink, linewidth=4, alpha=0.35, solid_capstyle="round")
    for frame in found:
        _draw_frame(axes, frame, 0.15 * size)
    axes.plot(*origins.T, "o", color=ink, markersize=3)
    if numbered:
        _number(axes, origins, 0.07 * size)
    axes.axhline(_seen(found[0, :3, 3])[1], color=faint, linewidth=0.8)
    for name, colour in _AXES:
        axes.plot([], [], color=colour, label=name)
    axes.legend(ncols=3, loc="lower right", bbox_to_anchor=(1.0, 0.97))
    axes.set_aspect("equal", adjustable="datalim")
    axes.grid(visible=False)
    axes.set_axis_off()
    axes.margins(0.12)


def _number(axes: Any, origins: Reals, near: float) -> None:  # noqa: ANN401
    """Write each frame's number beside it; frames in one place share a label."""
    groups: list[list[int]] = []
    for index, place in enumerate(origins):
        beside = [each for each in groups if np.hypot(*(origins[each[0]] - place)) < near]
        if beside:
            beside[0].append(index)
        else:
            groups.append([index])
    for group in groups:
        axes.annotate(
            ", ".join(map(str, group)), origins[group[0]], xytext=(8, -14),
            textcoords="offset points", fontsize=9,
        )  # fmt: skip


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
