"""The rule of section V on small lists by hand and on the paper's, beside the shortest schedule."""

from fractions import Fraction

import pytest

from dataflow.tasks.bounds import bounds
from papers.catalogue import paper
from papers.figures import printed_figures
from papers.programs import find
from papers.zalzala_morris import schedule
from papers.zalzala_morris.packing import in_priority, least_processors, pack
from papers.zalzala_morris.pipeline_stages import (
    agrees_with,
    busy_share,
    levels,
    pipeline_work,
    stages,
)
from papers.zalzala_morris.schedule import READS, packed
from papers.zalzala_morris.schedule_findings import packed_as_printed
from papers.zalzala_morris.weights import T800, efficiency, theory, weight, whole_counts

PAPER = paper("zalzala_morris")


def shares(**percent):
    return {name: Fraction(value, 100) for name, value in percent.items()}


def jobs(processors):
    return [processor.jobs for processor in processors]


def test_the_first_element_is_divided_and_goes_where_it_first_fits():
    weights = shares(a=70, b=60, c=40)
    assert jobs(pack([("c", "a", "b")], weights)) == [["a"], ["b", "c"]]


def test_a_first_element_that_fits_stays_together():
    assert jobs(pack([("a", "b")], shares(a=60, b=40))) == [["a", "b"]]


def test_the_rest_goes_where_the_least_room_is_left():
    weights = shares(a=70, b=60, c=30, d=35)
    assert jobs(pack([("a", "b"), ("d",), ("c",)], weights)) == [["a", "c"], ["b", "d"]]
    # First fit would put d, 30, on a's processor too; best fit takes the fuller one that has room.
    weights = shares(a=60, b=50, c=30)
    first, second = pack([("a", "b"), ("c",)], weights)
    assert (first.jobs, second.jobs) == (["a", "c"], ["b"])
    assert (first.filled, second.filled) == (Fraction(9, 10), Fraction(1, 2))


def test_elements_stay_together_and_may_open_a_processor():
    weights = shares(a=60, b=50, c=30, d=30)
    assert jobs(pack([("a", "b"), ("c", "d")], weights)) == [["a"], ["b"], ["c", "d"]]
    assert least_processors(weights) == 2


def test_priorities_are_sums():
    weights = shares(a=20, b=30, c=45)
    assert in_priority([("c",), ("a", "b")], weights) == [("b", "a"), ("c",)]


def test_figures_4_and_5_come_out_of_the_printed_weights():
    first = jobs(packed_as_printed(PAPER, 1))
    assert [sorted(each, key=int) for each in first] == [
        ["2", "6", "9", "10"], ["1", "5", "8"], ["3"], ["4", "7"],
    ]  # fmt: skip
    second = jobs(packed_as_printed(PAPER, 2))
    assert second == [["1a", "4a"], ["1b", "4b"], ["1c", "4c"], ["3", "2", "5", "6"]]


def test_rounding_saves_a_processor():
    assert len(schedule.packed(1)) == 5
    exact = schedule.normalised(1)
    assert exact["1"] + exact["5"] + exact["8"] > 1
    assert len(schedule.packed(2)) == 4


@pytest.mark.parametrize("n", [1, 2, 6])
def test_the_shortest_schedule_lies_between_bounds_and_a_list_schedule(n):
    found = schedule.compare(n, solve=True)
    assert found.best is not None
    makespan, bound = found.best
    assert max(found.bounds) <= bound <= makespan <= found.list_schedule


def test_the_paper_s_passes_leave_out_what_comes_before_and_after_them():
    found = schedule.compare(1)
    # One link: its longest way is jobs 9, 3, 4, 7 and then, with no lever beyond, 3 and 6.
    before = weight(1, 9)
    after = weight(2, 3) + weight(2, 6)
    assert found.passes + before + after == max(found.bounds)


