"""The jobs of Zalzala and Morris give golden's torques; run with counters, tables 1 and 2."""

import numpy as np
import pytest

from papers.catalogue import paper
from papers.figures import printed_figures
from papers.polynomial import Polynomial, parse
from papers.zalzala_morris import counts, jobs, original_forms
from papers.zalzala_morris.jobs import LinkMotion
from tests.chain_numbers import chain

PRINTED = {f.key: f.printed for f in printed_figures(paper("zalzala_morris"))}
Q = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]


def phase_1(arm):
    """A, motion and dW/dtheta of each link."""
    found = []
    before = None
    for i in range(arm.robot.n):
        frame, rate, push = arm.transforms[i], arm.qd[i], arm.qdd[i]
        a = jobs.job_9(frame[0, 0], frame[1, 0], frame[2, 2], frame[2, 1], 0.0)
        p = (frame[:3, :3].T @ frame[:3, 3]).tolist()
        if before is None:
            w, w_dot = a, jobs.job_2_first(a, rate, 0.0)
            w_ddot = jobs.job_3_first(a, rate, push, 0.0)
            derivative, p_before = jobs.job_5_first(a, 0.0), [0.0] * 3
        else:
            w = jobs.times_a(before.w, a)
            w_dot = jobs.job_2(before.w, before.w_dot, a, rate)
            w_ddot = jobs.job_3(before, a, rate, push, 2.0)
            derivative, p_before = jobs.job_5(before.w, a), before.p_ddot
        before = LinkMotion(w, w_dot, w_ddot, jobs.job_4(p_before, w_ddot, p))
        found.append((a, p, before, derivative))
    return found


def torques(arm):
    """All jobs in order, levers about origin j-1."""
    found, links = phase_1(arm), arm.robot.links
    result, d, e, c, mass = [], None, None, None, 0.0
    for i in reversed(range(arm.robot.n)):
        a_next = None if d is None else found[i + 1][0]
        _, p, motion, derivative = found[i]
        moment = (links[i].mass * links[i].center_of_mass).tolist()
        own = jobs.job_7(moment, arm.second_moments[i].tolist(), motion.p_ddot, motion.w_ddot)
        own_e = jobs.job_6(moment, motion.w_ddot)
        mass += links[i].mass
        constant = [m + mass * x for m, x in zip(moment, p, strict=True)]
        unit = np.eye(3).tolist()
        if d is None:
            e = jobs.job_ii_2_last(own_e, links[i].mass, motion.p_ddot)
            d = [
                [x + p[r] * y for x, y in zip(own[r], e, strict=True)] for r in range(3)
            ]  # D of the last link has its lever too
            c = [jobs.job_ii_4_last(unit[r], constant) for r in range(3)]
        else:
            e = jobs.job_ii_2(e, own_e, links[i].mass, motion.p_ddot)
            d, c = (
                [jobs.job_ii_1(own[r], p[r], e, a_next[r], d) for r in range(3)],
                [jobs.job_ii_4(a_next[r], c, unit[r], constant) for r in range(3)],
            )
        g = jobs.job_8(arm.robot.gravity.tolist(), derivative)
        result.append(jobs.job_ii_6(jobs.job_ii_3(derivative, d), jobs.job_ii_5(g, c)))
    return result[::-1]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_jobs_give_golden_s_torques(seed):
    arm = chain(seed)
    assert torques(arm) == pytest.approx(arm.torques, rel=1e-9, abs=1e-9)


def test_the_original_forms_are_the_reduced_ones():
    arm = chain(4)
    (a1, _, first, n1), (a2, _, second, n2), *_ = phase_1(arm)
    qd, qdd = arm.qd, arm.qdd
    pairs = [
        (original_forms.w_dot_first(Q, a1, qd[0]), first.w_dot),
        (original_forms.w_ddot_first(Q, a1, qd[0], qdd[0]), first.w_ddot),
        (original_forms.derivative_first(Q, a1), n1),
        (original_forms.w(first.w, a2), second.w),
        (original_forms.w_dot(first, Q, a2, qd[1]), second.w_dot),
        (original_forms.w_ddot(first, Q, a2, qd[1], qdd[1], 2.0), second.w_ddot),
        (original_forms.derivative(first.w, Q, a2), n2),
    ]
    for original, reduced in pairs:
        assert np.allclose(original, reduced, rtol=1e-12, atol=1e-12)


KNOWN = {(1, 3), (2, 4)}
"""Jobs whose printed counts are not those of their forms."""


@pytest.mark.parametrize("phase", [1, 2])
def test_every_other_job_takes_the_printed_operations(phase):
    rows = [key for key in PRINTED if key[0] == f"table_{phase}"]
    assert len(rows) == 8 * (10 if phase == 1 else 6)
    for _, row, column in rows:
        job = int(row.split(":")[0].removeprefix("job "))
        kind, _, which = column.partition(", ")
        if (phase, job) in KNOWN:
            continue
        polynomial = dict(
            zip(("multiplications", "additions"), counts.job_polynomials(phase, job), strict=True)
        )[kind]
        ours = {
            "n = 1": getattr(counts.job_counts(phase, job, first=True), kind),
            "n > 1": getattr(counts.job_counts(phase, job, first=False), kind),
            "total": polynomial,
            "n = 6": polynomial(6),
        }[which]
        told = parse(str(PRINTED[f"table_{phase}", row, column]))
        assert (ours if isinstance(ours, Polynomial) else Polynomial.of(ours)) == told


def test_job_3_is_printed_with_a_product_in_full():
    form = counts.job_counts(1, 3, first=False)
    full = counts.counts_as_printed(1, 3)
    assert (full.multiplications, full.additions) == (47, 36)
    # 27 and 18 for a product in full, 24 and 15 for one that knows the zero of A.
    product = counts.job_counts(1, 1, first=False)
    assert form.multiplications == full.multiplications - 27 + product.multiplications
    assert form.additions == full.additions - 18 + product.additions


def test_the_last_link_needs_its_first_moment():
    last = counts.job_counts(2, 4, first=True)
    assert (last.multiplications, last.additions) == (3, 2)
    assert PRINTED["table_2", "job 4: c", "multiplications, n = 1"] == 0
