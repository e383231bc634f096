"""The verdicts on the papers: nothing left out, each with its reason, the known faults found."""

import json

import pytest

from papers.catalogue import papers
from papers.figures import Verdict, printed_figures
from papers.verdicts import paper_verdicts, score
from papers.zomaya_morris.measured import SETTING, measure, neighbours

PAPERS = {paper.folder.name: paper for paper in papers()}


@pytest.fixture(scope="module")
def found():
    """Every figure of the two reports of Sheffield, by paper and place and quantity."""
    return {name: paper_verdicts(PAPERS[name]) for name in ("zomaya_morris", "zalzala_morris")}


def verdict(figures, place, quantity):
    (each,) = (f for f in figures if (f.place, f.quantity) == (place, quantity))
    return each


def test_every_printed_figure_has_a_verdict_and_every_doubt_a_reason(found):
    for name, figures in found.items():
        assert len(figures) == len(printed_figures(PAPERS[name]))
        for each in figures:
            assert each.verdict is Verdict.REPRODUCED or each.note
            json.dumps(each.printed)


def test_there_are_about_as_many_numbers_as_both_reports_print(found):
    totals = {name: score(name, figures).total for name, figures in found.items()}
    assert totals == {"zomaya_morris": 119, "zalzala_morris": 405}


def test_tables_2_and_3_and_the_claim_of_432_are_reproduced(found):
    rows = [f for f in found["zomaya_morris"] if f.place.startswith(("table 2,", "table 3,"))]
    assert len(rows) == 52
    assert {f.verdict for f in rows} == {Verdict.REPRODUCED}
    operations = verdict(found["zomaya_morris"], "section 7.1", "operations of PSCSNEA")
    assert (operations.ours, operations.verdict) == (432, Verdict.REPRODUCED)


def test_one_setting_gives_2_ms_58_and_41_percent(found):
    times = [f for f in found["zomaya_morris"] if f.place.startswith("section 8") and f.unit != "1"]
    times = [f for f in times if not f.is_claim]
    assert [f.printed for f in times] == [2, 58, 41]
    assert all(abs(f.ratio - 1) < 0.1 for f in times)


def test_with_a_vector_space_no_neighbour_comes_near_41_percent():
    with_space = [s for s in neighbours() if s.vector_space]
    assert len(with_space) == 12
    # The two that save most: all checks or none, the slowest memory, the fastest links.
    best = [s for s in with_space if (s.external_cycles, s.link_mbits) == (5, 20)]
    assert max(measure(s).saved[1] for s in best) < 0.37
    assert measure(SETTING).saved[1] > 0.37


@pytest.mark.parametrize(
    ("place", "quantity", "expected"),
    [
        ("equation (47), job 2", "normalised weight factors, priority list of phase 1: weight",
         Verdict.INCONSISTENT),
        ("table 3, job 4", "weight factor: phase 1", Verdict.INCONSISTENT),
        ("table 9, section VII.2", "recursive Lagrangian, pipeline of 26 T800s",
         Verdict.INCONSISTENT),
        ("equation (60)", "stages of communication, phase 2", Verdict.INCONSISTENT),
        ("section VI.1", "additions of the DRL", Verdict.INCONSISTENT),
        ("table 4, Uicker, Kahn", "operations of a formulation: multiplications, n = 6",
         Verdict.INCONSISTENT),
        ("table 1, job 3: W ddot", "phase 1: multiplications, n > 1", Verdict.INCONSISTENT),
        ("table 7a, pass 3", "messages of phase 1: messages", Verdict.DIFFERS),
        ("table 9", "recursive Lagrangian, four T414s", Verdict.DIFFERS),
        ("table 9", "recursive Lagrangian, pipeline of T414s", Verdict.UNDECIDED),
        ("section VII.2, table 9", "recursive Lagrangian, four T800s", Verdict.REPRODUCED),
        ("table 9", "recursive Lagrangian, theory, T414", Verdict.REPRODUCED),
        ("section VII.2", "speed-up of the pipeline", Verdict.REPRODUCED),
        ("table 5, processor 1", "utilisation: phase 1", Verdict.REPRODUCED),
    ],
)  # fmt: skip
def test_what_is_known_of_the_recursive_lagrangian(found, place, quantity, expected):
    assert verdict(found["zalzala_morris"], place, quantity).verdict is expected


def test_every_pass_of_table_7b_is_as_printed(found):
    rows = [f for f in found["zalzala_morris"] if f.place.startswith("table 7b")]
    assert len(rows) == 6
    assert {f.verdict for f in rows} == {Verdict.REPRODUCED}


def test_machado_s_figure_1_is_there_with_its_powers_of_ten():
    figures = paper_verdicts(PAPERS["machado"])
    used = verdict(figures, "figure 1, T2", "used")
    assert used.verdict is Verdict.INCONSISTENT
    assert used.ratio == pytest.approx(10, rel=0.01)
    assert score("machado", figures).counts[Verdict.REPRODUCED] > 80


@pytest.mark.slow
def test_zeng_and_egan_s_37_times_are_gathered():
    figures = paper_verdicts(PAPERS["zeng_egan"])
    times = [f for f in figures if f.unit == "s" and not f.quantity.endswith("summand")]
    assert len(times) == 37
    alone = [f for f in times if f.quantity.endswith(("one process", "sequential version"))]
    assert {f.verdict for f in alone} == {Verdict.UNDECIDED}  # each sets a clock
    assert sum(f.is_claim for f in figures) == 7
