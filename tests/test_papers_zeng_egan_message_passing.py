"""The generated occam on emulated T800s: torques of one to six processors, and what it refuses."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from common.errors import InputError
from dataflow.graph.expression_values import evaluated
from dataflow.tasks.pieces import ROOT
from dataflow.tasks.traced_tasks import GATHERED
from golden.load import load_robot
from golden.trajectory import random_states
from papers.generated.running import measured_program, run
from papers.machine import ProgramFailed
from papers.zeng_egan.message_passing import POINTS, Sharing
from papers.zeng_egan.versions import paper_robot

PAPER = Sharing(paper_robot(), "52", "cp-misf")
MOTION = random_states(PAPER.robot, POINTS, 1)


@cache
def paper_runs():
    return PAPER.all_measured(range(1, 7), MOTION)


def single_precision(sharing, motion):
    """Return the torques of the same operations in IEEE single precision."""
    equations = sharing.traced().equations
    names = [equations.graph.nodes[i].name for i in equations.state]
    state = sharing.states(motion).astype(np.float32)
    values = dict(zip(names, state.T, strict=True))
    found = evaluated(equations.graph, equations.results[GATHERED], values, {}, np.float32)
    return np.stack(found, axis=1)


def test_one_to_six_processors_give_the_same_torques_to_the_bit():
    expected = single_precision(PAPER, MOTION)
    for row in paper_runs():
        np.testing.assert_array_equal(row.cycle.results, expected)
        assert row.torques_agree


def test_more_processors_send_more_and_gain_little():
    """A task takes some 20 us, a message some 10: three processors save a fifth, six no more."""
    times = [row.cycle.microseconds for row in paper_runs()]
    assert [len(row.layout.cut.processors) for row in paper_runs()] == [1, 2, 3, 4, 5, 5]
    assert times[2] < times[1] < times[0]
    assert times[2] > 0.6 * times[0] > times[0] * 461 / 1200  # the critical path's share of work
    words = [row.layout.words for row in paper_runs()]
    assert words == sorted(words)
    assert words[0] == 4 * 5 + 5


@pytest.mark.parametrize(
    ("robot", "kind", "schedule", "processors"),
    [
        ("stanford", "95", "df-ihs", 5),
        ("stanford", "55", "static", 6),
        ("machado_2r", "per-link", "dynamic", 2),
    ],
)
def test_other_arms_graphs_and_schedules_run_too(robot, kind, schedule, processors):
    sharing = Sharing(load_robot(robot), kind, schedule)
    motion = random_states(sharing.robot, 1, 3)
    (row,) = sharing.all_measured([processors], motion)
    assert row.torques_agree
    np.testing.assert_array_equal(row.cycle.results, single_precision(sharing, motion))


def test_a_message_that_is_left_out_is_noticed():
    row = paper_runs()[1]
    steps = row.layout.steps
    gone = next(
        m for step in steps[1] for m in step.messages if m.sender == 1 and m.receiver not in (ROOT,)
    )
    for side in (gone.sender, gone.receiver):
        without = {
            **steps,
            side: tuple(
                replace(step, messages=tuple(m for m in step.messages if m != gone))
                for step in steps[side]
            ),
        }
        program = replace(measured_program(row.layout.cut, "scalars"), laid_out=without)
        with pytest.raises((ProgramFailed, InputError)):
            run(program, PAPER.states(MOTION))


def test_two_generations_are_equal_and_name_link_and_value():
    tasks = PAPER.traced()
    texts = [PAPER.program(PAPER.layout(tasks, 5), MOTION).text() for _ in range(2)]
    assert texts[0] == texts[1]
    assert "-- link 4: angular acceleration x" in texts[0]
    assert "PROCESSOR 5 T800" in texts[0]


def test_the_table_of_the_documentation():
    page = (Path(__file__).parent.parent / "docs" / "tasks.md").read_text("utf-8")
    one = paper_runs()[0]
    for row in paper_runs():
        shares = [
            row.cycle.microseconds / one.cycle.microseconds,
            row.shared_seconds["ideal"] / one.shared_seconds["ideal"],
            row.shared_seconds["multimax"] / one.shared_seconds["multimax"],
        ]
        cells = [str(row.processors), f"{row.cycle.microseconds:.0f}"]
        written = " | ".join([*cells, *(f"{share:.2f}" for share in shares)])
        (line,) = [line for line in page.splitlines() if line.startswith(f"| {written} |")]
        assert line.endswith(f"| {row.layout.words} |")


@pytest.mark.parametrize("processors", [0, 7])
def test_processors_out_of_reach_are_refused(processors):
    with pytest.raises(InputError, match=f"--processors: {processors} T800s; allowed: 1 to 6"):
        PAPER.layout(PAPER.traced(), processors)
