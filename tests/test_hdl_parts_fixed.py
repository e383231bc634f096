import math
from fractions import Fraction

import pytest
from amaranth.hdl import Module, Signal, signed
from amaranth.lib import data
from amaranth.sim import Simulator
from hypothesis import example, given
from hypothesis import strategies as st

from dataflow.numbers.formats import Format
from hdl.parts.fixed import SQ, Const, Shape, Value


@st.composite
def shapes(draw, widest=14):
    """Fraction bits beyond the width and below zero included."""
    width = draw(st.integers(1, widest))
    f_bits = draw(st.integers(-6, width + 6))
    return SQ(width - f_bits, f_bits)


@st.composite
def numbers(draw):
    """A shape and an integer on its wires, the ends often."""
    shape = draw(shapes())
    low, high = -(1 << (shape.width - 1)), (1 << (shape.width - 1)) - 1
    inside = st.integers(low, high)
    return shape, draw(st.sampled_from(sorted({low, -1, 0, high})) | inside)


def exact(integer, f_bits):
    return Fraction(integer) * Fraction(2) ** -f_bits


def evaluated(expressions, settings):
    """The wires of each expression once the signals are set."""
    m = Module()
    sim = Simulator(m)
    seen = []

    async def process(ctx):
        for signal, integer in settings:
            ctx.set(signal, integer)
        seen.extend(ctx.get(wires) for wires in expressions)

    sim.add_testbench(process)
    sim.run()
    return seen


def signal_of(number):
    """A value on a signal, and how to set it."""
    shape, integer = number
    wires = Signal(signed(shape.width))
    return Value(wires, shape.f_bits), (wires, integer), exact(integer, shape.f_bits)


def holds(expected, integer, value):
    return exact(integer, value.f_bits) == expected


@given(numbers(), numbers())
@example((SQ(4, 0), -8), (SQ(4, 0), -8))
@example((SQ(1, 0), -1), (SQ(-3, 9), -32))
@example((SQ(20, -10), -512), (SQ(-4, 8), 7))
def test_arithmetic_is_exact_and_widens(left, right):
    a, set_a, x = signal_of(left)
    b, set_b, y = signal_of(right)
    results = [a + b, a - b, -a, a * b]
    seen = evaluated([r.as_value() for r in results], [set_a, set_b])
    for result, integer, expected in zip(results, seen, [x + y, x - y, -x, x * y], strict=True):
        assert holds(expected, integer, result)
        assert result.shape().width == len(result.as_value())
    f_bits = max(a.f_bits, b.f_bits)
    widest = max(a.i_bits, b.i_bits)
    assert (a + b).shape() == SQ(widest + 1, f_bits)
    assert (a - b).f_bits == f_bits
    assert (-a).f_bits == a.f_bits
    assert (a * b).shape() == SQ(a.i_bits + b.i_bits, a.f_bits + b.f_bits)


@given(numbers(), st.integers(-30, 30))
@example((SQ(4, 4), -1), -20)
@example((SQ(4, 4), 127), 0)
@example((SQ(4, 4), -8), 0)
@example((SQ(4, 4), -24), 3)
def test_truncation_and_rounding_of_either_sign(number, f_bits):
    value, setting, x = signal_of(number)
    cut, rounded = value.truncate(f_bits), value.round(f_bits)
    wires = [cut.as_value(), rounded.as_value(), value.aligned(f_bits)]
    cut_integer, rounded_integer, aligned = evaluated(wires, [setting])
    scaled = x * Fraction(2) ** f_bits
    assert aligned == math.floor(scaled)
    if f_bits >= value.f_bits:
        assert cut.shape() == rounded.shape() == value.shape()
        assert holds(x, cut_integer, cut)
        assert holds(x, rounded_integer, rounded)
        return
    assert cut.f_bits == rounded.f_bits == f_bits
    assert cut_integer == math.floor(scaled)
    assert rounded_integer == math.floor(scaled + Fraction(1, 2))


@given(numbers(), st.integers(1, 20))
def test_narrow_keeps_every_number_that_fits(number, width):
    value, setting, x = signal_of(number)
    target = SQ(width - value.f_bits, value.f_bits)
    result = value.narrow(target)
    assert result.shape() == target
    (integer,) = evaluated([result.as_value()], [setting])
    if -(1 << (width - 1)) <= number[1] < 1 << (width - 1):
        assert holds(x, integer, result)
    else:  # the lower bits as they are
        assert (integer - number[1]) % (1 << width) == 0


