"""What became of every figure of Zalzala and Morris (1989)."""

from __future__ import annotations

from collections.abc import Iterable

from papers.figures import Judged, Key
from papers.judging import Finding, counted, differs, holds, inconsistent, judged, undecided
from papers.polynomial import parse
from papers.printed import Paper
from papers.verdicts import Watch
from papers.zalzala_morris import (
    count_findings,
    schedule_findings,
    theory_findings,
    time_findings,
)
from papers.zalzala_morris.counts import PHASE_1, PHASE_2
from papers.zalzala_morris.formulation_counts import formulation_counts
from papers.zalzala_morris.measured import four


def figures(paper: Paper, watch: Watch) -> Iterable[Judged]:
    """Return every figure with its verdict; ``watch`` is told what is computed."""
    watch("counting operations of the recursive Lagrangian")
    found = {
        **count_findings.tables_1_and_2(),
        **count_findings.appendix(),
        **count_findings.table_4(),
        **count_findings.equations(),
        **schedule_findings.table_3(),
        **schedule_findings.priorities(paper),
        **schedule_findings.schedule(paper),
        **theory_findings.sent(),
        **theory_findings.pipelining(),
        **theory_findings.table_9(),
        **_text(),
    }
    watch("running the recursive Lagrangian on four transputers")
    found |= time_findings.times()
    watch("running its pipeline of 26")
    found |= {**time_findings.pipeline_times(), **time_findings.network(), **_claims()}
    return judged(paper, found)


def _text() -> dict[Key, Finding]:
    outside = "a requirement from the literature, which the paper does not derive"
    powers = {
        "the Lagrangian": formulation_counts("Uicker, Kahn")[0].degree,
        "Waters": formulation_counts("Waters")[0].degree,
        "Hollerbach": formulation_counts("Hollerbach, 3x3")[0].degree,
    }
    found = {
        f"section I: power of n of {name}": counted(degree, "of the counted polynomial")
        for name, degree in powers.items()
    }
    found |= {
        "section I: power of n of Newton-Euler": counted(
            parse("150n - 48").degree, "of table 4's polynomial"
        ),
        "section I: power of n of strobing": undecided("the technique is not in this paper"),
        "section I: Hz of good real-time control": undecided(outside),
        "section I: ms of a sampling period, from": undecided(outside),
        "section I: ms of a sampling period, to": undecided(outside),
        "section IV: jobs of phase 1": counted(len(PHASE_1)),
        "section IV: jobs of phase 2": counted(len(PHASE_2)),
    }
    return {("text", name, "value"): finding for name, finding in found.items()}


def _claims() -> dict[Key, Finding]:
    t800 = four("T800")
    busy = ", ".join(f"{100 * (1 - idle):.0f} %" for idle in t800.idle_shares().values())
    return {
        ("close",): inconsistent(None, "2.46 ms is 3.6 times the theory's 0.68 ms"),
        ("full",): differs(
            None, f"T0 to T3 work {busy} of the time; the theory of table 5 has no message in it"
        ),
        ("communication",): holds(
            "messages and what waits for them take half of the time here too"
        ),
        ("adequate",): holds(f"{1e3 * t800.seconds:.2f} ms here, within its 1 to 15 ms"),
        ("delays",): holds(
            "indexing and control take most of a pass: 0.24 ms here, 0.038 ms by the weights"
        ),
        ("superior",): holds(
            f"the T800s are {four('T414').seconds / t800.seconds:.1f} times as fast here, 3.6 "
            "times in the print"
        ),
        ("suitable",): holds(
            "job 5 to 8 and (40) give gravity apart from inertia and velocity; Newton-Euler's "
            "recursion does not"
        ),
    }
