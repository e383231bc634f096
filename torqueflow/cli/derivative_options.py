"""Options about derivatives: which come out, and by which equations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from common.errors import InputError
from dataflow.computations.computation import Computation
from dataflow.computations.derivative_families import FAMILIES, families_named, unit_of
from dataflow.computations.derivative_forms import COMPOSITE, FORMS
from dataflow.computations.derivatives import NAME as INVERSE
from dataflow.computations.derivatives import entries, inverse_derivatives, largest_entries
from dataflow.computations.forward_derivative_families import forward_unit_of
from dataflow.computations.forward_derivatives import (
    INVERSE_MASS,
    forward_derivatives,
    forward_entries,
    largest_forward_entries,
)
from dataflow.computations.forward_derivatives import NAME as FORWARD
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


GivenOption = Annotated[
    str | None,
    typer.Option(
        "--given",
        metavar=f"<{INVERSE_MASS}>",
        help="Of forward derivatives, what comes in beside the motion: the inverse of M.",
    ),
]


@dataclass(frozen=True)
class DerivativeChoice:
    """What is asked for of derivatives; strings as they were typed, None for nothing said."""

    outputs: str | None = None
    form: str = COMPOSITE
    given: str | None = None

    def computation(self, algorithm: str, *, actuators: bool) -> Computation:
        """Return what is computed; raises `InputError` where something asked for is not there."""
        if algorithm == FORWARD:
            self._refuse(algorithm, INVERSE, ("--outputs", "--form"))
            if self.given not in (None, INVERSE_MASS):
                raise InputError("--given", f"{self.given!r} is unknown", INVERSE_MASS)
            return forward_derivatives(given=self.given is not None, actuators=actuators)
        self._refuse(algorithm, FORWARD, ("--given",))
        check_choice("--form", self.form, FORMS)
        return inverse_derivatives(
            families_named(self.outputs), form=self.form, actuators=actuators
        )

    def findings(self, algorithm: str, arm: Robot, *, actuators: bool) -> DerivativeFindings:
        """Return what a report of them needs; errors as for `computation`."""
        if algorithm == FORWARD:
            told = {"given": self.given is not None, "actuators": actuators}
            every = forward_entries(arm, **told)
            units = {e.name: forward_unit_of(e.family, arm, e.row, e.column) for e in every}
            largest = largest_forward_entries(arm, **told)
            return DerivativeFindings(arm.n, units, every, largest, self.form)
        chosen = families_named(self.outputs)
        known = entries(arm, actuators=actuators)
        asked = tuple(each for each in known if each.family in chosen)
        units = {e.name: unit_of(e.family, arm, e.row, e.column) for e in asked}
        largest = largest_entries(arm, actuators=actuators)
        return DerivativeFindings(arm.n, units, asked, largest, self.form)

    def refuse_beside(self, algorithm: str) -> None:
        """Raise InputError if something is asked for that another algorithm has not."""
        self._refuse(algorithm, INVERSE, ("--outputs", "--form"))
        self._refuse(algorithm, FORWARD, ("--given",))

    def _refuse(self, algorithm: str, allowed: str, options: tuple[str, ...]) -> None:
        asked = {
            "--outputs": self.outputs is not None,
            "--form": self.form != COMPOSITE,
            "--given": self.given is not None,
        }
        for option in options:
            if asked[option]:
                problem = f"given beside --algorithm {algorithm}"
                raise InputError(option, problem, f"--algorithm {allowed}")


NO_DERIVATIVE_OPTIONS = DerivativeChoice()
"""Nothing is asked for: all derivatives, by composite bodies."""
