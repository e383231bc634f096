"""SVG for a page: matplotlib's, with the page's own colours for ink and lines, and its own names.

A page has a light and a dark dress. So lines and letters are drawn in two colours that nothing else
has, and these become the style sheet's variables afterwards.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from torqueflow.pictures.sheet import style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, FAINT = "#010203", "#040506"
"""Letters and lines; grids and what is beside the point."""

_VARIABLES = {INK: "var(--ink)", FAINT: "var(--faint)"}
_NAMES = re.compile(r'(\bid="|url\(#|xlink:href="#)([^")]+)')
STYLE = style(INK, FAINT, "none")


@dataclass
class Drawing:
    """A picture while it is drawn; ``svg`` is there when the block has ended."""

    figure: Figure
    svg: str = field(default="")


@contextmanager
def drawing(name: str, words: str, width: float = 6.0, height: float = 3.6) -> Iterator[Drawing]:
    """Draw a picture in the page's style.

    Parameters
    ----------
    name
        Unlike every other picture's on the page: it goes before the names inside.
    words
        What is seen, for those who cannot see it.
    width, height
        Inches at a hundred and forty-four pixels; the page scales it.
    """
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        made = Drawing(figure)
        yield made
        file = io.StringIO()
        # No date and no random names: the same run gives the same page.
        figure.savefig(file, format="svg", metadata={"Date": None}, transparent=True)
    made.svg = _for_page(file.getvalue(), name, words)


def _for_page(text: str, name: str, words: str) -> str:
    """Return an SVG element that stands in a page: its colours, its names, its words."""
    text = text[text.index("<svg") :]
    for colour, variable in _VARIABLES.items():
        text = text.replace(colour, variable)
    text = _NAMES.sub(lambda found: f"{found[1]}{name}-{found[2]}", text)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, count=1, flags=re.DOTALL)
    escaped = words.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return text.replace("<svg ", f'<svg role="img" aria-label="{escaped}" ', 1)
