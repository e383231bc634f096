"""A tape says what the system says: for every rate, at any positions, to all digits."""

import dataclasses
import functools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataflow.build import design_of
from dataflow.errors.grid_bound import errors_at, rounding_of_tape
from dataflow.errors.pointwise import adjoints, true_values, worst
from dataflow.errors.polynomials import Symbols
from dataflow.errors.system import Role, error_system
from dataflow.errors.tape_writer import tape_of
from golden.generators import random_robot
from golden.load import load_robot
from tests.error_states import lowered_state

CASES = [
    ("puma560", "newton-euler", 18),
    ("stanford", "newton-euler", 18),
    ("machado_2r", "lagrangian", 14),
    (5, "newton-euler", 20),
]
EVERY = pytest.mark.parametrize(("name", "algorithm", "width"), CASES)


@functools.cache
def made(name, algorithm, width):
    """A system, its design, and the names of its slides."""
    robot = load_robot(name) if isinstance(name, str) else (
        random_robot(np.random.default_rng(name), 3, joint_types="RPR", base=True)
    )  # fmt: skip
    state = lowered_state(robot, algorithm, width)
    design = design_of(state)
    slides = frozenset(p.name for p in design.inputs if p.array == "q" and p.unit != "turn")
    return error_system(state), design, slides


def states_at(design, tape, places, rng, corners):
    """States by port at these places of the tape's variables, the rates at ends or within."""
    points = places.shape[1]
    states = {}
    for port in design.inputs:
        reach = port.format.reach
        inside = rng.uniform(-reach, reach, points)
        ends = rng.choice([-reach, reach], points)
        states[port.name] = ends if corners else inside
    for variable, place in zip(tape.variables, places, strict=True):
        states[variable.name] = place
    return states


def some_places(tape, points, rng):
    reaches = np.array([variable.reach for variable in tape.variables])
    return rng.uniform(-1.0, 1.0, (len(reaches), points)) * reaches[:, np.newaxis]


@EVERY
def test_at_points_it_bounds_the_worst_error_for_every_rate_and_closely(name, algorithm, width):
    system, design, slides = made(name, algorithm, width)
    rng = np.random.default_rng(1)
    for output, node in system.outputs.items():
        tape = tape_of(system, output, slides)
        places = np.repeat(some_places(tape, 6, rng), 400, axis=1)
        found = errors_at(tape, tuple(range(len(tape.variables))), places)
        for corners in (True, False):
            states = states_at(design, tape, places, rng, corners)
            largest = worst(system, states, node).largest
            assert np.all(largest <= found * (1.0 + 1e-9))
            if corners:
                seen = largest.reshape(6, 400).max(axis=1)
                assert np.all(found.reshape(6, 400)[:, 0] <= 2.2 * seen)


@EVERY
def test_an_interval_is_above_every_point_of_it(name, algorithm, width):
    """And a variable on the grid is a point: as an interval it would be well above."""
    system, _, slides = made(name, algorithm, width)
    rng = np.random.default_rng(2)
    for output in system.outputs:
        tape = tape_of(system, output, slides)
        above = []
        every = tuple(range(len(tape.variables)))
        places = some_places(tape, 100, rng)
        at_points = errors_at(tape, every, places)
        for v in every:
            others = tuple(u for u in every if u != v)
            wide = errors_at(tape, others, places[list(others)])
            assert np.all(at_points <= wide * (1.0 + 1e-9))
            above.append(np.mean(wide) / np.mean(at_points))
        assert max(above) > 1.1


@EVERY
def test_beside_the_rates_a_position_is_above_every_point_of_it(name, algorithm, width):
    """And no further above than its coefficients are many."""
    system, _, slides = made(name, algorithm, width)
    rng = np.random.default_rng(3)
    for output in system.outputs:
        plain = tape_of(system, output, slides)
        places = some_places(plain, 64, rng)
        at_points = errors_at(plain, tuple(range(len(plain.variables))), places)
        names = [variable.name for variable in plain.variables]
        for symbolic in [*((name,) for name in names[-2:]), tuple(names[-2:])]:
            tape = tape_of(system, output, slides, symbolic)
            kept = [names.index(variable.name) for variable in tape.variables]
            assert set(names) - set(symbolic) == {names[k] for k in kept}
            found = errors_at(tape, tuple(range(len(kept))), places[kept])
            assert np.all(at_points <= found * (1.0 + 1e-9))
            assert np.all(found <= 40.0 * at_points)


@EVERY
def test_adjoints_have_the_degree_that_is_counted(name, algorithm, width):
    """Fourier coefficients above it are rounding; some adjoint reaches it."""
    system, design, slides = made(name, algorithm, width)
    rng = np.random.default_rng(4)
    count, seen = 16, []
    for output, node in system.outputs.items():
        tape = tape_of(system, output, slides)
        degrees = tape.degrees()
        for v, variable in enumerate(tape.variables):
            if not variable.turns:
                continue
            places = np.repeat(some_places(tape, 1, rng), count, axis=1)
            places[v] = 2.0 * math.pi * np.arange(count) / count
            states = states_at(design, tape, places, rng, corners=True)
            states = {n: s if n == variable.name else np.full(count, s[0])
                      for n, s in states.items()}  # fmt: skip
            seen.append(highest_wave(system, states, node) - degrees[v])
    assert max(seen) == 0 or algorithm == "lagrangian"  # where W W^T = 1 cancels the highest
    assert min(seen) >= -2


