import math
import random
from fractions import Fraction

import pytest
from amaranth.sim import Simulator

from dataflow.numbers.formats import TrigonometricFormat
from hdl.parts.trig import LATENCY, SineCosine, latency, table


def tangent(form, segment, residual):
    """Value plus slope times residual, rounded half up, by the words of the format."""
    middle = (segment + 0.5) / (1 << form.table_bits) * (math.pi / 2)
    step = 2.0 * math.pi / 2**form.angle_bits
    value = round(math.sin(middle) * 2.0**form.table_fraction)
    slope = round(math.cos(middle) * step * 2.0**form.slope_fraction)
    rise = Fraction(slope * residual, 2**form.slope_fraction)
    total = Fraction(value, 2**form.table_fraction) + rise
    return math.floor(total * 2**form.fraction + Fraction(1, 2))


def sine_and_cosine(form, angle):
    quadrant, within = divmod(angle % (1 << form.angle_bits), 1 << (form.angle_bits - 2))
    segment, place = divmod(within, 1 << form.residual_bits)
    residual = place - (1 << form.residual_bits) // 2
    direct = tangent(form, segment, residual)
    across = tangent(form, (1 << form.table_bits) - 1 - segment, -residual)
    return [(direct, across), (across, -direct), (-direct, -across), (-across, direct)][quadrant]


def outputs(form, angles, multiply=3):
    part, cycles = SineCosine(form, multiply), latency(multiply)
    sim = Simulator(part)
    sim.add_clock(1e-6)
    seen = []

    async def process(ctx):
        for angle in [*angles, *[0] * cycles]:
            ctx.set(part.angle, angle)
            seen.append((ctx.get(part.sine), ctx.get(part.cosine)))
            await ctx.tick()

    sim.add_testbench(process)
    sim.run()
    return seen[cycles:]


def near_edges(width):
    """Just about every eighth of a turn, and the ends of the pattern."""
    turn = 1 << width
    angles = {k * turn // 8 + d for k in range(-4, 5) for d in (-2, -1, 0, 1, 2)}
    return sorted(a for a in angles if -turn // 2 <= a < turn // 2)


def check(form, angles):
    seen = outputs(form, angles)
    assert seen == [sine_and_cosine(form, angle) for angle in angles]
    for angle, (sine, cosine) in zip(angles, seen, strict=True):
        radians = 2.0 * math.pi * angle / 2**form.angle_bits
        assert abs(sine / 2**form.fraction - math.sin(radians)) <= form.error
        assert abs(cosine / 2**form.fraction - math.cos(radians)) <= form.error


@pytest.mark.parametrize("width", [*range(6, 11), pytest.param(12, marks=pytest.mark.slow)])
def test_every_angle_of_short_ones_in_any_order(width):
    angles = list(range(-(1 << (width - 1)), 1 << (width - 1)))
    random.Random(width).shuffle(angles)
    check(TrigonometricFormat.for_width(width), angles)


@pytest.mark.parametrize("width", [12, 13, 16, 18, 19, 22])
def test_a_new_angle_each_cycle(width):
    rng = random.Random(width)
    half = 1 << (width - 1)
    angles = near_edges(width) + [rng.randrange(-half, half) for _ in range(120)]
    rng.shuffle(angles)
    check(TrigonometricFormat.for_width(width), angles)


def test_the_widest_angle():
    check(TrigonometricFormat.for_width(28), near_edges(28))


def test_segment_edges():
    form = TrigonometricFormat.for_width(18)
    size = 1 << form.residual_bits
    angles = [
        k * size + d - (1 << 17)
        for k in range(0, 4 << form.table_bits, 17)
        for d in (0, 1, size // 2 - 1, size // 2, size - 1)
    ]
    check(form, angles)


def test_quarter_turns_are_all_but_exact():
    form = TrigonometricFormat.for_width(18)
    one = 1 << form.fraction
    exact = [(0, one), (one, 0), (0, -one), (-one, 0)]
    angles = [0, 1 << 16, -(1 << 17), -(1 << 16)]
    for pair, expected in zip(outputs(form, angles), exact, strict=True):
        assert all(abs(got - want) <= 1 for got, want in zip(pair, expected, strict=True))


def test_a_wrap_is_a_step_as_any_other():
    form = TrigonometricFormat.for_width(16)
    before, after = outputs(form, [(1 << 15) - 1, -(1 << 15)])
    assert all(abs(a - b) <= 2 for a, b in zip(before, after, strict=True))


def test_the_latency_is_told():
    assert LATENCY == 5
    assert [latency(multiply) for multiply in (1, 2, 3)] == [4, 4, 5]


@pytest.mark.parametrize("multiply", [1, 2])
def test_with_quicker_multipliers_it_tells_the_same(multiply):
    form = TrigonometricFormat.for_width(16)
    angles = near_edges(16)
    assert outputs(form, angles, multiply) == [sine_and_cosine(form, a) for a in angles]


@pytest.mark.parametrize("width", [12, 18, 28])
def test_the_table_is_that_of_the_middles(width):
    form = TrigonometricFormat.for_width(width)
    rows = table(form)
    assert len(rows) == 1 << form.table_bits
    for segment in (0, 1, len(rows) // 2, len(rows) - 1):
        middle = (segment + 0.5) / len(rows) * (math.pi / 2)
        assert abs(rows[segment][0] / 2**form.table_fraction - math.sin(middle)) <= (
            2.0 ** -(form.table_fraction + 1)
        )
