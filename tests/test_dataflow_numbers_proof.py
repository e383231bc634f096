"""Proofs of single sums: each bound holds, and some input comes near it.

A sum is given to `build_array` as if it were an algorithm, so that nothing but the outcome is
looked at: which integers appear, and how far they are from the truth.
"""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataflow.build import build_array
from dataflow.equations.recursions import ALGORITHMS
from dataflow.lowering import steps
from dataflow.lowering.forms import cheapest
from dataflow.numbers import proof
from emulator.systolic import SystolicArray
from golden.robot import Joint, JointType, Link, Robot

WIDTH = 12


def arm(*limits):
    """Turning joints whose rates and accelerations have these limits; a slider at the end."""
    kinds = [JointType.REVOLUTE] * (len(limits) - 1) + [JointType.PRISMATIC]
    joints = (
        Joint(kind, 0.0, (-rate, rate), rate, acceleration, 1.0)
        for kind, (rate, acceleration) in zip(kinds, limits, strict=True)
    )
    still = (np.eye(3), np.zeros(3), 1.0, np.zeros(3), np.eye(3))
    return Robot("arm", "", tuple(Link(joint, *still) for joint in joints))


class Values:
    """What a sum is made of, as the tracer's forms or as arrays."""

    def __init__(self, drives):
        turning, slider = drives[:-1], drives[-1]
        self.c = [d.rotation.cosine for d in turning]
        self.s = [d.rotation.sine for d in turning]
        self.rate = [d.rate for d in drives]
        self.acceleration = [d.acceleration for d in drives]
        self.slide = slider.slide


class Reals(Values):
    """The same of real states by port name."""

    def __init__(self, reals, n):
        self.c = [np.cos(reals[f"q{i}"]) for i in range(1, n)]
        self.s = [np.sin(reals[f"q{i}"]) for i in range(1, n)]
        self.rate = [reals[f"qd{i}"] for i in range(1, n + 1)]
        self.acceleration = [reals[f"qdd{i}"] for i in range(1, n + 1)]
        self.slide = reals[f"q{n}"]


def built(monkeypatch, robot, equation):
    """A design whose first torque is the equation."""

    def algorithm(ops, chain, drives, gravity, enter):
        enter("backward_1")
        return [equation(Values(drives)), *(0.0 for _ in drives[1:])]

    monkeypatch.setitem(ALGORITHMS, "newton-euler", algorithm)
    # A form is remembered by its computation, whose equations nobody else swaps.
    monkeypatch.setattr(steps, "cheapest_form", cheapest)
    return build_array(robot, "newton-euler", WIDTH)


def some_states(design, points, seed):
    """Patterns, and real states that round to them: nearly half a step away on either side."""
    rng = np.random.default_rng(seed)
    low = np.array([p.format.lowest for p in design.inputs])
    high = np.array([p.format.highest for p in design.inputs])
    patterns = rng.integers(low, high, (points, len(low)), endpoint=True)
    ends = np.where(rng.integers(0, 2, patterns.shape), low, high)
    patterns = np.where(rng.integers(0, 2, patterns.shape), ends, patterns)
    angles = [p.unit == "turn" for p in design.inputs]
    eighths = rng.integers(-4, 4, patterns.shape) << (WIDTH - 3)  # where sine or cosine is largest
    patterns = np.where(angles & (rng.integers(0, 2, patterns.shape) > 0), eighths, patterns)
    away = patterns + 0.4999 * rng.choice([-1.0, 1.0], patterns.shape)
    away = np.where(angles, away, np.maximum(away, low))
    unit = [p.format.resolution * (2.0 * math.pi if turn else 1.0)
            for p, turn in zip(design.inputs, angles, strict=True)]  # fmt: skip
    return patterns, {p.name: away[:, k] * unit[k] for k, p in enumerate(design.inputs)}


FINE, EVEN, WIDE = (0.2, 0.2), (3.0, 3.0), (900.0, 900.0)

SUMS = {
    "a rotation": ([EVEN, EVEN, EVEN], lambda v: v.c[0] * v.rate[1] + v.s[0] * v.rate[2]),
    "a rotation back": ([EVEN, EVEN, EVEN], lambda v: v.c[0] * v.rate[1] - v.s[0] * v.rate[2]),
    "one cosine twice": ([EVEN, EVEN, EVEN], lambda v: v.c[0] * v.rate[1] + v.c[0] * v.rate[2]),
    "two angles": ([EVEN, EVEN, EVEN], lambda v: v.c[0] * v.rate[1] + v.s[1] * v.rate[2]),
    "a rotation and more": (
        [EVEN, EVEN, WIDE],
        lambda v: v.c[0] * v.rate[0] + v.s[0] * v.rate[1] + v.rate[2],
    ),
    "a rotation and a product": (
        [EVEN, EVEN, EVEN],
        lambda v: v.c[0] * v.rate[0] + v.s[0] * v.rate[1] + v.acceleration[0] * v.slide,
    ),
    "products of plain values": (
        [EVEN, EVEN, EVEN],
        lambda v: v.rate[0] * v.acceleration[0] + v.rate[1] * v.acceleration[1],
    ),
    "a difference of products": (
        [EVEN, EVEN, EVEN],
        lambda v: v.rate[0] * v.acceleration[0] - v.rate[1] * v.acceleration[1],
    ),
    "three turned": (
        [EVEN, EVEN, EVEN],
        lambda v: v.c[0] * v.rate[0] + v.s[0] * v.rate[1] + v.c[0] * v.rate[2],
    ),
    "sine times cosine": ([EVEN, EVEN], lambda v: v.s[0] * v.c[0]),
    "a square": ([EVEN, EVEN], lambda v: v.rate[0] * v.rate[0]),
    "minus a square": ([EVEN, EVEN], lambda v: -(v.rate[0] * v.rate[0])),
    "a copy": ([EVEN, EVEN], lambda v: 1.0 * v.rate[0]),
    "a negative": ([EVEN, EVEN], lambda v: -v.rate[0]),
    "minus two": ([EVEN, EVEN], lambda v: -v.rate[0] - v.rate[1]),
    "minus three": ([EVEN, EVEN], lambda v: -v.rate[0] - v.rate[1] - v.acceleration[0]),
    "one and one": ([EVEN, EVEN], lambda v: v.rate[0] - v.rate[1]),
    "scaled": ([EVEN, EVEN], lambda v: 0.7123 * v.rate[0]),
    "minus scaled": ([EVEN, EVEN], lambda v: -1.7123 * v.rate[0]),
    "scaled and moved": ([EVEN, EVEN], lambda v: 0.7123 * v.rate[0] - 2.345),
    "two fine ones beside a large": (
        [FINE, FINE],
        lambda v: v.rate[0] + v.rate[1] - 1000.0,
    ),
    "a fine one beside a wide one": ([FINE, WIDE], lambda v: v.rate[0] + v.rate[1]),
}  # fmt: skip


