"""Derivatives as a computation: two forms on floats, what is computed, machines within bounds."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.errors import InputError
from dataflow.build import build_array, build_ring
from dataflow.computations.computation import TURN
from dataflow.computations.derivative_entries import arrays_of, counted
from dataflow.computations.derivative_families import FAMILIES, families_named
from dataflow.computations.derivatives import computed_entries, entries, inverse_derivatives
from dataflow.graph.evaluate import evaluated
from dataflow.graph.simplify import simplified
from dataflow.lowering.tracing import port_formats, traced
from dataflow.numbers.ports import decode_outputs, encode
from dataflow.timing.cost import cost
from emulator.systolic import SystolicArray
from golden.derivatives import inverse_dynamics_derivatives
from golden.generators import random_robot
from golden.load import load_robot
from golden.trajectory import random_states
from tests.random_trees import trees


def graph_of(robot, form, families=FAMILIES, actuators=False):
    computation = inverse_derivatives(families, form=form, actuators=actuators)
    formats = port_formats(robot, computation, 18)
    return computation, simplified(traced(robot, computation.trace, computation, formats))


def results_of(robot, form, states, actuators=False):
    """What the graph gives on floats, and golden, (points, outputs) each."""
    computation, graph = graph_of(robot, form, actuators=actuators)
    inputs = {f"{name}{i + 1}": states[name][:, i] for name in states for i in range(robot.n)}
    for each in computation.inputs(robot):
        if each.unit == TURN:
            inputs[each.name] = inputs[each.name] / (2.0 * np.pi)
    found = evaluated(graph, inputs)
    points = len(states["q"])
    columns = [np.broadcast_to(found[each.name], points) for each in computation.outputs(robot)]
    return np.stack(columns, axis=-1), computation.reference(robot, states)


def without_coulomb(robot):
    """Graphs on floats know no directions."""
    links = []
    for link in robot.links:
        actuator = link.joint.actuator
        if actuator is not None:
            actuator = dataclasses.replace(actuator, coulomb_positive=0.0, coulomb_negative=0.0)
        joint = dataclasses.replace(link.joint, actuator=actuator)
        links.append(dataclasses.replace(link, joint=joint))
    return dataclasses.replace(robot, links=tuple(links))


def some_states(robot, seed, points=4):
    states = random_states(robot, points, seed)
    return {"q": states.q, "qd": states.qd, "qdd": states.qdd}


def assert_families_near(robot, found, expected, actuators=False):
    """Within 1e-11 of the largest entry of the family."""
    computed = computed_entries(robot, actuators=actuators)
    for family in FAMILIES:
        own = [k for k, each in enumerate(computed) if each.family is family]
        if own:
            size = np.abs(expected[:, own]).max() + 1e-3
            np.testing.assert_allclose(found[:, own], expected[:, own], rtol=0, atol=1e-11 * size)


@pytest.mark.parametrize("form", ["composite", "tangent"])
@pytest.mark.parametrize("name", ["puma560", "stanford", "machado_2r"])
def test_both_forms_agree_with_golden_on_named_robots(name, form):
    robot = without_coulomb(load_robot(name))
    for actuators in (False, any(joint.actuator for joint in robot.joints)):
        found, expected = results_of(robot, form, some_states(robot, 1), actuators)
        assert_families_near(robot, found, expected, actuators)


@settings(max_examples=15)
@given(trees(most=6), st.sampled_from(["composite", "tangent"]))
def test_both_forms_agree_with_golden_on_trees(robot, form):
    found, expected = results_of(robot, form, some_states(robot, 2))
    assert_families_near(robot, found, expected)


@settings(max_examples=10)
@given(st.integers(0, 2**32), st.integers(1, 8))
def test_the_forms_agree_on_random_chains(seed, n):
    robot = random_robot(np.random.default_rng(seed), n, base=True)
    states = some_states(robot, 3)
    one, other = (results_of(robot, form, states)[0] for form in ("composite", "tangent"))
    assert_families_near(robot, one, other)


@pytest.mark.parametrize(
    ("name", "form", "products", "constants", "additions"),
    [
        ("puma560", "composite", 615, 233, 711),
        ("puma560", "tangent", 732, 526, 975),
        ("stanford", "composite", 474, 198, 564),
        ("stanford", "tangent", 636, 407, 791),
        ("iiwa14", "composite", 902, 303, 1026),
        ("iiwa14", "tangent", 1389, 1031, 1953),
    ],
)
def test_operations(name, form, products, constants, additions):
    """Powers of two are wiring and no product."""
    _, graph = graph_of(load_robot(name), form)
    terms = [term for node in graph.nodes for term in node.terms]
    assert sum(term.is_product for term in terms) == products
    factors = [abs(term.coefficient) for term in terms if term.factors]
    assert sum(np.frexp(factor)[0] != 0.5 for factor in factors) == constants
    assert sum(max(0, len(node.terms) - 1) for node in graph.nodes) == additions


def test_what_no_state_changes_is_no_port_but_in_the_hosts_matrices():
    robot = load_robot("puma560")
    found = counted(entries(robot))
    assert (found.computed, found.constant, found.zero) == (87, 2, 10)
    states = some_states(robot, 4)
    golden = inverse_dynamics_derivatives(robot, states["q"], states["qd"], states["qdd"])
    computation = inverse_derivatives()
    names = [each.name for each in computation.outputs(robot)]
    arrays = arrays_of(robot.n, entries(robot), names, computation.reference(robot, states))
    expected = {
        "tau": golden.torque, "dtau_dq": golden.position,
        "dtau_dqd": golden.rate, "mass": golden.mass,
    }  # fmt: skip
    assert arrays.keys() == expected.keys()
    for name, array in arrays.items():
        np.testing.assert_allclose(array, expected[name], rtol=0, atol=1e-13)


def test_a_family_with_a_missing_port_has_no_array():
    robot = load_robot("puma560")
    arrays = arrays_of(robot.n, entries(robot), ["tau1"], np.zeros((2, 1)))
    assert arrays == {}


def test_chosen_families_are_all_that_is_computed():
    robot = load_robot("puma560")
    chosen = inverse_derivatives(families_named("mass,torque"))
    names = [each.name for each in chosen.outputs(robot)]
    assert names[:7] == [*(f"tau{i}" for i in range(1, 7)), "mass_1_1"]
    assert all(name.startswith(("tau", "mass")) for name in names)
    _, graph = graph_of(robot, "composite", families_named("mass"))
    assert sum(term.is_product for node in graph.nodes for term in node.terms) == 59


def test_units_follow_the_joints():
    stanford = load_robot("stanford")
    units = {each.name: each.unit for each in inverse_derivatives().outputs(stanford)}
    assert units["dtau_dq_2_4"] == "N m/rad"
    assert units["dtau_dq_2_3"] == "N"
    assert units["dtau_dq_3_2"] == "N/rad"
    assert units["dtau_dqd_3_2"] == "N s/rad"
    assert units["mass_2_2"] == "kg m2"


@pytest.mark.parametrize("names", ["", "torque,", "torques", "mass,mass", "torque;mass"])
def test_outputs_that_are_none_are_refused(names):
    with pytest.raises(InputError, match="--outputs"):
        families_named(names)


@pytest.mark.parametrize(
    ("build", "interval", "latency", "multipliers"),
    [
        (build_array, 1, 58, 615),
        (build_array, 12, 60, 55),
        pytest.param(build_ring, 64, 74, 14, marks=pytest.mark.slow),
    ],
)
def test_pumas_machines_are_no_slower_and_within_their_bounds(
    build, interval, latency, multipliers
):
    robot, computation = load_robot("puma560"), inverse_derivatives()
    design = build(robot, computation, 18, interval)
    spent = cost(design)
    assert design.latency <= latency
    assert spent.multipliers <= multipliers
    states = some_states(robot, 5, points=400)
    results = SystolicArray(design).outputs(encode(design, states).integers)
    errors = np.abs(decode_outputs(design, results) - computation.reference(robot, states))
    noise = 1e-14 * np.array([port.limit for port in design.outputs]) + 1e-13
    assert np.all(errors <= np.array(design.error_bounds) + noise)
    arrays = [port.array for port in design.outputs]
    for array, seen in (("tau", 2.1e-3), ("dtau_dq", 2.8e-3), ("dtau_dqd", 4.2e-4)):
        own = [k for k, each in enumerate(arrays) if each == array]
        assert errors[:, own].max() < 1.5 * seen
