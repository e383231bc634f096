"""The times of two, three and four processes, out of those of one.

Three ways, told apart by what they have seen:

1. *nothing else*: the one-process column, and no hindrance but locks;
2. *left out*: hindrance fitted on all versions but one, and that one predicted, in turn;
3. *all*: hindrance fitted on all 24 times of versions 1 to 4, which is a fit and no prediction.

Version 5 is never fitted but for its one process.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

from emulator.multiprocessor.machine import Contention
from papers.zeng_egan.printed import printed_time
from papers.zeng_egan.versions import PROCESSES, VARIANTS, Variant, pass_seconds

FITTED_VERSIONS = ("1", "2", "3", "4")
"""Version 5 stays outside of every fit."""

ALL = "none"
"""The name of the fit on all of them; other fits are named after the version left out."""

_STARTS = ((0.3, 0.8, 0.1), (0.2, 1.0, 0.05), (0.4, 0.6, 0.15))
"""Where the search begins: who gets a lock is chance, so the error has many small hollows."""

_STEPS = (0.1, 0.2, 0.05)
_EVALUATIONS = 50
"""From each start, at most."""


@dataclass(frozen=True)
class Fit:
    """Hindrance, and how it was come by.

    Attributes
    ----------
    left_out
        The version that was not seen, or `ALL`.
    contention
        The three numbers.
    rms_log_error
        Of ours over printed, on what was seen.
    """

    left_out: str
    contention: Contention
    rms_log_error: float


@dataclass(frozen=True)
class Prediction:
    """One of our times beside the printed one, in seconds."""

    variant: Variant
    processes: int
    ours: float
    printed: float

    @property
    def ratio(self) -> float:
        """Ours over printed."""
        return self.ours / self.printed


def predict(
    variants: Iterable[Variant], contention: Contention, counts: Iterable[int] = PROCESSES[1:]
) -> tuple[Prediction, ...]:
    """Return our times for some versions and numbers of processes."""
    found = []
    for variant in variants:
        for processes in counts:
            time = printed_time(variant.version, variant.type, processes)
            assert time is not None
            ours = pass_seconds(variant, processes, contention)
            found.append(Prediction(variant, processes, ours, time.seconds))
    return tuple(found)


def rms_log_error(predictions: Iterable[Prediction]) -> float:
    """Return the root of the mean square of the logarithms of the ratios."""
    logs = [math.log(prediction.ratio) for prediction in predictions]
    return math.sqrt(sum(log**2 for log in logs) / len(logs))


def seen_by(left_out: str) -> tuple[Variant, ...]:
    """Return the versions that a fit has seen."""
    return tuple(v for v in VARIANTS if v.version in FITTED_VERSIONS and v.version != left_out)


def fit(left_out: str, watch: Callable[[], None] = lambda: None) -> Fit:
    """Fit the hindrance on all versions but one, by Nelder and Mead's simplex from three starts.

    The start that ends with the least error on what is seen counts; what is left out has no say.

    Parameters
    ----------
    left_out
        A version, or `ALL`.
    watch
        Called after each evaluation, of which there are at most 150.
    """
    from scipy.optimize import minimize

    variants = seen_by(left_out)

    def error(values: Iterable[float]) -> float:
        result = rms_log_error(predict(variants, _contention(values)))
        watch()
        return result

    ends = []
    for start in map(np.array, _STARTS):
        simplex = np.vstack([start, start + np.diag(_STEPS)])
        options = {"maxfev": _EVALUATIONS, "initial_simplex": simplex, "xatol": 2e-3, "fatol": 1e-4}
        ends.append(minimize(error, start, method="Nelder-Mead", options=options))
    best = min(ends, key=lambda end: float(end.fun))
    return Fit(left_out, _contention(best.x), float(best.fun))


def _contention(values: Iterable[float]) -> Contention:
    """Return hindrance of three digits: more the times do not tell."""
    working, polling, arithmetic = (round(abs(float(value)), 3) for value in values)
    return Contention(working, polling, arithmetic)


@cache
def stored_fits() -> dict[str, Fit]:
    """Return the fits that `refit` has stored, by what was left out."""
    text = (resources.files("papers.zeng_egan") / "fitted.toml").read_text("utf-8")
    return {
        row["left_out"]: Fit(
            row["left_out"],
            Contention(row["working"], row["polling"], row["arithmetic"]),
            row["rms_log_error"],
        )
        for row in tomllib.loads(text)["fits"]
    }
