"""The reciprocal unit: bits of the definition, and the latency that it states."""

import math
import random
from fractions import Fraction

import pytest
from amaranth.sim import Simulator

from dataflow.numbers.formats import Format
from dataflow.numbers.reciprocal import ReciprocalFormat
from dataflow.operators import Operator, Target
from hdl.parts.reciprocal import Reciprocal, latency


def defined(form, n):
    """One over an operand by the words of the format, in whole numbers and fractions."""
    place = n.bit_length() - 1
    m = Fraction(n, 1 << place)
    segments = 1 << form.table_bits
    middle = 1 + (Fraction(math.floor((m - 1) * segments)) + Fraction(1, 2)) / segments
    unit = Fraction(1, 1 << form.fraction)
    y = Fraction(round(1 / middle * 2**form.seed_fraction), 2**form.seed_fraction)
    for _ in range(form.steps):
        e = (2 - m * y) // unit * unit
        y = y * e // unit * unit
    value = y * Fraction(2) ** (form.operand.fraction - place)
    return math.floor(value * 2**form.result.fraction + Fraction(1, 2))


def outputs(form, operands):
    part = Reciprocal(form)
    sim = Simulator(part)
    sim.add_clock(1e-6)
    seen = []
    cycles = latency(form.steps)

    async def process(ctx):
        for operand in [*operands, *[1] * cycles]:
            ctx.set(part.i, operand)
            seen.append(ctx.get(part.o))
            await ctx.tick()

    sim.add_testbench(process)
    sim.run()
    return seen[cycles:]


@pytest.mark.parametrize("width", [12, 18, 24, 28])
def test_bits_and_cycles(width):
    form = ReciprocalFormat(Format(width, width - 4), Format(width, width - 6))
    lowest, highest = 1 << (width - 8), form.operand.highest
    rng = random.Random(width)
    operands = [lowest, lowest + 1, highest, 1 << (width - 4), (1 << (width - 4)) - 1]
    operands += [round(math.exp(rng.uniform(math.log(lowest), math.log(highest))))
                 for _ in range(60)]  # fmt: skip
    assert outputs(form, operands) == [defined(form, n) for n in operands]


@pytest.mark.parametrize("steps", [1, 2])
def test_the_latency_is_the_operators(steps):
    assert latency(steps) == Operator.RECIPROCAL.latency(Target(), steps)
