"""What all pictures have in common: colours, marks, plain numbers, and SVG that comes out again."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Of Okabe and Ito: the colour-blind tell them apart, and they are seen on white and on black."""

MARKERS = ("o", "s", "^", "D", "v", "P")


def svg_of(figure: Figure) -> bytes:
    """Return a figure as SVG without a date or random names: equal figures give equal bytes."""
    import matplotlib as mpl

    file = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "torqueflow"}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()


def plain_numbers(axis: Any) -> None:  # noqa: ANN401 - matplotlib's own type says no more
    """Write 1, 2, 5, 10 along a logarithmic axis, not powers."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(NullFormatter())
