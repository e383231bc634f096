"""What is kept of a sweep: rows in a file, whatever breaks or is lost meanwhile."""

import csv
import functools
import json
import os

import pytest

from dataflow.computations.derivatives import inverse_derivatives
from dataflow.exploration.point import Point, points_of
from golden.load import load_robot
from tests.exploring_tasks import KillsItsWorker
from torqueflow.exploring import workers
from torqueflow.exploring.results_file import COLUMNS, more_of, rows_of
from torqueflow.exploring.task import Task

SMALL = ("machado_2r", "--ii", "1,4", "--width", "14,18")


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    """Run `explore` in a folder of its own: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    return functools.partial(command_line, "explore")


def test_rows_are_kept_and_not_made_again(run, tmp_path, monkeypatch):
    assert run(*SMALL, "--topology", "array", "--results", "rows.csv")[0] == 0
    first = (tmp_path / "rows.csv").read_bytes()
    assert run(*SMALL, "--results", "rows.csv", "--json", "all.json")[0] == 0
    assert (tmp_path / "rows.csv").read_bytes().startswith(first)
    assert len(rows_of(str(tmp_path / "rows.csv"))) == 8
    monkeypatch.setattr(Task, "row", None)
    assert run(*SMALL, "--results", "rows.csv", "--json", "again.json")[0] == 0
    once, again = (json.loads((tmp_path / f"{n}.json").read_text()) for n in ("all", "again"))
    for before, after in zip(once["designs"], again["designs"], strict=True):
        assert {**after, **before} == after  # columns that were not measured are None
    assert once["pareto"] == again["pareto"]


def test_a_row_cut_short_is_made_again(run, tmp_path):
    run(*SMALL, "--results", "rows.csv")
    file = tmp_path / "rows.csv"
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    assert len(rows_of(str(file))) == 7
    assert run(*SMALL, "--results", "rows.csv")[0] == 0
    assert len(rows_of(str(file))) == 8
    assert file.read_bytes().count(b"\n") == 9


def test_a_break_loses_no_row_that_was_made(run, tmp_path, monkeypatch):
    row = Task.row

    def breaks(self):
        if self.point.topology == "ring":
            raise KeyboardInterrupt
        return row(self)

    monkeypatch.setattr(Task, "row", breaks)
    assert run(*SMALL, "--results", "rows.csv")[0] == 130
    assert len(rows_of(str(tmp_path / "rows.csv"))) == 4


def test_other_numbers_are_other_work():
    robot = load_robot("machado_2r")
    point = Point("newton-euler", "array", 18, 1)
    tasks = [
        Task(robot, point),
        Task(robot, Point("newton-euler", "array", 18, 2)),
        Task(robot, point, ("rtl",)),
        Task(load_robot("stanford"), point),
    ]
    assert len({task.key for task in tasks}) == 4
    assert Task(load_robot("machado_2r"), point).key == tasks[0].key


def test_other_equations_of_one_name_are_other_work():
    robot, point = load_robot("machado_2r"), Point("inverse-derivatives", "array", 18, 1)
    keys = {
        Task(robot, point, computation=inverse_derivatives(form=form)).key
        for form in ("composite", "tangent", "composite")
    }
    assert len(keys) == 2


def lethal(folder, deaths):
    for mark in range(deaths):
        (folder / str(mark)).touch()
    robot = load_robot("machado_2r")
    points = list(points_of(["newton-euler"], ["array", "ring"], [14, 18], [4]))
    return [
        KillsItsWorker(robot, points[0], folder=str(folder), maker=os.getpid()),
        *(Task(robot, point) for point in points[1:]),
    ]


def plain(rows):
    return sorted(
        ({k: v for k, v in row.items() if k != "cpu_seconds"} for row in rows),
        key=lambda row: row["key"],
    )


def test_a_process_that_is_lost_loses_nothing(tmp_path):
    tasks = lethal(tmp_path, 1)
    found = plain(workers.in_processes(tasks, 2))
    assert found == plain(workers.here(tasks))


@pytest.mark.slow
def test_processes_that_are_lost_again_and_again_are_told(tmp_path):
    (task, *_) = lethal(tmp_path, 99)
    with pytest.raises(workers.InputError, match="lost 3 times before the last design was"):
        list(workers.in_processes([task], 1))


@pytest.mark.slow
def test_a_worker_of_a_cluster_that_is_lost_loses_nothing(tmp_path):
    distributed = pytest.importorskip("distributed")
    tasks = lethal(tmp_path, 1)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        found = plain(workers.on_cluster(tasks, cluster.scheduler_address))
    assert found == plain(workers.here(tasks))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("robot,key\n1,2\n", "its first line is another"),
        ("\xff\xfe\n", "its first line is another"),
        (",".join(COLUMNS) + "\n1,2\n", "row 2: 2 cells; allowed: 36"),
        (",".join(COLUMNS) + "\n" + "x," * 35 + "x\n", "row 2, joints: 'x'; allowed: a number"),
    ],
)
def test_files_that_are_no_results(run, tmp_path, text, message):
    (tmp_path / "rows.csv").write_text(text)
    status, _, err = run(*SMALL, "--results", "rows.csv")
    assert (status, err.count("\n")) == (2, 1)
    assert message in err
    assert (tmp_path / "rows.csv").read_text() == text


def test_lists_and_gaps_come_back(tmp_path):
    path = str(tmp_path / "rows.csv")
    row = dict.fromkeys(COLUMNS) | {
        "key": "a", "robot": 'R "2", x', "error": 1e-5, "limit": [1.5, 2], "within_bounds": True,
    }  # fmt: skip
    with more_of(path) as append:
        append(row)
    assert rows_of(path) == {"a": row}
    with open(path, newline="") as file:
        assert len(list(csv.reader(file))) == 2
