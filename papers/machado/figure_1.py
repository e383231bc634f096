"""Figure 1 as the paper's own rules give it, beside the print.

Nothing is typed in but the arm's file, which has the constants (5) and the ranges (6) and (8), and
eight bits.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

import numpy as np

from common.arrays import Reals
from dataflow.boolean.quantiser import Word, words_of
from dataflow.boolean.sizes import SizedTerm, sized_terms, sum_bits
from dataflow.boolean.terms import Term, torque_terms
from dataflow.lowering.request import DEFAULT_WIDTH
from golden.load import load_robot
from golden.robot import Robot

ROBOT = "machado_2r"

_GRID = 1440
"""Angles of a turn at which a whole torque's extremes are looked for: a quarter of a degree."""


@dataclass(frozen=True)
class Row:
    """One number of the figure.

    Attributes
    ----------
    term, quantity
        ``T11`` and so on; what the number is, as in figure_1.toml.
    printed, ours
        N m, bits, or states.
    verdict
        ``equal``; for states ``rounded``, ``cut`` or ``within one``; for amplitudes ``rounded``;
        else ``differs``.
    """

    term: str
    quantity: str
    printed: float
    ours: float
    verdict: str


def figure_1() -> list[Row]:
    """Return every number of figure 1 and (7), printed and ours."""
    robot = load_robot(ROBOT)
    text = (files("papers.machado") / "figure_1.toml").read_text("utf-8")
    printed = tomllib.loads(text)
    precision = int(printed["precision"])
    words = words_of(robot, DEFAULT_WIDTH)
    rows = []
    for terms, limit in zip(
        torque_terms(robot, actuators=True), robot.torque_limits.tolist(), strict=True
    ):
        sized = sized_terms(terms, limit, precision, 0, words)
        total = f"T{terms[0].joint}"
        count = sum(s.term.copies for s in sized)
        term_bits = float(precision + sum_bits(count))
        rows.append(_row(total, "term precision", printed["term_precision"], term_bits))
        ours = dict(_whole(terms, limit, precision, words))
        rows += [_row(total, name, value, ours[name]) for name, value in printed[total].items()]
        for each in sized:
            name = each.term.names[0]
            ours = dict(_of_term(each))
            rows += [_row(name, q, value, ours[q]) for q, value in printed[name].items()]
    return rows


def _of_term(sized: SizedTerm) -> Iterator[tuple[str, float]]:
    """Yield the quantities of one column."""
    yield "range", sized.range
    yield "amplitude", sized.amplitude
    yield "bits", sized.output_bits
    yield "inputs", sized.input_bits
    yield "used", sized.used_states
    yield "unused", 2.0**sized.input_bits - sized.used_states


def _whole(
    terms: Sequence[Term], limit: float, precision: int, words: dict[str, Word]
) -> Iterator[tuple[str, float]]:
    """Yield the quantities of a torque that is tabulated as one, without its being divided."""
    least, most = extremes(terms, words)
    inputs = precision * len({word for term in terms for word in term.words})
    used = 2.0**inputs * max(most, -least) / limit
    yield "range", limit
    yield "amplitude", most
    yield "least", least
    yield "bits", precision
    yield "inputs", inputs
    yield "used", used
    yield "unused", 2.0**inputs - used


def extremes(terms: Sequence[Term], words: dict[str, Word]) -> tuple[float, float]:
    """Return the least and the largest sum of terms over the inputs' ranges, N m.

    Angles are taken on a grid, rates and accelerations at the corners of their ranges: each rate
    alone stands in the torque as a convex or a linear function where it is at its extreme.
    """
    angles = [name for name, word in words.items() if word.turns]
    moving = [name for name in words if name not in angles]
    axis = np.linspace(-np.pi, np.pi, _GRID + 1)
    grid: dict[str, Reals] = {
        name: axis.reshape([-1 if k == place else 1 for k in range(len(angles))])
        for place, name in enumerate(angles)
    }
    still = [t for t in terms if not set(t.words) & set(moving)]
    driven = [t for t in terms if set(t.words) & set(moving)]
    position = _added(still, grid)
    lowest, highest = np.inf, -np.inf
    for corner in itertools.product(*((words[n].lowest, words[n].highest) for n in moving)):
        at = grid | {n: np.array(v) for n, v in zip(moving, corner, strict=True)}
        total = position + _added(driven, at)
        lowest, highest = min(lowest, float(total.min())), max(highest, float(total.max()))
    return lowest, highest


def _added(terms: Sequence[Term], values: Mapping[str, Reals]) -> Reals:
    """Return the sum of terms, zero for none."""
    total: Reals = np.zeros(())
    for term in terms:
        total = np.asarray(total + term(values), dtype=np.float64)
    return total


def _row(term: str, quantity: str, printed: float, ours: float) -> Row:
    return Row(term, quantity, printed, ours, _verdict(quantity, printed, ours))


def _verdict(quantity: str, printed: float, ours: float) -> str:
    """Return how a printed number stands to ours."""
    if abs(printed - ours) <= 1e-9 * abs(ours):
        return "equal"
    unit = 1.0
    if quantity in ("amplitude", "least"):
        unit = 0.1
    elif printed >= 1e9:
        unit = 1e12 if printed > 1e13 else 1e9  # two decimals before the power of ten
    if abs(printed - unit * np.round(ours / unit)) < 1e-6 * unit:
        return "rounded"
    if abs(printed - unit * np.floor(ours / unit)) < 1e-6 * unit:
        return "cut"
    near = quantity in ("used", "unused") and abs(printed - ours) < unit
    return "within one" if near else "differs"


def is_the_papers(robot: Robot) -> bool:
    """Whether an arm is the paper's own."""
    return robot.name == load_robot(ROBOT).name
