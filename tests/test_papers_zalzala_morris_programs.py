"""The occam programs of Zalzala and Morris (1989) on emulated transputers, against golden."""

import numpy as np
import pytest

from occam.program import Checks
from papers.measurement import messages
from tests.paper_programs import SINGLE_PRECISION, execute, rounds

PROGRAMS = ("drl1", "drl4", "drl26")

# Tables 7a and 7b: for each pass whom each transputer sends to and receives from, from pass 0.
# T2 to T1 is not in table 7a: see the head of drl4.occ.
SENDS_1 = {
    "P0": [[]] * 8,
    "P1": [["P2", "P3"], *[["P0", "P2", "P3"]] * 5, ["P0"], ["P0"]],
    "P2": [[], *[["P0"]] * 6, []],
    "P3": [[], *[["P0", "P1", "P2"]] * 5, ["P0", "P1"], []],
}
RECEIVES_1 = {
    "P0": [[], *[["P1", "P2", "P3"]] * 6, ["P1"]],
    "P1": [[], *[["P3"]] * 6, []],
    "P2": [["P1"], *[["P1", "P3"]] * 5, [], []],
    "P3": [["P1"], *[["P1"]] * 5, [], []],
}
OTHERS = ["P1", "P2", "P3"]


@pytest.mark.parametrize(
    ("name", "part"),
    [
        *((name, "T800") for name in PROGRAMS),
        ("drl1", "T414"),
        ("drl4", "T414"),
        pytest.param("drl26", "T414", marks=pytest.mark.slow),  # 26 transputers, software reals
    ],
)
def test_torques_of_300_points_are_golden_s_to_single_precision(name, part):
    run = execute(name, 300, part=part)
    assert run.error < SINGLE_PRECISION
    # A program that sent zeros would be far off: gravity alone asks for a fifth of the limit.
    assert np.abs(run.torques[:, 1]).max() > 40


@pytest.mark.parametrize("name", ["drl4", "drl26"])
def test_many_transputers_compute_the_very_bits_of_one(name):
    assert np.array_equal(execute("drl1", 40).torques, execute(name, 40).torques)


def test_both_parts_compute_the_same_bits():
    assert np.array_equal(execute("drl4", 40).torques, execute("drl4", 40, part="T414").torques)


@pytest.mark.parametrize("name", ["drl1", "drl4", pytest.param("drl26", marks=pytest.mark.slow)])
def test_checks_cost_time_and_change_no_bit(name):
    runs = [execute(name, 10, checks=checks, log=True) for checks in Checks]
    for run in runs[1:]:
        assert np.array_equal(run.torques, runs[0].torques)
    times = [run.milliseconds_per_point() for run in runs]
    assert times == sorted(times, reverse=True)
    assert times[0] > 1.05 * times[-1]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_second_run_takes_the_same_cycles(name):
    first, second = (execute(name, 3, log=True) for _ in range(2))
    assert first.cycles == second.cycles
    assert first.events == second.events


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("points", [1, 2, 17])
def test_any_number_of_points_will_do(name, points):
    assert execute(name, points).error < SINGLE_PRECISION


def with_the_missing_message(sends, receives):
    """Add what table 7a lacks, W.ddot from T2 to T1 in passes 1 to 6, to copies of its columns."""
    sends = {node: [list(one) for one in column] for node, column in sends.items()}
    receives = {node: [list(one) for one in column] for node, column in receives.items()}
    for number in range(1, 7):
        sends["P2"][number].append("P1")
        receives["P1"][number].insert(0, "P2")
    return sends, receives


@pytest.mark.parametrize("part", ["T800", "T414"])
@pytest.mark.parametrize("node", ["P0", "P1", "P2", "P3"])
def test_four_transputers_communicate_as_tables_7a_and_7b_say(node, part):
    run = execute("drl4", 2, part=part, log=True)
    sends, receives = with_the_missing_message(SENDS_1, RECEIVES_1)
    passes = list(zip(sends[node], receives[node], strict=True))
    phase_1 = [one for one in passes if one != ([], [])]
    # One pass is two rounds: out and then back, or in and then back.
    both = [(OTHERS, []), ([], OTHERS)] if node == "P0" else [([], ["P0"]), (["P0"], [])]
    phase_2 = both * 5
    found = rounds(run, node)[-len(phase_1 + phase_2) :]
    assert found == [*phase_1, *phase_2]


def test_a_message_has_the_numbers_that_drl4_says():
    run = execute("drl4", 2, log=True)
    sent = messages(run.window(), run.built.network.wires)
    sizes = {pair: [event.count // 4 for event in events] for pair, events in sent.items()}
    assert sizes["P1", "P0"][-12:] == [12] * 7 + [4] * 5
    assert sizes["P1", "P2"][-6:] == [18] * 6
    assert sizes["P1", "P3"][-6:] == [9] * 6
    assert sizes["P2", "P0"][-11:] == [9] * 6 + [4] * 5
    assert sizes["P2", "P1"][-6:] == [9] * 6
    assert sizes["P3", "P0"][-11:] == [12] * 6 + [4] * 5
    assert sizes["P3", "P1"][-6:] == [9] * 6
    assert sizes["P3", "P2"][-5:] == [9] * 5
    for other in OTHERS:
        assert sizes["P0", other][-5:] == [24] * 5


def test_the_pipeline_has_26_transputers_and_no_more_links_than_they_have():
    plan = execute("drl26", 1).built.network
    assert len(plan.nodes) == 26
    ends = [end for wire in plan.wires for end in wire] + [plan.host]
    assert len(set(ends)) == len(ends)
    assert all(0 <= link < 4 for _, link in ends)


def test_the_pipeline_gives_a_point_for_each_step():
    """Twice the points take one more step each, all alike; filling takes 13 and a little."""
    times = {n: n * execute("drl26", n, log=True).milliseconds_per_point() for n in (20, 40, 60)}
    step = (times[40] - times[20]) / 20
    assert times[60] - times[40] == pytest.approx(20 * step, rel=1e-3)
    assert 13 < times[20] / step - 20 < 15
