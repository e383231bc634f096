import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.systolic.array_calls import ArrayCall, Immediate
from emulator.systolic.fusion import FusedKind, fused
from emulator.systolic.workspace import Workspace, planned

POINTS = 5


def one_by_one(calls, loaded, kept):
    """What NumPy makes of the calls, register by register."""
    registers = {k: np.array(v) for k, v in loaded.items()}
    for call in calls:
        operands = [
            np.int64(o.value) if isinstance(o, Immediate) else registers[o] for o in call.operands
        ]
        out = np.empty(POINTS, dtype=np.int64)
        call.function(*operands, out)
        registers[call.result] = out
    return [registers[k] for k in kept]


def together(calls, loaded, kept):
    plan = planned(calls, list(loaded), kept)
    space = Workspace(plan, POINTS)
    for row, values in enumerate(loaded.values()):
        space.rows[row] = values
    space.run(POINTS)
    return [space.rows[plan.row_of[k]].copy() for k in kept]


VALUES = st.lists(st.integers(-(1 << 20), 1 << 20), min_size=POINTS, max_size=POINTS)
FUNCTIONS = (np.add, np.subtract, np.multiply, np.left_shift, np.right_shift, np.bitwise_xor)
SMALL = (np.bitwise_and, np.greater, np.less)


@st.composite
def programs(draw):
    """Any calls in any order, registers written again and again, shifts in place or not."""
    calls = []
    for _ in range(draw(st.integers(1, 12))):
        function = draw(st.sampled_from(FUNCTIONS + SMALL))
        first = draw(st.integers(0, 3))
        if function in {np.left_shift, np.right_shift}:
            second = Immediate(draw(st.integers(1, 6)))
        elif function is np.multiply:
            second = Immediate(draw(st.integers(-3, 3)))
        elif draw(st.booleans()):
            second = Immediate(draw(st.integers(-100, 100)))
        else:
            second = draw(st.integers(0, 3))
        operands = (first, second)
        if draw(st.integers(0, 5)) == 0 and function not in {np.left_shift, np.right_shift}:
            operands = (second, first)
        calls.append(ArrayCall(function, operands, draw(st.sampled_from([0, 1, 2, 3, 0]))))
    return calls


@given(programs(), VALUES, VALUES, VALUES, VALUES)
def test_fused_instructions_do_what_the_calls_do(calls, a, b, c, d):
    loaded = {0: a, 1: b, 2: c, 3: d}
    expected = one_by_one(calls, loaded, [0, 1, 2, 3])
    for found, known in zip(together(calls, loaded, [0, 1, 2, 3]), expected, strict=True):
        np.testing.assert_array_equal(found, known)


def test_a_loaded_register_that_no_call_reads_keeps_its_row():
    calls = [ArrayCall(np.add, (0, 0), 0)]
    loaded = {0: [1] * POINTS, 1: [7] * POINTS, 2: [9] * POINTS}
    zero, one, two = together(calls, loaded, [0, 1, 2])
    assert (set(zero), set(one), set(two)) == ({2}, {7}, {9})


def test_a_rounded_sum_of_shifted_operands_is_one_instruction():
    calls = [
        ArrayCall(np.right_shift, (0, Immediate(3)), 2),
        ArrayCall(np.left_shift, (1, Immediate(2)), 3),
        ArrayCall(np.subtract, (2, 3), 2),
        ArrayCall(np.add, (2, Immediate(4)), 2),
        ArrayCall(np.right_shift, (2, Immediate(3)), 2),
    ]
    instructions, _ = fused(calls, [0, 1], [2])
    (only,) = instructions
    assert (only.kind, only.added, only.down) == (FusedKind.SUBTRACT, 4, 3)
    assert [(o.up, o.down) for o in only.operands] == [(0, 3), (2, 0)]


@pytest.mark.parametrize("function", [np.bitwise_or, np.bitwise_xor])
def test_a_call_without_a_kind_runs_as_it_is(function):
    calls = [
        ArrayCall(np.right_shift, (0, Immediate(1)), 2),
        ArrayCall(function, (2, 1), 3),
        ArrayCall(np.add, (3, 0), 3),
    ]
    loaded = {0: [7, -9, 4, 0, 1], 1: [1, -2, 3, -4, 5]}
    np.testing.assert_array_equal(together(calls, loaded, [3]), one_by_one(calls, loaded, [3]))
