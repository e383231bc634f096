"""What `torqueflow simulate` found, as results and errors along the points."""

from __future__ import annotations

from torqueflow.pictures.simulation import Seen, simulation_picture
from torqueflow.report.comparison import Agreement
from torqueflow.report.simulation import Session, error_bounds


def session_picture(session: Session) -> bytes:
    """Return an SVG of each result that a session found, and of its error below its bound.

    Raises ValueError for a session that kept no results.
    """
    design, found = session.design, session.agreement
    if not isinstance(found, Agreement):
        raise ValueError("a session that kept no results has no picture")
    seen = [
        Seen(port, found.results[:, column], found.golden[:, column], bound)
        for column, (port, bound) in enumerate(
            zip(design.outputs, error_bounds(session), strict=True)
        )
    ]
    title = (
        f"{session.robot}: {design.algorithm}, {session.topology}, "
        f"{design.trigonometry.angle_bits} bits, {session.points} points in {session.simulator}"
    )
    return simulation_picture(seen, title)