def highest_wave(system, states, output):
    """The highest degree of any adjoint along the states, of adjoint times value where a
    coefficient is off."""
    values = true_values(system, states)
    adjoint = adjoints(system, values, output)
    highest = 0
    largest = max(np.max(np.abs(own)) for own in adjoint if own is not None)
    for node in system.nodes:
        if adjoint[node.index] is None or node.role is Role.INPUT:
            continue
        waves = [adjoint[node.index]]
        waves += [adjoint[node.index] * values[t.factors[0]] for t in node.terms
                  if len(t.factors) == 1 and t.used != t.true]  # fmt: skip
        for wave in waves:
            size = np.abs(np.fft.rfft(wave))
            present = np.nonzero(size > 1e-10 * max(np.max(size), 1e-4 * largest))[0]
            highest = max(highest, int(np.max(present, initial=0)))
    return highest


def exactly(tape, places):
    """E at points of all variables, in numbers of 64 bits of fraction."""
    values = np.zeros((tape.slots, places.shape[1]), dtype=np.longdouble)
    values[0] = 1.0
    for variable, place in zip(tape.variables, places.astype(np.longdouble), strict=True):
        if variable.turns:
            values[variable.slots[0]], values[variable.slots[1]] = np.cos(place), np.sin(place)
        else:
            values[variable.slots[0]] = place
    for turn in tape.turns:
        angle = sum(places[v].astype(np.longdouble) for v in turn.variables)
        values[turn.slots[0]], values[turn.slots[1]] = np.cos(angle), np.sin(angle)
    for i in range(len(tape.start) - 1):
        for t in range(tape.start[i], tape.start[i + 1]):
            product = values[tape.left[t]] * values[tape.right[t]]
            values[tape.leaves + i] += np.longdouble(tape.factor[t]) * product
    squares = (tape.weight[:, np.newaxis] * values[tape.summed]) ** 2
    ends = zip(tape.group[:-1], tape.group[1:], strict=True)
    return sum(np.sqrt(squares[a:b].sum(axis=0)) for a, b in ends)


@EVERY
def test_rounding_is_within_its_bound(name, algorithm, width):
    system, _, slides = made(name, algorithm, width)
    rng = np.random.default_rng(5)
    for output in system.outputs:
        for symbolic in ((), ("q2",)):
            tape = tape_of(system, output, slides, symbolic)
            places = some_places(tape, 64, rng)
            found = errors_at(tape, tuple(range(len(tape.variables))), places)
            off = float(np.max(np.abs(found - exactly(tape, places))))
            bound = rounding_of_tape(tape)
            assert off <= bound
            assert off > 0.0
            assert bound <= 1e-8 * np.max(found)


def without_rates(system):
    """The same system, all of whose rates are zero."""
    nodes = tuple(
        dataclasses.replace(node, reach=0.0)
        if node.role is Role.INPUT and node.name.startswith("qd")
        else node
        for node in system.nodes
    )
    return dataclasses.replace(system, nodes=nodes)


@EVERY
def test_at_rest_it_is_the_worst_error_to_all_digits(name, algorithm, width):
    """With the constants of the hardware in the adjoints; the true ones are a millionth off."""
    system, design, slides = made(name, algorithm, width)
    still = without_rates(system)
    rng = np.random.default_rng(6)
    for output, node in system.outputs.items():
        tape = tape_of(still, output, slides)
        places = some_places(tape, 50, rng)
        found = errors_at(tape, tuple(range(len(tape.variables))), places)
        states = states_at(design, tape, places, rng, corners=False)
        states = {n: 0.0 * s if n.startswith("qd") else s for n, s in states.items()}
        true = worst(system, states, node).largest
        np.testing.assert_allclose(found, true, rtol=1e-9)


@given(
    st.lists(st.integers(0, 9), max_size=4),
    st.lists(st.integers(0, 9), max_size=4),
    st.integers(0, 2**32),
)
def test_products_of_cosines_and_sines_are_sums_with_one_sine_at_most(one, two, seed):
    """Numbers 0 to 3 are inputs; 4 and 5 cosine and sine of the first angle, and so on."""
    angles = np.random.default_rng(seed).uniform(-4.0, 4.0, 3)
    values = {0: 1.5, 1: -0.7, 2: 0.3, 3: 2.0}
    values |= {4 + 2 * i: math.cos(a) for i, a in enumerate(angles)}
    values |= {5 + 2 * i: math.sin(a) for i, a in enumerate(angles)}

    def value(monomial):
        return math.prod(values[symbol] for symbol in monomial)

    found = Symbols(4).products(tuple(sorted(one)), tuple(sorted(two)))
    total = sum(factor * value(monomial) for monomial, factor in found)
    assert total == pytest.approx(value(one) * value(two), abs=1e-12)
    for monomial, _ in found:
        assert all(monomial.count(sine) <= 1 for sine in (5, 7, 9))
