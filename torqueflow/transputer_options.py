"""Options that the transputer and occam commands share."""

from __future__ import annotations

from enum import StrEnum


class Part(StrEnum):
    """The transputers there are."""

    T414 = "T414"
    T800 = "T800"
