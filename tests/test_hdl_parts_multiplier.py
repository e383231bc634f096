import random

import pytest
from amaranth.sim import Simulator

from dataflow.numbers.formats import width_of
from hdl.parts.multiplier import LATENCY, Multiplier


def ends(width):
    return -(1 << (width - 1)), (1 << (width - 1)) - 1


def outputs(part, pairs):
    """``o`` in every cycle of a new pair a cycle, and until the last one is out."""
    sim = Simulator(part)
    sim.add_clock(1e-6)
    seen = []

    async def process(ctx):
        for a, b in [*pairs, *[(0, 0)] * 3]:
            ctx.set(part.a, a)
            ctx.set(part.b, b)
            seen.append(ctx.get(part.o))
            await ctx.tick()

    sim.add_testbench(process)
    sim.run()
    return seen


def corner_pairs(a_width, b_width, seed):
    rng = random.Random(seed)
    low_a, high_a = ends(a_width)
    low_b, high_b = ends(b_width)
    pairs = [
        (a, b)
        for a in {low_a, low_a + 1, -1, 0, high_a - 1, high_a}
        for b in {low_b, low_b + 1, -1, 0, high_b - 1, high_b}
    ]
    pairs += [(rng.randint(low_a, high_a), rng.randint(low_b, high_b)) for _ in range(10)]
    rng.shuffle(pairs)
    return pairs


@pytest.mark.parametrize("a_width", range(2, 29))
def test_every_corner_comes_out_three_cycles_later(a_width):
    b_width = 2 + (a_width * 11) % 27
    for dropped in (0, 1, (a_width + b_width) // 2, a_width + b_width - 1):
        pairs = corner_pairs(a_width, b_width, seed=a_width)
        expected = [(a * b) // 2**dropped for a, b in pairs]
        part = Multiplier(a_width, b_width, dropped, width_of(min(expected), max(expected)))
        assert outputs(part, pairs)[3:] == expected


def test_the_latency_is_told():
    assert LATENCY == 3


def test_high_bits_that_repeat_the_sign_may_be_left_out():
    pairs = [(a, b) for a in (-3, -1, 0, 2) for b in (-2, 0, 1, 3)]
    part = Multiplier(18, 18, 0, 5)
    assert outputs(part, pairs)[3:] == [a * b for a, b in pairs]


def test_both_lowest_operands_make_the_largest_product():
    assert outputs(Multiplier(18, 18, 0, 36), [(-(2**17), -(2**17))])[3] == 2**34
    assert outputs(Multiplier(18, 18, 34, 2), [(-(2**17), -(2**17))])[3] == 1


def test_a_truncated_negative_product_goes_towards_minus_infinity():
    assert outputs(Multiplier(4, 4, 3, 5), [(-1, 1), (-3, 3), (3, 3)])[3:] == [-1, -2, 1]
