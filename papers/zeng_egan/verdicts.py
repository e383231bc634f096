"""What became of every figure of Zeng and Egan (1991): gathered from `papers.zeng_egan.report`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from papers.figures import Judged, Key
from papers.judging import Finding, counted, differs, judged, measured, undecided
from papers.printed import Paper
from papers.verdicts import Watch
from papers.zeng_egan.report import all_claims, paper_report
from papers.zeng_egan.versions import paper_graph, paper_robot

_SECOND_SUMMAND = "what the second summand of a time is, the report does not say"
_SETS_THE_CLOCK = (
    "the report names neither processor nor clock: this row sets the time of an operation, or of "
    "its version's statement"
)
_LEFT_OUT = "by a machine fitted to the other versions' rows"
_ALL = "by a machine fitted to the rows of versions 1 to 4"
_NO_CLUE = "the queues for two processes are not printed, and no rule gives such bad ones"


def figures(paper: Paper, watch: Watch) -> Iterable[Judged]:
    """Return every figure with its verdict; ``watch`` is told what is computed."""
    watch("simulating Zeng and Egan's versions 1 to 5")
    report = paper_report()
    found: dict[Key, Finding] = {}
    for row in report["rows"]:
        name = "sequential"
        if row["version"] != "sequential":
            name = f"version_{row['version']}_{row['type']}_{row['processes']}"
        found[name,] = _time(row)
        found[f"{name}_rest",] = undecided(_SECOND_SUMMAND)
    yield from judged(paper, found | _others(report))
    for claim in all_claims():
        yield claim.judged(paper.name)


def _time(row: dict[str, Any]) -> Finding:
    """Return what is found about a time: by the way that has seen least of it."""
    if row["processes"] == 1:
        return undecided(_SETS_THE_CLOCK, row["ours_seconds"])
    if (row["version"], row["processes"]) == ("5", 2):
        return differs(row["ours_seconds"], f"{_ALL}; {_NO_CLUE}")
    if row["ratio_left_out"] is None:
        return measured(row["ours_seconds"], _ALL)
    return measured(row["ratio_left_out"] * row["printed_seconds"], _LEFT_OUT)


def _others(report: dict[str, Any]) -> dict[Key, Finding]:
    enough = report["claims"][2]["figures"]
    most = max(value for name, value in enough.items() if name.startswith("processors"))
    return {
        ("loops",): undecided("how often the program was run is taken as printed"),
        ("links",): counted(paper_robot().n, "the arm that is run here"),
        ("processors",): undecided("the machine is taken as printed"),
        ("dynamics_share",): undecided(
            "which inverse kinematics was used: a share from a fifth to two thirds goes with it",
            100 * report["loop"]["dynamics_share_inner"],
        ),
        ("processors_of_use",): differs(
            most, "four processors reach the critical path of 95 tasks, three that of 52"
        ),
        ("graphs", "section 4: tasks", "value"): counted(_tasks("95"), "entry and exit left out"),
        ("graphs", "section 4: tasks of a link", "value"): counted(_tasks("95") // paper_robot().n),
        ("graphs", "section 5.3: tasks", "value"): counted(
            len(paper_graph("52").tasks), "entry and exit among them"
        ),
    }


def _tasks(kind: str) -> int:
    return len(paper_graph(kind).tasks) - 2
