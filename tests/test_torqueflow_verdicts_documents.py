"""docs/papers says what comes out: scores and verdicts as generated, pictures that are there."""

import re
from xml.etree import ElementTree

import pytest

from papers.catalogue import papers
from papers.figures import Judged, Verdict
from torqueflow.verdicts.documents import (
    FOLDER,
    OVERVIEW,
    overview_parts,
    page_name,
    parts_of,
    with_parts,
)
from torqueflow.verdicts.listing import PaperFigures, find_out

PAPERS = {paper.folder.name: paper for paper in papers()}
QUICK = ("zomaya_morris", "zalzala_morris", "schafer_schiehlen", "machado")


def text_of(name):
    return (FOLDER / name).read_text("utf-8")


@pytest.mark.parametrize("name", QUICK)
def test_a_page_has_what_is_generated(name):
    (found,) = find_out([PAPERS[name]], lambda _: None)
    page = text_of(page_name(PAPERS[name]))
    assert with_parts(page, parts_of(found)) == page


@pytest.mark.slow
def test_the_overview_and_zeng_and_egan_s_page_have_what_is_generated():
    found = find_out(papers(), lambda _: None)
    overview = text_of(OVERVIEW)
    assert with_parts(overview, overview_parts(found)) == overview
    (zeng,) = (each for each in found if each.paper.folder.name == "zeng_egan")
    page = text_of(page_name(zeng.paper))
    assert with_parts(page, parts_of(zeng)) == page


def test_the_overview_adds_up():
    rows = [
        line.strip("| ").split(" | ") for line in text_of(OVERVIEW).splitlines() if "| " in line
    ]
    scores = {row[0]: [int(cell) for cell in row[1:]] for row in rows if row[-1].isdigit()}
    everything = scores.pop("all")
    assert set(scores) == {paper.name for paper in papers()}
    assert [sum(column) for column in zip(*scores.values(), strict=True)] == everything
    assert everything[0] == sum(everything[1:])


def test_every_paper_has_a_page_and_every_picture_is_there():
    pages = {OVERVIEW, *(page_name(paper) for paper in papers())}
    assert pages == {file.name for file in FOLDER.glob("*.md")}
    shown = {
        name for page in pages for name in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text_of(page))
    }
    assert shown == {file.name for file in FOLDER.glob("*.svg")}
    for name in shown:
        text = text_of(name)
        ElementTree.fromstring(text)
        assert "var(--" not in text


def test_rows_of_one_table_with_one_reason_stand_together():
    paper = PAPERS["machado"]

    def judged(place, printed, ours, note, verdict=Verdict.DIFFERS):
        return Judged(paper.name, place, "x", "ms", printed, ours, None, verdict, note)

    figures = (
        judged("table 1, a", 1.0, 2.0, "why"),
        judged("table 1, b", 3.0, 4.5, "why"),
        judged("table 1, c", 3.0, 4.0, "else"),
        judged("table 2, a", 9.0, 9.0, "", Verdict.REPRODUCED),
    )
    told = parts_of(PaperFigures(paper, figures))
    assert (
        "| table 1, 2 numbers | x and further | 1 ... 3 ms | 2 ... 4.5 ms | why |"
        in told["verdicts"]
    )
    assert "| table 1, c | x | 3 ms | 4 ms | else |" in told["verdicts"]
    assert "table 2" not in told["verdicts"]
    assert "| 4 | 1 | 3 | 0 | 0 |" in told["score"]


def test_a_page_without_a_place_is_refused():
    with pytest.raises(ValueError, match="no place for 'score'"):
        with_parts("no marks", {"score": ""})