def test_the_paper_s_passes_take_more_than_the_critical_path_of_the_whole_arm():
    found = schedule.compare(6)
    assert found.best is None
    assert found.list_schedule == max(found.bounds) < found.passes
    # (53) by hand, with table 1's 308 additions.
    assert found.passes == 383 * T800.multiplication + 308 * T800.addition


def test_every_job_is_there_once_with_its_time():
    graph = schedule.job_graph(3)
    assert len(graph.tasks) == 2 + 3 * (10 + 4 + 2 * 3)
    work = bounds(graph, graph.durations(1.0), 1).work * float(schedule.TICK)
    inner = sum(weight(1, job) for job in range(1, 11))
    assert 2 * float(inner) < work < 3 * (float(inner) + 100)


def test_the_theory_by_hand():
    found = theory(T800, 6, whole_counts())
    assert found.multiplications == Fraction(383 * 550, 1000)
    assert found.communication_1 == 7 * 12 * Fraction(16, 10)
    assert found.communication_2 == 5 * 29 * Fraction(16, 10)
    assert found.total == found.operations + found.communication
    assert efficiency(7, 300) == Fraction(300, 306)


def test_jobs_4_6_and_7_run_a_stage_behind():
    behind = {job for job, level in levels(1).items() if level == 1}
    assert behind == {"4", "6", "7"}
    assert {job for job, level in levels(1).items() if level == -1} == {"9", "10"}
    assert {job for job, level in levels(2).items() if level == 1} == {"3", "5", "6"}


def test_transputers_are_the_processors_of_the_packing():
    for phase in (1, 2):
        packed_jobs = [processor.jobs for processor in packed_as_printed(PAPER, phase)]
        assert agrees_with(phase, packed_jobs)
    assert not agrees_with(1, [processor.jobs for processor in packed(1)])


def test_the_schedule_has_work_where_table_8_has_time():
    """But for job 8 of link 1, which table 1 counts and table 8a does not."""
    printed = {f.key: f.printed for f in printed_figures(PAPER) if f.key[0].startswith("table_8")}
    for phase, table in ((1, "table_8a"), (2, "table_8b")):
        found = stages(phase, 6)
        assert len(found) == {1: 7, 2: 6}[phase]
        for number, stage in enumerate(found, start=1):
            for transputer, jobs in stage.items():
                key = (table, f"stage {number}", transputer)
                if key in printed and key != ("table_8a", "stage 1", "T3"):
                    assert bool(jobs) == (float(printed[key]) > 0), key


def test_every_job_of_every_link_runs_once_and_after_what_it_reads():
    for phase, first in ((1, {"9", "10"}), (2, set())):
        at = {}
        for number, stage in enumerate(stages(phase, 6), start=1):
            for transputer, jobs in stage.items():
                for job in jobs:
                    assert job not in at
                    at[job] = (number, transputer)
        for (job, link), (number, transputer) in at.items():
            for read in READS[phase][job]:
                other = link + (1 if phase == 2 else -1) * read.of_link_before
                if (read.job, other) in at:
                    before, home = at[read.job, other]
                    assert before < number or (before == number and home == transputer)
        missing = {(job, link) for job in levels(phase) for link in range(1, 7)} - at.keys()
        start = {(job, 1) for job in first}
        carried = {(job, 6) for job, level in levels(2).items() if level == 0}
        assert missing == (start if phase == 1 else carried)


def test_the_pipeline_of_26_comes_out_of_the_schedule():
    work = pipeline_work(6)
    assert len(work) == 26 == find("drl", 26).processors
    columns = [sum(place[0] == column for place in work) for column in range(1, 8)]
    assert columns == [4, 4, 4, 4, 4, 4, 2]
    # Of column 3: jobs 3 of link 3 and the second row of link 3.
    assert work[3, "T2"] == weight(1, 3) + weight(2, 1) + weight(2, 4)
    assert float(busy_share(6)) == pytest.approx(0.800, abs=0.001)
