"""The form of printed figures, and how ours must stand to them for each verdict."""

from decimal import Decimal
from fractions import Fraction

import pytest

from common.errors import InputError
from papers.catalogue import papers
from papers.figures import Figure, Verdict, printed_figures
from papers.judging import (
    counted,
    differs,
    holds,
    inconsistent,
    judge,
    judged,
    measured,
    undecided,
    worked_out,
)
from papers.polynomial import parse
from papers.verdicts import paper_verdicts, score

PRINTED = """
name = "Somebody 1990"
reference = "a report"

[numbers.time]
what = "torques"
value = 2.40
unit = "ms"
place = "section 1"
kind = "printed"
[numbers.row]
what = "passes"
values = [1, 2.5]
unit = "ms"
place = "section 2"
kind = "printed"
[numbers.half]
what = "half of it"
unit = "ms"
place = "section 1"
kind = "derived"
how = "half of it"

[tables.one]
what = "counts"
place = "table 1"
unit = "1"
columns = ["total", "n = 6"]
[tables.one.rows]
"job 1" = ["24n-24", 120]
"job 2" = ["-", 7]

[claims.fast]
words = "it is fast"
place = "section 3"
"""


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "somebody"
    place.mkdir()
    (place / "printed.toml").write_text(PRINTED)
    (place / "derive.py").write_text("def half(printed):\n    return printed['time'] / 2\n")
    return tmp_path


def figure(printed):
    return Figure(("x",), "table 1", "something", "1", printed)


def verdict(folder, printed, finding):
    return judge(papers(folder)[0], figure(printed), finding).verdict


def test_each_number_and_cell_is_a_figure_and_blanks_and_derived_ones_are_none(folder):
    found = {f.key: (f.place, f.printed) for f in printed_figures(papers(folder)[0])}
    assert found == {
        ("time",): ("section 1", Decimal("2.40")),
        ("row", "0"): ("section 2", Decimal(1)),
        ("row", "1"): ("section 2", Decimal("2.5")),
        ("one", "job 1", "total"): ("table 1, job 1", "24n-24"),
        ("one", "job 1", "n = 6"): ("table 1, job 1", Decimal(120)),
        ("one", "job 2", "n = 6"): ("table 1, job 2", Decimal(7)),
        ("fast",): ("section 3", "it is fast"),
    }


def test_a_count_must_be_the_same(folder):
    told = "why"
    assert verdict(folder, Decimal(120), counted(120)) is Verdict.REPRODUCED
    assert verdict(folder, Decimal(120), counted(parse("120"))) is Verdict.REPRODUCED
    assert verdict(folder, Decimal(120), counted(121, told)) is Verdict.DIFFERS
    assert verdict(folder, "24n-24", counted(parse("24n - 24"))) is Verdict.REPRODUCED
    assert verdict(folder, "24n-24", counted(parse("24n - 23"), told)) is Verdict.DIFFERS
    assert verdict(folder, "c 0 -s", counted("c 0 -s")) is Verdict.REPRODUCED
    assert verdict(folder, "c 0 -s", counted("c 0 s", told)) is Verdict.DIFFERS


@pytest.mark.parametrize(
    ("printed", "ours", "same"),
    [
        ("0.48", 0.4849, True),
        ("0.48", Fraction(97, 200), True),  # halves may be rounded either way
        ("0.48", 0.4851, False),
        ("2.40", 2.404, True),
        ("2.40", 2.406, False),
        ("53", 53.5, True),
        ("53", 53.51, False),
    ],
)
def test_what_is_worked_out_must_be_the_same_in_every_digit(folder, printed, ours, same):
    found = verdict(folder, Decimal(printed), worked_out(ours, "why"))
    assert found is (Verdict.REPRODUCED if same else Verdict.DIFFERS)


@pytest.mark.parametrize(
    ("ours", "same"), [(1.8, True), (Fraction(11, 5), True), (1.79, False), (2.21, False)]
)
def test_what_is_measured_must_be_within_a_tenth(folder, ours, same):
    found = verdict(folder, Decimal("2.0"), measured(ours, "why"))
    assert found is (Verdict.REPRODUCED if same else Verdict.DIFFERS)


def test_a_verdict_that_is_given_stands_and_all_but_the_best_need_a_reason(folder):
    assert verdict(folder, Decimal(1), inconsistent(1, "why")) is Verdict.INCONSISTENT
    assert verdict(folder, Decimal(1), differs(1, "why")) is Verdict.DIFFERS
    assert verdict(folder, Decimal(1), undecided("the clock")) is Verdict.UNDECIDED
    assert verdict(folder, "it is fast", holds("2.4 ms")) is Verdict.REPRODUCED
    for finding in (counted(2), worked_out(2), measured(2), differs(1, "")):
        with pytest.raises(ValueError, match="nothing says why"):
            verdict(folder, Decimal(1), finding)


def test_nothing_is_left_out_and_nothing_is_added(folder):
    (paper,) = papers(folder)
    every = {f.key: undecided("all") for f in printed_figures(paper)}
    assert len(list(judged(paper, every))) == 7
    with pytest.raises(ValueError, match=r"nothing was found about \('time',\)"):
        list(judged(paper, {key: f for key, f in every.items() if key != ("time",)}))
    with pytest.raises(ValueError, match="prints no"):
        list(judged(paper, every | {("clock",): undecided("all")}))


def test_a_paper_without_verdicts_is_undecided_and_one_with_them_is_asked(folder):
    (paper,) = papers(folder)
    assert {each.verdict for each in paper_verdicts(paper)} == {Verdict.UNDECIDED}
    (folder / "somebody" / "verdicts.py").write_text(
        "from papers.figures import printed_figures\n"
        "from papers.judging import judged, counted\n"
        "def figures(paper, watch):\n"
        "    watch('counting')\n"
        "    return judged(paper, {f.key: counted(120, 'all') for f in printed_figures(paper)})\n"
    )
    steps = []
    found = paper_verdicts(paper, steps.append)
    assert steps == ["counting"]
    counts = score("all", found).counts
    assert (counts[Verdict.REPRODUCED], counts[Verdict.DIFFERS]) == (1, 5)
    assert score("all", found).total == 6  # the claim is no number
    row = next(each for each in found if each.printed == 2.4)
    assert (row.ours, row.ratio, row.place, row.unit) == (120.0, 50.0, "section 1", "ms")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('["-", 7]', '["-"]', "tables.one.rows.job 2: ['-']; allowed: a list of 2 cells"),
        ('unit = "1"\ncolumns', "columns", "tables.one.unit: missing"),
        ('words = "it is fast"\n', "", "claims.fast.words: missing"),
        ("[claims.fast]", "[claims.fast]\nyear = 1", "claims.fast.year: unknown field"),
    ],
)
def test_a_fault_is_told_by_its_place(folder, old, new, told):
    file = folder / "somebody" / "printed.toml"
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))
    with pytest.raises(InputError) as caught:
        printed_figures(papers(folder)[0])
    assert told in str(caught.value)
