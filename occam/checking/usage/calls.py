"""Calls: what a routine does to its parameters and to what is known around it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from common.place import Place
from occam import typed
from occam.checking.usage.accesses import Access, Accesses, Use
from occam.language.types import TimerType, base_of
from occam.layout import spans
from occam.layout.areas import Area, area_of, may_overlap
from occam.layout.regions import Region
from occam.layout.spans import Span


@dataclass(frozen=True)
class Summary:
    """What a routine does to its parameters and around it.

    Attributes
    ----------
    effect
        What no function may do, as PAR or communication; "" if there is nothing.
    priority
        Whether it has a PRI PAR, perhaps in what it calls.
    """

    accesses: Accesses
    effect: str = ""
    priority: bool = False


def of_external(routine: typed.Routine) -> Summary:
    """Return what a routine of an object file does."""
    known = routine.modules[0].routines[routine.name]
    accesses = Accesses(
        Access(Area(routine.parameters[number], Region()), Use[use], place=routine.place)
        for number, use in known.uses
    )
    return Summary(accesses, known.effect, known.priority)


@dataclass(frozen=True)
class Actual:
    """A parameter, and the element that is given for it, if it is one."""

    formal: typed.Parameter
    value: typed.Expression
    area: Area | None

    @property
    def place(self) -> Place:
        """Where the actual parameter stands."""
        return self.value.place


def actuals(
    formals: tuple[typed.Parameter, ...], values: tuple[typed.Expression, ...]
) -> list[Actual]:
    """Return the parameters of a call."""
    return [
        Actual(formal, value, area_of(value)) for formal, value in zip(formals, values, strict=True)
    ]


def check_aliases(name: str, given: list[Actual], summary: Summary) -> None:
    """Refuse actual parameters that are one variable, or one that the routine uses by itself."""
    for number, actual in enumerate(given):
        if actual.area is None or isinstance(base_of(actual.formal.type), TimerType):
            continue
        if actual.area.symbol.aliased:
            continue
        for other in given[:number]:
            if other.formal.value and actual.formal.value:
                continue
            if other.area is not None and may_overlap(other.area, actual.area):
                actual.place.fail(
                    f"{actual.area.symbol.name} is given to {name} for {other.formal.name} and for "
                    f"{actual.formal.name}",
                    "different variables, or VAL parameters",
                )
        _check_free(name, actual, actual.area, summary)


def _check_free(name: str, actual: Actual, area: Area, summary: Summary) -> None:
    for access in summary.accesses:
        if actual.formal.value and access.use is Use.READ:
            continue
        if may_overlap(access.area, area):
            actual.place.fail(
                f"{access} is given to {name}, which uses it by itself in line {access.place.line}",
                "a variable that the procedure does not use",
            )


def uses(place: Place, given: list[Actual], summary: Summary) -> Accesses:
    """Return what a call does, apart from evaluating VAL parameters."""
    known = {actual.formal: actual for actual in given}
    found = Accesses()
    for access in summary.accesses:
        actual = known.get(access.symbol)  # type: ignore[call-overload]
        region = _with_actuals(access.area.region, known)
        if actual is None:
            area = Area(access.symbol, region)
            found.add(replace(access, area=area, place=place, through=()))
        elif not actual.formal.value and actual.area is not None:
            area = actual.area.part(region)
            found.add(replace(access, area=area, place=actual.place, through=()))
    return found


def _with_actuals(region: Region, known: dict[typed.Parameter, Actual]) -> Region:
    """Put actual parameters into spans that speak of formal ones."""
    return replace(region, spans=tuple(_span(span, known) for span in region.spans))


def _span(span: Span, known: dict[typed.Parameter, Actual]) -> Span:
    if not isinstance(span.symbol, typed.Parameter) or span.symbol not in known:
        return span
    actual = known[span.symbol]
    start = spans.affine(actual.value) if actual.formal.value else spans.UNKNOWN
    scaled = spans.scaled(start, span.factor)
    return spans.added(scaled, replace(span, symbol=None, factor=0))
