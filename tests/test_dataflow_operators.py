import inspect
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from amaranth.hdl import ClockDomain, Module
from amaranth.sim import Simulator
from hypothesis import given
from hypothesis import strategies as st

from dataflow.design import Design, Port, Stage
from dataflow.numbers.formats import Format, Rounding, TrigonometricFormat, signed_digits
from dataflow.numbers.knowledge import Fact, Knowledge
from dataflow.numbers.reciprocal import ReciprocalFormat
from dataflow.operation import Operation
from dataflow.operators import Operator, Target, UnitKind, scale_levels, users_of
from emulator.systolic import SystolicArray
from hdl.stage import StagePipeline

TURNING = users_of(UnitKind.TRIGONOMETRY)
TARGET = Target(multiply=5, add=2, trigonometry=11)


@pytest.mark.parametrize(
    ("operator", "cycles"),
    [
        (Operator.PORT, 0),
        (Operator.CONSTANT, 0),
        (Operator.SINE, 11),
        (Operator.COSINE, 11),
        (Operator.MULTIPLY, 5),
        (Operator.ADD, 2),
        (Operator.SUBTRACT, 2),
        (Operator.NEGATE, 2),
        (Operator.ANGLE_SUM, 2),
        (Operator.SUM_3, 2),
        (Operator.SUM_2_1, 2),
        (Operator.SUM_1_2, 2),
    ],
)
def test_latencies_are_the_targets(operator, cycles):
    assert operator.latency(TARGET, 0) == cycles
    assert operator.latency(TARGET, 12345) == cycles


def test_the_default_target():
    assert Target() == Target(multiply=3, add=1, trigonometry=5)


@pytest.mark.parametrize(
    ("constant", "levels"),
    [
        (1, 0),
        (64, 0),
        (3, 1),
        (7, 1),
        (5, 1),
        (11, 2),
        (43, 2),
        (85, 2),
        (171, 3),
        (0b10101010101, 3),
        (0b1010101010101010101, 4),
    ],
)
def test_scaling_is_a_tree_of_adders_over_signed_digits(constant, levels):
    assert scale_levels(constant) == levels
    assert Operator.SCALE.latency(TARGET, constant) == 2 * levels
    assert Operator.SCALE.latency(TARGET, constant, shared=True) == TARGET.multiply


def test_every_tree_is_as_deep_as_a_halving_of_its_digits():
    for constant in range(1, 4096):
        count, levels = len(signed_digits(constant)), 0
        while count > 1:
            count, levels = math.ceil(count / 2), levels + 1
        assert scale_levels(constant) == levels


ARITHMETIC = [operator for operator in Operator if operator.value.span is not None]
SIGNED = {
    Operator.MULTIPLY: lambda a, b: a * b,
    Operator.SCALE: lambda a, b: a * b,
    Operator.ADD: lambda a, b: a + b,
    Operator.SUBTRACT: lambda a, b: a - b,
    Operator.NEGATE: lambda a: -a,
    Operator.SUM_3: lambda a, b, c: a + b + c,
    Operator.SUM_2_1: lambda a, b, c: a + b - c,
    Operator.SUM_1_2: lambda a, b, c: a - b - c,
}
"""The textbook's arithmetic, apart from the declarations."""


def test_operators_are_distinct():
    assert len({operator.value.name for operator in Operator}) == len(list(Operator)) == 14


@pytest.mark.parametrize("operator", ARITHMETIC)
@given(st.data())
def test_spans_are_the_extremes_over_all_integers(operator, data):
    function = SIGNED[operator]
    ends = st.tuples(st.integers(-6, 6), st.integers(-6, 6)).map(sorted).map(tuple)
    spans = [data.draw(ends) for _ in inspect.signature(function).parameters]
    results = [function(*each) for each in itertools.product(*(range(a, b + 1) for a, b in spans))]
    assert operator.value.span(spans) == (min(results), max(results))


@pytest.mark.parametrize("operator", ARITHMETIC)
@given(st.data())
def test_errors_bound_the_distance_of_exact_results(operator, data):
    """True values and fixed ones apart by no more than said: so are the results."""
    function, facts, true, fixed = SIGNED[operator], [], [], []
    for _ in inspect.signature(function).parameters:
        low, high = sorted(data.draw(st.tuples(st.integers(-99, 99), st.integers(-99, 99))))
        integer = data.draw(st.integers(low, high))
        error = Fraction(data.draw(st.integers(0, 40)), 16)
        value = integer + error * data.draw(st.sampled_from([-1, 1]))
        magnitude = max(abs(low), abs(high)) + error
        facts.append(Fact(Knowledge(low, high, float(magnitude), float(error)), 0))
        true.append(value)
        fixed.append(integer)
    distance = abs(function(*true) - function(*fixed))
    assert distance <= Fraction(operator.value.error(facts))


def one_operation(operator):
    """A design of one operation on ports, without rounding."""
    form = Format(12, 12) if operator in TURNING else Format(6, 2)
    ports = tuple(
        Operation(k, f"x{k}", "", Operator.PORT, (), form, Rounding.EXACT)
        for k in range(operator.value.arity)
    )
    trigonometry = TrigonometricFormat.for_width(12)
    result = trigonometry.format if operator in TURNING else Format(14, 4)
    constant = 5 if operator in (Operator.SCALE, Operator.CONSTANT) else 0
    if operator is Operator.RECIPROCAL:
        constant = ReciprocalFormat(form, result).steps
    operation = Operation(
        len(ports), "y", "s", operator, tuple(range(len(ports))), result, Rounding.EXACT,
        4, constant, 2 if operator is Operator.SCALE else 0, 0,
        operator.latency(Target(), constant),
    )  # fmt: skip
    operations = (*ports, operation)
    knowledge = tuple(Knowledge(o.format.lowest, o.format.highest, 1.0, 0.0) for o in operations)
    stage = Stage("s", (operation,), tuple(range(len(ports))), (operation.index,))
    inputs = tuple(Port(o.name, None, o.index, o.format, "m") for o in ports)
    outputs = (Port("y", None, operation.index, result, "m"),)
    return Design("one", "none", 1, trigonometry, operations, knowledge, (stage,), inputs, outputs)


@pytest.mark.parametrize("operator", [each for each in Operator if each is not Operator.PORT])
def test_emulator_and_hardware_have_the_arithmetic_of_every_operator(operator):
    design = one_operation(operator)
    numbers = [11, -7, 2][: operator.value.arity]
    expected = int(SystolicArray(design).outputs(np.array([numbers], dtype=np.int64))[0, 0])
    assert expected != 0
    stage = StagePipeline(design, design.stages[0])

    async def bench(ctx):
        for k, number in enumerate(numbers):
            ctx.set(getattr(stage, f"i_x{k}"), number)
        for _ in range(design.depth):
            await ctx.tick()
        assert ctx.get(stage.o_y) == expected

    top = Module()
    top.domains.sync = ClockDomain(reset_less=True)
    top.submodules.stage = stage
    simulator = Simulator(top)
    simulator.add_clock(1e-6)
    simulator.add_testbench(bench)
    simulator.run()
