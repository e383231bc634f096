"""Options about a design's errors: how hard to prove, how long to attack."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from common.errors import InputError
from dataflow.errors.bounds import EFFORTS

_LONGEST = 86_400.0
"""Seconds of the longest attack: a day."""

ProofEffortOption = Annotated[
    int,
    typer.Option(help="How hard to bound errors. 0: at once. 1: seconds. 2: minutes, closer."),
]
AttackOption = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="Search as long for the state with the worst error."),
]
AttackStateOption = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Where the attack goes on from, and is written to (.npz)."),
]


def check_error_options(effort: int, seconds: float | None, saved: str | None) -> None:
    """Refuse an effort or a time that there is not, before any work is done."""
    if effort not in EFFORTS:
        raise InputError("--proof-effort", str(effort), ", ".join(map(str, EFFORTS)))
    if seconds is not None and not (math.isfinite(seconds) and 0.0 < seconds <= _LONGEST):
        raise InputError("--attack", f"{seconds:g} s", f"more than 0, up to {_LONGEST:g} s")
    if saved is not None and seconds is None:
        raise InputError("--attack-state", "given without --attack", "both, or neither")
