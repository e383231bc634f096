"""Routines that are called: where their code and workspace are, and what they are passed."""

from __future__ import annotations

from dataclasses import dataclass

from occam import typed
from occam.generating.code import Label
from occam.generating.frame.workspace import Frame


@dataclass(frozen=True, eq=False)
class Entry:
    """A routine that is called: its label and workspace, and what hidden arguments it takes.

    Attributes
    ----------
    results
        Where the pointers to its results are, as variables of their types.
    linked, vectored
        Whether it takes the static link, and the vector space.
    """

    routine: typed.Routine
    label: Label
    frame: Frame
    results: tuple[typed.Variable, ...]
    linked: bool
    vectored: bool
