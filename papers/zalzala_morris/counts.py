"""Tables 1 and 2 and appendix A by running the jobs with scalars that count.

The paper counts a sign in front of a value as an addition. Polynomials are fitted on whole arms,
each of whose links is counted by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from papers.algebra import product
from papers.counting import Count, Operations, Tally
from papers.polynomial import Polynomial, fit
from papers.zalzala_morris import jobs, original_forms
from papers.zalzala_morris.jobs import LinkMotion

PHASE_1 = tuple(range(1, 11))
PHASE_2 = tuple(range(1, 7))
"""The jobs' numbers."""

_Job = Callable[[Tally], object]


def _state(t: Tally) -> LinkMotion[Count]:
    return LinkMotion(t.matrix(), t.matrix(), t.matrix(), t.vector())


_FIRST: dict[tuple[int, int], _Job] = {
    (1, 1): lambda t: None,  # W of link 1 is A
    (1, 2): lambda t: jobs.job_2_first(t.matrix(), t.number(), t.number()),
    (1, 3): lambda t: jobs.job_3_first(t.matrix(), t.number(), t.number(), t.number()),
    (1, 5): lambda t: jobs.job_5_first(t.matrix(), t.number()),
    (2, 1): lambda t: None,  # D of the last link is D*
    (2, 2): lambda t: jobs.job_ii_2_last(t.vector(), t.number(), t.vector()),
    (2, 4): lambda t: jobs.job_ii_4_last(t.vector(), t.vector()),
}
"""Jobs that start a recursion, by phase and number."""

_LATER: dict[tuple[int, int], _Job] = {
    (1, 1): lambda t: jobs.times_a(t.matrix(), t.matrix()),
    (1, 2): lambda t: jobs.job_2(t.matrix(), t.matrix(), t.matrix(), t.number()),
    (1, 3): lambda t: jobs.job_3(_state(t), t.matrix(), t.number(), t.number(), t.number()),
    (1, 4): lambda t: jobs.job_4(t.vector(), t.matrix(), t.vector()),
    (1, 5): lambda t: jobs.job_5(t.matrix(), t.matrix()),
    (1, 6): lambda t: jobs.job_6(t.vector(), t.matrix()),
    (1, 7): lambda t: jobs.job_7(t.vector(), t.matrix(), t.vector(), t.matrix()),
    (1, 8): lambda t: jobs.job_8(t.vector(), t.matrix()),
    (1, 9): lambda t: jobs.job_9(*t.vector(5)),
    (1, 10): lambda t: jobs.job_10(*t.vector(4)),
    (2, 1): lambda t: jobs.job_ii_1(t.vector(), t.number(), t.vector(), t.vector(), t.matrix()),
    (2, 2): lambda t: jobs.job_ii_2(t.vector(), t.vector(), t.number(), t.vector()),
    (2, 3): lambda t: jobs.job_ii_3(t.matrix(), t.matrix()),
    (2, 4): lambda t: jobs.job_ii_4(t.vector(), t.vector(), t.vector(), t.vector()),
    (2, 5): lambda t: jobs.job_ii_5(t.vector(), t.vector()),
    (2, 6): lambda t: jobs.job_ii_6(t.number(), t.number()),
}
"""All jobs of the other links."""

_ORIGINAL: dict[str, _Job] = {
    "(1) W": lambda t: original_forms.w(t.matrix(), t.matrix()),
    "(2) W dot, j = 1": lambda t: original_forms.w_dot_first(t.matrix(), t.matrix(), t.number()),
    "(2) W dot, j > 1": lambda t: original_forms.w_dot(
        _state(t), t.matrix(), t.matrix(), t.number()
    ),
    "(3) W ddot, j = 1": lambda t: original_forms.w_ddot_first(
        t.matrix(), t.matrix(), t.number(), t.number()
    ),
    "(3) W ddot, j > 1": lambda t: original_forms.w_ddot(
        _state(t), t.matrix(), t.matrix(), t.number(), t.number(), t.number()
    ),
    "(4) dW/dtheta, j = 1": lambda t: original_forms.derivative_first(t.matrix(), t.matrix()),
    "(4) dW/dtheta, j > 1": lambda t: original_forms.derivative(t.matrix(), t.matrix(), t.matrix()),
}
"""Rows of appendix A."""


def job_counts(phase: int, job: int, *, first: bool) -> Operations:
    """Return a job's operations for one link, signs among the additions.

    Parameters
    ----------
    first
        Whether its recursion starts with this link.
    """
    return _run(_FIRST.get((phase, job), _LATER[phase, job]) if first else _LATER[phase, job])


def counts_as_printed(phase: int, job: int) -> Operations:
    """Return a job's operations for a link within the arm as the paper counts them.

    They are those of `job_counts`, but for job 3 of phase 1, which has a product in full.
    """
    if (phase, job) == (1, 3):
        return _run(_job_3_in_full)
    return job_counts(phase, job, first=False)


def _job_3_in_full(t: Tally) -> object:
    rate, acceleration, two = t.vector()
    return jobs.job_3(_state(t), t.matrix(), rate, acceleration, two, product)


def original_counts(row: str) -> Operations:
    """Return what appendix A calls the original computations of a row."""
    return _run(_ORIGINAL[row])


def job_polynomials(phase: int, job: int) -> tuple[Polynomial, Polynomial]:
    """Return multiplications and additions of a job for an arm of n joints.

    Raises
    ------
    ValueError
        A count is not linear in n.
    """
    return (
        fit(partial(_arm_count, phase, job, "multiplications"), 1),
        fit(partial(_arm_count, phase, job, "additions"), 1),
    )


def _arm_count(phase: int, job: int, kind: str, n: int) -> int:
    """Return a count for a whole arm, link by link."""
    each = (job_counts(phase, job, first=link == 0) for link in range(n))
    return sum(int(getattr(found, kind)) for found in each)


def _run(job: _Job) -> Operations:
    tally = Tally()
    job(tally)
    return Operations(tally.multiplications, tally.additions + tally.signs)
