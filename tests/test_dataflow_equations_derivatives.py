"""Composite bodies with a mistake in them: golden refuses each, and so does the proved bound."""

import sys
import types
from pathlib import Path

import numpy as np
import pytest

from dataflow.build import build_array
from dataflow.computations import derivative_forms
from dataflow.computations.derivatives import entries, inverse_derivatives
from dataflow.equations import derivative_columns, derivatives
from golden.load import load_robot
from tests.test_dataflow_computations_derivatives import (
    assert_families_near,
    results_of,
    some_states,
)

EQUATIONS = derivatives, derivative_columns

MISTAKES = {
    "F4 without its velocity shift": (
        "couple = couple + cross(self.speed, unit.force).scaled(2.0, 2.0)",
        "couple = couple + cross(self.speed, unit.force).scaled(0.0, 0.0)",
    ),
    "F3 without z x f": (
        "+ cross(w, momentum).scaled(2.0, 2.0) + _around_z(borne.force),",
        "+ cross(w, momentum).scaled(2.0, 2.0),",
    ),
    "a factor 2 lost": ("couple.z + 2.0 * spin", "couple.z + spin"),
    "column for row": (
        "    return found\n",
        "    turned = (list(map(list, zip(*square))) for square in (position, rate))\n"
        "    return Derivatives(torques, *turned, mass)\n",
    ),
}
"""What the equations' text has, and what a slip of the pen would make of it."""


def rewritten(original, right, wrong):
    """A module's copy in whose text one thing is another."""
    source = Path(original.__file__).read_text(encoding="utf-8")
    module = types.ModuleType(f"slipped_{original.__name__.rpartition('.')[2]}")
    sys.modules[module.__name__] = module  # where data classes look their annotations up
    try:
        exec(compile(source.replace(right, wrong), module.__name__, "exec"), module.__dict__)
    finally:
        del sys.modules[module.__name__]
    return module


def slipped(mistake):
    """The equations with one of the mistakes: those of a joint's own columns, or all others."""
    right, wrong = MISTAKES[mistake]
    texts = [Path(each.__file__).read_text(encoding="utf-8") for each in EQUATIONS]
    assert sum(text.count(right) for text in texts) == 1
    own = rewritten(derivative_columns, right, wrong)
    recursion = rewritten(derivatives, right, wrong)
    recursion.own_columns = own.own_columns
    return recursion.composite_derivatives


@pytest.fixture(scope="module")
def bounds():
    """The proved bounds of PUMA's array, of each entry."""
    return np.array(build_array(load_robot("puma560"), inverse_derivatives(), 18, 12).error_bounds)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_refused_by_golden_and_beyond_the_bound(mistake, bounds, monkeypatch):
    robot = load_robot("puma560")
    entries(robot)  # kept, so that what is a port is told by the equations as they are
    states = some_states(robot, 1, points=50)
    assert_families_near(robot, *results_of(robot, "composite", states))
    monkeypatch.setattr(derivative_forms, "composite_derivatives", slipped(mistake))
    found, expected = results_of(robot, "composite", states)
    with pytest.raises(AssertionError):
        assert_families_near(robot, found, expected)
    assert np.any(np.abs(found - expected).max(axis=0) > bounds)
