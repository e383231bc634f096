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


def test_the_compiled_loop_counts_no_references(tmp_path):
    # Code that calls numba's runtime names it: seen in a function that keeps an array, not in ours.
    import numpy as np
    from numba import njit

    from emulator.transputer.network.network import Network, NodeConfig
    from emulator.transputer.processor.simulation import simulate

    network = Network([NodeConfig("a")])
    network.run(max_cycles=1)

    @njit
    def keeps(array):
        return [array]

    keeps(np.zeros(2))

    def object_code(dispatcher):
        (result,) = dispatcher.overloads.values()
        return result.library._get_compiled_object()

    assert b"NRT_incref" in object_code(keeps)
    assert b"NRT_" not in object_code(simulate)
