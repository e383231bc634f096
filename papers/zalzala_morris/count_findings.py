"""What is found about the counts of Zalzala and Morris: tables 1, 2, 4, appendix A, (50)-(53)."""

from __future__ import annotations

from papers.figures import Key
from papers.judging import Finding, counted, differs, inconsistent, undecided, worked_out
from papers.polynomial import Polynomial, parse
from papers.zalzala_morris.counts import (
    PHASE_1,
    PHASE_2,
    counts_as_printed,
    job_counts,
    job_polynomials,
    original_counts,
)
from papers.zalzala_morris.formulation_counts import FORMULATIONS, formulation_counts
from papers.zalzala_morris.weights import whole_counts

JOINTS = 6
_KINDS = ("multiplications", "additions")

_NAMES = {
    1: ("W", "W dot", "W ddot", "p ddot", "dW/dtheta", "e*", "D*", "g*", "A", "p*"),
    2: ("D", "e", "tau*", "c", "tau**", "tau"),
}

_FULL_PRODUCT = (
    "(A.34) to (A.38) and a product by A that knows its zero, as jobs 1 and 2 have it; the print "
    "counts that product in full, 27 and 18"
)
_ONE_SIGN = "with the sign of rho formed once; (50) has 36n - 30, which is 6 here"
_LAST_LINK = "m W r* is needed for the last link too"


def tables_1_and_2() -> dict[Key, Finding]:
    """Return what is found about the jobs."""
    result: dict[Key, Finding] = {}
    for phase, jobs in ((1, PHASE_1), (2, PHASE_2)):
        for job in jobs:
            row = f"job {job}: {_NAMES[phase][job - 1]}"
            for kind, polynomial in zip(_KINDS, job_polynomials(phase, job), strict=True):
                values: dict[str, int | Polynomial] = {
                    "n = 1": int(getattr(job_counts(phase, job, first=True), kind)),
                    "n > 1": int(getattr(job_counts(phase, job, first=False), kind)),
                    "total": polynomial,
                    "n = 6": int(polynomial(JOINTS)),
                }
                for column, ours in values.items():
                    key = (f"table_{phase}", row, f"{kind}, {column}")
                    result[key] = _of_job(phase, job, column, ours)
    return result


def _of_job(phase: int, job: int, column: str, ours: int | Polynomial) -> Finding:
    if (phase, job) == (1, 3):
        return counted(ours) if column == "n = 1" else inconsistent(ours, _FULL_PRODUCT)
    if (phase, job) == (2, 4) and column != "n > 1":
        return differs(ours, _LAST_LINK)
    return counted(ours)


def appendix() -> dict[Key, Finding]:
    """Return what is found about appendix A."""
    rows = {
        "(1) W": (1, False),
        "(2) W dot, j = 1": (2, True),
        "(2) W dot, j > 1": (2, False),
        "(3) W ddot, j = 1": (3, True),
        "(3) W ddot, j > 1": (3, False),
        "(4) dW/dtheta, j = 1": (5, True),
        "(4) dW/dtheta, j > 1": (5, False),
    }
    result: dict[Key, Finding] = {}
    for row, (job, first) in rows.items():
        for name, found in (
            ("original", original_counts(row)),
            ("reduced", job_counts(1, job, first=first)),
        ):
            for kind in _KINDS:
                result["appendix", row, f"{name} {kind}"] = counted(int(getattr(found, kind)))
    row = "(2) W dot, j = 1"
    result["appendix", row, "original multiplications"] = inconsistent(
        36, "27 for a product and 9 for Q theta dot, which rows (2), j > 1, and (3) count"
    )
    for kind, ours in zip(_KINDS, (44, 33), strict=True):
        key = ("appendix", "(3) W ddot, j > 1", f"reduced {kind}")
        assert int(getattr(job_counts(1, 3, first=False), kind)) == ours
        result[key] = inconsistent(ours, _FULL_PRODUCT)
    return result


_DAMAGED = {
    (
        "Uicker, Kahn",
        "additions, total",
    ): "the scan lacks n^3 after 66 1/3; with it, 51548 at n = 6",
    ("Waters", "multiplications, total"): "-212 for -512 in print or scan; neither gives 7051",
}
_SLOPES = {
    "Uicker, Kahn": "the power of n and its coefficient are the same; what is kept of the "
    "derivatives for the lower powers this paper does not print",
    "Waters": "32n fewer: two sums of matrices a link that the equations do not have",
    "Hollerbach, 4x4": "the constant is the same; the equations as printed have 20n fewer "
    "multiplications and, for two sums of matrices a link, 32n fewer additions",
    "Hollerbach, 3x3": "the equations as printed have fewer: the additions by two sums of "
    "matrices a link, 18n",
}


