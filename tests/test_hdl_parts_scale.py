# amaranth: UnusedElaboratable=no
import random

import pytest
from amaranth.back import rtlil
from amaranth.sim import Simulator
from hypothesis import example, given
from hypothesis import strategies as st

from dataflow.numbers.formats import width_of
from dataflow.operators import scale_levels
from hdl.parts.scale import Scale
from hdl.registers import state_bits


def levels(constant):
    """Adder levels by another way: 3c xor c has a one per digit of the signed form."""
    return (((3 * constant) ^ constant).bit_count() - 1).bit_length()


def operands(width):
    rng = random.Random(width)
    low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    values = [low, high, -1, 0, high, low, min(low + 1, high), max(high - 1, low)]
    return values + [rng.randint(low, high) for _ in range(8)]


def outputs(part, values, latency):
    sim = Simulator(part)
    if latency:
        sim.add_clock(1e-6)
    seen = []

    async def process(ctx):
        for value in [*values, *[0] * latency]:
            ctx.set(part.i, value)
            seen.append(ctx.get(part.o))
            if latency:
                await ctx.tick()

    sim.add_testbench(process)
    sim.run()
    return seen[latency:]


@given(
    st.integers(1, 28),
    st.integers(1, 2**27) | st.integers(1, 64) | st.integers(0, 30).map(lambda k: 1 << k),
    st.integers(0, 30),
)
@example(18, 1, 0)
@example(18, 0b10101010101, 3)
@example(18, 0b101010101, 3)
@example(18, 0b1010101, 20)
@example(18, 0b1110111, 0)
@example(2, 2**27 - 1, 0)
@example(28, 2**27 - 1, 27)
@example(28, 0xAAAAAAA, 9)
@example(1, 3, 0)
def test_the_exact_product_cut_after_its_levels(i_width, constant, dropped):
    values = operands(i_width)
    expected = [(value * constant) >> dropped for value in values]
    part = Scale(i_width, constant, dropped, width_of(min(expected), max(expected)))
    assert outputs(part, values, levels(constant)) == expected


@given(st.integers(1, 2**30))
def test_the_schedule_counts_the_same_levels(constant):
    assert scale_levels(constant) == levels(constant)


@pytest.mark.parametrize(
    ("constant", "latency"), [(1, 0), (2, 0), (64, 0), (3, 1), (7, 1), (11, 2)]
)
def test_powers_of_two_take_no_cycle(constant, latency):
    assert levels(constant) == latency
    assert outputs(Scale(6, constant, 0, 13), [-32, 31, 5], latency) == [
        -32 * constant, 31 * constant, 5 * constant,
    ]  # fmt: skip


@pytest.mark.parametrize("constant", range(1, 129))
def test_every_small_constant_at_both_ends(constant):
    latency = levels(constant)
    assert outputs(Scale(4, constant, 0, 11), [-8, 7], latency) == [-8 * constant, 7 * constant]


@pytest.mark.parametrize("constant", [0, -1, -64])
def test_a_constant_that_is_not_positive_is_refused(constant):
    with pytest.raises(ValueError, match=f"not {constant}"):
        Scale(8, constant, 0, 8)


@pytest.mark.parametrize(
    ("constant", "dropped", "widths"),
    [
        (5, 0, [11]),  # -640 to 635
        (5, 4, [7]),  # cut before the last register, not behind it
        (0b1010101, 3, [11, 11, 12]),  # 5 and 80 times the operand without their zeros; then 85
        (455, 0, [11, 11, 17]),  # (8 - 1) and 64 (8 - 1) times
        (0b10101, 0, [11, 8, 13]),  # 5 times, and the operand that waits
    ],
)
def test_no_register_is_wider_than_its_sum(constant, dropped, widths):
    part = Scale(8, constant, dropped, widths[-1])
    state = state_bits(rtlil.convert(part, name="top", emit_src=False))
    assert state.registers == sum(widths)
