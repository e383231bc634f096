"""What is found about the measured times of Zalzala and Morris: tables 6 to 9, section VII."""

from __future__ import annotations

from papers.figures import Key
from papers.judging import Finding, counted, differs, inconsistent, measured, undecided
from papers.zalzala_morris.clocks import job_level, pass_work
from papers.zalzala_morris.count_findings import JOINTS
from papers.zalzala_morris.measured import SETTING, Pipeline, four, pipeline
from papers.zalzala_morris.messages import passes, told
from papers.zalzala_morris.passes import Phases, phases
from papers.zalzala_morris.pipeline_stages import busy_share, pipeline_work, stages

_MILLI = 1e3
_SETTING = (
    f"checks {SETTING.checks.value}, external memory of {SETTING.external_cycles} cycles, links at "
    f"{SETTING.link_mbits} Mbit/s"
)
_ROWS_WAIT = "T0 hands out the operands of three rows and the others wait for it"
_LAST = "of the last point, behind which no other comes: T0 alone, jobs 3, 5 and 6 of link 1"


def times() -> dict[Key, Finding]:
    """Return what is found about the times on four T800s and T414s."""
    t800, t414 = (four(part).seconds for part in ("T800", "T414"))
    return {
        ("four_t800",): measured(_MILLI * t800, _SETTING),
        ("four_t414",): differs(
            _MILLI * t414,
            f"{_SETTING}; by the print itself the T414s spend 1.24 ms on all but the theory's "
            "7.72, the T800s 1.78 on the same instructions: with 1.78 it would be 9.50. "
            "Emulated jobs on "
            f"the paper's schedule take {job_level('T414', 6) / 1e3:.1f} ms here and, on T800s, "
            f"{job_level('T800', 6) / 1e3:.1f}",
        ),
        **_table_6(phases(four("T800"))),
        **_table_7(),
    }


def _table_6(found: Phases) -> dict[Key, Finding]:
    first, second = ([_MILLI * seconds for seconds in part] for part in (found.first, found.second))
    # Link j is pass j of phase 1; what comes behind the last link is that of link 6.
    own = [*first[1:6], first[6] + first[7]]
    result: dict[Key, Finding] = {}
    for link, ours in enumerate(own):
        note = f"{_SETTING}; the print's own pipeline has 0.25 for the same work (table 8a)"
        result["phase_1", str(link)] = measured(ours, note)
    for link, ours in enumerate(second):
        result["phase_2", str(link)] = measured(ours, f"{_SETTING}; {_ROWS_WAIT}")
    last = _MILLI * found.last
    result["phase_2", "5"] = measured(last, f"{_SETTING}; {_LAST}")
    for link in range(5):
        result["table_6", f"link {link + 1}", "total"] = measured(
            own[link] + second[link], "the sum of both phases here; the first of phase 2 is link 6"
        )
    result["table_6", "link 6", "total"] = measured(own[5] + last, f"the sum here; phase 2 {_LAST}")
    result["pass_0",] = measured(first[0], f"{_SETTING}; job 9 and two messages")
    return result


def _table_7() -> dict[Key, Finding]:
    first, second = passes(four("T800"))
    result: dict[Key, Finding] = {}
    for number, messages in enumerate(first):
        key = ("table_7a", f"pass {number}", "messages")
        result[key] = counted(
            told(messages),
            "W.ddot from T2 to T1 besides: job 6 needs it, which figure 4 has on T1",
        )
    for number in range(1, 7):
        ours = told(second[number - 1]) if number <= len(second) else "none"
        result["table_7b", f"pass {number}", "messages"] = counted(ours)
    return result


_TABLES = {1: "table_8a", 2: "table_8b"}
_OWN_NAMES: dict[Key, Key] = {
    ("table_8a", "stage 2", "T0"): ("stage_phase_1",),
    ("table_8b", "stage 1", "T0"): ("stage_phase_2",),
    ("table_8a", "stage 1", "T1"): ("pass_0",),
}
"""Cells that are numbers of their own in the data."""


def pipeline_times() -> dict[Key, Finding]:
    """Return what is found about tables 8a and 8b.

    Which transputer has work in which stage comes out of the schedule (`pipeline_stages`); how long
    that takes, of the emulated machines: a full stage from four transputers, the ends of the
    pipeline from all of it.
    """
    step = phases(four("T800"))
    # What the longest transputer takes for a link, of whichever phase.
    full = {
        1: measured(
            _MILLI * max(step.first[2:6]),
            f"{_SETTING}; a pass of four transputers, messages too",
        ),
        2: measured(_MILLI * min(step.second), f"{_SETTING}; {_ROWS_WAIT}"),
    }
    result: dict[Key, Finding] = {}
    for phase, table in _TABLES.items():
        for number, stage in enumerate(stages(phase, JOINTS), start=1):
            for transputer, jobs in stage.items():
                cell: Key = (table, f"stage {number}", transputer)
                key = _OWN_NAMES.get(cell, cell)
                idle = counted(0, "the schedule has no job for it there")
                result[key] = full[phase] if jobs else idle
    del result["pass_0",]  # of the four transputers: `times`
    result["table_8b", "stage 6", "T0"] = measured(_MILLI * step.last, f"{_SETTING}; {_LAST}")
    return result | _ends(pipeline())


def _ends(found: Pipeline) -> dict[Key, Finding]:
    """Return what is found about the first and the last stage of phase 1 where there is work."""
    first, last = found.busy[0], found.busy[6]
    both = "what it works for a point in the pipeline, phase 2 included"
    return {
        ("table_8a", "stage 1", "T2"): differs(
            _MILLI * first[2], f"{both}: job 3 of link 1 is a quarter of that of another link"
        ),
        ("table_8a", "stage 1", "T3"): inconsistent(
            _MILLI * first[3], "table 1 has 9 multiplications for job 8 of link 1, which T3 does"
        ),
        ("table_8a", "stage 7", "T0"): measured(_MILLI * last[0], both),
        ("table_8a", "stage 7", "T1"): differs(
            _MILLI * last[1], f"{both}: job 6 alone, 9 multiplications and 6 additions"
        ),
    }


def network() -> dict[Key, Finding]:
    """Return what is found about the network in section VII."""
    works = pass_work("T800")
    pipeline_of = pipeline_work(JOINTS)
    return {
        ("equations", "section VII.2: transputers of the pipeline", "value"): counted(
            len(pipeline_of),
            "with work in either phase by the schedule: six columns of four, and two; by (44) they "
            f"are busy for {100 * float(busy_share(JOINTS)):.0f} % of the time",
        ),
        ("equations", "section VII.2: links of a transputer", "value"): counted(
            4, "the pipeline's columns need no more, if data pass through neighbours"
        ),
        ("equations", "section VII.2: % that T1 was busy", "value"): measured(
            100 * works["T1"] / max(works.values()),
            "of the longest jobs of a pass, emulated one by one: sine and cosine make T1 so",
        ),
        ("equations", "section VII.1: Mflops of a T800", "value"): undecided(
            "of which operations is not said; by 550 and 350 ns it is 1.8 to 2.9"
        ),
    }
