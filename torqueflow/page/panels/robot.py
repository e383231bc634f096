"""The robot as it was understood: its links and their frames, somewhere within their ranges."""

from __future__ import annotations

from torqueflow.page.drawing import FAINT, INK, drawing
from torqueflow.page.findings import Findings
from torqueflow.page.panels.panel import Panel
from torqueflow.pictures.robot import draw_robot, shown_positions


def robot_panel(found: Findings) -> Panel:
    """Return the robot drawn with its frames."""
    title, q = "The robot", shown_positions(found.robot)
    told = ", ".join(f"{value:.3g}" for value in q[:8]) + (" ..." if len(q) > 8 else "")
    words = (
        f"{found.robot.n} joints at q = {told}, seen from the side and a little from above. At the "
        "end of each link stands its frame; joints move about or along a z."
    )
    with drawing("robot", f"{title}. {words}") as made:
        draw_robot(made.figure.subplots(), found.robot, q, INK, FAINT)
    return Panel("robot", title, words, made.svg)
