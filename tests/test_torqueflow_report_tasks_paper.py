"""The 37 times as the command prints them and writes them."""

import json
import re
from pathlib import Path

import pytest

from common.tables import console
from papers.zeng_egan.printed import printed_times
from papers.zeng_egan.report import STEPS, paper_report
from torqueflow.cli import main as cli
from torqueflow.report.tasks_paper import print_paper


@pytest.fixture(scope="module")
def told():
    """The report, and how often it said that it was going on."""
    steps = []
    return paper_report(watch=lambda: steps.append(1)), len(steps)


def test_it_says_how_far_it_is(told):
    assert told[1] == STEPS


def test_rows_are_the_37_times(told):
    rows = told[0]["rows"]
    keys = ("version", "type", "processes", "printed_seconds", "printed_rest")
    printed = [(t.version, t.type, t.processes, t.seconds, t.rest) for t in printed_times()]
    assert [tuple(row[key] for key in keys) for row in rows] == printed
    for row in rows:
        assert row["ratio"] == pytest.approx(row["ours_seconds"] / row["printed_seconds"])
        seen = row["processes"] == 1 or row["version"] != "5"
        assert row["used_to_fit"] is seen
        assert (row["ratio_locks_alone"] is None) == (row["processes"] == 1)
        assert (row["ratio_left_out"] is None) == (row["processes"] == 1 or row["version"] == "5")
        if row["processes"] == 1:
            assert row["ratio"] == 1.0
            assert row.get("lock_waits", 0) == 0


def test_waiting_grows_with_the_processes(told):
    waits = {}
    for row in told[0]["rows"][1:]:
        waits.setdefault((row["version"], row["type"]), []).append(row["waiting"])
    assert all(each == sorted(each) for each in waits.values())


def test_errors_by_what_was_seen(told):
    errors = told[0]["rms_log_error"]
    assert errors["locks alone"] > 0.4
    assert errors["all"] <= 0.06
    assert errors["left out, version 1"] <= 0.13
    assert all(errors[f"left out, version {version}"] <= 0.08 for version in (2, 3, 4))


def test_every_fitted_number_says_what_it_has_seen(told):
    fitted = told[0]["fitted"]
    assert len(fitted) == 1 + 9 + 5 * 3
    assert all(set(entry) == {"name", "value", "unit", "rows"} for entry in fitted)
    left_out = [e["rows"] for e in fitted if e["name"] == "hindrance, working"]
    assert left_out[0] == "versions 1, 2, 3, 4; 2, 3, 4 processes"
    assert left_out[2] == "versions 1, 3, 4; 2, 3, 4 processes"


def test_amdahls_limit_stands_beside_the_times(told):
    loop = told[0]["loop"]
    outside = sum(loop["operations_per_sample"].values()) - 1200
    for entry in loop["times"]:
        assert entry["speed_up"] < entry["amdahl_limit"]
        if entry["program"] == "newton":
            assert entry["amdahl_limit"] == pytest.approx((outside + 1200) / outside)
        else:
            assert entry["amdahl_limit"] == pytest.approx((583 + 1200) / 583)
    assert loop["dynamics_share_inner"] == pytest.approx(1200 / 1783)


def test_the_table_of_the_docs_is_what_comes_out(told):
    page = (Path(__file__).parent.parent / "docs" / "tasks.md").read_text()
    pattern = r"^\| (sequential|\d \w+) \| (\d) \| ([\d.]+) \+ ([\d.]+) \| (.*?) ?\|$"
    lines = re.findall(pattern, page, re.MULTILINE)
    assert len(lines) == 37
    for line, row in zip(lines, told[0]["rows"], strict=True):
        sequential = row["version"] == "sequential"
        assert line[0] == ("sequential" if sequential else f"{row['version']} {row['type']}")
        assert int(line[1]) == row["processes"]
        assert [float(line[2]), float(line[3])] == [row["printed_seconds"], row["printed_rest"]]
        shown = [f"{row['ours_seconds']:.1f}"]
        shown.append("fitted" if row["processes"] == 1 else f"{row['ratio']:.2f}")
        for key in ("ratio_left_out", "ratio_locks_alone"):
            shown.append("" if row[key] is None else f"{row[key]:.2f}")
        assert [cell.strip() for cell in line[4].split("|")] == shown


def test_errors_of_the_docs_are_those_that_come_out(told):
    page = (Path(__file__).parent.parent / "docs" / "tasks.md").read_text()
    for error in told[0]["rms_log_error"].values():
        assert f"{error:.3f}" in page


def test_it_is_json_and_reads_in_80_columns(told, capsys, monkeypatch):
    json.dumps(told[0], allow_nan=False)
    screen = console()
    screen.width = 80
    today = [
        {"program": "static", "threads": 2, "seconds_per_pass": 1e-6, "speed_up": 0.5,
         "overhead_to_work": None, "overhead_to_work_1991": None}
    ]  # fmt: skip
    print_paper(screen, {**told[0], "today": today})
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    table = [line.split() for line in lines if line.startswith(("1 ", "2 ", "3 ", "4 ", "5 "))]
    assert sum(len(row) >= 10 and row[4] == "+" for row in table) == 36
    assert any(line.startswith("static") and line.split()[1] == "2" for line in lines)
    seen = ("has seen: the one-process column", "3, all but", "not modelled", '"the spinlock')
    for words in seen:
        assert any(words in line for line in lines), words


def test_the_command(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("warnings.showwarning", None)
    monkeypatch.setattr("papers.zeng_egan.report.paper_report", lambda *_: {"rows": []})
    printed = []
    monkeypatch.setattr(
        "torqueflow.report.tasks_paper.print_paper", lambda _, report: printed.append(report)
    )
    with pytest.raises(SystemExit) as caught:
        cli.main(["tasks", "zeng", "--json", str(tmp_path / "zeng.json")])
    assert caught.value.code == 0
    assert printed == [{"rows": []}] == [json.loads((tmp_path / "zeng.json").read_text())]
