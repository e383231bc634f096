"""Vector arithmetic counts what the same in scalars takes."""

import numpy as np
import pytest

from dataflow.tasks.arithmetic import Arithmetic


class Counted:
    """A number that notes every + - and *."""

    def __init__(self, value, tally):
        self.value, self.tally = value, tally

    def _with(self, value):
        self.tally.append(1)
        return Counted(value, self.tally)

    def __add__(self, other):
        return self._with(self.value + other.value)

    def __sub__(self, other):
        return self._with(self.value - other.value)

    def __mul__(self, other):
        return self._with(self.value * other.value)


def scalars(values, tally):
    return [Counted(value, tally) for value in values]


A, B, M = np.array([1.0, -2.0, 3.0]), np.array([0.5, 4.0, -1.0]), np.arange(9.0).reshape(3, 3)


def dot(left, right):
    total = left[0] * right[0]
    for one, other in zip(left[1:], right[1:], strict=True):
        total = total + one * other
    return total


def in_scalars(name, tally):
    """The same operation, number by number, as a list."""
    a, b = scalars(A, tally), scalars(B, tally)
    m = [scalars(row, tally) for row in M]
    if name == "add":
        return [x + y for x, y in zip(a, b, strict=True)]
    if name == "add_along_z":
        return [a[0], a[1], a[2] + Counted(7.0, tally)]
    if name == "scale":
        return [Counted(2.0, tally) * x for x in a]
    if name == "cross":
        pairs = ((1, 2), (2, 0), (0, 1))
        return [a[i] * b[j] - a[j] * b[i] for i, j in pairs]
    if name == "dot":
        return [dot(a, b)]
    return [dot(row, a) for row in m]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("add", (A, B)),
        ("add_along_z", (A, 7.0)),
        ("scale", (2.0, A)),
        ("cross", (A, B)),
        ("dot", (A, B)),
        ("transform", (M, A)),
    ],
)
def test_value_and_count_are_those_of_scalars(name, arguments):
    do, tally = Arithmetic(), []
    found = getattr(do, name)(*arguments)
    expected = in_scalars(name, tally)
    np.testing.assert_array_equal(np.atleast_1d(found), [each.value for each in expected])
    assert do.operations == len(tally)


def test_three_vectors_are_two_sums():
    do = Arithmetic()
    np.testing.assert_array_equal(do.add(A, B, A), 2 * A + B)
    assert do.operations == 6