def table_4() -> dict[Key, Finding]:
    """Return what is found about the formulations."""
    result: dict[Key, Finding] = {}
    for name in FORMULATIONS:
        for kind, ours in zip(_KINDS, formulation_counts(name), strict=True):
            total, at_6 = f"{kind}, total", f"{kind}, n = 6"
            result["table_4", name, total] = counted(ours, _SLOPES[name])
            result["table_4", name, at_6] = counted(int(ours(JOINTS)), _SLOPES[name])
    for (name, total), note in _DAMAGED.items():
        ours = formulation_counts(name)[_KINDS.index(total.split(",")[0])]
        result["table_4", name, total] = inconsistent(ours, note)
    result["table_4", "Uicker, Kahn", "multiplications, n = 6"] = inconsistent(
        int(formulation_counts("Uicker, Kahn")[0](JOINTS)), "its own polynomial gives 67143"
    )
    result["table_4", "Waters", "multiplications, n = 6"] = inconsistent(
        int(formulation_counts("Waters")[0](JOINTS)),
        "7345 by the polynomial as scanned, 7045 with -512, which is what is counted here",
    )
    result |= _taken_over()
    result |= _drl()
    return result


def _taken_over() -> dict[Key, Finding]:
    """Return what is found about rows for which the paper has no equations."""
    luh = "taken over from Hollerbach; the equations of Luh and others are not in this paper, and "
    luh += "table 2 of Zomaya and Morris counts 150n and 116n for them"
    raibert = "taken over from Hollerbach; a look-up table's operations are not in this paper"
    printed = {
        "Newton-Euler": ("150n - 48", "131n - 48", luh),
        "Horn, Raibert": ("2n^3 + n^2", "n^3 + n^2 + 2n", raibert),
    }
    result: dict[Key, Finding] = {}
    for name, (*polynomials, missing) in printed.items():
        for kind, polynomial in zip(_KINDS, polynomials, strict=True):
            result["table_4", name, f"{kind}, total"] = undecided(missing)
            result["table_4", name, f"{kind}, n = 6"] = counted(
                int(parse(polynomial)(JOINTS)), "by its polynomial"
            )
    return result


_LEVELS = "(50) and table 1 differ by one: 36n - 30 and 36n - 29"


def _drl() -> dict[Key, Finding]:
    result: dict[Key, Finding] = {}
    totals = whole_counts()
    longest = counts_as_printed(1, 3)
    for kind, total in zip(_KINDS, totals, strict=True):
        ours, at_6 = counted(total), counted(int(total(JOINTS)))
        if kind == "additions":
            ours, at_6 = inconsistent(total, _LEVELS), inconsistent(int(total(JOINTS)), _LEVELS)
        result["table_4", "DRL", f"{kind}, total"] = ours
        result["table_4", "DRL", f"{kind}, n = 6"] = at_6
        one = int(getattr(longest, kind))
        for column in ("total", "n = 6"):
            result["table_4", "DRL, pipelined", f"{kind}, {column}"] = counted(
                one, "job 3, with its product in full"
            )
    return result


def equations() -> dict[Key, Finding]:
    """Return what is found about (50) to (53) and the counts of section VI."""
    multiplications, additions = whole_counts()
    first, later = job_counts(1, 3, first=True), counts_as_printed(1, 3)
    behind = counts_as_printed(1, 4) + counts_as_printed(1, 7)
    rows = counts_as_printed(2, 1) + counts_as_printed(2, 4)
    phase_1 = [
        Polynomial.of(
            int(getattr(later, kind)),
            int(getattr(first, kind)) - int(getattr(later, kind)) + int(getattr(behind, kind)),
        )
        for kind in _KINDS
    ]
    at_6 = [int(total(JOINTS)) for total in (multiplications, additions)]
    hollerbach = (2195, 1719)
    pipelined = (later.multiplications, later.additions)
    found: dict[str, Finding] = {
        "equation (50): multiplications of phase 1": counted(phase_1[0]),
        "equation (50): additions of phase 1": inconsistent(phase_1[1], _LEVELS),
        "equation (50): multiplications of the level behind": counted(behind.multiplications),
        "equation (50): additions of the level behind": counted(behind.additions),
        "equation (51): multiplications of phase 2": counted(
            Polynomial.of(rows.multiplications, -rows.multiplications)
        ),
        "equation (51): additions of phase 2": counted(
            Polynomial.of(rows.additions, -rows.additions)
        ),
        "equation (52): multiplications": counted(multiplications),
        "equation (52): additions": inconsistent(additions, _LEVELS),
        "equation (53): multiplications, n = 6": counted(at_6[0]),
        "equation (53): additions, n = 6": inconsistent(at_6[1], _LEVELS),
        "section VI.1: multiplications of Hollerbach, 3x3": counted(
            int(formulation_counts("Hollerbach, 3x3")[0](JOINTS)), _SLOPES["Hollerbach, 3x3"]
        ),
        "section VI.1: additions of Hollerbach, 3x3": counted(
            int(formulation_counts("Hollerbach, 3x3")[1](JOINTS)), _SLOPES["Hollerbach, 3x3"]
        ),
        "section VI.1: multiplications of the DRL": counted(at_6[0]),
        "section VI.1: additions of the DRL": inconsistent(
            at_6[1], "(53), which it names, has 307; table 1 gives 308"
        ),
    }
    for place, ours in (
        ("section VI.1: reduction of", at_6),
        ("section VI.4: reduction of", pipelined),
    ):
        for kind, count, theirs in zip(_KINDS, ours, hollerbach, strict=True):
            name = f"{place} {kind}" + (" by the pipeline" if "VI.4" in place else "")
            found[name] = worked_out(1 - count / theirs, f"of the printed {theirs}")
    return {("equations", name, "value"): finding for name, finding in found.items()}
