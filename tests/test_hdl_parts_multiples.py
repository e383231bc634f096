# amaranth: UnusedElaboratable=no
import random

import pytest
from amaranth.back import rtlil
from amaranth.sim import Simulator
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dataflow.multiples.adder_graph import Sum, Term, digit_tree, graph_of
from dataflow.multiples.search import multiples
from dataflow.numbers.formats import width_of
from dataflow.operators import scale_levels
from hdl.parts.multiples import Multiples, Product
from hdl.registers import state_bits


def levels(constant):
    """Adder levels by another way: 3c xor c has a one per digit of the signed form."""
    return (((3 * constant) ^ constant).bit_count() - 1).bit_length()


def operands(width):
    rng = random.Random(width)
    low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    values = [low, high, -1, 0, high, low, min(low + 1, high), max(high - 1, low)]
    return values + [rng.randint(low, high) for _ in range(8)]


def odd(constant):
    while constant % 2 == 0:
        constant //= 2
    return constant


def part_of(i_width, *products):
    """The part for products of (constant, bits left out, width)."""
    constants = frozenset(odd(constant) for constant, _, _ in products)
    return Multiples(i_width, multiples(constants, i_width).sums, [Product(*p) for p in products])


def outputs(part, values, latency):
    """What the first product shows, from its latency on."""
    return [row[0] for row in rows(part, values, latency)][latency:]


def rows(part, values, latency):
    """What all products show in each cycle."""
    sim = Simulator(part)
    if part.sums:
        sim.add_clock(1e-6)
    seen = []

    async def process(ctx):
        for value in [*values, *[0] * latency]:
            ctx.set(part.i, value)
            seen.append([ctx.get(result) for result in part.results])
            if part.sums:
                await ctx.tick()

    sim.add_testbench(process)
    sim.run()
    return seen


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
    part = part_of(i_width, (constant, dropped, width_of(min(expected), max(expected))))
    assert outputs(part, values, levels(constant)) == expected


@given(st.integers(1, 2**30))
def test_the_schedule_counts_the_same_levels(constant):
    assert scale_levels(constant) == levels(constant)


@pytest.mark.parametrize(
    ("constant", "latency"), [(1, 0), (2, 0), (64, 0), (3, 1), (7, 1), (11, 2)]
)
def test_powers_of_two_take_no_cycle(constant, latency):
    assert levels(constant) == latency
    assert outputs(part_of(6, (constant, 0, 13)), [-32, 31, 5], latency) == [
        -32 * constant, 31 * constant, 5 * constant,
    ]  # fmt: skip


@pytest.mark.parametrize("constant", range(1, 129))
def test_every_small_constant_at_both_ends(constant):
    latency = levels(constant)
    assert outputs(part_of(4, (constant, 0, 11)), [-8, 7], latency) == [-8 * constant, 7 * constant]


@pytest.mark.parametrize("constant", [0, -1, -64])
def test_a_constant_that_is_not_positive_is_refused(constant):
    with pytest.raises(ValueError, match=f"not {constant}"):
        Multiples(8, (), [Product(constant, 0, 8)])


@settings(max_examples=6)
@given(
    st.integers(1, 20),
    st.lists(st.tuples(st.integers(1, 2**22), st.integers(0, 24)), min_size=2, max_size=5),
)
@example(8, [(45, 0), (45, 3), (90, 1)])  # one constant three times
@example(8, [(5, 0), (45, 0), (1, 2)])  # a result that is a sub-sum too, and no sum at all
def test_all_products_of_an_operand_are_exact_in_cycles_of_their_own(i_width, asked):
    values = operands(i_width)
    expected = [[(value * c) >> dropped for value in values] for c, dropped in asked]
    widths = [width_of(min(each), max(each)) for each in expected]
    part = part_of(i_width, *((c, n, w) for (c, n), w in zip(asked, widths, strict=True)))
    late = [levels(c) for c, _ in asked]
    seen = rows(part, values, max(late))
    for k, each in enumerate(expected):
        assert [row[k] for row in seen][late[k] : late[k] + len(values)] == each


@pytest.mark.parametrize(
    ("constant", "dropped", "widths"),
    [
        (5, 0, [11]),  # -640 to 635
        (5, 4, [7]),  # cut before the last register, not behind it
        (0b1010101, 3, [11, 12]),  # 5 times; 17 times that
        (455, 0, [11, 17]),  # 7 times; 65 times that
        (0b10101, 0, [10, 13]),  # 3 times; 7 times that
        (37, 0, [11, 8, 14]),  # 5 times, and the operand that waits for it
    ],
)
def test_no_register_is_wider_than_its_sum(constant, dropped, widths):
    state = state_bits(rtlil.convert(part_of(8, (constant, dropped, widths[-1])), name="top"))
    assert state.registers == sum(widths)


@pytest.mark.parametrize(
    ("sums", "constant"),
    [
        ([Sum(Term(3, 0, 1), Term(1, 3, 1), 2)], 11),  # of 3 times, which nobody makes
        ([Sum(Term(1, 0, 1), Term(1, 1, 1), 1), Sum(Term(3, 0, 1), Term(1, 3, 1), 1)], 11),
        ([Sum(Term(1, 0, 1), Term(1, 1, 1), 1)], 5),  # another constant than the sum's
    ],
)
def test_sums_that_do_not_lead_to_the_product_are_refused(sums, constant):
    with pytest.raises(ValueError, match=r"before it is there|no sum makes 5"):
        Multiples(8, sums, [Product(constant, 0, 12)])


def test_the_own_tree_of_a_constant_is_exact_too():
    values, constant = operands(9), 0b101010101
    part = Multiples(
        9, graph_of(digit_tree(constant), [constant], 9).sums, [Product(constant, 0, 20)]
    )
    assert outputs(part, values, 3) == [value * constant for value in values]
