"""`torqueflow tasks`: what it writes, prints and refuses."""

import functools
import itertools
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

from common.errors import InputError
from dataflow.tasks.memory import Memory
from torqueflow.report.tasks_experiment import TaskChoice, run_experiment
from torqueflow.report.tasks_picture import gantt
from torqueflow.report.tasks_report import as_report
from torqueflow.report.tasks_timeline import timeline

KEYS = [
    "robot", "graph", "tasks", "arcs", "schedule", "processors", "machine", "seconds_per_pass",
    "loops", "makespan", "critical_path", "work", "speed_up", "utilisation", "locks", "lock_waits",
    "overhead", "queues", "bounds", "bound", "optimal", "torque_error_max", "torques_agree",
    "printed", "ratio",
]  # fmt: skip


@pytest.fixture
def run(command_line):
    """Run `tasks`: (exit status, standard output, standard error)."""
    return functools.partial(command_line, "tasks")


def report(**options):
    return as_report(run_experiment(TaskChoice("zeng", **options)))


def test_a_pass_on_the_ideal_machine():
    found = report(schedule="df-ihs", processors=3)
    assert list(found) == KEYS
    assert (found["robot"], found["tasks"], found["arcs"]) == ("PUMA 560, links 1 to 5", 52, 92)
    assert found["makespan"] == pytest.approx(37.53, abs=0.01) == found["bound"]
    assert found["makespan"] == pytest.approx(found["seconds_per_pass"] * 21200)
    assert found["work"] == pytest.approx(97.7)
    assert found["speed_up"] == pytest.approx(2.60, abs=0.01)
    assert found["utilisation"] == pytest.approx(found["speed_up"] / 3)
    assert found["critical_path"][:4] == ["entry", "(2/1)", "(3/1)", "(3/2)"]
    assert found["optimal"] is True
    assert found["torques_agree"] is True
    assert found["printed"] is found["ratio"] is None
    assert sorted(task for queue in found["queues"] for task in queue) == list(range(52))


def test_overhead_and_arithmetic_are_all_the_time_of_all_processes():
    # Arithmetic itself takes longer where others hinder it, so the sum is a little less.
    found = report(machine="multimax", processors=3)
    spent = sum(found["overhead"].values()) + found["work"]
    assert 0.97 * 3 * found["makespan"] < spent < 3 * found["makespan"]
    alone = report(machine="multimax", processors=1)
    spent = sum(alone["overhead"].values()) + alone["work"]
    assert spent == pytest.approx(alone["makespan"])


@pytest.mark.parametrize(
    ("graph", "schedule", "processors", "printed"),
    [
        ("per-link", "dynamic", 2, 254.8), ("95", "static", 1, 252.6), ("52", "dynamic", 4, 122.7),
        ("52", "static", 3, 106.4), ("52", "local", 4, 80.1), ("52", "cp-misf", 3, 55.7),
        ("55", "cp-misf", 4, 50.4), ("55", "cp-misf", 3, None), ("52", "cp-misf", 4, None),
        ("95", "local", 2, None), ("52", "dynamic", 5, None),
    ],
)  # fmt: skip
def test_the_paper_has_the_same_or_not(graph, schedule, processors, printed):
    found = report(graph=graph, schedule=schedule, processors=processors, machine="multimax")
    assert found["printed"] == printed
    if printed is not None:
        assert found["ratio"] == pytest.approx(found["makespan"] / printed)
        assert 0.7 < found["ratio"] < 1.25


def test_the_paper_has_no_other_arm_and_no_other_number_of_passes():
    other = TaskChoice("puma560", machine="multimax")
    assert as_report(run_experiment(other))["printed"] is None
    assert report(machine="multimax", loops=100)["printed"] is None


def test_json_is_the_report(run, tmp_path):
    path = tmp_path / "report.json"
    status, _, err = run("machado_2r", "--schedule", "cp-misf", "--json", str(path))
    assert (status, err) == (0, "")
    found = json.loads(path.read_text())
    assert list(found) == KEYS
    assert found["robot"] == "Machado 2R"
    assert found["tasks"] == 22


def test_what_is_printed(run):
    status, out, err = run("zeng", "--machine", "multimax", "--schedule", "local", "--text")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["robot", "PUMA", "560,", "links", "1", "to", "5"]
    starts = ("makespan ", "the paper's    80.1 s", "speed-up ", "torques        agree ", "a pass")
    for start in starts:
        assert any(line.startswith(start) for line in lines), start
    levels = lines[lines.index(next(x for x in lines if x.startswith("tasks by level"))) :]
    assert levels[2].split() == ["0", "0"]
    numbers = [word for line in levels[2:] for word in line.split()[1:]]
    assert sorted(map(int, numbers)) == list(range(52))


