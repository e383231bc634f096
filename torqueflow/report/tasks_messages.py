"""Tasks on one to six T800s beside the shared-memory machines: as JSON, and how it reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console

from common.errors import InputError
from common.tables import show, table
from dataflow.tasks.routes import ROUTED_MAXIMUM
from golden.trajectory import random_states
from papers.generated.running import processors_of, words_sent
from papers.zeng_egan.message_passing import POINTS, Measured, Sharing
from papers.zeng_egan.printed import printed_time
from torqueflow.report.tasks_experiment import TaskChoice

_PRINTED = ("52", "cp-misf")
"""The graph and the schedule of version 5, whose printed times stand beside."""


def run_messages(choice: TaskChoice) -> tuple[Sharing, tuple[Measured, ...], str]:
    """Run what was asked for; return it, a row a number of processors, and the last one's occam.

    Raises
    ------
    InputError
        An option has no such value, or the robot is no chain.
    papers.machine.ProgramFailed
        A program did not send its torques.
    """
    arm = choice.load()
    if choice.seed < 0:
        raise InputError("--seed", f"{choice.seed}", "0 or more")
    counts = list(range(1, ROUTED_MAXIMUM + 1))
    if choice.processors is not None:
        if choice.processors not in counts:
            raise InputError("--processors", f"{choice.processors}", f"1 to {ROUTED_MAXIMUM} T800s")
        counts = sorted({1, choice.processors})
    sharing = Sharing(arm, choice.graph or "52", choice.schedule or "cp-misf", choice.seed)
    motion = random_states(arm, POINTS, choice.seed)
    rows = sharing.all_measured(counts, motion)
    return sharing, rows, sharing.program(rows[-1].layout, motion).text()


def as_report(sharing: Sharing, rows: Sequence[Measured], is_paper: bool) -> dict[str, Any]:
    """Return the report.

    Keys: ``robot, graph, schedule, part, clock_mhz, link_mbits, external_cycles``, and ``rows``:
    ``processors``, how many of them were ``used``; ``microseconds`` from a state sent to the
    torques had; ``words``, ``words_sent`` by wire and direction; ``left_microseconds`` by
    processor; ``torque_error_max, torques_agree``; and in units of one processor's time
    ``messages``, ``shared_ideal`` (nothing lost), ``shared_multimax`` (emulated) and ``printed``
    (version 5), None where nothing is. The first row is that of one processor.

    Parameters
    ----------
    is_paper
        Whether the arm stands for the report's, so that its times may stand beside.
    """
    one = rows[0]
    node = one.cycle.built.network.nodes[0]
    printed = is_paper and (sharing.kind, sharing.schedule) == _PRINTED
    return {
        "robot": sharing.robot.name,
        "graph": sharing.kind,
        "schedule": sharing.schedule,
        "part": node.type,
        "clock_mhz": node.clock_mhz,
        "link_mbits": one.cycle.built.network.link_mbits,
        "external_cycles": node.external_cycles,
        "rows": [_row(row, one, printed) for row in rows],
    }


def _row(row: Measured, one: Measured, printed: bool) -> dict[str, Any]:
    cut = row.layout.cut
    left = row.cycle.left_microseconds()
    return {
        "processors": row.processors,
        "used": len(cut.processors),
        "microseconds": row.cycle.microseconds,
        "messages": row.cycle.microseconds / one.cycle.microseconds,
        "shared_ideal": row.shared_seconds["ideal"] / one.shared_seconds["ideal"],
        "shared_multimax": row.shared_seconds["multimax"] / one.shared_seconds["multimax"],
        "printed": _printed(row.processors) if printed else None,
        "words": row.layout.words,
        "words_sent": dict(words_sent(cut)),
        "left_microseconds": {name: left[name] for name in processors_of(cut)},
        "torque_error_max": row.torque_error,
        "torques_agree": row.torques_agree,
    }


def _printed(processors: int) -> float | None:
    """Return version 5's time in units of its one process's."""
    one = printed_time("5", "static", 1)
    time = printed_time("5", "static", processors)
    if one is None or time is None:
        return None
    return time.seconds / one.seconds


def print_report(screen: Console, report: dict[str, Any]) -> None:
    """Print a row a number of processors, and what the machines are."""
    screen.print(
        f"{report['robot']}, graph {report['graph']}, {report['schedule']}; {report['part']} at "
        f"{report['clock_mhz']:g} MHz, links at {report['link_mbits']} Mbit/s. Times in units of "
        f"one processor's.",
        soft_wrap=True,
    )
    shown = table(
        "a set of torques",
        "T800s", "used", "us", "messages", "shared, ideal", "shared, Multimax", "printed",
        "words", "error", "golden",
    )  # fmt: skip
    for row in report["rows"]:
        printed = "" if row["printed"] is None else f"{row['printed']:.2f}"
        shown.add_row(
            str(row["processors"]),
            str(row["used"]),
            f"{row['microseconds']:.0f}",
            f"{row['messages']:.2f}",
            f"{row['shared_ideal']:.2f}",
            f"{row['shared_multimax']:.2f}",
            printed,
            str(row["words"]),
            f"{row['torque_error_max']:.1e}",
            "agrees" if row["torques_agree"] else "DISAGREES",
        )
    show(screen, shown)
