"""`torqueflow transputer demo` and `compare`: what is run, compared, drawn and refused."""

import functools
import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from common.tables import console
from golden.load import load_robot
from golden.trajectory import random_trajectory
from occam.program import Checks
from papers import grid
from papers import run as runs
from papers.grid_report import as_report, print_report
from papers.indexing import Indexing
from papers.programs import find
from papers.zalzala_morris import passes

KEYS = {
    "program", "title", "processors", "type", "checks", "external_cycles", "link_mbits", "indexing",
    "external_code", "points", "cycles", "milliseconds", "paper", "paper_milliseconds", "ratio",
    "torque_error_max", "torque_bound", "torques_agree", "link_bytes", "idle_share",
}  # fmt: skip


@pytest.fixture
def demo(command_line):
    """Run `transputer demo`: (exit status, standard output, standard error)."""
    return functools.partial(command_line, "transputer", "demo")


def test_the_report_has_what_the_contract_says(demo, tmp_path):
    file = tmp_path / "report.json"
    status, out, err = demo("pscsnea", "--points", 4, "--json", file)
    assert (status, err) == (0, "")
    report = json.loads(file.read_text())
    assert report.keys() == KEYS
    assert (report["program"], report["processors"], report["type"]) == ("pscsnea", 4, "T800")
    assert report["cycles"] == pytest.approx(20_000 * report["milliseconds"], rel=1e-4)
    assert report["ratio"] == pytest.approx(report["milliseconds"] / 2)
    assert report["torques_agree"]
    assert len(report["torque_error_max"]) == 6
    assert report["link_bytes"].keys() == report["idle_share"].keys() == {"P0", "P1", "P2", "P3"}
    # Section 7: P0 hands 18 numbers to three slaves; the last ones go before the time begins.
    assert 3 * 18 * 4 * 3 / 4 <= report["link_bytes"]["P0"] <= 3 * 18 * 4 + 4
    assert 0.9 < report["idle_share"]["P0"] < 1
    assert "torques agree with golden" in out
    assert "2 ms (Zomaya and Morris 1989)" in out


def test_where_the_paper_has_no_time_there_is_no_ratio(demo, tmp_path):
    file = tmp_path / "report.json"
    status, out, _ = demo("drl", "--processors", 1, "--points", 1, "--json", file)
    report = json.loads(file.read_text())
    assert (status, report["paper_milliseconds"], report["ratio"]) == (0, None, None)
    assert "none (Zalzala and Morris 1989)" in out


def test_a_picture_has_a_lane_for_each_processor(demo, tmp_path):
    files = [tmp_path / name for name in ("one.svg", "two.svg")]
    for file in files:
        assert demo("pscsnea", "--points", 3, "--picture", file)[0] == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    text = files[0].read_text()
    ElementTree.fromstring(text)
    for name in ("P0", "P1", "P2", "P3", "ms"):
        assert f"<!-- {name} -->" in text