@pytest.mark.parametrize("name", SUMS)
def test_bounds_of_one_sum_hold_and_are_near(name, monkeypatch):
    limits, equation = SUMS[name]
    design = built(monkeypatch, arm(*limits), equation)
    patterns, reals = some_states(design, 20_000, seed=1)
    values = SystolicArray(design).node_values(patterns)
    for o, known, row in zip(design.operations, design.knowledge, values, strict=True):
        assert max(known.lowest, o.format.lowest) <= np.min(row), o.name
        assert np.max(row) <= min(known.highest, o.format.highest), o.name
    index = design.outputs[0].operation
    known, form = design.knowledge[index], design.outputs[0].format
    truth = equation(Reals(reals, len(limits)))
    distance = np.max(np.abs(values[index] * form.resolution - truth))
    assert 0.4 * known.error < distance <= known.error + 1e-12
    assert np.max(np.abs(truth)) <= known.magnitude * (1.0 + 1e-12)


@pytest.mark.parametrize(
    ("equation", "lowest", "highest"),
    [
        (lambda v: -v.rate[0], -2047, 2048),
        (lambda v: v.rate[0] + v.rate[1], -4096, 4094),
        (lambda v: v.rate[0] - v.rate[1], -4095, 4095),
        (lambda v: -v.rate[0] - v.rate[1], -4094, 4096),
        (lambda v: 3.0 * v.rate[0] + v.rate[1], -8192, 8188),
        (lambda v: v.rate[0] - 3.0 * v.rate[1], -2048 - 3 * 2047, 2047 + 3 * 2048),
    ],
)
def test_exact_sums_span_just_what_their_ports_do(equation, lowest, highest, monkeypatch):
    design = built(monkeypatch, arm(EVEN, EVEN), equation)
    index = design.outputs[0].operation
    known = design.knowledge[index]
    assert (known.lowest, known.highest) == (lowest, highest)
    patterns, _ = some_states(design, 1000, seed=2)
    row = SystolicArray(design).node_values(patterns)[index]
    assert (np.min(row), np.max(row)) == (lowest, highest)


def error_of(name, monkeypatch):
    limits, equation = SUMS[name]
    design = built(monkeypatch, arm(*limits), equation)
    return design.knowledge[design.outputs[0].operation].error


def test_only_a_rotation_is_better_than_two_products(monkeypatch):
    """c x + s y of ONE angle: with two cosines, or two angles, nothing bounds the pair's length."""
    rotation = error_of("a rotation", monkeypatch)
    assert error_of("a rotation back", monkeypatch) == rotation
    products = error_of("one cosine twice", monkeypatch)
    assert error_of("two angles", monkeypatch) == products
    half_a_step = 2.0**-10
    assert products - rotation >= 0.9 * (2.0 - math.sqrt(2.0)) * half_a_step


@given(st.floats(0.0, 2.0 * math.pi), st.integers(0, 10**6))
def test_a_rotations_error_is_that_of_its_parts(angle, seed):
    """Any errors of x, y, cosine and sine within their bounds, at any angle."""
    rng = np.random.default_rng(seed)
    turn_errors, value_errors = rng.uniform(0.0, 0.1, 2), rng.uniform(0.0, 1.0, 2)
    sizes = rng.uniform(0.0, 2.0, 2)
    turns = [proof.Fact(proof.Knowledge(-9, 9, 1.0, e), 3) for e in turn_errors]
    carried = [proof.Fact(proof.Knowledge(-99, 99, m, e), 3)
               for m, e in zip(sizes, value_errors, strict=True)]  # fmt: skip
    bound = proof.rotation_error(turns, carried)
    true_turn = np.array([math.cos(angle), math.sin(angle)])
    for signs in itertools.product((-1.0, 1.0), repeat=6):
        values = sizes * signs[:2]
        off_turn = true_turn + turn_errors * signs[2:4]
        off_values = values + value_errors * signs[4:]
        assert abs(off_turn @ off_values - true_turn @ values) <= bound


def test_a_rotations_error_is_reached_where_both_count_alike():
    turns = [proof.Fact(proof.Knowledge(-9, 9, 1.0, 0.0), 3)] * 2
    carried = [proof.Fact(proof.Knowledge(-9, 9, 1.0, 0.5), 3)] * 2
    assert proof.rotation_error(turns, carried) == pytest.approx(math.sqrt(0.5))
