"""Messages of tasks: what is sent is used, nothing is missing, nobody waits for ever."""

import itertools
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataflow.tasks.pieces import ROOT, STATE
from dataflow.tasks.policies import cp_misf, first_come, largest_first
from dataflow.tasks.routes import LINKS, ROUTED_MAXIMUM, wires_of
from dataflow.tasks.step_times import StepTimes, plan_times, simulated
from dataflow.tasks.traced_tasks import traced_tasks
from golden.load import load_robot
from papers.zeng_egan.message_passing import laid_out
from papers.zeng_egan.versions import paper_robot

COUNTS = range(1, ROUTED_MAXIMUM + 1)


@cache
def tasks(robot="paper", kind="52"):
    return traced_tasks(paper_robot() if robot == "paper" else load_robot(robot), kind)


@cache
def layouts():
    found = []
    for robot, kind in (("paper", "52"), ("stanford", "95")):
        traced = tasks(robot, kind)
        durations = traced.graph.durations(1.0)
        policies = (cp_misf, first_come) if kind == "52" else (largest_first,)
        for policy, count in itertools.product(policies, COUNTS):
            found.append(laid_out(traced, policy(traced.graph, durations, count).queues))
    return tuple(found)


def arrivals(layout, number):
    return [m for step in layout.steps[number] for m in step.messages if m.receiver == number]


def departures(layout, number):
    return [m for step in layout.steps[number] for m in step.messages if m.sender == number]


def read_by(layout, number):
    """Return the values of others that a processor's own pieces read."""
    return _read_by(next(i for i, each in enumerate(layouts()) if each is layout), number)


@cache
def _read_by(place, number):
    layout = layouts()[place]
    equations = layout.cut.equations
    nodes = equations.graph.nodes
    own, read = set(), set()
    for piece in layout.cut.pieces[number]:
        work = piece.computed(equations)
        read |= {o for i in work for o in nodes[i].operands}
        read |= {equations.defined(i) for i in piece.results}
        own |= set(piece.results) | {i for i in work if not nodes[i].kind.is_leaf}
    return {i for i in read - own if equations.is_value(i)}


def test_no_value_is_sent_that_is_not_used_and_none_is_missing():
    for layout in layouts():
        for number in layout.cut.processors:
            came = [i for m in arrivals(layout, number) for i in m.values]
            assert len(came) == len(set(came)), "a value comes twice"
            on = {i for m in departures(layout, number) if m.receiver != ROOT for i in m.values}
            assert read_by(layout, number) <= set(came)
            assert set(came) <= read_by(layout, number) | on


def test_values_are_there_before_they_are_read_or_handed_on():
    for layout in layouts():
        equations = layout.cut.equations
        for number in layout.cut.processors:
            have = set()
            for step in layout.steps[number]:
                for m in step.messages:
                    if m.sender == number:
                        assert have.issuperset(m.values)
                if step.work is not None:
                    computed = step.work.computed(equations)
                    read = {o for i in computed for o in equations.graph.nodes[i].operands}
                    outside = read & read_by(layout, number)
                    assert have.issuperset(outside)
                    have |= set(step.work.results)
                have |= {i for m in step.messages if m.receiver == number for i in m.values}


def test_both_sides_have_the_messages_of_a_wire_in_one_order():
    for layout in layouts():
        for one, other in itertools.permutations(layout.steps, 2):
            sent = [m for m in departures(layout, one) if m.receiver == other]
            came = [m for m in arrivals(layout, other) if m.sender == one]
            assert sent == came


def test_no_more_wires_than_links_and_nobody_cut_off():
    for layout in layouts():
        wires = wires_of(layout.cut)
        assert all(len(others) <= LINKS for others in wires.values())
        assert wires[ROOT] == (layout.cut.head,)  # the others of its links are the host's and free
        reached, waiting = set(), [ROOT]
        while waiting:
            number = waiting.pop()
            if number not in reached:
                reached.add(number)
                waiting += wires[number]
        assert reached == {ROOT, *layout.cut.processors}
        for step in itertools.chain(*layout.steps.values()):
            assert all(m.receiver in wires[m.sender] for m in step.messages)


def test_something_is_handed_on_where_six_have_four_links_each():
    handed = 0
    for layout in layouts():
        for number in layout.cut.processors:
            came = {m.array for m in arrivals(layout, number)}
            sent = {m.array for m in departures(layout, number)}
            handed += len((came & sent) - {STATE})
    assert handed > 0


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_nobody_waits_for_ever_however_tasks_are_shared_out_and_long_they_take(data):
    traced = tasks()
    count = data.draw(st.integers(2, ROUTED_MAXIMUM))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    queues = [[] for _ in range(count)]
    for task in traced.graph.in_order:
        queues[rng.integers(count)].append(task)
    layout = laid_out(traced, queues)
    plan = plan_times(layout.cut)
    factors = {}

    def stretched(thing, microseconds):
        return microseconds * factors.setdefault(id(thing), rng.uniform(0.1, 10.0))

    times = StepTimes(
        lambda piece: stretched(piece, plan.of_piece(piece)),
        lambda message: stretched(message, plan.of_message(message)),
    )
    trace = simulated(layout.steps, times)
    assert trace.cycle > 0


def test_the_head_hands_the_root_all_torques():
    for layout in layouts():
        (result,) = (m for m in arrivals(layout, ROOT))
        assert result.sender == layout.cut.head
        assert result.values == layout.cut.equations.results["torques"]


@pytest.mark.parametrize("count", COUNTS)
def test_one_cycle_by_plan_is_no_shorter_than_its_longest_processor(count):
    traced = tasks()
    layout = laid_out(traced, cp_misf(traced.graph, traced.graph.durations(1.0), count).queues)
    trace = simulated(layout.steps, plan_times(layout.cut))
    assert trace.cycle >= max(trace.busy.values())
