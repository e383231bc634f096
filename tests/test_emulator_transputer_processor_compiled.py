"""Without numba's compiler, for a debugger, programs do and cost the same."""

import json

import pytest

from tests.transputer_observed import WORDS, observe
from tests.transputer_programs import interpreted, signed


@pytest.fixture(scope="module")
def both():
    return observe(), json.loads(interpreted("-m", "tests.transputer_observed"))


@pytest.mark.parametrize("program", ["hello", "dot", "words", "REAL32", "REAL64"])
def test_interpreted_programs_do_and_cost_the_same(both, program):
    compiled, stepped = both
    assert stepped[program] == compiled[program]


def test_the_programs_did_what_they_should(both):
    compiled, _ = both
    assert compiled["hello"][:2] == ["exited", "Hello from a transputer\n"]
    assert compiled["dot"][:2] == ["exited", "scalar product:   222\n"]
    sums = compiled["words"][1][: 2 * len(WORDS) : 2]
    assert sums == [signed(a + b) for a, b in zip(WORDS, (*WORDS[1:], WORDS[0]), strict=True)]
    assert all(compiled[name][0] == "idle" for name in ("words", "REAL32", "REAL64"))
