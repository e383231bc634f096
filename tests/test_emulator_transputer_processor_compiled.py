"""Without numba's compiler, for a debugger, programs do and cost the same."""

import json

import numpy as np
import pytest
from numba import njit

from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.processor.compiled import compiled, inlined
from emulator.transputer.processor.machine_code import STORE
from emulator.transputer.processor.simulation import simulate
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


def machine_code_of(dispatcher, name):
    """The machine code of a compiled function: as it was made, or as it is kept."""
    kept = [] if STORE.folder is None else sorted(STORE.folder.glob(f"{name}-*.nbc"))
    if kept:
        return b"".join(path.read_bytes() for path in kept)
    (result,) = dispatcher.overloads.values()
    return result.library._get_compiled_object()


def test_the_compiled_loop_counts_no_references():
    # Code that calls numba's runtime names it: so does a function that keeps an array.
    @njit
    def keeps(array):
        return [array]

    keeps(np.zeros(2))
    assert b"NRT_incref" in machine_code_of(keeps, "no such name")
    Network([NodeConfig("a")]).run(max_cycles=1)
    code = machine_code_of(simulate, "simulation.simulate")
    assert len(code) > 100_000
    assert b"NRT_" not in code


def test_only_who_asks_is_compiled_into_its_callers():
    @compiled
    def called(x):
        return x * x

    @inlined
    def between(x):
        return called(x) + 1

    @njit
    def outermost(x):
        return between(x)

    def is_forced(dispatcher):
        (result,) = dispatcher.overloads.values()
        return "alwaysinline" in result.library.get_llvm_str()

    assert outermost(3) == 10
    assert is_forced(between)
    assert not is_forced(called)
