"""Options about a design's errors: how hard to prove, how long to attack."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from common.errors import InputError
from dataflow.errors.efforts import DEFAULT_EFFORT, EFFORTS
from dataflow.lowering.request import Request
from torqueflow.cli.options import Choice

if TYPE_CHECKING:
    from dataflow.errors.target import Proved

_LONGEST = 86_400.0
"""Seconds of the longest attack: a day."""

ProofEffortOption = Annotated[
    int,
    typer.Option(
        metavar=f"<{'|'.join(map(str, EFFORTS))}>",
        help="How hard to bound errors. 0: at once; 1: in seconds; 2: in minutes, and closer.",
    ),
]
AttackOption = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="Search so long for the states with the worst errors."),
]
AttackStateOption = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="A .npz file: the attack goes on from it, and is written to it."
    ),
]


TorqueErrorOption = Annotated[
    str | None,
    typer.Option(
        "--torque-error",
        metavar="ERROR",
        help="In place of --width: the cheapest formats whose proved error is within this share "
        "of each joint's limit, such as 1e-4, or within a magnitude, such as 0.01Nm.",
    ),
]


@dataclass(frozen=True)
class ErrorChoice:
    """What is to be found out about errors.

    Attributes
    ----------
    effort
        One of `dataflow.errors.efforts.EFFORTS`.
    seconds
        Of the attack; None for none.
    saved
        The attack's file.
    target
        What errors may be, as it was typed; None for the width that is asked for.

    Raises
    ------
    InputError
        There is no such effort or time, or a file without an attack.
    """

    effort: int = DEFAULT_EFFORT
    seconds: float | None = None
    saved: str | None = None
    target: str | None = None

    def __post_init__(self) -> None:
        if self.effort not in EFFORTS:
            raise InputError("--proof-effort", str(self.effort), ", ".join(map(str, EFFORTS)))
        seconds = self.seconds
        if seconds is not None and not (math.isfinite(seconds) and 0.0 < seconds <= _LONGEST):
            raise InputError("--attack", f"{seconds:g} s", f"more than 0, up to {_LONGEST:g} s")
        if self.saved is not None and seconds is None:
            raise InputError("--attack-state", "given without --attack", "both, or neither")

    def proved(self, choice: Choice) -> Proved:
        """Return what `request` does, lowered, with the bounds of its errors; raises as that."""
        from dataflow.errors.target import proved

        return proved(self.request(choice), self.effort)

    def request(self, choice: Choice) -> Request:
        """Return what is to be built: with a target for errors, the cheapest that keeps it.

        Raises
        ------
        InputError
            A choice is none, or no width keeps the target.
        """
        request = choice.request(choice.load())
        if self.target is None:
            return request
        # Imported here because numba takes longer than a help text or a refusal.
        from dataflow.errors.target import ErrorTarget
        from dataflow.errors.word_lengths import cheapest

        return cheapest(request, ErrorTarget.read(self.target), self.effort).request
