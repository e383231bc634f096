"""Tables and figures that people wrote into the pages of docs/papers are what the programs give."""

import re
from pathlib import Path

import pytest

from papers.catalogue import paper
from papers.zalzala_morris.clocks import job_table, pass_table
from papers.zalzala_morris.formulation_counts import FORMULATIONS, formulation_counts
from papers.zalzala_morris.schedule import compare
from papers.zomaya_morris.measured import PROGRAMS, SETTING, measure, neighbours, table_row

PAGES = Path(__file__).parent.parent / "docs" / "papers"
ZALZALA = (PAGES / "zalzala-morris.md").read_text("utf-8")
ZOMAYA = (PAGES / "zomaya-morris.md").read_text("utf-8")


def rows(page, begin):
    """The rows of the table whose head begins so, cells by the first one."""
    table = re.search(rf"^{re.escape(begin)}.*\n\| ---.*\n((?:\|.*\n)+)", page, re.MULTILINE)
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table[1].splitlines()]
    return {name: others for name, *others in cells}


def spaced(polynomial):
    return re.sub(r"(?<=\d)n", " n", str(polynomial))


def test_counts_of_the_formulations():
    found = rows(ZALZALA, "| | printed | counted |")
    for name in FORMULATIONS:
        multiplications, additions = formulation_counts(name)
        assert found[name][1] == spaced(multiplications)
        if f"{name}, additions" in found:
            assert found[f"{name}, additions"][1] == spaced(additions)
    assert len(found) == 7


def test_the_two_machines_clocks():
    for line in (*pass_table(), *job_table()):
        assert line in ZALZALA.splitlines()


def test_the_paths_through_the_jobs():
    found = compare(6)
    assert f"four processors do the whole arm in the {float(found.list_schedule)}" in ZALZALA
    assert found.list_schedule == found.bounds[0]
    assert f"the paper's passes take {float(found.passes):.1f}"[:-2] in ZALZALA.replace("\n", " ")


def test_the_setting_that_explains_41_percent():
    shown = rows(ZOMAYA, "| ms for one set of torques | NE | SCSNEA | PSCSNEA | saved |")
    found = measure()
    shares = ", ".join(f"{100 * share:.0f} %" for share in found.saved)
    assert shown["here"] == [f"{1e3 * found.seconds[name]:.2f}" for name in PROGRAMS] + [shares]
    printed = paper("zomaya_morris")
    times = ("newton_euler", "scsnea", "pscsnea")
    assert shown["the paper"][:3] == [f"{1e3 * printed.value(name):.2f}" for name in times]
    assert table_row(SETTING) in ZOMAYA.splitlines()


@pytest.mark.slow
def test_its_neighbours():
    written = ZOMAYA.splitlines()
    assert [row for row in map(table_row, neighbours()) if row not in written] == []
