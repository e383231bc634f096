"""Where a symbol's value lies."""

from __future__ import annotations

from dataclasses import dataclass

from occam.generating.frame.workspace import Slot


@dataclass(frozen=True)
class Home:
    """Where a symbol's value lies.

    Attributes
    ----------
    slot
        The value itself, or a pointer to it.
    indirect
        Whether ``slot`` holds a pointer: parameters that are no VAL words, abbreviations of
        elements and arrays, arrays in vector space, channels that were passed.
    lengths
        For an array whose type leaves lengths open, one for each of these, outermost first.
    """

    slot: Slot
    indirect: bool = False
    lengths: tuple[Slot, ...] = ()
