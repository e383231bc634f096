"""`torqueflow papers`: the score, every number, JSON and page, and what is refused."""

import functools
import json
from html.parser import HTMLParser

import pytest

from papers.figures import Verdict
from torqueflow.verdicts.listing import chosen_papers, paper_names

KEYS = {"paper", "place", "quantity", "unit", "printed", "ours", "ratio", "verdict", "note"}


@pytest.fixture
def run(command_line):
    """Run `papers`: (exit status, standard output, standard error)."""
    return functools.partial(command_line, "papers")


class Page(HTMLParser):
    """What stands on a page: its tags, its cells, what it would fetch."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.addresses, self.cells, self.open = [], [], 0, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.cells += tag == "td"
        self.addresses += [value for name, value in attrs if name in ("src", "href")]


def test_a_paper_is_told_number_by_number_and_written_as_records_and_page(run, tmp_path):
    records, page = tmp_path / "figures.json", tmp_path / "page.html"
    status, out, err = run("zomaya", "--json", records, "--html", page)
    assert (status, err) == (0, "")
    found = json.loads(records.read_text())
    assert all(record.keys() == KEYS for record in found)
    assert {record["verdict"] for record in found} <= {each.value for each in Verdict}
    numbers = [record for record in found if record["unit"] != "words"]
    assert f"Zomaya and Morris 1989      {len(numbers)}" in out
    for record in numbers:
        assert record["place"] in out
        assert record["quantity"] in out
        assert record["note"] in out
        if record["ratio"] is not None:
            assert record["ratio"] == pytest.approx(record["ours"] / record["printed"])
    shown = Page(page.read_text())
    assert shown.tags.count("svg") == 2  # the score, and figure 4
    assert shown.cells == 8 * len(numbers) + 6
    assert not [a for a in shown.addresses if not a.startswith("#")]  # it needs nothing else


def test_of_all_papers_the_score_and_the_reasons_are_told(run, monkeypatch):
    chosen = [paper_names()["machado"]] * 2  # one that is quick, twice
    monkeypatch.setattr("torqueflow.cli.verdicts.chosen_papers", lambda _: chosen)
    status, out, err = run()
    assert (status, err) == (0, "")
    assert "Machado and others 1988: inconsistent in the paper" in out
    assert "figure 1, T2: unused: 34000000000, ours 3.4e+11: the power of ten" in out
    assert out.splitlines()[4].startswith("all")
    assert "place  " not in out  # no list of every number


def test_a_paper_is_known_by_its_author_and_by_its_folder():
    names = paper_names()
    assert set(names) == {"zomaya", "zalzala", "schafer", "zeng", "machado"}
    assert chosen_papers("Zalzala") == chosen_papers("zalzala_morris") == (names["zalzala"],)
    assert len(chosen_papers(None)) == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["zalzalla"], "PAPER: 'zalzalla' is no paper; allowed: zomaya, zalzala, schafer"),
        (["luh"], "PAPER: 'luh' is no paper"),
        ([""], "PAPER: '' is no paper"),
        (["zomaya", "zeng"], "zeng"),
        (["zomaya", "--json", "no/such/folder.json"], "its folder does not exist"),
        (["zomaya", "--html", "no/such/folder.html"], "its folder does not exist"),
        (["zomaya", "--html", "."], "."),
        (["zomaya", "--json", "a", "--html", "a"], "another file"),
        (["zomaya", "--json"], "--json"),
        (["zomaya", "--picture", "a.svg"], "--picture"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(
    run, tmp_path, monkeypatch, arguments, message
):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
