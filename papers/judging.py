"""From a figure and what was found about it to a verdict.

What was found says how it was obtained, and that decides how near ours must be: what is counted
must be the same, what is worked out from counted or printed numbers must be the same in every
printed digit, what is measured on an emulated machine must be within a tenth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction

from papers.figures import Figure, Judged, Key, Verdict, printed_figures
from papers.polynomial import Polynomial, parse
from papers.printed import Paper

Ours = float | Fraction | str | Polynomial

MEASURED = Fraction(1, 10)
"""How far a measured number may be from the printed one, as a share of that."""

_ROUNDING = Decimal("1e-9")
"""Of the last printed digit: what binary fractions add to a half."""


class Nearness(Enum):
    """How near ours must be to be the same."""

    EXACT = "exact"
    DIGITS = "in every printed digit"
    TENTH = "within a tenth"


@dataclass(frozen=True)
class Finding:
    """What was found about a figure.

    Attributes
    ----------
    ours
        In the unit of the print; None where there is none.
    nearness
        How near it must be.
    verdict
        Given where a comparison does not decide it.
    note
        For people; there must be one where the verdict is not `Verdict.REPRODUCED`.
    """

    ours: Ours | None
    nearness: Nearness
    verdict: Verdict | None
    note: str


def counted(ours: Ours, note: str = "") -> Finding:
    """Return what was counted: it must be the same."""
    return Finding(ours, Nearness.EXACT, None, note)


def worked_out(ours: float | Fraction, note: str = "") -> Finding:
    """Return what follows by arithmetic: it must be the same in every printed digit."""
    return Finding(ours, Nearness.DIGITS, None, note)


def measured(ours: float, note: str = "") -> Finding:
    """Return what was measured: it must be within a tenth."""
    return Finding(ours, Nearness.TENTH, None, note)


def differs(ours: Ours | None, note: str) -> Finding:
    """Return what differs whatever the nearness, with why."""
    return Finding(ours, Nearness.EXACT, Verdict.DIFFERS, note)


def inconsistent(ours: Ours | None, note: str) -> Finding:
    """Return what the paper's own numbers contradict, with which."""
    return Finding(ours, Nearness.EXACT, Verdict.INCONSISTENT, note)


def undecided(missing: str, ours: Ours | None = None) -> Finding:
    """Return what cannot be decided, with what is missing."""
    return Finding(ours, Nearness.EXACT, Verdict.UNDECIDED, missing)


def holds(note: str) -> Finding:
    """Return a claim in words that holds, with what shows it."""
    return Finding(None, Nearness.EXACT, Verdict.REPRODUCED, note)


def judged(paper: Paper, findings: Mapping[Key, Finding]) -> Iterator[Judged]:
    """Yield every figure of a paper's `printed.toml` with its verdict.

    Raises
    ------
    ValueError
        A figure has no finding, a finding no figure, or a verdict lacks its reason.
    """
    figures = printed_figures(paper)
    if unknown := set(findings) - {figure.key for figure in figures}:
        raise ValueError(f"{paper.name} prints no {sorted(unknown)}")
    for figure in figures:
        if figure.key not in findings:
            raise ValueError(f"{paper.name}: nothing was found about {figure.key}")
        yield judge(paper, figure, findings[figure.key])


def judge(paper: Paper, figure: Figure, finding: Finding) -> Judged:
    """Return a figure with the verdict of what was found about it.

    Raises
    ------
    ValueError
        It is not reproduced, and the finding does not say why.
    """
    verdict = finding.verdict or _compared(figure, finding)
    if verdict is not Verdict.REPRODUCED and not finding.note:
        told = f"{figure.key}: {figure.printed} is printed, ours is {finding.ours}"
        raise ValueError(f"{paper.name}, {told}, and nothing says why")
    return Judged(
        paper.name,
        figure.place,
        figure.quantity,
        figure.unit,
        figure.printed if isinstance(figure.printed, str) else float(figure.printed),
        _told(finding.ours),
        _ratio(figure, finding),
        verdict,
        finding.note,
    )


def _compared(figure: Figure, finding: Finding) -> Verdict:
    same = is_same(figure, finding)
    return Verdict.REPRODUCED if same else Verdict.DIFFERS


def is_same(figure: Figure, finding: Finding) -> bool:
    """Whether ours is near enough to what is printed."""
    ours, printed = finding.ours, figure.printed
    if isinstance(printed, str):
        return ours == (parse(printed) if isinstance(ours, Polynomial) else printed)
    if isinstance(ours, Polynomial):
        return ours.degree == 0 and ours(0) == Fraction(printed)
    if ours is None or isinstance(ours, str):
        return False
    difference = abs(Fraction(ours) - Fraction(printed))
    if finding.nearness is Nearness.EXACT:
        return difference == 0
    if finding.nearness is Nearness.TENTH:
        return difference <= MEASURED * abs(Fraction(printed))
    return difference <= Fraction(_half_a_digit(printed) * (1 + _ROUNDING))


def _half_a_digit(printed: Decimal) -> Decimal:
    """Return half the worth of the last printed digit: 0.005 for 0.48, a half for 53."""
    exponent = printed.as_tuple().exponent
    assert isinstance(exponent, int)
    return Decimal(1).scaleb(min(exponent, 0)) / 2


def _told(ours: Ours | None) -> float | str | None:
    if isinstance(ours, Polynomial):
        return str(ours)
    return ours if ours is None or isinstance(ours, str) else float(ours)


def _ratio(figure: Figure, finding: Finding) -> float | None:
    printed, ours = figure.printed, finding.ours
    if isinstance(ours, Polynomial) and ours.degree == 0:
        ours = ours(0)
    if isinstance(printed, str) or not printed or not isinstance(ours, int | float | Fraction):
        return None
    return float(ours) / float(printed)
