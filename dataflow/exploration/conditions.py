"""Conditions on designs as people write them: ``multiplier<=28, torque_error<=1e-4``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from common.errors import InputError

_RELATIONS: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}
_CONDITION = re.compile(r"\s*(\w+)\s*(<=|>=|<|>|=)\s*(\S+)\s*")


@dataclass(frozen=True)
class Condition:
    """One figure of a design, held against a number."""

    figure: str
    relation: str
    value: float

    def holds(self, figures: Mapping[str, float | None]) -> bool:
        """Return whether it holds; a figure that is not known fulfils nothing."""
        known = figures.get(self.figure)
        return known is not None and _RELATIONS[self.relation](known, self.value)


def conditions(option: str, text: str, known: Collection[str]) -> tuple[Condition, ...]:
    """Return conditions with commas between.

    Parameters
    ----------
    option
        Where the text comes from, for messages.
    known
        The figures that may be named.

    Raises
    ------
    InputError
        A condition is not ``FIGURE<=NUMBER`` or the like, or its figure is unknown.
    """
    found = []
    for part in text.split(","):
        match = _CONDITION.fullmatch(part)
        if match is None:
            raise InputError(option, repr(part.strip()), "FIGURE<=NUMBER, or with >=, <, > or =")
        figure, relation, number = match.groups()
        if figure not in known:
            raise InputError(option, repr(figure), ", ".join(known))
        found.append(Condition(figure, relation, _number(option, number)))
    return tuple(found)


def _number(option: str, text: str) -> float:
    """Return a finite number; raises InputError."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if value != value or value in (float("inf"), float("-inf")):
        raise InputError(option, repr(text), "a finite number")
    return value
