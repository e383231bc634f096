"""How the comparison of all settings reads, on a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console

from common.tables import show, show_text, table
from papers.grid import Measured, cases, compared_papers, printed
from papers.zalzala_morris.passes import TABLE_6, TABLE_6_SECOND, TABLE_8A_FIRST
from papers.zomaya_morris.reductions import PRINTED_REDUCTIONS

_CODE = {False: "on chip", True: "external"}


def as_report(results: Sequence[Measured]) -> dict[str, Any]:
    """Return the report of all combinations, the best fit first.

    Keys: ``cases`` (``program, processors, type, paper_milliseconds``), ``paper_reductions``, and
    ``combinations``: for each its ``checks, external_cycles, external_code, link_mbits, indexing,
    milliseconds`` (in the order of the cases), ``reductions, residual, residual_by_paper``, and for
    the recursive Lagrangian on four T800s ``phase_1, phase_2``, milliseconds of each pass.
    """
    return {
        "cases": [
            {
                "program": program.name,
                "processors": program.processors,
                "type": part,
                "paper_milliseconds": 1e3 * program.seconds[part],
            }
            for program, part in cases()
        ],
        "paper_reductions": list(PRINTED_REDUCTIONS),
        "combinations": [
            {
                "checks": each.settings.checks.value,
                "external_cycles": each.settings.external_cycles,
                "link_mbits": each.settings.link_mbits,
                "indexing": each.settings.indexing.value,
                "external_code": each.settings.external_code,
                "milliseconds": [1e3 * seconds for seconds in each.seconds],
                "reductions": list(each.reductions),
                "residual": each.residual(),
                "residual_by_paper": {paper: each.residual(paper) for paper in compared_papers()},
                "phase_1": [1e3 * seconds for seconds in each.phases.first],
                "phase_2": [1e3 * seconds for seconds in each.phases.second],
            }
            for each in results
        ],
    }


def print_report(screen: Console, results: Sequence[Measured]) -> None:
    """Print all combinations, then the passes of the best one."""
    _print_combinations(screen, results)
    screen.print()
    for paper in (None, *compared_papers()):
        best = min(results, key=lambda each: each.residual(paper))
        show_text(
            screen,
            f"best fit of {paper or 'all'}: {_describe(best)}; off by {best.residual(paper):.2f}",
            others="  ",
        )
    screen.print()
    _print_passes(screen, results[0])


def _describe(measured: Measured) -> str:
    """Return a combination in words."""
    chosen = measured.settings
    return (
        f"checks {chosen.checks.value}, external memory {chosen.external_cycles} cycles, "
        f"code {_CODE[chosen.external_code]}, links {chosen.link_mbits} Mbit/s, "
        f"{chosen.indexing.value}"
    )


def _print_combinations(screen: Console, results: Sequence[Measured]) -> None:
    names = [f"{program.name} {program.processors} {part}" for program, part in cases()]
    columns = (
        "indexing",
        "checks",
        "memory",
        "links",
        *names,
        "less than ne, scsnea",
        "off by",
        *(paper.split()[0] for paper in compared_papers()),
    )
    shown = table("milliseconds for one set of torques", *columns)
    theirs = [f"{1e3 * seconds:.2f}" for seconds in printed()]
    shown.add_row("the papers", "", "", "", "", *theirs, _percent(PRINTED_REDUCTIONS))
    for each in results:
        chosen = each.settings
        shown.add_row(
            chosen.indexing.value,
            chosen.checks.value,
            _CODE[chosen.external_code],
            str(chosen.external_cycles),
            str(chosen.link_mbits),
            *(f"{1e3 * seconds:.2f}" for seconds in each.seconds),
            _percent(each.reductions),
            *(f"{each.residual(paper):.2f}" for paper in (None, *compared_papers())),
        )
    show(screen, shown)


def _percent(shares: tuple[float, float]) -> str:
    """Return the two reductions."""
    return ", ".join(f"{100 * share:.0f} %" for share in shares)


def _print_passes(screen: Console, best: Measured) -> None:
    shown = table(
        "recursive Lagrangian on four T800s, ms", "pass", "phase 1", "paper", "phase 2", "paper"
    )
    first = (TABLE_8A_FIRST, *TABLE_6)
    for number, ours in enumerate(best.phases.first):
        theirs = _milliseconds(first[number]) if number < len(first) else ""
        inside = 1 <= number <= len(best.phases.second)
        second = _milliseconds(best.phases.second[number - 1]) if inside else ""
        theirs_second = _milliseconds(TABLE_6_SECOND[number - 1]) if 1 <= number <= 6 else ""
        shown.add_row(str(number), _milliseconds(ours), theirs, second, theirs_second)
    totals = best.phases.totals
    shown.add_row(
        "all",
        _milliseconds(totals[0]),
        _milliseconds(sum(TABLE_6)),
        _milliseconds(totals[1]),
        _milliseconds(sum(TABLE_6_SECOND)),
    )
    show(screen, shown)


def _milliseconds(seconds: float) -> str:
    """Return a time with the digits that the paper has."""
    return f"{1e3 * seconds:.3f}"
