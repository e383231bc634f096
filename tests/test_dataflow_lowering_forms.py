import dataclasses
import itertools
from importlib.metadata import distribution

import numpy as np
import pytest

from dataflow.build import build_array, state_of
from dataflow.computations.inverse_dynamics import LAGRANGIAN, NEWTON_EULER
from dataflow.graph.graph import NodeKind
from dataflow.lowering import forms
from dataflow.lowering.estimate import estimated
from dataflow.lowering.forms import cheapest, computes_goldens
from dataflow.lowering.request import Request
from dataflow.lowering.tracing import port_formats, traced
from dataflow.operators import SHORT, SHORTEST, SINGLE, TARGETS, Operator, Target
from dataflow.timing.cost import cost
from dataflow.topologies import ARRAY, RING
from golden.limits import Limits, with_limits
from golden.load import load_robot, robot_names
from tests.random_trees import random_tree

BAXTER = "cmeel.prefix/share/example-robot-data/robots/baxter_description/urdf/baxter.urdf"


def traced_with(request, names):
    formats = port_formats(request.robot, request.computation, request.width)
    trace = request.computation.economical(frozenset(names))
    return traced(request.robot, trace, request.computation, formats)


@pytest.mark.parametrize("algorithm", ["newton-euler", "lagrangian"])
@pytest.mark.parametrize("target", TARGETS.values())
@pytest.mark.parametrize("name", robot_names())
def test_the_estimate_is_what_lowering_comes_to(name, target, algorithm):
    robot = load_robot(name)
    computation = {"newton-euler": NEWTON_EULER, "lagrangian": LAGRANGIAN}[algorithm]
    graph = state_of(Request(robot, computation, target=target), "simplified").graph
    found = estimated(graph, target, 18, sums_of_three=True)
    design = build_array(robot, algorithm, target=target)
    assert found.latency == design.depth
    spent = cost(design)
    negatives = sum(o.operator is Operator.NEGATE for o in design.operations)
    copies = sum(
        o.operator is Operator.ADD
        and any(design.operations[k].name.endswith("_zero") for k in o.operands)
        for o in design.operations
    )
    rest = spent.multiply + spent.scale + spent.add - negatives - copies
    assert found.operations == rest


def test_pumas_array_is_as_short_and_small_as_the_facts_say():
    """44 cycles and 319 operations; 1e-4 of the limit is proved at 18 bits.

    Two fewer with a sine of five cycles; 34 and less with multipliers of two, 28 with those of one.
    """
    robot = load_robot("puma560")
    design = build_array(robot)
    spent = cost(design)
    assert build_array(robot, target=Target(trigonometry=7)).latency == 44
    assert design.latency == 42
    assert build_array(robot, target=SHORT).latency <= 36
    assert build_array(robot, target=SHORTEST).latency <= 34
    assert build_array(robot, target=SINGLE).latency <= 29
    assert spent.multiply + spent.scale + spent.add == 319
    assert all(design.knowledge[p.operation].error < 1e-4 * p.limit for p in design.outputs)


def test_stanfords_array_has_forty_five_cycles():
    usual = Target(trigonometry=7)
    assert build_array(load_robot("stanford"), target=usual).latency == 45


def test_the_textbook_stays_at_hand():
    """62 cycles and 359 operations before any economy; sums of three and results are newer."""
    robot = load_robot("puma560")
    book = state_of(Request(robot, NEWTON_EULER, textbook=True), "simplified").graph
    assert not any(node.source is NodeKind.ANGLE_SUM for node in book.nodes)
    found = estimated(book, Target(trigonometry=7), 18, sums_of_three=False)
    assert (found.latency, found.operations) == (60, 353)


def test_every_economy_alone_computes_what_golden_does():
    for name in robot_names():
        request = Request(load_robot(name), NEWTON_EULER)
        for economy in NEWTON_EULER.economies(request.robot):
            assert computes_goldens(request, traced_with(request, {economy}))


def test_trees_with_parallel_axes_become_designs():
    """Whatever is kept has a name of its own, and every torque is golden's."""
    for seed in range(12):
        rng = np.random.default_rng(seed)
        robot = random_tree(seed, 6, base=True)
        links = [
            dataclasses.replace(link, rotation=np.eye(3)) if rng.integers(3) else link
            for link in robot.links
        ]
        robot = dataclasses.replace(robot, links=tuple(links))
        request = Request(robot, NEWTON_EULER)
        assert computes_goldens(request, traced_with(request, NEWTON_EULER.economies(robot)))


