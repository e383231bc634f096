"""What is found about the schedule of Zalzala and Morris: tables 3 and 5, (47), (49), figure 4."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from papers.figures import Key, printed_figures
from papers.judging import Finding, counted, inconsistent, worked_out
from papers.printed import Paper
from papers.zalzala_morris.counts import PHASE_1, PHASE_2
from papers.zalzala_morris.packing import Processor, least_processors, pack
from papers.zalzala_morris.schedule import ELEMENTS, normalised
from papers.zalzala_morris.weights import weight

_JOBS = {1: PHASE_1, 2: PHASE_2}
_PROCESSORS = 4

_JOB_4 = "9 multiplications and 9 additions of table 1 are 8.1 us; 9.2 are 12 additions"
_SUM = "divided by jobs 1 and 4 together, which share a processor, not by the largest as (45) says"


def table_3() -> dict[Key, Finding]:
    """Return what is found about weight factors."""
    result: dict[Key, Finding] = {}
    for phase, jobs in _JOBS.items():
        shares = normalised(phase)
        for job in jobs:
            row = f"job {job}"
            share = shares.get(str(job)) or shares[f"{job}a"]
            result["table_3", row, f"phase {phase}"] = worked_out(weight(phase, job))
            note = _SUM if phase == 2 else ""
            result["table_3", row, f"phase {phase}, normalised"] = worked_out(share, note)
    # 0.4 us of 15.9 is 0.0252 or, unrounded, 0.0220.
    result["table_3", "job 6", "phase 2, normalised"] = worked_out(
        Fraction(4, 10) / Fraction(159, 10), f"of the rounded 0.4 us; {_SUM}"
    )
    for column, ours in (("phase 1", weight(1, 4)), ("phase 1, normalised", normalised(1)["4"])):
        result["table_3", "job 4", column] = inconsistent(ours, _JOB_4)
    return result


def printed_weights(paper: Paper, phase: int) -> dict[str, Fraction]:
    """Return the weights of table 3 as printed, by the names of `schedule.ELEMENTS`."""
    column = f"phase {phase}, normalised"
    printed = {f.key[1]: f.printed for f in printed_figures(paper) if f.key[2:] == (column,)}
    return {
        job: Fraction(Decimal(printed[f"job {job.rstrip('abc')}"]))
        for element in ELEMENTS[phase]
        for job in element
    }


def priorities(paper: Paper) -> dict[Key, Finding]:
    """Return what is found about (47) and (49), which repeat table 3."""
    result: dict[Key, Finding] = {}
    for phase in _JOBS:
        for job, share in printed_weights(paper, phase).items():
            result[f"priority_{phase}", f"job {job}", "weight"] = counted(share, "by table 3")
    result["priority_1", "job 2", "weight"] = inconsistent(0.62, "table 3 has 0.62 for job 2")
    result["priority_1", "job 4", "weight"] = inconsistent(_rounded(normalised(1)["4"]), _JOB_4)
    return result


def packed_as_printed(paper: Paper, phase: int) -> list[Processor]:
    """Return the schedule by the paper's rule and its printed weights."""
    return pack(ELEMENTS[phase], printed_weights(paper, phase))


def schedule(paper: Paper) -> dict[Key, Finding]:
    """Return what is found about figure 4, the processors, and table 5."""
    first, second = (packed_as_printed(paper, phase) for phase in _JOBS)
    exact = pack(ELEMENTS[1], normalised(1))
    result: dict[Key, Finding] = {}
    for place, processor in enumerate(first, start=1):
        jobs = " ".join(sorted(processor.jobs, key=int))
        result["figure_4", f"P{place}", "jobs"] = counted(jobs, "with the weights of table 3")
    result["processors", "phase 1", "processors"] = counted(
        len(first),
        f"with the weights of table 3; unrounded, jobs 1, 5 and 8 take 1.0026 of a pass and the "
        f"rule needs {len(exact)}. The work asks for {least_processors(normalised(1))}",
    )
    result["processors", "phase 2", "processors"] = counted(
        len(second), f"the work asks for {least_processors(normalised(2))}"
    )
    for phase, processors in ((1, first), (2, second)):
        for place, processor in enumerate(processors, start=1):
            key = ("table_5", f"processor {place}", f"phase {phase}")
            result[key] = worked_out(processor.filled, "with the weights of table 3")
    result["table_5", "processor 4", "phase 1"] = inconsistent(
        _rounded(normalised(1)["4"]) + _rounded(normalised(1)["7"]), f"jobs 4 and 7: {_JOB_4}"
    )
    return result | _shares(first, second)


def _shares(first: list[Processor], second: list[Processor]) -> dict[Key, Finding]:
    """Return what is found about the shares of section VI.2."""
    filled = [processor.filled for processor in (*first, *second)]
    full = sum(share == 1 for share in filled)
    idle = 100 * (1 - min(filled))
    place = "section VI.2: %"
    return {
        ("equations", f"{place} of the processors that are fully utilised", "value"): counted(
            Fraction(100 * full, len(filled))
        ),
        ("equations", f"{place} of the processors that are not", "value"): counted(
            Fraction(100 * (len(filled) - full), len(filled))
        ),
        ("equations", f"{place} of the time that those are idle", "value"): worked_out(idle),
        ("equations", "section VII.2: % that T1 should be busy", "value"): worked_out(
            100 * first[0].filled
        ),
        ("equations", "section VII.2: transputers without the pipeline", "value"): counted(
            len(first)
        ),
    }


def _rounded(share: Fraction) -> Fraction:
    """Return a share with two decimals."""
    exact = Decimal(share.numerator) / Decimal(share.denominator)
    return Fraction(exact.quantize(Decimal("0.01"), ROUND_HALF_UP))
