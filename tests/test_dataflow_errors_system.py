"""The error system is exact: with the emulator's own noise it gives the emulator's own errors."""

import dataclasses
import functools
import math

import numpy as np
import pytest

from dataflow.build import design_of
from dataflow.errors.pointwise import adjoints, true_values, worst
from dataflow.errors.system import Origin, Role, error_system
from golden.generators import random_robot
from golden.load import load_robot
from tests.error_states import lowered_state, node_values, patterns_and_reals

CASES = [
    ("puma560", "newton-euler", 18),
    ("stanford", "newton-euler", 16),
    ("puma560", "lagrangian", 18),
    ("stanford", "lagrangian", 20),
    ("machado_2r", "newton-euler", 12),
    (5, "newton-euler", 22),
    (8, "lagrangian", 20),
    ("machado_2r", "forward", 18),
    pytest.param("puma560", "forward-actuators", 20, marks=pytest.mark.slow),
]
EVERY = pytest.mark.parametrize(("name", "algorithm", "width"), CASES)


def robot_called(name):
    if isinstance(name, str):
        return load_robot(name)
    return random_robot(np.random.default_rng(name), 4, base=True)


@functools.cache
def made(name, algorithm, width):
    return lowered_state(robot_called(name), algorithm, width)


@functools.cache
def measured(name, algorithm, width, points=1000):
    """A system, the true values at some states, and the errors of the emulator's nodes."""
    state = made(name, algorithm, width)
    system, design = error_system(state), design_of(state)
    patterns, reals = patterns_and_reals(design, points, seed=1)
    values, fixed = true_values(system, reals), node_values(state, patterns)
    errors = {}
    for node in system.nodes:
        if node.role in (Role.ANGLE, Role.ANGLE_SUM):
            off = 2.0 * math.pi * fixed[node.index] - values[node.index]
            errors[node.index] = off - 2.0 * math.pi * np.rint(off / (2.0 * math.pi))
        else:
            errors[node.index] = fixed[node.index] - values[node.index]
    return system, values, errors


def own_noise(node, values, errors):
    """What a node adds to the errors that come in, and the products of two errors among it."""
    noise, products = errors[node.index].copy(), 0.0
    if node.role in (Role.COSINE, Role.SINE):
        angle = values[node.operand]
        slope = -np.sin(angle) if node.role is Role.COSINE else np.cos(angle)
        noise -= slope * errors[node.operand]
    if node.role is Role.RECIPROCAL:
        divisor, off = values[node.operand], errors[node.operand]
        noise += off / divisor**2
        products = off**2 / (divisor**2 * (divisor + off))
    for term in node.terms:
        if len(term.factors) == 1:
            (a,) = term.factors
            noise -= term.used * errors[a] + (term.used - term.true) * values[a]
        else:
            a, b = term.factors
            noise -= term.used * (values[a] * errors[b] + values[b] * errors[a])
            products = products + term.used * errors[a] * errors[b]
    return noise, products


def check_identity(adjoining, system, values, errors):
    for output in system.outputs.values():
        adjoint, total = adjoints(adjoining, values, output), 0.0
        for node in system.nodes:
            if adjoint[node.index] is not None:
                noise, _ = own_noise(node, values, errors)
                bias = sum((t.used - t.true) * values[t.factors[0]]
                           for t in node.terms if len(t.factors) == 1)  # fmt: skip
                total = total + adjoint[node.index] * (noise + bias)
        size = np.max(np.abs(errors[output]))
        np.testing.assert_allclose(total, errors[output], atol=1e-7 * size)


@EVERY
def test_every_noise_is_what_is_said_of_it(name, algorithm, width):
    system, values, errors = measured(name, algorithm, width)
    read = {node.operand for node in system.nodes}
    read |= {f for node in system.nodes for term in node.terms for f in term.factors}
    for node in system.nodes:
        if node.role is Role.INPUT and node.index not in read:
            continue  # an angle that nothing depends on
        noise, products = own_noise(node, values, errors)
        rounding = 1e-14 * max(1.0, float(np.max(np.abs(values[node.index]))))
        assert np.max(np.abs(products)) <= node.radius.get(Origin.PRODUCT, 0.0) + rounding, (
            node.name
        )
        rest = node.spread - (0.0 if node.role in (Role.COSINE, Role.SINE)
                              else node.radius.get(Origin.PRODUCT, 0.0))  # fmt: skip
        assert np.max(np.abs(noise - products - node.bias)) <= rest + rounding, node.name


@EVERY
def test_roundings_are_no_smaller_than_they_need_be(name, algorithm, width):
    """Nearly all of each node's interval is used: a wrong middle would show."""
    system, values, errors = measured(name, algorithm, width)
    used = []
    for node in system.nodes:
        if node.role is Role.SUM and node.radius[Origin.ROUNDING] > 0.0:
            noise, products = own_noise(node, values, errors)
            away = np.max(np.abs(noise - products - node.bias))
            used.append(away / node.radius[Origin.ROUNDING])
    assert np.median(used) > 0.5


@EVERY
def test_adjoints_carry_the_noise_to_the_outputs_errors(name, algorithm, width):
    """To all digits: nothing of second order is left out, no coefficient taken for another."""
    system, values, errors = measured(name, algorithm, width)
    check_identity(system, system, values, errors)


def test_with_the_true_coefficients_the_errors_would_not_come_out():
    """The pitfall: adjoints need the constants of the hardware."""
    system, values, errors = measured("puma560", "newton-euler", 18)
    wrong = dataclasses.replace(
        system,
        nodes=tuple(
            dataclasses.replace(
                node, terms=tuple(dataclasses.replace(t, used=t.true) for t in node.terms)
            )
            for node in system.nodes
        ),
    )
    with pytest.raises(AssertionError):
        check_identity(wrong, system, values, errors)
    check_identity(system, system, values, errors)


@EVERY
def test_no_error_is_beyond_the_worst_at_its_state(name, algorithm, width):
    state = made(name, algorithm, width)
    system, design = error_system(state), design_of(state)
    patterns, reals = patterns_and_reals(design, 1000, seed=2)
    fixed = node_values(state, patterns)
    for output in system.outputs.values():
        error = np.abs(fixed[output] - true_values(system, reals)[output])
        largest = worst(system, reals, output).largest
        assert np.all(error <= largest * (1.0 + 1e-9))
        assert np.max(error / largest) > 0.3


def test_a_sum_that_has_a_node_twice_counts_it_twice():
    """Simplified, alpha_y + omega_x omega_z of forward dynamics may be alpha_y + alpha_y."""
    state = made("puma560", "forward-actuators", 18)
    twice = [n for n in state.graph.nodes if len({t.factors for t in n.terms}) < len(n.terms)]
    system = error_system(state)
    assert twice
    for node in twice:
        for term in system.nodes[node.index].terms:
            own = [t.coefficient for t in node.terms if t.factors == term.factors]
            assert term.true == sum(own)
