"""The papers' charts beside ours: times, schedules, utilisations, speed-ups, verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from common.pictures import COLOURS
from papers.figures import Judged, Verdict
from torqueflow.page.drawing import INK, drawing
from torqueflow.verdicts.listing import PaperFigures

_SHADES = {
    Verdict.REPRODUCED: COLOURS[2],
    Verdict.DIFFERS: COLOURS[4],
    Verdict.INCONSISTENT: COLOURS[1],
    Verdict.UNDECIDED: COLOURS[3],
}
_THEIRS, _OURS = COLOURS[0], COLOURS[1]


@dataclass(frozen=True)
class Chart:
    """A picture with its words."""

    title: str
    words: str
    svg: str


def paper_charts(found: PaperFigures) -> Iterator[Chart]:
    """Yield the charts of one paper; a paper without any has none."""
    makers = _CHARTS.get(found.paper.folder.name, ())
    yield from (make(found) for make in makers)


def score_chart(found: Sequence[PaperFigures]) -> Chart:
    """Return how many numbers of each paper came to which verdict."""
    title = "Verdicts"
    words = "How many numbers of each paper came to which verdict."
    with drawing("scores", f"{title}. {words}", 9.0, 1.2 + 0.4 * len(found)) as made:
        axes = made.figure.subplots()
        left = [0] * len(found)
        for verdict in Verdict:
            widths = [each.score.counts[verdict] for each in found]
            axes.barh(
                range(len(found)), widths, left=left, color=_SHADES[verdict], label=verdict.value
            )
            left = [start + width for start, width in zip(left, widths, strict=True)]
        axes.set_yticks(range(len(found)), [each.paper.name for each in found])
        axes.invert_yaxis()
        axes.set_xlabel("numbers")
        _legend(axes, len(Verdict))
    return Chart(title, words, made.svg)


def _processing_times(found: PaperFigures) -> Chart:
    """Return figure 4 of Zomaya and Morris; two of its bars follow from the shares in the text."""
    from papers.zomaya_morris.measured import PROGRAMS, measure

    theirs = [1e3 * found.paper.value(key) for key in ("newton_euler", "scsnea", "pscsnea")]
    ours = [1e3 * measure().seconds[name] for name in PROGRAMS]
    title = "Figure 4: processing times"
    words = (
        "Zomaya and Morris's three programs for one set of torques. The bars of NE and SCSNEA are "
        "not printed as numbers: they follow from 2 ms, 58 % and 41 %."
    )
    labels = ["NE, one T800", "SCSNEA, one T800", "PSCSNEA, four T800s"]
    return _pairs("times", title, words, labels, theirs, ours, "milliseconds")


def _gantt(found: PaperFigures) -> Chart:
    """Return figure 4b of Zalzala and Morris by the rule of the text."""
    from papers.zalzala_morris.schedule_findings import packed_as_printed, printed_weights

    weights = printed_weights(found.paper, 1)
    processors = packed_as_printed(found.paper, 1)
    title = "Figure 4b: the jobs of phase 1"
    words = (
        "Zalzala and Morris's ten jobs on four processors by first fit and best fit, with the "
        "weights of table 3: the same jobs on the same processors as in the print."
    )
    with drawing("gantt", f"{title}. {words}", 9.0, 2.6) as made:
        axes = made.figure.subplots()
        for place, processor in enumerate(processors):
            start = 0.0
            for job in processor.jobs:
                width = float(weights[job])
                axes.barh(place, width, left=start, color=COLOURS[place], edgecolor=INK)
                axes.text(start + width / 2, place, job, ha="center", va="center", color=INK)
                start += width
        axes.set_yticks(range(len(processors)), [f"P{i + 1}" for i in range(len(processors))])
        axes.invert_yaxis()
        axes.set_xlabel("share of a pass")
    return Chart(title, words, made.svg)


def _utilisation(found: PaperFigures) -> Chart:
    """Return figure 6 of Zalzala and Morris beside what the emulated transputers do."""
    from papers.zalzala_morris.measured import four

    rows = [each for each in found.figures if each.place.startswith("table 5, ")]
    theirs = [float(each.printed) for each in rows if each.quantity.endswith("phase 1")]
    # P4 of figure 4 is T0, P1 is T1, P3 is T2, P2 is T3.
    idle = four("T800").idle_shares()
    ours = [1 - idle[name] for name in ("P1", "P3", "P2", "P0")]
    title = "Figure 6: utilisation"
    words = (
        "Table 5's shares of a pass of phase 1, and how much of all its time each emulated "
        "transputer works: the theory has neither messages nor waiting."
    )
    labels = [f"processor {place}" for place in range(1, 5)]
    return _pairs("use", title, words, labels, theirs, ours, "share of the time")


def _speed_up(found: PaperFigures) -> Chart:
    """Return figure 10 of Zalzala and Morris, which is a curve without numbers, by (62), (63)."""
    from papers.zalzala_morris.weights import efficiency

    stages = range(1, 8)
    title = "Figure 10: speed-up of the pipeline"
    words = (
        "Equations (62) and (63) for 300 points, against columns of four transputers; the printed "
        f"{_printed(found, 'speed-up of the pipeline'):.2f} is that of seven stages."
    )
    with drawing("speedup", f"{title}. {words}", 6.0, 3.2) as made:
        axes = made.figure.subplots()
        values = [float(n * efficiency(n, 300)) for n in stages]
        axes.plot([4 * n for n in stages], values, "o-", color=_OURS)
        axes.plot([28], [_printed(found, "speed-up of the pipeline")], "s", color=_THEIRS)
        axes.set_xlabel("transputers")
        axes.set_ylabel("speed-up")
    return Chart(title, words, made.svg)


def _printed(found: PaperFigures, quantity: str) -> float:
    (value,) = (each.printed for each in found.figures if each.quantity == quantity)
    return float(value)


def _multimax(found: PaperFigures) -> Chart:
    """Return the table of Zeng and Egan as curves, printed and ours."""
    title = "Section 7: times of the five versions"
    words = "Seconds for 21,200 sets of torques against processes: printed (dots) and ours (lines)."
    rows = [each for each in found.figures if each.quantity.startswith("version")]
    rows = [each for each in rows if not each.quantity.endswith("summand")]
    series: dict[str, list[Judged]] = {}
    for each in rows:
        series.setdefault(each.quantity.rpartition(", ")[0], []).append(each)
    with drawing("multimax", f"{title}. {words}", 9.0, 4.2) as made:
        axes = made.figure.subplots()
        for place, (name, points) in enumerate(series.items()):
            colour = COLOURS[place // 2 % len(COLOURS)]
            style = "-" if "static" in name else "--"
            processes = range(1, len(points) + 1)
            axes.plot(processes, [float(p.printed) for p in points], "o", color=colour)
            ours = [float(p.ours) if p.ours is not None else float("nan") for p in points]
            axes.plot(processes, ours, style, color=colour, label=name)
        axes.set_xticks(range(1, 5))
        axes.set_xlabel("processes")
        axes.set_ylabel("seconds")
        _legend(axes, 5)
    return Chart(title, words, made.svg)


def _states(found: PaperFigures) -> Chart:
    """Return the states of figure 1 of Machado and others, printed and ours."""
    title = "Figure 1: states of the terms"
    words = "Used states of each term's table, printed and by the paper's own rules."
    rows = [each for each in found.figures if each.quantity == "used"]
    labels = [each.place.removeprefix("figure 1, ") for each in rows]
    theirs, ours = ([float(getattr(e, side)) for e in rows] for side in ("printed", "ours"))
    return _pairs("states", title, words, labels, theirs, ours, "states", logarithmic=True)


def _pairs(
    name: str,
    title: str,
    words: str,
    labels: Sequence[str],
    theirs: Sequence[float],
    ours: Sequence[float],
    unit: str,
    *,
    logarithmic: bool = False,
) -> Chart:
    """Return bars in pairs: the print's and ours."""
    with drawing(name, f"{title}. {words}", 7.0, 1.2 + 0.45 * len(labels)) as made:
        axes = made.figure.subplots()
        places = range(len(labels))
        axes.barh([p - 0.2 for p in places], theirs, 0.38, color=_THEIRS, label="printed")
        axes.barh([p + 0.2 for p in places], ours, 0.38, color=_OURS, label="ours")
        axes.set_yticks(places, labels)
        axes.invert_yaxis()
        axes.set_xlabel(unit)
        if logarithmic:
            axes.set_xscale("log")
        _legend(axes, 2)
    return Chart(title, words, made.svg)


def _legend(axes: Any, columns: int) -> None:  # noqa: ANN401 - matplotlib's has no types
    """Put the legend above a picture, where it hides nothing."""
    axes.legend(
        labelcolor=INK, ncols=columns, loc="lower left", bbox_to_anchor=(0.0, 1.0), borderpad=0.2
    )


_CHARTS: dict[str, tuple[Callable[[PaperFigures], Chart], ...]] = {
    "zomaya_morris": (_processing_times,),
    "zalzala_morris": (_gantt, _utilisation, _speed_up),
    "zeng_egan": (_multimax,),
    "machado": (_states,),
}
"""The charts of each paper, by its folder."""
