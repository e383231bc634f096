"""Numbers along a motion: a panel for each, in its own unit, with its limit where that is known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from common.arrays import Integers, Reals
from common.pictures import COLOURS
from torqueflow.pictures.sheet import sheet

_ACROSS = 3
_MOST_DRAWN = 1000
"""Points of a curve; of more, the lowest and the highest of each stretch are drawn."""

_NEAR = 0.5
"""Of a limit: what stays below does not have the limit drawn, only told."""


@dataclass(frozen=True)
class Panel:
    """One panel.

    Attributes
    ----------
    name, unit
        What is drawn, and in what.
    values
        (points, curves).
    limit
        The largest magnitude allowed; infinite where there is none or it is unknown.
    labels
        A name for each curve, where there are several.
    """

    name: str
    unit: str
    values: Reals
    limit: float = math.inf
    labels: tuple[str, ...] = ()


def curves_picture(panels: Sequence[Panel], along: Reals, axis: str, title: str) -> bytes:
    """Return an SVG of panels beside and below each other, all over the same axis.

    Parameters
    ----------
    along
        (points,), what the curves are drawn against: time or the points' numbers.
    axis
        Its name with its unit.
    """
    across = min(_ACROSS, len(panels))
    rows = -(-len(panels) // across)
    with sheet(title, 4.0 * across, 0.5 + 2.2 * rows) as made:
        drawn = made.figure.subplots(rows, across, squeeze=False, sharex=True).ravel()
        for axes, panel in zip(drawn, panels, strict=False):
            _draw(axes, panel, along)
        for axes in drawn[len(panels) :]:
            axes.set_axis_off()
        for axes in drawn[: len(panels)][-across:]:
            axes.set_xlabel(axis)
            axes.tick_params(labelbottom=True)
    return made.svg


def _draw(axes: Any, panel: Panel, along: Reals) -> None:  # noqa: ANN401
    for column, values in enumerate(panel.values.T):
        kept = thinned(values)
        style = "o" if len(along) == 1 else ("-", "--", ":")[column // len(COLOURS) % 3]
        label = panel.labels[column] if panel.labels else panel.name
        axes.plot(
            along[kept], values[kept], style, color=COLOURS[column % len(COLOURS)], linewidth=1.2,
            markersize=3, label=label,
        )  # fmt: skip
    if panel.labels:
        axes.margins(y=0.5)  # room for the names
        axes.legend(ncols=3, fontsize=7, loc="upper left")
    draw_limit(axes, panel.values, panel.limit)
    axes.set_title(titled(panel.name, panel.unit, panel.values, panel.limit), loc="left", size=9)
    axes.set_ylabel(panel.unit)


def titled(name: str, unit: str, values: Reals, limit: float) -> str:
    """Return a panel's name with the largest magnitude, and its share of the limit if known."""
    if not len(values):
        return name
    largest = float(np.abs(values).max())
    told = f"{name}: up to {largest:.3g} {unit}"
    return (
        told
        if not math.isfinite(limit)
        else f"{told}, {100 * largest / limit:.2g} % of {limit:.4g}"
    )


def draw_limit(axes: Any, values: Reals, limit: float) -> None:  # noqa: ANN401
    """Draw both ends of what is allowed, if anything comes near them."""
    if not math.isfinite(limit) or not len(values) or np.abs(values).max() < _NEAR * limit:
        return
    for end in (-limit, limit):
        axes.axhline(end, color=COLOURS[1], linewidth=0.9, linestyle="--")


def thinned(values: Reals) -> Integers:
    """Return which of a curve's points to draw: all, or each stretch's lowest and highest."""
    points = len(values)
    if points <= _MOST_DRAWN:
        return np.arange(points, dtype=np.int64)
    kept = {0, points - 1}
    for stretch in np.array_split(np.arange(points), _MOST_DRAWN // 2):
        kept |= {int(stretch[values[stretch].argmin()]), int(stretch[values[stretch].argmax()])}
    return np.array(sorted(kept), dtype=np.int64)
