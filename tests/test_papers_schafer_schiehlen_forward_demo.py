"""The paper's example: its five figures at one setting, block times, pictures, and motion."""

import itertools

import numpy as np
import pytest

from dataflow.tasks.assignment import all_assignments
from golden.load import load_robot
from papers.catalogue import paper
from papers.machine import MachineSettings
from papers.schafer_schiehlen import picture, report
from papers.schafer_schiehlen.accuracy import demo_states
from papers.schafer_schiehlen.explore import NEAREST, distance, explore
from papers.schafer_schiehlen.forward_demo import (
    PAPER_SETTINGS,
    PROCESSORS,
    Layout,
    block_times,
    letters,
    measured,
)
from papers.schafer_schiehlen.integration import integrate, motion_partition
from papers.schafer_schiehlen.motion import gentle_motion
from papers.schafer_schiehlen.timeline import total
from tests.forward_equations import PAPER, cut, stanford


@pytest.fixture(scope="module")
def runs():
    return {count: measured(each, PAPER_SETTINGS, points=3) for count, each in PROCESSORS.items()}


def test_the_papers_five_figures_come_out_at_one_setting(runs):
    found = report.as_report(runs[3], runs[1], [])
    one = report.as_report(runs[1], runs[1], [])
    assert one["microseconds"] == pytest.approx(1596, rel=0.06)
    assert found["microseconds"] == pytest.approx(1141, rel=0.06)
    assert found["speed_up"] == pytest.approx(1.4, rel=0.06)
    assert found["left_on_last"] == pytest.approx(500, rel=0.06)
    assert found["speed_up_with_control"] == pytest.approx(1.8, rel=0.06)
    assert found["accelerations_agree"]


def test_derived_speed_ups_are_those_of_the_printed_times():
    printed = paper("schafer_schiehlen")
    assert printed.value("speed_up_of_times") == pytest.approx(1596 / 1141)
    assert printed.value("speed_up_of_work") == pytest.approx(2096 / 1141)


@pytest.mark.slow
def test_the_trials_times_are_reached_at_its_setting():
    """1514 and 1668 us on one transputer, 1103 and 1168 on three, with links of 20 Mbit/s."""
    for cycles, one, three in ((3, 1514, 1103), (4, 1668, 1168)):
        settings = MachineSettings(external_cycles=cycles)
        times = [measured(each, settings, points=2) for each in PROCESSORS.values()]
        assert times[0].cycle.microseconds <= one
        assert times[1].cycle.microseconds <= three


@pytest.mark.slow
def test_block_times_add_up_to_the_cycle(runs):
    blocks = block_times(runs[1])
    assert [block.name for block in blocks] == ["P1 M", "P1 k", "P1 q", "P1 L", "P1 x"]
    together = sum(block.microseconds for block in blocks)
    left = runs[1].left["P1"]
    assert 0.9 * runs[1].cycle.microseconds < together + left < runs[1].cycle.microseconds


@pytest.mark.slow
def test_the_recursive_form_is_faster_on_one_than_the_papers_on_three(runs):
    recursive = measured(
        PROCESSORS[1], PAPER_SETTINGS, Layout("recursive", "numbers", "array"), points=2
    )
    assert recursive.cycle.microseconds < runs[3].cycle.microseconds


def test_activities_fill_the_cycle(runs):
    from papers.schafer_schiehlen.timeline import activities

    cycle = runs[3].cycle
    begin, end = cycle.one_cycle()
    names = ["P0", "P1", "P2", "P3"]
    found = activities(cycle.events, cycle.built.network.wires, names, begin, end)
    for activity in found.values():
        spans = sorted([*activity.work, *activity.alone, *activity.waiting])
        assert total(spans) == pytest.approx(end - begin)
        assert all(a[1] <= b[0] + 1e-12 for a, b in itertools.pairwise(spans))
        assert total(activity.beside) <= total(activity.work)
    assert total(found["P1"].beside) > 5e-5


def test_the_picture_is_the_same_twice(runs, tmp_path):
    for name in ("a.svg", "b.svg"):
        picture.draw(runs[3], tmp_path / name)
    text = (tmp_path / "a.svg").read_text()
    assert text == (tmp_path / "b.svg").read_text()
    assert "communication beside work" in text


@pytest.mark.slow
def test_every_assignment_is_tried():
    states = demo_states(load_robot("stanford"), 2, 1)
    found = explore(stanford("recursive", named=False), "array", states, MachineSettings(), 2)
    assert len(found.plans) == len(list(all_assignments(2)))
    assert len(found.nearest) == NEAREST
    ran = [plan for plan in found.plans if plan.measured is not None]
    assert len(ran) >= 10
    for plan in ran:
        assert plan.measured == pytest.approx(plan.microseconds, rel=0.12), letters(plan.assignment)
    distances = [distance(plan, found.one) for plan in found.nearest]
    assert distances == sorted(distances)


@pytest.mark.slow
def test_q_and_l_share_a_processor_in_what_comes_nearest_to_the_paper():
    states = demo_states(load_robot("stanford"), 2, 1)
    found = explore(stanford(), "array", states, PAPER_SETTINGS, 3)
    for plan in found.nearest[:2]:
        assert plan.assignment["q"] == plan.assignment["L"]
        assert plan.assignment["M"] != plan.assignment["q"] != plan.assignment["k"]
    assert dict(PROCESSORS[3]) in [plan.assignment for plan in found.nearest[:2]]


@pytest.mark.slow
@pytest.mark.parametrize("control", [False, True])
def test_motion_in_real_time_keeps_its_positions(control):
    motion = gentle_motion(load_robot("stanford"), control)
    layout = Layout()
    mine = motion_partition(motion, layout, cut(*PAPER))
    found = integrate(motion, mine, layout, PAPER_SETTINGS, seconds=0.06)
    assert found.late == 0
    assert found.step >= found.step_needed
    assert found.step - found.step_needed <= 64e-6 + 1e-9
    assert found.keeps
    shorter = integrate(motion, mine, layout, PAPER_SETTINGS, step=0.8e-3, seconds=0.06)
    assert shorter.late > 0
    assert not shorter.keeps


def test_control_is_part_of_q_and_no_torques_are_sent():
    motion = gentle_motion(load_robot("stanford"), control=True)
    mine = motion_partition(motion, Layout(), cut(*PAPER))
    torques = set(mine.equations.state[12:])
    assert not any(torques & set(m.values) for m in mine.messages)
    assert np.isfinite(motion.accelerations(motion.start, np.zeros(6))).all()
