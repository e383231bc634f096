import math

import pytest

from dataflow.numbers.formats import signed_digits
from dataflow.operators import Operator, Target, scale_levels

TARGET = Target(multiply=5, add=2, trigonometry=11)


@pytest.mark.parametrize(
    ("operator", "cycles"),
    [
        (Operator.PORT, 0),
        (Operator.CONSTANT, 0),
        (Operator.SINE, 11),
        (Operator.COSINE, 11),
        (Operator.MULTIPLY, 5),
        (Operator.ADD, 2),
        (Operator.SUBTRACT, 2),
        (Operator.NEGATE, 2),
    ],
)
def test_latencies_are_the_targets(operator, cycles):
    assert operator.latency(TARGET, 0) == cycles
    assert operator.latency(TARGET, 12345) == cycles


def test_the_default_target():
    assert Target() == Target(multiply=3, add=1, trigonometry=7)


@pytest.mark.parametrize(
    ("constant", "levels"),
    [
        (1, 0),
        (64, 0),
        (3, 1),
        (7, 1),
        (5, 1),
        (11, 2),
        (43, 2),
        (85, 2),
        (171, 3),
        (0b10101010101, 3),
        (0b1010101010101010101, 4),
    ],
)
def test_scaling_is_a_tree_of_adders_over_signed_digits(constant, levels):
    assert scale_levels(constant) == levels
    assert Operator.SCALE.latency(TARGET, constant) == 2 * levels
    assert Operator.SCALE.latency(TARGET, constant, shared=True) == TARGET.multiply


def test_every_tree_is_as_deep_as_a_halving_of_its_digits():
    for constant in range(1, 4096):
        count, levels = len(signed_digits(constant)), 0
        while count > 1:
            count, levels = math.ceil(count / 2), levels + 1
        assert scale_levels(constant) == levels