def test_a_layouts_fields_are_signed():
    layout = data.StructLayout({"a": SQ(2, 4), "b": SQ(3, 1), "c": SQ(1, 3)})
    payload = Signal(layout)
    a, b, c = -17, 5, -8
    word = (a & 63) | (b & 15) << 6 | (c & 15) << 10
    products = [payload.a * payload.c, payload.b * payload.a, payload.c + payload.b]
    seen = evaluated([p.as_value() for p in products], [(payload.as_value(), word)])
    assert seen == [a * c, a * b, c + 4 * b]
    assert payload.a.shape() == SQ(2, 4)


def test_a_field_can_be_assigned():
    payload = Signal(data.StructLayout({"a": SQ(2, 4), "b": SQ(3, 1)}))
    source = Signal(SQ(3, 1))
    m = Module()
    m.d.comb += payload.b.eq(source)
    sim = Simulator(m)

    async def process(ctx):
        ctx.set(source.as_value(), -3)
        assert ctx.get(payload.as_value()) == (-3 & 15) << 6

    sim.add_testbench(process)
    sim.run()


@pytest.mark.parametrize(
    ("value", "integer"),
    [(None, 0), (0.0, 0), (0.75, 3), (-1.5, -6), (0.125, 0), (0.375, 2), (-0.125, 0), (-0.375, -2)],
)
def test_constants_are_the_nearest_ties_to_even(value, integer):
    constant = SQ(4, 2).const(value)
    assert constant.integer == integer
    assert constant.shape() == SQ(4, 2)
    assert constant.as_value().value == integer
    assert constant.as_float() == integer / 4


def test_constants_with_unusual_fraction_bits():
    assert SQ(12, -4).const(-2000.0).integer == -125
    assert SQ(12, -4).const(-2000.0).as_float() == -2000.0
    assert SQ(-4, 12).const(2.0**-6).integer == 64
    assert SQ(-4, 12).const(2.0**-6).as_float() == 2.0**-6


@given(numbers())
def test_bits_make_the_constant_that_has_them(number):
    shape, integer = number
    raw = integer & ((1 << shape.width) - 1)
    constant = shape.from_bits(raw)
    assert isinstance(constant, Const)
    assert constant.integer == constant.as_value().value == integer
    assert constant.shape() == shape
    assert constant.as_float() == exact(integer, shape.f_bits)


@pytest.mark.parametrize("value", [2.0, -2.25, 100.0])
def test_a_constant_beyond_its_shape_is_refused(value):
    with pytest.raises(ValueError, match=r"fixed\.SQ\(2, 2\)") as caught:
        SQ(2, 2).const(value)
    assert str(round(value * 4)) in str(caught.value)


def test_the_ends_of_a_shape_are_constants():
    assert SQ(2, 2).const(1.75).integer == 7
    assert SQ(2, 2).const(-2.0).integer == -8


def test_a_signal_starts_at_its_initial_number():
    assert evaluated([Signal(SQ(3, 4), init=-1.5).as_value()], []) == [-24]


def test_shapes_compare_by_both_numbers():
    assert SQ(3, 4) == Shape(3, 4)
    assert repr(SQ(3, 4)) == "fixed.SQ(3, 4)"
    assert hash(SQ(3, 4)) == hash(Shape(3, 4))
    assert SQ(3, 4) != SQ(4, 3)
    assert SQ(3, 4) != SQ(3, 5)
    assert SQ(3, 4) != (3, 4)
    assert SQ(3, 4).as_shape() == signed(7)
    assert SQ(-2, 9).width == 7


@pytest.mark.parametrize("form", [Format(18, 16), Format(8, 20), Format(8, -3), Format(1, 0)])
def test_the_shape_of_a_dataflow_format(form):
    shape = Shape.of(form)
    assert (shape.width, shape.f_bits) == (form.width, form.fraction)


@pytest.mark.parametrize(("i_bits", "f_bits"), [(0, 0), (-3, 2), (4, -4)])
def test_a_shape_without_bits_is_refused(i_bits, f_bits):
    with pytest.raises(ValueError, match=f"i_bits={i_bits}, f_bits={f_bits}"):
        Shape(i_bits, f_bits)


def test_type_errors_name_what_is_wrong():
    with pytest.raises(TypeError, match=r"unsigned\(4\)"):
        Value(Signal(4), 2)
    value = Value(Signal(signed(6)), 4)
    with pytest.raises(TypeError, match=r"SQ\(3, 4\) to fixed.SQ\(2, 4\)"):
        value.eq(Value(Signal(signed(7)), 4))
    with pytest.raises(TypeError, match=r"SQ\(1, 5\) to fixed.SQ\(2, 4\)"):
        value.eq(Value(Signal(signed(6)), 5))
    with pytest.raises(TypeError, match=r"SQ\(4, 3\).*SQ\(2, 4\)"):
        value.narrow(SQ(4, 3))
    assert "2.4" in repr(value)
