"""Warnings about input, at the line of whoever called this project."""

from __future__ import annotations

import sys
import warnings

from common.errors import InputWarning

_OURS = frozenset(
    ("common", "golden", "dataflow", "emulator", "hdl", "occam", "papers", "torqueflow")
)


def caution(text: str) -> None:
    """Warn of input that is accepted although it is likely to be a mistake.

    The warning is an `InputWarning`, and its place is the nearest caller outside this project.
    """
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__")):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, InputWarning, stacklevel=level)


def _is_ours(module: object) -> bool:
    return str(module).partition(".")[0] in _OURS
