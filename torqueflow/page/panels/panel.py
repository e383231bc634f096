"""One picture of the page with its words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Panel:
    """A picture and what is said of it.

    Attributes
    ----------
    name
        Unlike any other's on the page.
    title
        The question that it answers.
    words
        The answer, in a sentence or two.
    svg
        The picture.
    wide
        Whether it takes the page's whole width.
    """

    name: str
    title: str
    words: str
    svg: str
    wide: bool = False
