"""Tables 2 and 3 by running the equations, and what PSCSNEA's slaves compute of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from papers.counting import Count, Operations, Tally
from papers.polynomial import Polynomial, fit
from papers.zomaya_morris.equations import Boundary, LinkNumbers, general, semi_customised

_FORMS: dict[str, Callable[[list[LinkNumbers[Count]], Boundary[Count], Tally], object]] = {
    "general": lambda links, base, tally: general(links, base, tally.mark),
    "dense": lambda links, base, tally: semi_customised(
        links, base, diagonal=False, mark=tally.mark
    ),
    "diagonal": lambda links, base, tally: semi_customised(
        links, base, diagonal=True, mark=tally.mark
    ),
}
"""The form of section 4, and that of section 5 for dense and for diagonal tensors."""

MODULES = {
    "P1": ("omega", "N", "n"),
    "P2": ("omega dot", "psi"),
    "P3": ("v dot", "F", "f"),
}
"""Section 7.1: who computes what; (13) of P2 is off line by section 5.1, (c)."""

_OFF_LINE = "off line"


def counts(form: str, n: int) -> dict[str, Operations]:
    """Return the operations of each equation for an arm of n joints; ``off line`` left out."""
    found: dict[str, Operations] = {}
    for name, operations in part_counts(form, n).items():
        equation = equation_of(name)
        found[equation] = found.get(equation, Operations()) + operations
    return found


def equation_of(part: str) -> str:
    """Return the equation that a part of one belongs to: ``psi`` for ``psi, turning``."""
    return part.split(",")[0]


def part_counts(form: str, n: int) -> dict[str, Operations]:
    """Return the operations of each part of an equation that is marked by itself."""
    tally = Tally()
    number, vector, matrix = tally.number, tally.vector, tally.matrix
    links = [
        LinkNumbers(
            cosine=number(),
            sine=number(),
            cosine_alpha=number(),
            sine_alpha=number(),
            a=number(),
            d=number(),
            mass=number(),
            center=vector(),
            inertia=matrix(),
            rate=number(),
            acceleration=number(),
        )
        for _ in range(n)
    ]
    base = Boundary(number(), vector(), vector(), matrix(), vector(), vector())
    _FORMS[form](links, base, tally)
    return {name: found for name, found in tally.named.items() if name != _OFF_LINE}


@cache
def polynomials(form: str) -> dict[str, tuple[Polynomial, Polynomial]]:
    """Return multiplications and additions of each equation and of ``total``, as they grow with n.

    Raises
    ------
    ValueError
        A count is not linear in n.
    """
    names = [*counts(form, 1), "total"]
    return {
        name: (
            fit(partial(_count, form, name, "multiplications"), 1),
            fit(partial(_count, form, name, "additions"), 1),
        )
        for name in names
    }


def _count(form: str, name: str, kind: str, n: int) -> int:
    found = counts(form, n)
    chosen = sum(found.values(), start=Operations()) if name == "total" else found[name]
    return int(getattr(chosen, kind))


def module_load(module: str) -> tuple[Polynomial, Polynomial]:
    """Return what one slave of PSCSNEA computes, tensors diagonal."""
    chosen = [polynomials("diagonal")[name] for name in MODULES[module]]
    return (
        Polynomial.of(sum(m.coefficients[1] for m, _ in chosen), 0),
        Polynomial.of(sum(a.coefficients[1] for _, a in chosen if a.degree), 0),
    )