def test_a_torque_that_is_wrong_is_status_1(run, monkeypatch):
    original = Memory.end

    def end(self, task):
        original(self, task)
        if task.name == "(9/2)":
            self.values["n[2]"] = self.values["n[2]"] * (1 + 1e-7)

    monkeypatch.setattr(Memory, "end", end)
    status, out, _ = run("zeng", "--graph", "52")
    assert status == 1
    assert "torques        DISAGREE with golden" in out


def test_the_printed_queues_from_a_file(run, tmp_path):
    from papers.zeng_egan.printed import printed_queues

    path = tmp_path / "queues.toml"
    path.write_text(f"queues = {[list(queue) for queue in printed_queues(3).queues]}")
    status, out, err = run("zeng", "--queues", str(path), "--processors", "3")
    assert (status, err) == (0, "")
    assert "makespan       44.9 s" in out
    assert "queues: the lists of" in out


JOINT = """<joint name="{0}" type="revolute"><parent link="{1}"/><child link="{0}"/>
<axis xyz="0 1 0"/><limit lower="-1" upper="1" velocity="1" effort="9" acceleration="5"/></joint>
<link name="{0}"><inertial><origin xyz="0.1 0.2 0.3"/><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>"""
FORK = f"""<robot name="fork"><link name="trunk"/>{JOINT.format("arm", "trunk")}
{JOINT.format("left", "arm")}{JOINT.format("right", "arm")}</robot>"""


def test_a_part_of_a_tree_is_a_chain(run, tmp_path):
    file = tmp_path / "fork.urdf"
    file.write_text(FORK)
    status, out, _ = run(str(file), "--tip", "left")
    assert status == 0
    assert re.search(r"torques +agree with golden", out)
    for options, problem in (
        ((), "fork: a tree of links; allowed: a chain, each link on the one before: --tip LINK"),
        (
            ("--free-base",),
            "--free-base: the tasks start from a base at rest; allowed: a base",
        ),
    ):
        status, out, err = run(str(file), *options)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert problem in err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("zeng --tip hand", "--tip: given for zeng, the paper's arm; allowed: a robot's file"),
        ("puma560 --graph 50", "--graph: '50' is unknown; allowed: 95, 52, 55, per-link"),
        ("puma560 --schedule fifo", "--schedule: 'fifo' is unknown; allowed: dynamic, static"),
        ("puma560 --machine cray", "--machine: 'cray' is unknown; allowed: ideal, multimax, or"),
        ("puma560 --machine none.toml", "none.toml: no such file"),
        ("puma560 --processors 65", "--processors: 65; allowed: 1 to 64"),
        ("puma560 --processors 0", "--processors: 0; allowed: 1 to 64"),
        ("puma560 --loops 0", "--loops: 0; allowed: 1 to"),
        ("puma560 --seed -1", "--seed: -1; allowed: 0 or more"),
        ("puma560 --queues none.toml", "none.toml: no such file"),
        ("puma560 --picture a.png", "--picture: 'a.png' is no SVG file"),
        ("puma560 --json /nowhere/a.json", "/nowhere/a.json: its folder does not exist"),
        ("puma560 --trace a.json --json a.json", "--trace: 'a.json' is the file of --json"),
        ("nobody", "nobody: no arm of that name"),
        ("puma560 --solver newton", "--solver: given for a single pass"),
        ("zeng --graph 52 --today", "--today: given for a single pass"),
        ("zeng --messages --processors 7", "--processors: 7; allowed: 1 to 6 T800s"),
        ("zeng --messages --graph 50", "--graph: '50' is unknown; allowed: 95, 52, 55, per-link"),
        ("zeng --messages --machine ideal", "--machine: given beside --messages"),
        ("zeng --messages --text", "--text: given beside --messages"),
        ("zeng --messages --loops 0", "--loops: given beside --messages"),
        ("zeng --messages --seed -1", "--seed: -1; allowed: 0 or more"),
        ("nobody --messages", "nobody: no arm of that name"),
        ("zeng --occam a.occ", "--occam: given without --messages"),
        ("zeng --messages --occam a.occ --json a.occ", "--occam: 'a.occ' is the file of --json"),
        ("zeng --solver luck", "--solver: 'luck' is unknown; allowed: newton, damped, transpose"),
    ],
)
def test_bad_input_is_one_line_and_status_2(run, tmp_path, monkeypatch, arguments, problem):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*arguments.split())
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {problem}"), err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("content", "options", "problem"),
    [
        ("operation_seconds = -1", "--machine", "name: missing"),
        ("queues = [[0, 1], [1]]", "--queues", "queues: task 1 stands there 2 times"),
        ("queues = [[0, 1], [2]]", "--queues", "queues: task 3 (3/1) is missing"),
    ],
)
def test_bad_files_are_one_line_and_status_2(run, tmp_path, content, options, problem):
    path = tmp_path / "mine.toml"
    path.write_text(content)
    status, _, err = run("zeng", options, str(path))
    assert (status, err.count("\n")) == (2, 1)
    assert err.startswith(f"error: {path}: {problem}")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--processors", "2"], "--processors: 2; allowed: 1, as in --queues"),
        (["--schedule", "local"], "--schedule: 'local' beside --queues"),
        (["--json", "mine.toml"], "--json: 'mine.toml' is the queues; allowed: another file"),
    ],
)
def test_options_that_do_not_go_with_queues(run, tmp_path, monkeypatch, options, problem):
    monkeypatch.chdir(tmp_path)
    order = list(run_experiment(TaskChoice("zeng", processors=1)).graph.in_order)
    (tmp_path / "mine.toml").write_text(f"queues = [{order}]")
    assert run("zeng", "--queues", "mine.toml")[0] == 0
    status, _, err = run("zeng", "--queues", "mine.toml", *options)
    assert status == 2
    assert err.startswith(f"error: {problem}")