def test_a_page_tells_who_works_when_beside_the_paper(demo, tmp_path):
    files = [tmp_path / "page.html", tmp_path / "report.json"]
    assert demo("pscsnea", "--points", 3, "--html", files[0], "--json", files[1])[0] == 0
    page, report = files[0].read_text(), json.loads(files[1].read_text())
    assert re.findall(r'<figure id="(\w+)"', page) == ["lanes", "times", "shares"]
    assert page.count("<svg") == 3
    for name in ("P0", "P1", "P2", "P3"):
        assert page.count(f"<!-- {name} -->") == 2
    assert f"<td>{report['milliseconds']:.3f}</td><td>2</td>" in page
    for printed, basis in (("4.76", "derived"), ("2", "measured")):
        assert f"<td>{printed}</td><td>{basis}</td>" in page
    assert not re.search(r"<script|<link|<img|url\((?!#)", page)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ne", "--html", "a.htm"], "--html: 'a.htm' is no page; allowed: a name that ends in"),
        (["forward", "--html", "a.html"], "--html: is not for forward; allowed: programs that are"),
        (["dlr"], "PROGRAM: 'dlr' is unknown; allowed: ne, scsnea, pscsnea, drl"),
        (["drl", "--processors", 3], "--processors: 3 for drl; allowed: 1 or 4 or 26"),
        (["ne", "--points", 0], "--points: 0; allowed: 1 to 300"),
        (["ne", "--points", 301], "--points: 301; allowed: 1 to 300"),
        (["ne", "--link-speed", 15], "--link-speed: 15; allowed: 5, 10 or 20"),
        (["ne", "--external-cycles", 0], "--external-cycles: 0; allowed: 1 to 64"),
        (["ne", "--picture", "a.png"], "--picture: 'a.png' is no SVG file; allowed: a name that"),
        (["ne", "--json", "no/such/folder.json"], "its folder does not exist"),
        (["ne", "--json", "a.svg", "--picture", "a.svg"], "another file"),
        (["ne", "--type", "T9000"], "--type: 'T9000'; allowed: T414, T800"),
        (["ne", "--checks", "some"], "--checks: 'some'; allowed: halt, range-off"),
    ],
)
def test_bad_input_is_one_line(demo, arguments, message):
    status, out, err = demo(*arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_wrong_torque_is_status_1(demo, monkeypatch):
    golden = runs.inverse_dynamics
    monkeypatch.setattr(runs, "inverse_dynamics", lambda *states: 1.001 * golden(*states))
    status, out, _ = demo("scsnea", "--points", 2)
    assert status == 1
    assert "torques DISAGREE with golden" in out


def test_a_program_that_does_not_end_is_status_1(demo, monkeypatch):
    monkeypatch.setattr(runs, "CYCLES_MAXIMUM", 10_000)
    status, out, _ = demo("scsnea", "--points", 2)
    assert status == 1
    assert "scsnea.occ gave no torques: cycle limit: 10000 cycles have passed" in out


@pytest.fixture(scope="module")
def four():
    """The Lagrangian on four T800s, along ten points."""
    trajectory = random_trajectory(load_robot(runs.ROBOT), 10, 1)
    return runs.run(runs.compile_for(find("drl", None), runs.Settings()), trajectory)


def test_the_passes_add_up_to_the_time_of_a_point(four):
    found = passes.phases(four)
    assert len(found.first) == 8
    assert len(found.second) == 5
    assert sum(found.totals) == pytest.approx(four.seconds, rel=0.01)


def test_passes_that_do_the_same_take_the_same_time(four):
    found = passes.phases(four)
    assert np.ptp(found.first[2:6]) < 2e-6
    assert np.ptp(found.second[1:]) < 1e-6
    assert found.first[1] < 0.6 * found.first[2]  # link 1 is simpler: table 6


def test_passes_of_another_program_are_refused(four):
    shorter = replace(four, torques=four.torques[:-1])
    with pytest.raises(ValueError, match="120 messages for 9 points, not 12 a point"):
        passes.phases(shorter)


def test_settings_cost_what_they_should():
    trajectory = random_trajectory(load_robot(runs.ROBOT), 2, 1)

    def seconds(**settings):
        built = runs.compile_for(find("pscsnea", 4), runs.Settings(**settings))
        return runs.run(built, trajectory).seconds

    usual = seconds()
    assert seconds(link_mbits=10) > 1.1 * usual
    assert seconds(external_code=True) > 1.1 * usual
    assert seconds(external_code=True, external_cycles=5) > 1.2 * usual
    assert seconds(checks=Checks.NONE) < 0.95 * usual
    assert seconds(indexing=Indexing.ABBREVIATIONS) < 0.9 * usual


def test_the_comparison_reports_what_it_found(capsys):
    chosen = [
        runs.Settings("T800", checks, 3, 20, Indexing.SUBSCRIPTS, False)
        for checks in (Checks.NONE, Checks.HALT)
    ]
    told = []
    results = grid.explore(chosen, told.append)
    assert [each.settings for each in told] == chosen
    assert [each.residual() for each in results] == sorted(each.residual() for each in results)
    report = as_report(results)
    assert report["paper_reductions"] == [0.58, 0.41]
    assert [case["paper_milliseconds"] for case in report["cases"]] == pytest.approx(
        [2 / 0.42, 2 / 0.59, 2, 2.46, 8.96]
    )
    json.dumps(report)
    print_report(console(), results)
    out = capsys.readouterr().out
    assert "best fit of all: checks" in out
    assert "best fit of Zalzala and Morris 1989: checks" in out


def test_a_residual_is_a_factor():
    exact = grid.Measured(None, grid.printed(), None)
    assert exact.residual() == pytest.approx(1)
    slow = grid.Measured(None, tuple(1.2 * seconds for seconds in grid.printed()), None)
    assert slow.residual() == slow.residual("Zomaya and Morris 1989") == pytest.approx(1.2)
    general, customised, parallel, *others = grid.printed()
    assert exact.reductions == pytest.approx((0.58, 0.41))
    mixed = grid.Measured(None, (1.5 * general, customised / 1.5, parallel, *others), None)
    assert mixed.residual("Zalzala and Morris 1989") == pytest.approx(1)
    assert mixed.residual() > 1.2


def test_every_combination_is_there_once():
    found = list(grid.combinations())
    assert len(set(found)) == len(found) == 48
