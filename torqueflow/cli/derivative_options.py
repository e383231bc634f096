"""Options about derivatives: which come out, and by which equations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from common.errors import InputError
from dataflow.computations.computation import Computation
from dataflow.computations.derivative_families import FAMILIES, families_named
from dataflow.computations.derivative_forms import COMPOSITE, FORMS
from dataflow.computations.derivatives import (
    NAME,
    entries,
    inverse_derivatives,
    largest_entries,
)
from golden.robot import Robot
from torqueflow.cli.choices import check_choice, choice
from torqueflow.report.derivative_report import DerivativeFindings

OutputsOption = Annotated[
    str | None,
    typer.Option(
        "--outputs",
        metavar="NAME,...",
        help="Of the derivatives, which come out: "
        + ", ".join(each.key for each in FAMILIES)
        + ".",
        show_default="all",
    ),
]
FormOption = Annotated[
    str,
    choice(
        "How derivatives are computed: composite bodies, or the tangent of Newton-Euler's graph. "
        "Coulomb friction has none.",
        FORMS,
    ),
]


@dataclass(frozen=True)
class DerivativeChoice:
    """What is asked for of derivatives; ``outputs`` as it was typed, None for all."""

    outputs: str | None = None
    form: str = COMPOSITE

    def computation(self, *, actuators: bool) -> Computation:
        """Return what is computed; raises `InputError` where a name is unknown or none."""
        check_choice("--form", self.form, FORMS)
        return inverse_derivatives(
            families_named(self.outputs), form=self.form, actuators=actuators
        )

    def findings(self, arm: Robot, *, actuators: bool) -> DerivativeFindings:
        """Return what a report of them needs; errors as for `computation`."""
        chosen = families_named(self.outputs)
        every = entries(arm, actuators=actuators)
        return DerivativeFindings(
            arm,
            tuple(each for each in every if each.family in chosen),
            largest_entries(arm, actuators=actuators),
            self.form,
        )

    def refuse_beside(self, algorithm: str) -> None:
        """Raise InputError if something is asked for that another algorithm has not."""
        given = {"--outputs": self.outputs is not None, "--form": self.form != COMPOSITE}
        for option, asked in given.items():
            if asked:
                raise InputError(option, f"given beside --algorithm {algorithm}", NAME)


NO_DERIVATIVE_OPTIONS = DerivativeChoice()
"""Nothing is asked for: all derivatives, by composite bodies."""
