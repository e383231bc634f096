"""What errors are allowed, and the least width that is proved to keep them.

A target is a share of each output's limit, ``1e-4``, or a magnitude with its unit, ``0.01Nm``.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from common.errors import InputError, UnprovedError
from dataflow.build import state_of
from dataflow.computations.computation import Quantity
from dataflow.errors.bounds import OutputBound, output_bounds
from dataflow.lowering.request import WIDTHS, Request
from dataflow.lowering.steps import SCHEDULED, State

_OPTION = "--torque-error"
_ALLOWED = "a share of each limit, such as 1e-4, or a magnitude with its unit, such as 0.01Nm"


@dataclass(frozen=True)
class ErrorTarget:
    """The largest error that an output may have: ``size``, in ``unit`` or as a share of its limit.

    ``unit`` is None for a share.
    """

    size: float
    unit: str | None = None

    @classmethod
    def read(cls, text: str) -> ErrorTarget:
        """Return the target that is meant by what a user typed.

        Raises
        ------
        InputError
            It is none: no number, not finite, zero or less.
        """
        match = re.fullmatch(
            r"\s*([-+]?(?:\d[\d.]*|\.\d+)(?:[eE][-+]?\d+)?)\s*([A-Za-z][\w\s*·/]*|)", text
        )
        try:
            size = float(match.group(1)) if match else math.nan
        except ValueError:
            size = math.nan
        if match is None or not (math.isfinite(size) and size > 0.0):
            raise InputError(_OPTION, repr(text), f"{_ALLOWED}; more than 0")
        return cls(size, _squeezed(match.group(2)) or None)

    def allowed(self, output: Quantity) -> float:
        """Return the largest error that an output may have, in its unit.

        Raises
        ------
        InputError
            The unit does not fit the output's.
        """
        if self.unit is None:
            return self.size * output.limit
        if self.unit != _squeezed(output.unit):
            where = output.name if output.joint is None else f"joint {output.joint}, {output.name}"
            problem = f"{self.unit!r} does not fit {where}, in {output.unit}"
            raise InputError(
                _OPTION, problem, f"{_squeezed(output.unit)}, or a share of each limit"
            )
        return self.size

    def __str__(self) -> str:
        return f"{self.size:g} of each limit" if self.unit is None else f"{self.size:g} {self.unit}"


def _squeezed(unit: str) -> str:
    return re.sub(r"[\s*·]", "", unit)


@dataclass(frozen=True)
class Proved:
    """A request, its state once it is scheduled, and the bounds that are proved of it."""

    request: Request
    state: State
    bounds: Sequence[OutputBound]

    def keeps(self, allowed: Sequence[float]) -> bool:
        """Tell whether no bound is above what is allowed."""
        return all(each.bound <= a for each, a in zip(self.bounds, allowed, strict=True))


def proved(request: Request, effort: int) -> Proved:
    """Return a request's bounds."""
    state = state_of(request, SCHEDULED)
    return Proved(request, state, output_bounds(state, effort))


def allowed_errors(request: Request, target: ErrorTarget) -> list[float]:
    """Return what each output may be off; raises InputError as `ErrorTarget.allowed`."""
    return [target.allowed(each) for each in request.computation.outputs(request.robot)]


def narrowest(
    request: Request,
    target: ErrorTarget,
    effort: int,
    told: Callable[[str], None] = lambda _: None,
) -> Proved:
    """Return the request with the least width whose bounds keep a target.

    A bit of width halves errors; so each failure tells how many bits are missing at most.

    Raises
    ------
    UnprovedError
        No width can be built: told are the value that may overflow, and a state that threatens it.
    InputError
        No width keeps it: told are the output and the smallest error that can be proved of it.
    """
    allowed = allowed_errors(request, target)
    found: dict[int, Proved | None] = {}
    refused: list[UnprovedError] = []

    def keeps(width: int) -> bool:
        told(f"trying {width} bits")
        try:
            found[width] = proved(dataclasses.replace(request, width=width), effort)
        except UnprovedError as error:
            found[width] = None  # a value drowns in its errors
            refused.append(error)
        tried = found[width]
        return tried is not None and tried.keeps(allowed)

    low, high, width = WIDTHS.start, WIDTHS.stop - 1, request.width
    while low < high:
        if keeps(width):
            high = width
        else:
            low = width + 1
        width = min(max(_guess(width, found[width], allowed), low), high - 1)
    if found.get(low) is None:
        keeps(low)
    best = found[low]
    if best is None:
        raise refused[-1]
    if not best.keeps(allowed):
        raise _out_of_reach(request, target, best, allowed)
    return best


def _guess(width: int, tried: Proved | None, allowed: Sequence[float]) -> int:
    """Return the width that would just do if each bit halved every bound."""
    if tried is None:
        return width + 2
    ratios = (each.bound / a for each, a in zip(tried.bounds, allowed, strict=True))
    return width + math.ceil(math.log2(max(ratios)))


def _out_of_reach(
    request: Request, target: ErrorTarget, widest: Proved, allowed: Sequence[float]
) -> InputError:
    outputs = request.computation.outputs(request.robot)
    ratios = [each.bound / a for each, a in zip(widest.bounds, allowed, strict=True)]
    worst = ratios.index(max(ratios))
    output, bound = outputs[worst], widest.bounds[worst].bound
    where = output.name if output.joint is None else f"joint {output.joint}, {output.name}"
    least = max(each.bound / o.limit for each, o in zip(widest.bounds, outputs, strict=True))
    problem = (
        f"{target} cannot be proved of {where}, whose bound is {bound:.3g} {output.unit} at 28 bits"
    )
    return InputError(_OPTION, problem, f"{least:.3g} of each limit or more, or --proof-effort 2")
