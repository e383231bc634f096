"""Section 5.1 from table 1: A, p, A(T) z0 and the torque's component, as short forms."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from papers.figures import Figure

_SINE_COSINE = {-90: (-1, 0), 0: (0, 1), 90: (1, 0)}
"""Sine and cosine of a twist, by its degrees."""


def parameters(figures: tuple[Figure, ...]) -> dict[tuple[str, str], str | int]:
    """Return table 1 from the matrices and vectors of section 5.1, by row and column."""
    printed = {f.key[1:]: str(f.printed) for f in figures if f.key[0] == "off_line"}
    result: dict[tuple[str, str], str | int] = {}
    for row in dict.fromkeys(row for row, _ in printed):
        _, sine, cosine = map(int, printed[row, "A"].split(", ")[2].split())
        twist = next(a for a, found in _SINE_COSINE.items() if found == (sine, cosine))
        a, *other = printed[row, "p"].split()
        d = next((part.strip("-") for part in other if part != "0"), "0")
        result |= {(row, "a"): a, (row, "d"): d, (row, "alpha"): twist}
    return {key: 0 if value == "0" else value for key, value in result.items()}


def forms(figures: tuple[Figure, ...]) -> dict[tuple[str, str], str]:
    """Return what (1), (2) and (13) give for the printed link parameters, by row and column.

    Parameters
    ----------
    figures
        Those of the paper, table 1 among them.
    """
    table = {f.key[1:]: f.printed for f in figures if f.key[0] == "table_1"}
    rows = dict.fromkeys(row for row, _ in table)
    return {
        (row, name): form
        for row in rows
        for name, form in _of_link({column: table[row, column] for column in ["a", "d", "alpha"]})
    }


def _of_link(link: Mapping[str, Decimal | str]) -> list[tuple[str, str]]:
    sine, cosine = _SINE_COSINE[int(link["alpha"])]
    rotation = (
        ("c", _signed(-cosine, "s"), _signed(sine, "s")),
        ("s", _signed(cosine, "c"), _signed(-sine, "c")),
        ("0", str(sine), str(cosine)),
    )
    p = (str(link["a"]), _times(link["d"], sine), _times(link["d"], cosine))
    torque = _signed(sine, "n2") if sine else _signed(cosine, "n3")
    return [
        ("A", ", ".join(" ".join(row) for row in rotation)),
        ("p", " ".join(p)),
        ("A(T) z0", f"0 {sine} {cosine}"),
        ("tau", torque),
    ]


def _times(length: Decimal | str, factor: int) -> str:
    return "0" if length == 0 else _signed(factor, str(length))


def _signed(factor: int, name: str) -> str:
    return {0: "0", 1: name, -1: f"-{name}"}[factor]
