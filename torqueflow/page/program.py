"""The page of a papers' program on emulated transputers: who works when, beside the paper."""

from __future__ import annotations

from typing import Any

from common.pictures import COLOURS, MARKERS
from common.tables import number
from golden.robot import Robot
from papers.picture import draw_lanes, lanes_height
from papers.run import ProgramRun
from papers.timings import timings_of
from torqueflow.page.drawing import drawing
from torqueflow.page.panels.panel import Panel
from torqueflow.page.tables import TableOfPage
from torqueflow.page.template import Page, page_text

_WORDS = (
    ("Golden", "the torques in float64 that the program's are held against."),
    ("Point", "one state of the arm, for which one set of torques is computed."),
    ("Derived", "a time that follows from other numbers in the paper."),
    ("Idle", "a processor waits for a message, or has nothing to do."),
)


def program_page(report: dict[str, Any], result: ProgramRun, robot: Robot, command: str) -> str:
    """Return the page as text.

    Parameters
    ----------
    report
        Of the run, as `papers.report.as_report` makes it.
    command
        What repeats it.
    """
    return page_text(
        Page(
            title=f"{report['title'][:1].upper()}{report['title'][1:]} on {_processors(report)}",
            holds=report["torques_agree"],
            verdict=_verdict(report),
            command=command,
            figures=_figures(report),
            panels=[_lanes(result), *_times(report), _shares(report)],
            tables=[_beside(report), _printed(report), _torques(report, robot), _network(report)],
            words=_WORDS,
        )
    )


def _processors(report: dict[str, Any]) -> str:
    count = report["processors"]
    return f"{count} {report['type']}{'s' if count > 1 else ''}"


def _verdict(report: dict[str, Any]) -> str:
    what = "agrees with" if report["torques_agree"] else "is further from"
    end = "to single precision" if report["torques_agree"] else "than single precision explains"
    return f"Every torque of {report['points']} points {what} golden {end}."


def _figures(report: dict[str, Any]) -> list[tuple[str, str]]:
    shown = [
        ("a set of torques", f"{report['milliseconds']:.3f} ms"),
        ("cycles", f"{report['cycles']:,.0f}"),
        ("processors", str(report["processors"])),
        ("links", f"{report['link_mbits']} Mbit/s"),
    ]
    if report["ratio"] is not None:
        shown += [
            ("the paper's", f"{report['paper_milliseconds']:.3g} ms"),
            ("ours over it", f"{report['ratio']:.2f}"),
        ]
    return shown


def _lanes(result: ProgramRun) -> Panel:
    title = "Who works when"
    words = (
        "The point in the middle of the run. A bar is a processor at work, an arrow a message, "
        "from when it was offered to when it had come."
    )
    with drawing("lanes", f"{title}. {words}", 12.0, lanes_height(result)) as made:
        draw_lanes(made.figure.subplots(), result)
    return Panel("lanes", title, words, made.svg, wide=True)


def _times(report: dict[str, Any]) -> list[Panel]:
    """Return our time and the paper's on one axis, if the paper has one."""
    if report["paper_milliseconds"] is None:
        return []
    title = "A set of torques"
    words = (
        f"Ours takes {report['ratio']:.2f} of the paper's time. What the paper leaves open, and "
        "what is chosen here, stands below."
    )
    rows = [("emulated here", report["milliseconds"]), ("the paper", report["paper_milliseconds"])]
    with drawing("times", f"{title}. {words}", 6.0, 2.2) as made:
        axes = made.figure.subplots()
        for place, (_, value) in enumerate(rows):
            axes.barh(place, value, 0.55, color=COLOURS[place])
            axes.text(value, place, f" {value:.3g} ms", va="center", fontsize=9)
        axes.set_yticks(range(len(rows)), [name for name, _ in rows])
        axes.invert_yaxis()
        axes.margins(x=0.2)
        axes.set_xlabel("ms")
        axes.grid(visible=False, axis="y")
    return [Panel("times", title, words, made.svg)]


def _shares(report: dict[str, Any]) -> Panel:
    title = "How busy each processor is"
    idle = report["idle_share"]
    busiest = min(idle, key=lambda name: idle[name])
    words = f"Shares of a point's time. The busiest is {busiest}, {1 - idle[busiest]:.0%} of it."
    with drawing("shares", f"{title}. {words}", 6.0, 1.2 + 0.25 * len(idle)) as made:
        axes = made.figure.subplots()
        axes.plot([1 - share for share in idle.values()], list(idle), MARKERS[0], color=COLOURS[0])
        axes.set_xlim(0, 1.02)
        axes.set_xlabel("share at work")
        axes.invert_yaxis()
    return Panel("shares", title, words, made.svg)


def _beside(report: dict[str, Any]) -> TableOfPage:
    printed = report["paper_milliseconds"]
    rows = (
        ("time of a point, ms", f"{report['milliseconds']:.3f}",
         "not told" if printed is None else f"{printed:.3g}"),
        ("cycles of a point", f"{report['cycles']:,.0f}", ""),
        ("checks of the compiler", report["checks"], "not told"),
        ("external memory, cycles", str(report["external_cycles"]), "not told"),
        ("code", "external" if report["external_code"] else "on chip as far as it goes",
         "not told"),
        ("links, Mbit/s", str(report["link_mbits"]), "not told"),
        ("matrices indexed by", report["indexing"], "not told"),
    )  # fmt: skip
    words = f"The paper is {report['paper']}. The program is written anew from its equations."
    return TableOfPage("Beside the paper", words, ("", "here", "paper"), rows)


def _printed(report: dict[str, Any]) -> TableOfPage:
    """Return every time that the paper gives for one set of torques, with what it rests on."""
    rows = tuple(
        (time.system, f"{1e3 * time.seconds:.3g}", time.basis, time.source)
        for time in timings_of("torque")
        if time.paper == report["paper"]
    )
    words = "For one set of torques of its arm: measured, simulated, theory, or derived by us."
    return TableOfPage("All times in the paper", words, ("system", "ms", "basis", "place"), rows)


def _torques(report: dict[str, Any], robot: Robot) -> TableOfPage:
    errors = zip(report["torque_error_max"], report["torque_bound"], robot.joints, strict=True)
    rows = tuple(
        (f"{i} {joint.name}".rstrip(), number(error), number(bound), joint.effort_unit)
        for i, (error, bound, joint) in enumerate(errors, start=1)
    )
    words = "Distance from golden, and what sixteen roundings to single precision explain."
    return TableOfPage("Torques", words, ("joint", "largest error", "allowed", "unit"), rows)


def _network(report: dict[str, Any]) -> TableOfPage:
    idle = report["idle_share"]
    rows = tuple(
        (name, f"{sent:,.1f}".removesuffix(".0"), f"{idle[name]:.1%}")
        for name, sent in report["link_bytes"].items()
    )
    return TableOfPage("Processors", "For one point.", ("name", "bytes sent", "idle"), rows)
