"""Jobs on emulated transputers beside their weight factors."""

import pytest

from papers.zalzala_morris.clocks import CLOCKS, job_level, job_times, pass_work
from papers.zalzala_morris.weights import weight


@pytest.fixture(scope="module", params=list(CLOCKS))
def part(request):
    return request.param


def test_theory_is_the_weight_factor_of_each_machine(part):
    found = {each.job: each.theory for each in job_times(part)}
    assert found["I,3"] == weight(1, 3, CLOCKS[part])
    assert found["II,1 and 4"] == weight(2, 1, CLOCKS[part]) + weight(2, 4, CLOCKS[part])
    assert len(found) == 13


def test_a_t800_needs_several_times_the_arithmetic_and_a_t414_little_more():
    for job, least, most in (("I,3", 2.5, 5), ("I,7", 2.5, 5), ("I,1", 2.5, 5)):
        (t800,) = (each for each in job_times("T800") if each.job == job)
        (t414,) = (each for each in job_times("T414") if each.job == job)
        assert least < t800.emulated / float(t800.theory) < most
        assert 0.8 < t414.emulated / float(t414.theory) < 1.4


def test_sine_and_cosine_make_t1_the_longest(part):
    work = pass_work(part)
    took = {each.job: each.emulated for each in job_times(part)}
    assert max(work, key=work.get) == "T1"
    assert work["T1"] - took["I,9"] < max(work["T2"], work["T3"])


def test_the_schedule_adds_up_and_a_further_joint_is_a_pass_of_either_phase(part):
    took = {each.job: each.emulated for each in job_times(part)}
    further = job_level(part, 7) - job_level(part, 6)
    sent = (12 + 29) * 1.6
    assert further == pytest.approx(max(pass_work(part).values()) + took["II,1 and 4"] + sent)