@pytest.fixture(scope="module")
def experiment():
    return run_experiment(TaskChoice("zeng", schedule="dynamic", processors=3, machine="multimax"))


def test_the_picture_names_processes_and_tasks_and_is_the_same_again(experiment):
    drawing = gantt(experiment.graph, experiment.outcome, "a title")
    root = ElementTree.fromstring(drawing.decode())
    assert root.tag.endswith("svg")
    comments = drawing.decode()
    for text in ("process 1", "process 3", "3/5", "scheduling", "waiting for a lock", "a title"):
        assert f"<!-- {text} -->" in comments
    assert gantt(experiment.graph, experiment.outcome, "a title") == drawing


def test_the_timeline_has_every_task_once_and_no_overlaps(experiment):
    lines = "".join(timeline(experiment.graph, experiment.outcome, "group").lines())
    events = [event for event in json.loads(lines)["traceEvents"] if event["ph"] == "X"]
    named = [event for event in events if "task" in event.get("args", {})]
    assert sorted(event["args"]["task"] for event in named) == list(range(52))
    assert {event["name"] for event in events} >= {"(3/5)", "scheduling", "polling", "spinning"}
    for track in {event["tid"] for event in events}:
        # Tasks that take no time lie within what goes on around them.
        own = sorted(
            (e["ts"], e["ts"] + e["dur"]) for e in events if e["tid"] == track and e["dur"]
        )
        assert all(a[1] <= b[0] + 1e-5 for a, b in itertools.pairwise(own))


def test_files_are_written(run, tmp_path):
    picture, trace = tmp_path / "a.svg", tmp_path / "a.json"
    status, _, err = run("machado_2r", "--picture", str(picture), "--trace", str(trace))
    assert (status, err) == (0, "")
    assert picture.read_bytes().startswith(b"<?xml")
    assert json.loads(trace.read_text())["traceEvents"]


def test_an_unknown_file_is_an_input_error_here_too():
    with pytest.raises(InputError, match=r"none\.toml: no such file"):
        run_experiment(TaskChoice("none.toml"))


def test_messages_beside_shared_memory(run, tmp_path):
    written, program = tmp_path / "report.json", tmp_path / "tasks.occ"
    options = ["--messages", "--processors", "2", "--json", str(written), "--occam", str(program)]
    status, out, err = run("zeng", *options)
    assert (status, err) == (0, "")
    assert out.count("agrees") == 2
    found = json.loads(written.read_text())
    assert list(found) == [
        "robot", "graph", "schedule", "part", "clock_mhz", "link_mbits", "external_cycles", "rows",
    ]  # fmt: skip
    one, two = found["rows"]
    assert (one["messages"], one["shared_ideal"], one["printed"]) == (1.0, 1.0, 1.0)
    assert two["messages"] == pytest.approx(two["microseconds"] / one["microseconds"])
    assert two["printed"] == pytest.approx(83.9 / 123.7)
    assert sum(two["words_sent"].values()) == two["words"]
    assert list(two["left_microseconds"]) == ["P1", "P2"]
    assert "PLACED PAR" in program.read_text()