def test_a_form_that_is_not_golden_is_not_taken(monkeypatch):
    """Cheaper by far: no torque at all."""

    def nothing(names):
        def trace(robot, tracer, inputs):
            for i in range(1, robot.n + 1):
                tracer.stage = f"backward_{i}"
                tracer.output(f"tau{i}", 0.0)

        return trace

    robot = load_robot("stanford")
    wrong = dataclasses.replace(NEWTON_EULER, economical=nothing)
    request = Request(robot, wrong)
    formats = port_formats(robot, wrong, 18)
    book = traced(robot, wrong.trace, wrong, formats)
    assert cheapest(request, formats).nodes == book.nodes


def test_no_form_is_taken_that_costs_more():
    for name in robot_names():
        for topology in (ARRAY, RING):
            robot = load_robot(name)
            costs = []
            for textbook in (True, False):
                request = Request(robot, NEWTON_EULER, topology, textbook=textbook)
                graph = state_of(request, "simplified").graph
                found = estimated(graph, Target(), 18, sums_of_three=topology is ARRAY)
                key = (found.latency, found.operations)
                costs.append(key if topology is ARRAY else key[::-1])
            assert costs[1] <= costs[0]


def operations_and_cycles(request):
    graph = state_of(request, "simplified").graph
    operations = estimated(graph, Target(), 18, sums_of_three=False).operations
    return operations, state_of(request, "shared").operations.end


@pytest.mark.filterwarnings("ignore::common.errors.InputWarning")
@pytest.mark.slow
def test_a_large_ring_takes_no_economy_that_makes_its_results_wait():
    """With all that have fewer operations Baxter's would take 148 cycles, and 136 with none."""
    path = distribution("example-robot-data").locate_file(BAXTER)
    robot = with_limits(load_robot(path), {}, Limits((-1.0, 1.0), 2.0, 10.0, 100.0))
    request = Request(robot, NEWTON_EULER, RING, 18, 64)
    operations, cycles = operations_and_cycles(request)
    most, longest = operations_and_cycles(dataclasses.replace(request, textbook=True))
    assert operations < most
    assert operations * cycles <= most * longest


@pytest.mark.parametrize("longer", [1, 2])
def test_a_ring_takes_no_economy_that_makes_its_results_wait(longer, monkeypatch):
    told = itertools.chain([100], itertools.repeat(100 * longer))  # the textbook's comes first
    monkeypatch.setattr(forms, "_operations_times_cycles", lambda *_: next(told))
    request = Request(load_robot("stanford"), NEWTON_EULER, RING, 18, 12)
    formats = port_formats(request.robot, request.computation, request.width)
    found = cheapest(request, formats)
    plain = cheapest(dataclasses.replace(request, textbook=True), formats)
    assert (found == plain) == (longer > 1)


def reached(*requests):
    """The graphs of requests, and how often the cheapest form was sought meanwhile."""
    misses = forms._cheapest_once.cache_info().misses
    graphs = [
        forms.cheapest_form(each, port_formats(each.robot, each.computation, each.width))
        for each in requests
    ]
    return graphs, forms._cheapest_once.cache_info().misses - misses


def test_a_form_is_sought_once_for_requests_that_cannot_differ_in_it():
    forms._cheapest_once.cache_clear()
    once = Request(load_robot("machado_2r"), NEWTON_EULER)
    again = Request(load_robot("machado_2r"), NEWTON_EULER, initiation_interval=3)
    graphs, sought = reached(once, again)
    assert (graphs[0] is graphs[1], sought) == (True, 1)
    heavier = load_robot("machado_2r").with_gravity((0.0, 0.0, -20.0))
    differ = [
        dataclasses.replace(once, robot=heavier),
        dataclasses.replace(once, width=14),
        dataclasses.replace(once, target=SINGLE),
        dataclasses.replace(once, topology=RING, initiation_interval=5),
        dataclasses.replace(once, topology=RING, initiation_interval=6),
    ]
    assert reached(*differ)[1] == len(differ)
    for request in differ:
        formats = port_formats(request.robot, request.computation, request.width)
        assert forms.cheapest_form(request, formats) == cheapest(request, formats)
