"""Table 4's formulations counted: polynomials in n, fitted on 1 to 8 and held against 12."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from papers.counting import Count, Operations, Tally
from papers.polynomial import Polynomial, fit
from papers.zalzala_morris.formulations import (
    Link,
    Numbers,
    hollerbach_3x3,
    hollerbach_4x4,
    uicker_kahn,
    waters,
)

_Links = list[Link[Count]]
_Formulation = Callable[[Tally, _Links, list[Count]], object]

_FORMULATIONS: dict[str, tuple[int, int, _Formulation]] = {
    "Uicker, Kahn": (4, 4, lambda _, links, g: uicker_kahn(links, g)),
    "Waters": (4, 2, lambda t, links, g: waters(links, g, _numbers(t))),
    "Hollerbach, 4x4": (4, 1, lambda t, links, g: hollerbach_4x4(links, g, _numbers(t))),
    "Hollerbach, 3x3": (3, 1, lambda t, links, g: hollerbach_3x3(links, g, _numbers(t))),
}
"""By their names in table 4: the size of matrices, the power of n, and the torques."""

FORMULATIONS = tuple(_FORMULATIONS)
"""The formulations that are counted here."""


@cache
def formulation_counts(name: str) -> tuple[Polynomial, Polynomial]:
    """Return multiplications and additions of a formulation for an arm of n joints.

    Raises
    ------
    ValueError
        A count is no polynomial of the degree that section I gives.
    """
    degree = _FORMULATIONS[name][1]
    return (
        fit(lambda n: _count(name, n).multiplications, degree),
        fit(lambda n: _count(name, n).additions, degree),
    )


@cache
def _count(name: str, n: int) -> Operations:
    size, _, formulation = _FORMULATIONS[name]
    tally = Tally()
    link = partial(_link, tally, size)
    formulation(tally, [link() for _ in range(n)], tally.vector(size))
    tally.mark(name)
    return tally.total


def _numbers(tally: Tally) -> Numbers[Count]:
    return Numbers(tally.number(), tally.number())


def _link(tally: Tally, size: int) -> Link[Count]:
    number, vector = tally.number, tally.vector
    return Link(
        a=tally.matrix(size),
        da=tally.matrix(size),
        dda=tally.matrix(size),
        inertia=tally.matrix(size),
        center=vector(size),
        mass=number(),
        p=vector(),
        offset=vector(),
        rate=number(),
        acceleration=number(),
    )
